# SPDX-License-Identifier: GPL-3.0-or-later
# For tests of `me explore`, after tests/check.sh. It writes NAME.json and NAME.err.

summary() { # member log
	sed -n 's/.*"kind":"summary".*"'"$1"'":\([a-z0-9]*\).*/\1/p' "$2"
}

explore() { # name ARGUMENT...
	name=$1
	shift
	"$me" explore --json --max-time=60 "$@" "$name/fuzz_target" "$name/corpus" \
		> "$name.json" 2> "$name.err"
}

forget() { # name: no corpus, no tree
	rm -rf "$1/corpus" "$1/corpus.me"
}

explore_anew() { # name ARGUMENT...
	forget "$1"
	explore "$@"
}
