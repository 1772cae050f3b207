#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Does the work of golden.sh with one build: record.sh BUILD DIR. What comes out lies in
# DIR/KIND/NAME. It works in build/golden/work, with the build at `me` there, so that no path
# tells one build from another.
# Environment: as golden.sh.
set -eu
golden=build/golden
work=$golden/work
tab=$(printf '\t')

# What no two runs have alike: process numbers, times, memory, the depth of a full stack, lines that
# are printed each second, and where the headers of a build lie.
masked() {
	sed -E 's/^==[0-9]+==/==_==/
		s/(cpu|time)=[0-9.]+/\1=_/g
		s/[0-9.]+ s of (solvers|CPU)/_ s of \1/g
		/^INFO: me: [0-9]+ s: /d
		s/"times":[0-9]+/"times":_/g
		s/\([0-9]+ times\)/(_ times)/g
		s/"([a-z_]*seconds|cpu|time|process|host)":("[^"]*"|[0-9.e+-]+)/"\1":_/g
		s/(exec\/s|rss): ?[0-9]+(Mb)?/\1: _/g
		s/ in [0-9]+ second\(s\)/ in _ second(s)/
		s#/[^" ]*/include/me/#_/include/me/#g
		s/0x[0-9a-f]{9,16}/0x_/g'
}

sums() { # directory...
	for directory; do
		[ ! -d "$directory" ] || (cd "$directory" && find . -type f | sort | xargs -r sha1sum)
	done
}

me() { # arguments of me: what it prints, and its exit code
	status=0
	PATH=$root/$work/limited:$PATH "$root/$work/me/me" "$@" 2>&1 || status=$?
	echo "exit $status"
}

put() { # kind name: its standard input
	mkdir -p "$out/$1"
	masked > "$out/$1/$2"
}

# ---- a subject

session() { # options
	status=0
	# stop: a session's own last line
	(cd $dir && mkdir corpus && ./fuzz_target -seed=1 $1 corpus > log 2>&1 < /dev/null) || status=$?
	{
		grep -a '^INFO: me:\|ERROR:\|SUMMARY:' $dir/log || true
		echo "exit $status"
	} | put session $name
	{
		sums $dir/corpus
		(cd $dir && find . -maxdepth 1 -type f -name '*-????????????????????????????????????????' |
			sort | xargs -r sha1sum)
	} | put corpus $name
}

reports() {
	(cd $dir && {
		me cover --json fuzz_target corpus
		me cover fuzz_target corpus
	}) | put report cover-$name
	(cd $dir && me score --json fuzz_target corpus) | put report score-$name
	(cd $dir && me show fuzz_target corpus) | put report show-$name
	(cd $dir && {
		me emit --output=emitted fuzz_target corpus
		cat emitted/* 2> /dev/null
	}) | put report emit-$name
	(cd $dir && {
		me corpus export fuzz_target corpus
		cp -r corpus few
		me corpus simplify fuzz_target few
		me corpus minimise --output=fewer fuzz_target few
		sums fewer
		me corpus diff fuzz_target few corpus
	}) | put report corpus-$name
}

# A session for each of seven seeds: goals, evaluations and CPU of each, then the medians.
medians() { # options
	for seed in 1 2 3 4 5 6 7; do
		rm -rf $dir/corpus $dir/corpus.me
		(cd $dir && mkdir corpus && ./fuzz_target -seed=$seed -verbosity=2 ${1#-runs=*} corpus > log 2>&1 < /dev/null) || true
		printf '%s\t%s\n' "$(sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of [0-9]* goals covered, \([0-9]*\) evaluations.*/\1	\2/p' $dir/log |
			tail -n 1)" "$(sed -n 's/^INFO: me: new .*cpu=\([0-9.]*\).*/\1/p' $dir/log | tail -n 1)"
	done > $dir/seeds
	mkdir -p $out/medians
	for column in 1 2 3; do
		cut -f $column $dir/seeds | sort -n | sed -n 4p
	done | paste - - - > $out/medians/$name
}

# Builds and runs one subject, a line of subjects.sh.
one() { # line
	IFS=$tab read -r name more options compiler entry source flags libs << E2
$1
E2
	dir=$work/run/$name
	mkdir -p $dir
	[ "$entry" = - ] || entry=-fplugin-arg-me-entry=$entry
	level=-O0
	[ "$entry" != - ] || { entry= level=-O1; }
	[ $compiler != me-fortran ] || flags="$flags -J$dir"
	$work/me/$compiler -w -g $level $entry $flags $source $libs -o $dir/fuzz_target \
		> $dir/notes 2>&1 || {
		cat $dir/notes >&2
		return 1
	}
	if [ -n "${MEDIANS:-}" ]; then
		[ "${name#bytes-}" != "$name" ] || medians $options
		return 0
	fi
	session "$options"
	case $more in *p*)
		cp -r $dir/corpus $dir/proven
		(cd $dir && me prove --json --timeout=1000 $forever fuzz_target proven) | put verdicts $name
		;;
	esac
	case $more in *x*)
		mkdir $dir/explored
		(cd $dir && me explore --json --seed=1 --timeout=1000 --strategy=fair,max-paths=24 fuzz_target explored &&
			sums explored) | put explore $name
		;;
	esac
	case $more in *r*) reports ;; esac
	rm -rf $dir
}

# ---- what is no subject of its own

sat() {
	$CC -O1 -o $work/sat_generate tests/sat_generate.c
	for seed in $(seq 40); do
		$work/sat_generate formula $seed > $work/formula.smt2
		echo "formula $seed"
		(cd $work && me sat --model --seed=1 --max-runs=20000 --time=0 formula.smt2)
	done | put sat formulas
}

triage() {
	ME_BUILD=$root/$work/me sh bench/triage/triage.sh target $work/triage > /dev/null
	(cd $work/triage && mkdir found && ./planted_inputs found 1 4 0 &&
		me triage --json --runs=1 planted found; me triage --runs=1 planted found) |
		put report triage
}

# Builds that end by themselves after 60 s, by the clock.
forever=
! "$work/me/me" prove --help 2>&1 | grep -q 'me prove: 60' || forever=--time=0

# Solvers end after so much work of their own, whatever the machine does beside.
limited() {
	mkdir -p $work/limited
	cat > $work/limited/cvc5 << E2
#!/bin/sh
exec $(command -v cvc5) --rlimit-per=30000 "\$@"
E2
	cat > $work/limited/z3 << E2
#!/bin/sh
exec $(command -v z3) rlimit=300000 "\$@"
E2
	chmod +x $work/limited/*
}

root=$PWD
if [ "${1:-}" = --one ]; then
	out=$2
	case $3 in sat|triage) $3 ;; *) one "$3" ;; esac
	exit
fi
build=$1
case $2 in /*) out=$2 ;; *) out=$PWD/$2 ;; esac
rm -rf $work
mkdir -p $work/run
ln -s "$(cd "$build" && pwd)" $work/me
limited
. tests/golden/subjects.sh
{
	subjects
	[ -n "${MEDIANS:-}" ] || printf 'sat\ntriage\n'
} | awk -F '\t' -v only=" ${ONLY:-} " 'only == "  " || index(only, " " $1 " ")' > $work/subjects
# Those that prove last longest.
{ grep '	p' $work/subjects || true; grep -v '	p' $work/subjects || true; } | tr '\n' '\0' |
	xargs -0 -r -n 1 -P "$JOBS" sh tests/golden/record.sh --one "$out" || exit 1
