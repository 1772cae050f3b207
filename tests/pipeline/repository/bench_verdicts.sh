# SPDX-License-Identifier: GPL-3.0-or-later
# A measurement that falls short of what its summary claims ends with an exit status.
. "$ME_ROOT/tests/check.sh"

# rows PARSER-COVERED GOAL-CPU: of one parser and one goal, and of both with --method=off.
rows() {
	printf 'kind\tname\tmethod\tseed\tvalue\texecutions\tcpu\tstatus\n'
	printf 'parser\tp\tauto\t1\t%s\t-\t-\t124\nparser\tp\toff\t1\t50\t-\t-\t124\n' "$1"
	printf 'goal\tg\tauto\t1\t1\t100\t%s\t124\ngoal\tg\toff\t1\t1\t5000\t3\t124\n' "$2"
}
bytes() { # name exit-status covered cpu
	rows "$3" "$4" > rows.tsv
	check_equal "bench_bytes_$1" "$2" \
		"$(status_of "$1.log" awk -F'\t' -f "$ME_ROOT/bench/bytes.awk" rows.tsv)"
}
bytes met 0 60 0.5
check_line bench_bytes_says 'not below off on 1 of 1 parsers, 1 of 1 goals met' met.log
bytes parser_below 1 40 0.5
bytes goal_late 1 60 1.5
: > rows.tsv
check_equal bench_bytes_empty 1 \
	"$(status_of empty.log awk -F'\t' -f "$ME_ROOT/bench/bytes.awk" rows.tsv)"
