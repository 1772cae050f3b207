# SPDX-License-Identifier: GPL-3.0-or-later
# `me explore` of programs with labels: the counts of paths are worked out by hand.
. "$ME_ROOT/tests/check.sh"

summary() { # member log
	sed -n 's/.*"kind":"summary".*"'"$1"'":\([a-z0-9]*\).*/\1/p' "$2"
}

explore() { # name ARGUMENT...
	name=$1
	shift
	rm -rf "$name/corpus" "$name/corpus.me"
	"$me" explore --json --max-time=60 "$@" "$name/fuzz_target" "$name/corpus" \
		> "$name.json" 2> "$name.err"
}

# ---- what a predicate itself decides splits no path: n > 3, and the element behind it, have
# three paths

target three three,v:2 -fplugin-arg-me-labels=MCC << 'E2'
int three(const int *v, int n)
{
	if (n > 3 && v[n & 1] < 7)
		return 1;
	return 0;
}
E2
explore three --goal=branch
check_equal labels_observer '3 4 0' \
	"$(summary paths three.json) $(summary covered_prefixes three.json) $(summary infeasible_prefixes three.json)"
