# SPDX-License-Identifier: GPL-3.0-or-later
# A measurement that falls short of what its summary claims ends with an exit status.
. "$ME_ROOT/tests/check.sh"
median=$ME_ROOT/bench/base/median.awk

# goals CPU: one goal, and the same with --method=off.
goals() { # name exit-status cpu
	printf 'name\tmethod\tseed\tmet\texecutions\tcpu\tstatus\n' > rows.tsv
	printf 'g\tauto\t1\t1\t100\t%s\t124\ng\toff\t1\t1\t5000\t3\t124\n' "$3" >> rows.tsv
	check_equal "bench_bytes_$1" "$2" \
		"$(status_of "$1.log" awk -F'\t' -f "$median" -f "$ME_ROOT/bench/bytes/bytes.awk" rows.tsv)"
}
goals met 0 0.5
check_line bench_bytes_says '^goals: 1 of 1 met$' met.log
goals late 1 1.5

# parsers NAME STATUS ME LIBFUZZER PROFILE: means of two seeds, 2 branches apart
parsers() {
	printf 'parser\tcontender\tseed\tbranches\tstatus\tall\n' > rows.tsv
	for contender in me=$3 libfuzzer=$4 profile=$5; do
		printf 'p\t%s\t1\t%s\t124\t99\n' ${contender%=*} $((${contender#*=} - 1))
		printf 'p\t%s\t2\t%s\t124\t99\n' ${contender%=*} $((${contender#*=} + 1))
	done >> rows.tsv
	check_equal "bench_parsers_$1" "$2" \
		"$(status_of "$1.log" awk -F'\t' -f "$ME_ROOT/bench/bytes/parsers.awk" rows.tsv)"
}
parsers above 0 52 50 51
check_line bench_parsers_says '^parsers: above both kinds of libFuzzer on 1 of 1$' above.log
check_line bench_parsers_mean '^p +99 +52\.0 +50\.0 +51\.0  above$' above.log
parsers equal 1 51 50 51
parsers below_libfuzzer 1 51 52 50
: > rows.tsv
check_equal bench_parsers_empty 1 \
	"$(status_of empty.log awk -F'\t' -f "$ME_ROOT/bench/bytes/parsers.awk" rows.tsv)"
check_equal bench_bytes_empty 1 \
	"$(status_of empty.log awk -F'\t' -f "$median" -f "$ME_ROOT/bench/bytes/bytes.awk" rows.tsv)"

# rivals_rows ME LIBFUZZER RANDOM: two seeds of one function, then one of another limit of CPU
rivals_rows() {
	for contender in me=$1 libfuzzer=$2 random=$3; do
		for seed in 1 2; do
			printf 'f\t%s\t%s\t%s\t40\t9.9\t124\t10\n' $seed ${contender%=*} ${contender#*=}
		done
		printf 'f\t1\t%s\t99\t99\t1\t124\t1\n' ${contender%=*}
	done
}
rivals() { # name exit-status counts gain least
	rivals_rows $3 > rows.tsv
	check_equal "bench_rivals_$1" "$2" "$(status_of "$1.log" awk -F'\t' -v set=s -v cpu=10 \
		-v seeds=5 -v table="$1.tsv" -v gain="$4" -v least="$5" \
		-f "$median" -f "$ME_ROOT/bench/rivals/rivals.awk" rows.tsv)"
}
rivals above 0 '22 20 10' 10 f:22
check_line bench_rivals_says \
	'^bench-s: 1 functions, 40 branches; me 22, libfuzzer 20, random 10; \+10\.0 % .*; 0 functions below$' \
	above.log
check_line bench_rivals_medians '^f	40	22	20	10	2	9\.90$' above.tsv
rivals below_libfuzzer 1 '19 20 10' 0 ''
check_line bench_rivals_names_rival '^bench-s: f: 19 branches, 20 by libfuzzer$' below_libfuzzer.log
rivals below_random 1 '19 10 20' 0 ''
rivals small_gain 1 '21 20 10' 10 ''
rivals less_than_asked 1 '22 20 10' 0 f:23
rivals other_function 0 '22 20 10' 0 g:23
: > rows.tsv
check_equal bench_rivals_empty 1 "$(status_of empty.log awk -F'\t' -v set=s -v table=empty.tsv \
	-f "$median" -f "$ME_ROOT/bench/rivals/rivals.awk" rows.tsv)"

# sat_rows ANSWER CONFIRMED CPU OTHER: a formula known sat, and one that is not known
sat_rows() {
	printf 'a\tsat\t%s\t0.9\t%s\t%s\tsat\t1.5\t1.4\n' $1 $3 $2
	printf 'b\tunknown\tsat\t0.04\t0.02\tsat\t%s\t3\t3\n' $4
}
sat() { # name exit-status columns...
	sat_name=$1 sat_status=$2
	shift 2
	sat_rows "$@" > rows.tsv
	check_equal "bench_sat_$sat_name" "$sat_status" "$(status_of "sat_$sat_name.log" awk \
		-F'\t' -v names='me z3' -f "$median" -f "$ME_ROOT/bench/sat/sat.awk" rows.tsv)"
}
sat met 0 sat sat 0.05 none
check_line bench_sat_says '^bench-sat: 2 formulas, 1 known sat: 0 missed; 2 models, 2 confirmed, 0 wrong; median of those known sat 0.90 s by the clock, 0.05 s of CPU$' sat_met.log
check_line bench_sat_rival '^z3: 1 sat, 0 unsat; median of those known sat: 1.50 s$' sat_met.log
sat missed 1 unknown - 0.05 none
sat unconfirmed 1 sat unsat 0.05 none
sat slow 1 sat sat 0.25 none
sat wrong 1 sat sat 0.05 unsat
: > rows.tsv
check_equal bench_sat_empty 1 "$(status_of empty.log awk -F'\t' -v names=me \
	-f "$median" -f "$ME_ROOT/bench/sat/sat.awk" rows.tsv)"
check_equal bench_sat_no_formulas 2 "$(QF_FP='' status_of none.log sh "$ME_ROOT/bench/sat/sat.sh")"
check_line bench_sat_no_formulas_says 'QF_FP=DIR' none.log

# flopsy_rows AUTO AVM: one function in its forms with two seeds; evaluations, or -.
flopsy_rows() {
	printf 'form\tfunction\tmethod\tseed\tevaluations\n'
	for seed in 1 2; do
		for form in 1 3; do
			printf '%s\trosenbrock\tauto\t%s\t%s\n' $form $seed $1
			printf '%s\trosenbrock\tes\t%s\t500\n' $form $seed
			printf '%s\trosenbrock\tavm\t%s\t%s\n' $form $seed $2
		done
		printf '2\trosenbrock\tes\t%s\t500\n' $seed
		printf '2\trosenbrock\tavm\t%s\t%s\n' $seed $2
	done
}
flopsy() { # name exit-status auto avm
	flopsy_rows $3 $4 > rows.tsv
	check_equal "bench_flopsy_$1" "$2" "$(status_of "$1.log" awk -F'\t' -v runs=100000 \
		-v seeds=2 -f "$median" -f "$ME_ROOT/bench/minimisers/flopsy/flopsy.awk" rows.tsv)"
}
flopsy flopsy_met 0 400 -
check_line bench_flopsy_says '^flopsy: 5 of 5 claims met, 3 functions and forms, 2 seeds$' \
	flopsy_met.log
check_line bench_flopsy_mean '^avm  *geometric mean of medians 100000$' flopsy_met.log
flopsy flopsy_unsolved 1 - -
flopsy flopsy_slow 1 10000 -
check_line bench_flopsy_names_slow '^MISSED: median below 10000 .*, not rosenbrock.1 rosenbrock.3' flopsy_slow.log
flopsy flopsy_above_es 1 501 -
flopsy flopsy_avm_too_good 1 400 450
: > rows.tsv
check_equal bench_flopsy_empty 1 "$(status_of empty.log awk -F'\t' -v runs=100000 -v seeds=2 \
	-f "$median" -f "$ME_ROOT/bench/minimisers/flopsy/flopsy.awk" rows.tsv)"
check_equal bench_flopsy_no_function 1 "$(ONLY=rosenbrok status_of flopsy_only.log \
	sh "$ME_ROOT/bench/minimisers/flopsy.sh")"
check_line bench_flopsy_names_it 'rosenbrok: no such function' flopsy_only.log

# coral_rows MET: a hundred runs, of which the first MET met their condition.
coral_rows() {
	printf 'function\tvariables\tconjuncts\tseed\tevaluations\n'
	seq 100 | awk -v met=$1 '{ print $1 "\t2\t3\t1\t" ($1 <= met ? 10 * $1 : "-") }'
}
coral() { # name exit-status met
	coral_rows $3 > rows.tsv
	check_equal "bench_coral_$1" "$2" "$(status_of "$1.log" awk -F'\t' \
		-f "$median" -f "$ME_ROOT/bench/minimisers/coral/coral.awk" rows.tsv)"
}
coral coral_met 0 98
check_line bench_coral_says \
	'^coral: 100 functions, 98 of 100 runs met, 98\.0 %; median 500 evaluations$' coral_met.log
check_line bench_coral_names '^coral99: 2 variables, 3 conjuncts: met by 0 of 1$' coral_met.log
coral coral_short 1 97
: > rows.tsv
check_equal bench_coral_empty 1 "$(status_of empty.log awk -F'\t' \
	-f "$median" -f "$ME_ROOT/bench/minimisers/coral/coral.awk" rows.tsv)"

# The planted point meets the condition that was generated for it.
"$CC" -O2 -std=gnu11 -Wall -Wextra -I"$ME_ROOT" "$ME_ROOT/bench/minimisers/coral/generate.c" -lm -o generate
for number in 1 7 23 52 69 84 300; do
	./generate $number > coral.c
	{
		cat coral.c
		echo 'void counted_call(void) {}'
		echo 'int counted_met(void) { return 1; }'
		echo 'int main(void) { return !'
		sed -n 's|^/[*] \(.*\) meets its condition.*|\1; }|p' coral.c
	} > planted.c
	"$CC" -O0 planted.c -lm -o planted
	check_equal bench_coral_planted_$number 0 "$(status_of planted.log ./planted)"
done
check_equal bench_coral_no_function 2 "$(status_of none.log ./generate 301)"

# ---- the sums of make bench-fdlibm are over more functions than there are seeds

cat > totals.c <<'E2'
#include <stdio.h>

#include "bench/branches/row.h"

int main(void)
{
	static struct row rows[FUNCTIONS_MOST];

	for (int i = 0; i < FUNCTIONS_MOST; i++) {
		rows[i].total[2] = 1;
		rows[i].stop_cpu = FUNCTIONS_MOST - i;
	}
	printf("%g\n", row_total(rows, FUNCTIONS_MOST).stop_cpu);
	return 0;
}
E2
"$CC" -O1 -std=gnu11 -Wall -Wextra -fsanitize=bounds -fsanitize-undefined-trap-on-error \
	-I"$ME_ROOT" totals.c "$ME_ROOT/bench/branches/row.c" -lm -o totals
check_equal bench_branches_median 50 "$(./totals 2> /dev/null)"

# Results of a function of GSL that are not finite are seen behind pointers to doubles, too.
reproduce() { # name exit-status CALL
	check_equal "bench_fpe_$1" "$2" \
		"$(status_of "$1.log" sh "$ME_ROOT/bench/goals/reproduce.sh" "$3" ./"$1")"
}
reproduce doubles 0 'gsl_sf_elljac_e(0x1.fffffffffffffp+1023, -0x1.fffffffffffffp-1, (double[]){0x0p+0}, (double[]){0x1p+4}, (double[]){0x0p+0})'
check_line bench_fpe_doubles_says '^GSL_SUCCESS,.*nan' doubles.log
reproduce finite 1 'gsl_sf_elljac_e(0x1p+0, 0.5, (double[]){0x0p+0}, (double[]){0x1p+4}, (double[]){0x0p+0})'
reproduce results 0 'gsl_sf_psi_n_e(1, -0x1.70d35ba8e93c7p-850, &(gsl_sf_result){0x0p+0, 0x0p+0})'
reproduce failing 1 'gsl_sf_psi_n_e(-1, 0x1p+0, &(gsl_sf_result){0x0p+0, 0x0p+0})'

# The portfolio is not to cover fewer paths than a single method, nor less than 90 %.
paths() { # name exit-status LAST-LINE METHOD:COVERED...: of ten paths of f, and two of g
	name=$1 code=$2 last=$3
	shift 3
	for spec; do
		awk -v OFS='\t' -v method=${spec%:*} -v covered=${spec#*:} 'BEGIN {
			for (i = 1; i <= 12; i++)
				print (i > 10 ? "g" : "f"), "1." i, 3, method, i <= covered ? "covered" : "open", 10 * i
		}'
	done > $name.rows
	check_equal "bench_path_$name" $code "$(status_of $name.log awk -F '\t' -f "$ME_ROOT/bench/base/median.awk" \
		-f "$ME_ROOT/bench/goals/path/summary.awk" $name.rows)"
	check_equal "bench_path_${name}_last" "$last" "$(tail -n 1 $name.log)"
}
head='path: 2 functions, 1 of them with fewer paths than 10; 12 paths; auto covers'
paths good 0 "$head 12 (100.0 %), the best single method, es, 11" auto:12 avm:9 es:11
paths less 1 "$head 11 (91.7 %), the best single method, avm, 12" auto:11 avm:12
paths few 1 "$head 10 (83.3 %), the best single method, avm, 9" auto:10 avm:9
check_line bench_path_few_says '^auto covers less than 90 %$' few.log
