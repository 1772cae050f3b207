#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random programs: csmith.sh DIRECTORY [N [SEED [JOBS]]]
# Makes N programs (csmith --seed SEED, SEED + 1, ...; every second one with floats) and
# builds each at -O0 and -O2 without the plugin and with it. The plain program prints a
# checksum; the other one has to print the same with its sites closed and open. Results go
# to DIRECTORY/results.tsv (seed, level, verdict), programs that differ to DIRECTORY/found,
# each with what cvise makes of it. Exit 1 when there is one.
# A verdict is one of
#	same	no difference
#	left	not comparable: csmith, the plain build or the plain program takes too long,
#		or the program differs and the sanitizers say that it is undefined
#	blind	no hook in it
#	crash	it does not build with the plugin
#	differs, open	another checksum with sites closed, with sites open
# Environment: CC, ME_BUILD; REDUCE=0: found programs are kept as they are.
set -u
cd "$(dirname "$0")/../.."
CC=${CC:-gcc}
script=$PWD/tests/torture/csmith.sh
BUILD_SECONDS=60 PLAIN_SECONDS=2 RUN_SECONDS=60 # of CPU
REDUCE_SECONDS=${REDUCE_SECONDS:-900}

limited() { # seconds of CPU, command...; ten times that by the clock
	(
		ulimit -t "$1"
		ulimit -c 0
		seconds=$((10 * $1))
		shift
		exec timeout "$seconds" "$@"
	)
}

build() { # level source word...
	level=$1 source=$2
	shift 2
	limited $BUILD_SECONDS "$CC" -w -fpermissive -fchecking "-$level" -I/usr/include/csmith "$source" "$@"
}

outcome() { # seconds, program, with what is in its environment
	seconds=$1
	shift
	limited "$seconds" env "$@" 2>&1
	echo "exit status $?"
}

# csmith's conversions of floats may overflow; all else of its programs is defined.
undefined() { # source
	build O0 "$1" -fsanitize=address,undefined,float-cast-overflow \
		-fno-sanitize-recover=all -o sanitized.exe > sanitized.log 2>&1 || return 1
	outcome $RUN_SECONDS ./sanitized.exe > sanitized.out
	! grep -q '^exit status 0$' sanitized.out
}

# What the plugin makes of a program: judge LEVEL SOURCE, in an empty directory.
judge() {
	build "$1" "$2" -o plain.exe > plain.log 2>&1 || {
		echo left
		return
	}
	outcome $PLAIN_SECONDS ./plain.exe > plain.out
	# Stopped by one of the limits, or by itself.
	if grep -Eq '^exit status (124|1[3-9][0-9])$' plain.out; then
		echo left
		return
	fi
	build "$1" "$2" "-fplugin=$place/me.so" -c -o me.o > me.log 2>&1 &&
		"$CC" me.o "$place/hooks.o" -o me.exe >> me.log 2>&1 || {
		echo crash
		return
	}
	objdump -h me.o | grep -q me_units && nm me.o | grep -q ' U __me_' || {
		echo blind
		return
	}
	outcome $RUN_SECONDS ./me.exe > me.out
	state=differs
	if cmp -s plain.out me.out; then
		outcome $RUN_SECONDS ME_OPEN=1 ./me.exe > me.out
		state=open
	fi
	if cmp -s plain.out me.out; then
		echo same
	elif undefined "$2"; then
		echo left
	else
		echo $state
	fi
}

# Whether it still shows what was found.
interesting() { # level verdict
	[ "$(judge "$1" program.c)" = "$2" ]
}

reduce() { # directory of program.c, level, verdict
	cat > "$1/test.sh" <<-E
		#!/bin/sh
		exec sh '$script' --interesting '$place' '$2' '$3'
	E
	chmod +x "$1/test.sh"
	(cd "$1" && timeout $REDUCE_SECONDS cvise --n 1 ./test.sh program.c) > "$1/cvise.log" 2>&1
}

keep() { # seed level verdict source
	found=$place/found/$1-$2
	mkdir -p "$found"
	cp "$4" "$found/program.c"
	cp "$4" "$found/whole.c"
	cp ./*.log ./*.out "$found" 2> /dev/null
	[ "${REDUCE:-1}" = 0 ] || reduce "$found" "$2" "$3"
}

one() { # seed
	scratch=$(mktemp -d "$place/run.XXXXXX")
	floats=--no-float
	[ $(($1 % 2)) = 1 ] || floats=--float
	(
		cd "$scratch" || exit
		limited 20 csmith --seed "$1" $floats > program.c 2> csmith.log || : > program.c
		for level in O0 O2; do
			verdict=left
			[ ! -s program.c ] || verdict=$(judge $level program.c)
			printf '%s\t%s\t%s\n' "$1" $level "$verdict" >> "$place/results.tsv"
			case $verdict in same|left) ;; *) keep "$1" $level "$verdict" program.c ;; esac
		done
	)
	rm -rf "$scratch"
}

case $1 in
--one)
	place=$2
	one "$3"
	exit
	;;
--interesting)
	place=$2
	cd "$OLDPWD" && interesting "$3" "$4"
	exit
	;;
esac

mkdir -p "$1" || exit
place=$(cd "$1" && pwd)
n=${2:-100} seed=${3:-1} jobs=${4:-2}
rm -rf "$place/results.tsv" "$place/found"
: > "$place/results.tsv"
"$CC" -O2 -Iinclude -c tests/torture/hooks.c -o "$place/hooks.o" &&
	cp "$ME_BUILD/me.so" "$place/me.so" || exit
echo "csmith: seeds $seed to $((seed + n - 1))"
seq "$seed" $((seed + n - 1)) |
	nice xargs -n 1 -P "$jobs" sh "$script" --one "$place"
awk -F '\t' '{count[$3]++} END {
	bad = NR - count["same"] - count["left"]
	for (v in count) printf "%6d %s\n", count[v], v
	printf "%d trials, %d findings\n", NR, bad
	exit bad != 0 || NR == 0}' "$place/results.tsv" || {
	awk -F '\t' '$3 != "same" && $3 != "left"' "$place/results.tsv"
	exit 1
}
