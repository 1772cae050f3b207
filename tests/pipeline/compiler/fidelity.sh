# SPDX-License-Identifier: GPL-3.0-or-later
# Programs with what few programs have (tests/fidelity) print and return with the plugin
# what they do without, whether their sites are open or closed, however they are linked.
. "$ME_ROOT/tests/check.sh"
sources=$ME_ROOT/tests/fidelity
plugin=-fplugin=$ME_BUILD/me.so
"$CC" -O2 -I"$ME_ROOT/include" -c "$ME_ROOT/tests/torture/hooks.c" -o hooks.o

compiler() { # file
	case $1 in
	*.cc) echo "g++$suffix" ;;
	*.f90) echo "gfortran$suffix" ;;
	*) echo "$CC" ;;
	esac
}

outcome() { # program, with what is in its environment
	timeout 600 env "$@" 2>&1
	echo "exit status $?"
}

# same NAME PLAIN INSTRUMENTED: two programs that were built.
same() {
	outcome "$2" > "$1.plain"
	outcome "$3" > "$1.closed"
	outcome ME_OPEN=1 "$3" > "$1.open"
	check "fidelity_$1_closed" diff "$1.plain" "$1.closed"
	check "fidelity_$1_open" diff "$1.plain" "$1.open"
}

# both NAME COMPILER WORD...: builds without and with the plugin, and compares.
both() {
	name=$1 cc=$2
	shift 2
	"$cc" -w "$@" -lm -o "./$name.exe" > "$name.log" 2>&1 &&
		"$cc" -w -fchecking $plugin "$@" hooks.o -lm -o "./$name.me" >> "$name.log" 2>&1 ||
		not_ok "fidelity_$name" "$(tail -n 5 "$name.log")"
	same "$name" "./$name.exe" "./$name.me"
}

for file in "$sources"/*.c "$sources"/*.f90; do
	base=$(basename "$file")
	flags=$(sed -n 's,^/\* flags: \(.*\) \*/$,\1,p' "$file")
	for level in 0 2; do
		both "${base%.*}_O$level" "$(compiler "$file")" -O$level $flags "$file"
	done
done

# Each unit of C++ by itself: inline functions and templates are in both.
for level in 0 2; do
	for with in '' $plugin; do
		"g++$suffix" -w -fchecking -O$level $with -c "$sources/exceptions.cc" -o "main${with:+.me}.o"
		"g++$suffix" -w -fchecking -O$level $with -DSECOND -c "$sources/exceptions.cc" \
			-o "second${with:+.me}.o"
	done
	"g++$suffix" main.o second.o -o plain.exe
	"g++$suffix" main.me.o second.me.o hooks.o -o instrumented.exe
	same "exceptions_O$level" ./plain.exe ./instrumented.exe
	"g++$suffix" main.o second.me.o hooks.o -o half.exe
	same "exceptions_half_O$level" ./plain.exe ./half.exe
done

# Counters of several threads are no race of the program's.
for level in 0 2; do
	both "tsan_O$level" "$CC" -O$level -fsanitize=thread -pthread \
		"$sources/processes.c"
done

# Ways to link.
file=$sources/jumps.c
both static "$CC" -O1 -static "$file"
both static_pie "$CC" -O1 -static-pie -fPIE "$file"
both no_pie "$CC" -O1 -no-pie -fno-pie "$file"
both sections "$CC" -O1 -ffunction-sections -fdata-sections -Wl,--gc-sections "$file"
both lto "$CC" -O2 -flto "$file"
both partial "$CC" -O1 -ffunction-sections -Wl,--gc-sections -Wl,-z,now "$file"
"$CC" -w -fchecking -O1 $plugin -c "$file" -o jumps.o && "$CC" -r -nostdlib jumps.o hooks.o -o joined.o &&
	"$CC" joined.o -lm -o joined.me
same joined ./partial.exe ./joined.me
