# SPDX-License-Identifier: GPL-3.0-or-later
# No bit of a floating-point result and no exception flag is another with the plugin:
# tests/fidelity/floats runs nine groups of operations on four types in each rounding mode
# and with subnormals flushed, and is compared at several levels and with several options.
#
# At -O0, and where x87 code rounds as the standard says, all lines are compared. Elsewhere
# a line whose plain program does not say the same at all levels of optimisation is not: the
# compiler is free there (which of two NaNs a sum has, what a minimum of two zeros is, flags
# with -fno-trapping-math), and takes its freedom in another way behind a hook.
#	make check TESTS=floats LEVELS='0 1 2 3 s' SETS=all	all of them
. "$ME_ROOT/tests/check.sh"
source=$ME_ROOT/tests/fidelity/floats/floats.c
levels=${LEVELS:-0 2}
"$CC" -O2 -I"$ME_ROOT/include" -c "$ME_ROOT/tests/torture/hooks.c" -o hooks.o

build() { # program level flag...
	program=$1 level=$2
	shift 2
	"$CC" -w -std=gnu17 "-O$level" "$@" -lm -o "$program" > build.log 2>&1 ||
		not_ok "floats_build" "$* $(tail -n 5 build.log)"
}

# Lines on which the plain programs of all levels agree.
agreed() { # file...
	sort "$@" | uniq -c | awk -v n=$# '$1 == n {sub(/^ *[0-9]+ /, ""); print}'
}

# compare NAME FLAG...
compare() {
	set_name=$1
	shift
	plains=
	for level in $levels; do
		build plain "$level" "$@" "$source"
		./plain > "$set_name.$level"
		plains="$plains $set_name.$level"
	done
	agreed $plains > "$set_name.agreed"
	for level in $levels; do
		build hooked "$level" "$@" -fchecking "-fplugin=$ME_BUILD/me.so" "$source" hooks.o
		case $level$exact in
		0*|?all) sort "$set_name.$level" > wanted ;;
		*) cp "$set_name.agreed" wanted ;;
		esac
		for state in SHUT OPEN; do
			env "ME_$state=1" ./hooked | sort > got
			comm -23 wanted got > missing
			check_equal "floats_${set_name}_O${level}_$state" "" \
				"$(cut -d' ' -f1-3 missing | tr '\n' ';')"
		done
	done
	[ "$(wc -l < "$set_name.0")" = 216 ] && [ "$(wc -l < wanted)" -ge "$least" ] &&
		ok "floats_${set_name}_lines" ||
		not_ok "floats_${set_name}_lines" "$(wc -l < wanted), wanted $least"
	echo "$set_name: $(wc -l < wanted) of 216 lines compared at -O$level"
}

# From 13 on GCC joins comparisons whose flags differ, also of x87 code.
least=150 standard=all
[ "$gcc" -lt 13 ] || least=100 standard=
exact=
compare default
compare rounding -frounding-math -fsignaling-nans
compare fast -ffast-math
compare x87 -mfpmath=387
exact=$standard
compare x87_standard -mfpmath=387 -fexcess-precision=standard
if [ "${SETS:-}" = all ]; then
	exact=
	compare rounding_only -frounding-math
	compare no_trapping -fno-trapping-math
	compare fma -mfma
	compare sse2 -msse2 -mfpmath=sse
fi
