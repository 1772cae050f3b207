# SPDX-License-Identifier: GPL-3.0-or-later
# `me resolve` explores the paths that lead to a goal which searches and proofs leave open: here
# behind more rounds of a loop than proofs unwind, and behind a hash.
. "$ME_ROOT/tests/check.sh"

target hashed hashed << 'E2'
int hashed(unsigned n, unsigned x)
{
	unsigned rounds = 0, y = x;

	if (n > 40)
		return -1;
	while (rounds < n)
		rounds++;
	y = (y ^ y >> 16) * 0x45d9f3bu;
	y = (y ^ y >> 15) * 0x846ca68bu;
	if (rounds > 10 && (y ^ y >> 16) == 0x12345678)
		return 1;
	return 0;
}
E2
cd hashed || exit
mkdir none
"$me" prove --unwind=4 ./fuzz_target none > prove.log 2>&1
check_line resolve_before '^hashed.c:11:.*never true: infeasible within k=' prove.log
check_equal resolve_explores 0 "$(status_of log "$me" resolve --unwind=4 --time=14 ./fuzz_target corpus)"
# Verdicts that a later round changes are not printed.
check_no_line resolve_last_word 'infeasible within k=' log
check_line resolve_covers '^hashed.c:11:.* is true: covered by corpus/' log
check_line resolve_all '^8 of 8 goals resolved: 8 covered' log
# Its other inputs and its tree are not kept: what is in the corpus meets goals.
check_equal resolve_no_tree no "$([ -e corpus.me/tree ] && echo yes || echo no)"
# Where no goal is asked for that the explorer knows, it is left alone.
printf 'hashed:0.0\n' > path
check_equal resolve_path 0 "$(status_of path.log "$me" resolve --kinds=path --path=path ./fuzz_target paths)"
check_line resolve_path_done '1 of 1 goals resolved' path.log
