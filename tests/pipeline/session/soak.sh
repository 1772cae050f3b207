# SPDX-License-Identifier: GPL-3.0-or-later
# Sessions that are killed every few seconds, whatever they do, while somebody edits their
# corpora: each input that was ever announced is there at the end, whole, and the database
# is sound. SOAK_SECONDS is how long it lasts; `make soak` takes half an hour.
. "$ME_ROOT/tests/check.sh"
: "${SOAK_SECONDS:=1}"
mkdir -p tmp
export TMPDIR="$PWD/tmp"

# Goals that are closed one after the other, some that fail, and one that stays open.
{
	echo '#include <math.h>'
	echo '#include <stdlib.h>'
	echo 'int f(double x, double y, int n, unsigned a)'
	echo '{'
	echo '	int met = 0;'
	echo '	double square = x * x;'
	for i in $(seq 40); do
		echo "	if (n == $((i * 7919)) && x > $i.5 * y && x < $i.5 * y + 1)"
		echo '		met++;'
		echo "	if (a % 65521 == $((i * 911)) && sin(x) * y > 0.$i)"
		echo '		met++;'
	done
	echo '	if (n == 555 && x == 42.5)'
	echo '		abort();'
	echo '	if (n == 556)'
	echo '		exit(3);'
	echo '	if (square < -1)'
	echo '		return -1;'
	echo '	return met;'
	echo '}'
} > typed.source
target typed f -fno-builtin < typed.source
mkdir -p typed/corpus

# ---- one round

collect() { # what was announced
	cat typed/log typed/fuzz-*.log tmp/*/*.log 2> /dev/null |
		sed -n 's|^INFO: me: new .*/\([0-9a-f]\{40\}\) .*|\1|p' >> announced
}

# What a restart loop would start.
begin() { # arguments...
	: > typed/log
	(cd typed && exec setsid ./fuzz_target -max_total_time=600 -verbosity=2 "$@" "${corpus:-corpus}") > typed/log 2>&1 < /dev/null &
	first=$!
	for _ in $(seq 100); do # it leads a group of its own
		[ "$(ps -o pgid= -p $first | tr -d ' ')" != "$first" ] || break
		sleep 0.05
	done
}

all_killed() {
	kill -KILL -- "-$first" 2> /dev/null
	wait $first 2> /dev/null
}

# What belongs to nobody, and a copy that was cut.
edit() {
	printf 'somebody else' > "typed/corpus/note-$round"
	one=$(ls typed/corpus | grep -E '^[0-9a-f]{40}$' | tail -n 1)
	[ ! "$one" ] || head -c 5 "typed/corpus/$one" > "typed/corpus/cut-$round"
}

# A session puts back what it has announced and somebody has taken away, or cut, within
# seconds; here one with a corpus of its own.
take_away() {
	rm -rf typed/own typed/own.me
	mkdir typed/own
	corpus=own begin -seed=$round
	for _ in $(seq 600); do
		[ "$(grep -c 'INFO: me: new' typed/log)" -lt 3 ] || break
		sleep 0.1
	done
	set -- $(sed -n 's|^INFO: me: new own/\([0-9a-f]\{40\}\) .*|typed/own/\1|p' typed/log | head -n 2)
	rm -f "$1"
	: > "$2"
	for _ in $(seq 600); do
		! { is_named "$1" && is_named "$2"; } || break
		sleep 0.1
	done
	if is_named "$1" && is_named "$2"; then back=$((back + 1)); else back=-1000; fi
	all_killed
	: > typed/log
}

round=0 back=0
: > announced
end=$(($(date +%s) + SOAK_SECONDS))
while [ "$(date +%s)" -lt $end ] || [ $round -lt 7 ]; do
	round=$((round + 1))
	case $((round % 6)) in
	1 | 2)
		begin -seed=$round
		for _ in $(seq 600); do
			[ $round = 1 ] && [ "$(grep -c 'INFO: me: new' typed/log)" -lt 25 ] || break
			sleep 0.1
		done
		;;
	3) begin -seed=$round -fork=2 ;;
	4) begin -seed=$round -jobs=2 -workers=2 ;;
	5) begin -seed=$round --method=auto,distance=real ;;
	0)
		take_away
		continue
		;;
	esac
	edit
	sleep "$((round * 7 % 3)).$((round * 37 % 10))"
	all_killed
	collect
	rm -rf tmp/*
done
# ---- what is left

sort -u announced > names
[ "$(wc -l < names)" -gt 20 ] && ok soak_announced || not_ok soak_announced "$(wc -l < names) inputs"
check_equal soak_lost '' "$(sed 's|^|typed/corpus/|' names | misnamed)"
[ $back -gt 0 ] && ok soak_put_back || not_ok soak_put_back "$back"
check_equal soak_only_inputs '' "$(ls typed/corpus | grep -vE '^([0-9a-f]{40}|note-[0-9]+|cut-[0-9]+)$')"
search typed -runs=5000
check_no_line soak_sound '(WARNING|ERROR): me' typed/log
check_line soak_goes_on '^INFO: me: stop: ' typed/log
