# SPDX-License-Identifier: GPL-3.0-or-later
# A sample of `make csmith`, and what it says of programs that the plugin does change.
. "$ME_ROOT/tests/check.sh"
csmith="$ME_ROOT/tests/torture/csmith.sh"

sh "$csmith" "$PWD/sample" 3 12 1 > report 2>&1
check_equal csmith_findings 0 $?
check_line csmith_trials '^6 trials, 0 findings$' report
check_equal csmith_compared 6 "$(grep -c 'same$' sample/results.tsv)"

# A compiler that changes the program, and one that fails, where it has the plugin.
changed() { # name verdict word
	cat > "$1" <<-E
		#!/bin/sh
		case " \$* " in *' -fplugin='*) set -- "\$@" $3 ;; esac
		exec $CC "\$@"
	E
	chmod +x "$1"
	CC=$PWD/$1 REDUCE=0 sh "$csmith" "$PWD/$1.d" 1 12 1 > "$1.report" 2>&1
	check_equal "csmith_$1" 1 $?
	check_equal "csmith_$1_verdict" 2 "$(grep -c "	$2\$" "$1.d/results.tsv")"
	check "csmith_$1_kept" test -s "$1.d/found/12-O2/program.c"
}
printf '#include <stdio.h>\n#define printf(...) puts("wrong")\n' > wrong.h
changed wrong differs "-include $PWD/wrong.h"
changed failing crash -fno-such-flag
# Reduced: the least program that still shows it.
CC=$PWD/failing sh -c 'cd "$1" && exec sh "$2" --interesting "$3" O2 crash' - \
	"$PWD/failing.d/found/12-O2" "$csmith" "$PWD/failing.d"
check_equal csmith_interesting 0 $?
sh -c 'cd "$1" && exec sh "$2" --interesting "$3" O2 crash' - \
	"$PWD/failing.d/found/12-O2" "$csmith" "$PWD/failing.d"
check_equal csmith_not_interesting 1 $?
