# SPDX-License-Identifier: GPL-3.0-or-later
# Models whose runs do not end do not take the time from other goals.
. "$ME_ROOT/tests/check.sh"

# Each branch is feasible for the walk, as it knows nothing of hidden(), and no run comes
# there: the model's run hangs before.
{
	echo 'int hidden(int n);'
	echo 'int hangs(int n)'
	echo '{'
	echo '	int r = 0, h = hidden(n);'
	for i in $(seq 4); do echo "	if (n == $i && h == $i) r = $i;"; done
	printf '\treturn r;\n}\n'
} > hangs.c
printf 'int hidden(int n) { volatile int k = 1; while (n && k) k = 1; return 0; }\n' > hidden.c
check hidden_object "$CC" -c hidden.c -o hidden.o
target hangs hangs ../hidden.o < hangs.c
bash -c 'mkdir corpus; "$1" prove --timeout=3 hangs/fuzz_target corpus > log 2>&1; times' x "$me" > times
check_line not_taken '^hangs.c:6:.*unknown: the run refutes the model' log
check_line last_not_taken '^hangs.c:8:.*unknown: the run refutes the model' log
# The models of 16 branches: a run of 2 s for each is more than 32 s, beside a search of 3 s and the
# hang that it finds, made again.
seconds=$(sed -n '2s/^\([0-9]*\)m\([0-9]*\).*/\1 \2/p' times | awk '{print $1 * 60 + $2}')
check_equal seconds yes "$([ "$seconds" -lt 28 ] && echo yes || echo "$seconds")"
