# SPDX-License-Identifier: GPL-3.0-or-later
# The execution tree on disk: sessions that are killed go on, and a tree that cannot be read
# costs no input.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/explore.sh"

explore_bits() { # log ARGUMENT...
	log=$1
	shift
	"$me" explore --json --time=60 "$@" bits/fuzz_target corpus > "$log" 2> "$log.err"
}

target bits bits << 'E2'
int bits(unsigned char x)
{
	int n = 0;

	if (x & 1)
		n++;
	if (x & 2)
		n++;
	if (x & 4)
		n++;
	if ((x & 1) && !(x & 3))
		n = 9;
	return n;
}
E2

# ---- in pieces: each session adds what it may, and none does again what was done

explore_bits one --strategy=fair,max-paths=3
check_equal tree_first 3 "$(summary paths one)"
explore_bits two --strategy=fair,max-paths=3
check_equal tree_second 6 "$(summary paths two)"
explore_bits rest
check_equal tree_rest '8 true' "$(summary paths rest) $(summary whole rest)"
check_equal tree_inputs 8 "$(ls corpus | wc -l)"
check_equal tree_runs 8 "$(($(summary runs one) + $(summary runs two) + $(summary runs rest)))"
explore_bits none
check_equal tree_nothing '0 0' "$(summary runs none) $(summary queries none)"

# ---- an input that somebody else adds is run; one that is removed is found again

cp -r corpus all
rm -rf corpus.me corpus/*
printf '\7' > corpus/seven
explore_bits given
check_equal tree_given '8 true' "$(summary paths given) $(summary whole given)"
check_equal tree_given_runs 7 "$(summary runs given)"
rm corpus/seven
explore_bits removed
check_line tree_removed_says 'corpus.me/tree knows an input that is gone: it is now corpus.me/tree.old' removed.err
check_equal tree_removed '8 1 true' \
	"$(summary paths removed) $(summary runs removed) $(summary whole removed)"
rm -f corpus.me/tree.old
explore_bits stays
check_equal tree_removed_stays '8 0' "$(summary paths stays) $(summary runs stays)"

# ---- the end of the file was cut: by a process that was killed, or a full disk

size=$(stat -c %s corpus.me/tree)
cp corpus.me/tree whole.tree
for cut in 1 2 20 60 $((size - 10)) $((size - 1)); do
	head -c $((size - cut)) whole.tree > corpus.me/tree
	explore_bits cut
	check_equal tree_cut_$cut '8 true' "$(summary paths cut) $(summary whole cut)"
done
check_equal tree_cut_not_aside '' "$(ls corpus.me | grep old)"

# ---- damaged, and of another build

sed 's/^n 0 1 /n 0 0 /' whole.tree > corpus.me/tree
cmp -s whole.tree corpus.me/tree && not_ok tree_damage 'the tree is as it was'
cp -r corpus inputs
explore_bits damaged
check_line tree_damaged 'corpus.me/tree is damaged: it is now corpus.me/tree.old' damaged.err
check_equal tree_damaged_anew '8 true' "$(summary paths damaged) $(summary whole damaged)"
check_equal tree_damaged_inputs '' "$(comm -23 <(ls inputs) <(ls corpus))"
printf 'no tree at all\n' > corpus.me/tree
explore_bits garbage
check_line tree_garbage 'corpus.me/tree is damaged' garbage.err
check_equal tree_garbage_anew '8 true' "$(summary paths garbage) $(summary whole garbage)"
sed 's/x & 4/x \& 8/' bits/bits.c > other.c
target bits bits < other.c
explore_bits other
check_line tree_other 'corpus.me/tree is of another build, version or way to explore labels: it is now corpus.me/tree.old' other.err
check_equal tree_other_anew '8 true' "$(summary paths other) $(summary whole other)"

# ---- two at once

exec 9>> corpus.me/tree
flock 9
check_equal tree_busy 1 "$(status_of busy "$me" explore --json bits/fuzz_target corpus)"
check_line tree_busy_says 'another me explore uses it' busy
exec 9>&-

# ---- kill -9 at any moment: what was printed as covered is in the corpus, and the next
# session goes on

rm -rf corpus corpus.me
for round in 1 2 3 4 5 6; do
	kill_at 2 killed.$round "$me" explore --json bits/fuzz_target corpus
	check_kept tree_killed_input killed.$round
done
check_no_line tree_killed_first '"kind":"summary"' killed.1 # it was not over
check_no_line tree_killed_whole 'damaged|another build' killed.err
explore_bits last
check_equal tree_killed '8 true' "$(summary paths last) $(summary whole last)"
check_equal tree_killed_files 8 "$(ls corpus | wc -l)"

# ---- a disk that is full

if [ -w /dev/full ]; then
	rm -rf corpus.me/tree
	ln -s /dev/full corpus.me/tree
	check_equal tree_full 1 "$(status_of full "$me" explore bits/fuzz_target corpus)"
	check_line tree_full_says 'corpus.me/tree: ' full
	check_equal tree_full_inputs 8 "$(ls corpus | wc -l)"
fi

# The same when inputs and findings are written: what was kept before is there, and the next session goes on.
rm -rf corpus corpus.me
mkdir space
if mount -t tmpfs -o size=1m,nr_inodes=9 none space 2> /dev/null; then
	trap 'umount space' EXIT
	check_equal tree_no_space 1 "$(status_of no_space "$me" explore --json bits/fuzz_target space/corpus)"
	check_line tree_no_space_says 'no space left' no_space
	check_no_line tree_no_space_blame 'different paths|"diverged":[1-9]' no_space
	cp -r space/corpus space/corpus.me .
	umount space
	trap - EXIT
	explore_bits later
	check_equal tree_no_space_later '8 true' "$(summary paths later) $(summary whole later)"
	check_no_line tree_no_space_kept 'damaged|another build' later.err
else
	skip tree_no_space 'no file system can be mounted here'
fi
rm -rf corpus corpus.me
(
	trap '' XFSZ
	ulimit -f 1
	"$me" explore --json bits/fuzz_target corpus 2>&1 || echo "status $?"
) | cat > large # which has no such limit
check_line tree_large '^status 1$' large
check_line tree_large_says 'corpus.me/tree: ' large
explore_bits larger
check_equal tree_large_later '8 true' "$(summary paths larger) $(summary whole larger)"
check_no_line tree_large_kept 'damaged|another build' larger.err

# ---- sides that one session could not decide: one that has other means tries them again

printf '#!/bin/sh\nwhile read -r line; do case $line in *check-sat*) echo unknown ;; esac; done\n' > silent
chmod +x silent
rm -rf corpus corpus.me
explore_unsure() { # log ARGUMENT...
	log=$1
	shift
	"$me" explore --json --solve=smt "$@" bits/fuzz_target corpus > $log 2> $log.err
}
explore_unsure unsure --solvers=cvc5=$PWD/silent,z3=$PWD/silent
check_equal tree_unsure 1 "$(summary paths unsure)"
explore_unsure unsure_again --solvers=cvc5=$PWD/silent,z3=$PWD/silent
check_equal tree_unsure_again '1 0' "$(summary paths unsure_again) $(summary queries unsure_again)"
explore_unsure sure
check_equal tree_sure '8 true' "$(summary paths sure) $(summary whole sure)"

# ---- inputs that are gone: what they met is not infeasible

rm -rf corpus corpus.me
mkdir corpus
explore_bits here
rm corpus/*
explore_bits gone --strategy=fair,max-paths=1
check_equal tree_gone "false $(summary infeasible here)" \
	"$(summary whole gone) $(summary infeasible gone)"

# ---- inputs whose runs do not return are beside the corpus; a later session has its proofs
# with them as the first one would

target ends ends << 'E2'
#include <stdlib.h>
int ends(unsigned char x)
{
	if (x == 3)
		abort();
	if (x > 200 && x < 100)
		return 2;
	return x > 50;
}
E2
explore_ends() { # log ARGUMENT...
	log=$1
	shift
	"$me" explore --json --time=60 "$@" ends/fuzz_target ends.corpus > "$log" 2> "$log.err"
}
explore_ends ends.first --strategy=fair,max-paths=2
explore_ends ends.rest
check_equal tree_ends 'true 1' "$(summary whole ends.rest) $(summary infeasible ends.rest)"
check_no_line tree_ends_known 'gone' ends.rest.err
explore_ends ends.again
check_equal tree_ends_again '0 true' "$(summary runs ends.again) $(summary whole ends.again)"
# The artifact that is gone is found again.
rm ends.corpus.me/crash-*
explore_ends ends.gone
check_equal tree_ends_gone 'true 1' "$(summary whole ends.gone) $(summary runs ends.gone)"
