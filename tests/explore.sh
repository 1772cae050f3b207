# SPDX-License-Identifier: GPL-3.0-or-later
# For tests of `me explore`, after tests/check.sh. It writes NAME.json and NAME.err.

summary() { # member log
	sed -n 's/.*"kind":"summary".*"'"$1"'":\([a-z0-9]*\).*/\1/p' "$2"
}

explore() { # name ARGUMENT...
	name=$1
	shift
	"$me" explore --json --time=60 "$@" "$name/fuzz_target" "$name/corpus" \
		> "$name.json" 2> "$name.err"
}

forget() { # name: no corpus, no tree
	rm -rf "$1/corpus" "$1/corpus.me"
}

explore_anew() { # name ARGUMENT...
	forget "$1"
	explore "$@"
}

kill_at() { # lines log command...: it is killed when it has printed so many lines
	lines=$1 log=$2
	shift 2
	: > "$log"
	"$@" > "$log" 2>> killed.err &
	pid=$!
	for wait in $(seq 300); do
		[ "$(grep -c . "$log")" -lt "$lines" ] && kill -0 $pid 2> /dev/null || break
		sleep 0.02
	done
	kill -9 $pid 2> /dev/null
	wait $pid 2> /dev/null
}

# What the log calls covered is there.
check_kept() { # name log
	for input in $(sed -n 's/.*"kind":"verdict".*"input":"\([^"]*\)".*/\1/p' "$2"); do
		[ -s "$input" ] || not_ok "$1" "$input is not there"
	done
}
