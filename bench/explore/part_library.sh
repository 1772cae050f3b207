# SPDX-License-Identifier: GPL-3.0-or-later
# The part `library` of explore.sh, sourced: FloPSy's study of libraries (Lakhotia and others,
# 2010, tables 4 and 5, figures 3 and 4), with the functions of GSL's source package in place of
# Alglib's. Each function with external linkage in a file that compiles alone is taken from
# nothing by `me explore` with solvers alone (off), and with AVM or ES where these have no input.
# Array lengths are those that me-cc proposes (8 elements); what it does not propose has one
# element. Functions that me-cc refuses are counted with the reason.
# Into build/bench/explore-library.tsv: function, method, goals, covered, CPU seconds, exit status
# (124: the limit), invoked, solved, timeouts, failed, fixed, diverged, not followed, refuted,
# ended before, types, operators, seed; library/NAME/ has what was printed. A table for each
# seed and, of several, the medians of their sums.
# Environment: FOLDERS, of the package; EVERY=n, each n-th function (1); METHODS
# (smt smt+avm smt+es); SECONDS_EACH, of CPU (60); TIMEOUT, of CPU, of a run of a solver (20);
# SOLVERS (cvc5,z3); SEEDS (1); JOBS (1); ONLY, names of functions; KEEP=1, for a study that takes more than one
# sitting: rows that an earlier call has made with the same limits are taken as they are.

# FILE<tab>FUNCTION of all that compiles alone; the files that do not, into the second file. The
# list of the same folders is kept.
library_list() { # package list failed
	package=$1
	folders=${FOLDERS:-specfunc cdf complex sys poly cblas randist fit statistics sort}
	[ "$(cat $2.of 2> /dev/null)" != "$CC $folders" ] || return 0
	: > $3
	for folder in $folders; do
		for source in "$package/$folder"/*.c; do
			case ${source##*/} in *test*.c | benchmark.c | demo.c) continue ;; esac
			if $CC -w -c -I$package/me -I$package -I$package/$folder $source -o $out/listed.o 2> /dev/null; then
				nm -g --defined-only $out/listed.o |
					awk -v OFS='\t' -v file="$folder/${source##*/}" '$2 == "T" {print file, $3}'
			else
				echo "$folder/${source##*/}" >> $3
			fi
		done
	done > $2
	echo "$CC $folders" > $2.of
}

library() {
	work=$out/library
	package=$(sh bench/subjects/others.sh unpack gsl)
	mkdir -p $work
	library_list $package $work/all $work/failed
	$CC -O2 -D_GNU_SOURCE bench/base/budget.c -o $work/budget
	$CC -O2 -I$package/me -c bench/subjects/gsl_errors.c -o $work/gsl_errors.o
	export CC package work build me KEEP
	limits="${METHODS:-smt smt+avm smt+es} ${SECONDS_EACH:-60} ${TIMEOUT:-20} ${SOLVERS:-cvc5,z3} ${SEEDS:-1}"
	[ "$(cat $work/limits 2> /dev/null)" = "$limits" ] || rm -f $work/*/row
	echo "$limits" > $work/limits
	awk -F '\t' -v every=${EVERY:-1} -v only=" ${ONLY:-} " '
		only ~ /[^ ]/ ? index(only, " " $2 " ") : ++n % every == 0 {print $1 "\n" $2}' $work/all |
		xargs -r -n 2 -P ${JOBS:-1} sh bench/explore/library_one.sh
	awk -F '\t' -v every=${EVERY:-1} -v only=" ${ONLY:-} " '
		only ~ /[^ ]/ ? index(only, " " $2 " ") : ++n % every == 0 {print $2}' $work/all > $work/sample
	while read -r name; do
		cat $work/$name/row
	done < $work/sample > $build/bench/explore-library.tsv
	echo "$(wc -l < $work/all) functions in $(cut -f1 $work/all | sort -u | wc -l) files;" \
		"$(wc -l < $work/failed) files do not compile alone"
	for seed in $(seq ${SEEDS:-1}); do
		awk -F '\t' -v seed=$seed '$18 == "" || $18 == seed' $build/bench/explore-library.tsv |
			awk -F '\t' -v seed=$seed -f bench/explore/library.awk
	done
	[ "${SEEDS:-1}" = 1 ] || awk -F '\t' -f bench/base/median.awk -f bench/explore/library_seeds.awk \
		$build/bench/explore-library.tsv
}
