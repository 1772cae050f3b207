#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# make bench-sat QF_FP=DIR: `me sat` on the SMT-LIB formulas DIR/*.smt2, and each solver that
# is installed (z3, cvc5, bitwuzla) beside it in the same run, one after another.
# Variables: SECONDS (20; here LIMIT), the limit of each: of ME by the clock, of the others of
# CPU, and by the clock six times as many, in case the machine does other work too; SEED (1);
# SOLVERS, others or none ('').
# What is known of a formula is in DIR/STATUS.tsv, lines `FILE<tab>sat|unsat|unknown`, or in
# its (set-info :status ...). Leaves build/bench/sat.tsv:
#	file	known	me: answer, seconds by the clock, of CPU, confirmed	solver: answer, seconds, CPU ...
# A model is confirmed when z3 finds the formula and the model's equations satisfiable.
# Exit 1 when a formula known to be satisfiable has no model, a model is not confirmed, one is
# found for a formula that is known to have none or that a solver calls unsat, or the median
# of CPU of those known to be satisfiable is 0.2 s or more.
set -eu
cd "$(dirname "$0")/../.."
build=${ME_BUILD:-build}
case $build in /*) ;; *) build=$PWD/$build ;; esac
out=$build/bench
[ -d "${QF_FP:-}" ] || {
	echo "bench-sat: say where the formulas are: make bench-sat QF_FP=DIR" >&2
	exit 2
}
[ -x "$build/me-sat" ] || {
	echo "bench-sat: ME was built without Z3's library" >&2
	exit 2
}
ls "$QF_FP"/*.smt2 > /dev/null
ME_BUILD=$build
me=$build/me
. tests/sat.sh
limit=${LIMIT:-20}
mkdir -p "$out"
installed=
for solver in ${SOLVERS-z3 cvc5 bitwuzla}; do
	! command -v $solver > /dev/null || installed="$installed $solver"
done

# run COMMAND...: leaves its output; prints its first word, and seconds by the clock and of
# CPU, as columns.
run() {
	bash -c 'TIMEFORMAT="%R %U %S"; ulimit -t $1; shift; time timeout "$@" > "$0" 2>&1 < /dev/null' \
		"$out/sat.out" $limit $((6 * limit)) "$@" 2> "$out/sat.time" || :
	answer=$(head -n 1 "$out/sat.out")
	case $answer in sat | unsat | unknown) ;; *) answer=none ;; esac
	awk -v answer=$answer 'NF == 3 && $1 ~ /^[0-9.]+$/ {printf "%s\t%.2f\t%.2f", answer, $1, $2 + $3}' "$out/sat.time"
}

solve() { # solver file
	case $1 in
	z3) run z3 -smt2 "$2" ;;
	*) run $1 --lang=smt2 "$2" ;;
	esac
}

known() { # file
	{
		awk -F'\t' -v file="${1##*/}" '$1 == file {print $2}' "$QF_FP/STATUS.tsv" 2> /dev/null ||
			:
		sed -n 's/^(set-info :status \([a-z]*\))/\1/p' "$1"
		echo unknown
	} | head -n 1
}

row() { # file
	printf '%s\t%s\t' "${1##*/}" "$(known "$1")"
	run "$me" sat --model --time=$limit --seed="${SEED:-1}" "$1"
	confirmed=-
	if [ "$(head -n 1 "$out/sat.out")" = sat ]; then
		with_model "$1" "$out/sat.out" > "$out/sat.confirm.smt2"
		confirmed=$(z3_says "$out/sat.confirm.smt2")
	fi
	printf '\t%s' "$confirmed"
	for solver in $installed; do
		printf '\t'
		solve $solver "$1"
	done
	echo
}

: > "$out/sat.tsv"
for file in "$QF_FP"/*.smt2; do
	row "$file" | tee -a "$out/sat.tsv"
done
awk -F'\t' -v names="me$installed" -f bench/base/median.awk -f bench/sat/sat.awk "$out/sat.tsv"
