# SPDX-License-Identifier: GPL-3.0-or-later
# Each minimiser by its name: it closes goals over floats and integers together, one seed
# gives one corpus, and its options change what it does.
. "$ME_ROOT/tests/check.sh"

# Only integers and floats that fit meet the two conditions on both.
target mixed f <<'E2'
int f(int n, double x, float y)
{
	if (n * 3.0 + x == 250.5)
		return 1;
	if (y > 1.25f && y < 1.5f && n - y < -20 && n > -30)
		return 2;
	return 0;
}
E2

session() { # directory option...
	directory=$1
	shift
	mkdir -p "$directory"
	check_equal session_$directory 0 "$(status_of $directory.log mixed/fuzz_target \
		-seed=1 -print_final_stats=1 "$@" $directory)"
}

executed() { # log: how many runs
	sed -n 's/^stat::number_of_executed_units: *//p' $1.log
}

for method in signed simplex valley basin-hopping de relay avm avm-ordered es es-ordered; do
	session $method --method=$method
	check_line closes_$method 'stop: all goals are closed' $method.log
	session $method.again --method=$method
	check_equal again_$method '' "$(diff -r $method $method.again)"
done
for local in signed simplex powell; do
	session hop.$local --method=basin-hopping,local=$local
	check_line closes_hop_$local 'stop: all goals are closed' hop.$local.log
done
# Its local method makes other runs; Powell's is the default.
check_equal hop_locals 3 "$(for local in signed simplex powell; do executed hop.$local; done | sort -u | wc -l)"
check_same hop_default "$(executed hop.powell)" "$(executed basin-hopping)"
check_equal hop_default_corpus '' "$(diff -r hop.powell basin-hopping)"
for method in random powell; do
	session $method --method=$method -runs=3000
	session $method.again --method=$method -runs=3000
	check_equal again_$method '' "$(diff -r $method $method.again)"
done

# FloPSy's distance, and what is no method or distance.
session flopsy --method=avm,distance=flopsy
check_line closes_flopsy 'stop: all goals are closed' flopsy.log
for wrong in --method=evm --method=avm,distance=flops --method=avm,hops=3 --method=auto,hop=3; do
	check_equal wrong_$wrong 1 "$(status_of wrong.log mixed/fuzz_target $wrong -runs=1)"
	check_line wrong_names_$wrong "$wrong" wrong.log
done

# A method that restarts by itself does not keep the session from its end.
target never f <<'E2'
int f(double x)
{
	if (x * x < -1)
		return 1;
	return 0;
}
E2
mkdir -p never.corpus
check_equal never_ends 0 "$(status_of never.log never/fuzz_target -seed=1 --method=avm \
	--starts=5 never.corpus)"
check_line never_stops 'stop: ' never.log

# The portfolio is the default. It takes turns between methods here, as no single one does.
in_vain() { # name option...
	vain=$1
	shift
	mkdir -p vain.$vain
	never/fuzz_target -seed=1 -print_final_stats=1 --starts=5 "$@" vain.$vain > vain.$vain.log 2>&1
}
in_vain default
in_vain auto --method=auto
check_same auto_default "$(executed vain.auto)" "$(executed vain.default)"
check_same auto_default_corpus "$(ls vain.auto)" "$(ls vain.default)"
for method in signed simplex powell valley basin-hopping de relay avm avm-ordered es es-ordered \
	random coverme; do
	in_vain $method --method=$method
	[ "$(executed vain.$method)" ] && [ "$(executed vain.$method)" != "$(executed vain.default)" ] &&
		ok auto_is_not_$method || not_ok auto_is_not_$method "$(executed vain.$method) runs both"
done

# A warmer walk accepts other hops.
target basins f <<'E2'
#include <math.h>
int f(double x)
{
	if (10 * sin(20 * x) + x * x < -20)
		return 1;
	return 0;
}
E2
for temperature in 0.001 1000; do
	mkdir warm.$temperature
	basins/fuzz_target -seed=1 -print_final_stats=1 \
		--method=basin-hopping,distance=real,temperature=$temperature,hops=50 --starts=5 warm.$temperature > warm.$temperature.log 2>&1
done
[ "$(executed warm.0.001)" != "$(executed warm.1000)" ] && ok temperature ||
	not_ok temperature "$(executed warm.1000) runs both"

# The first descents to a goal that nothing else waits for are longer: here a short one ends in
# the valley of a sum over four residuals.
target only f <<'E2'
int f(double a, double b, double c, double d)
{
	double r1 = 10 * (b - a * a), r2 = 1 - a, r3 = 9.5 * (d - c * c), r4 = 1 - c;

	if (r1 == 0 && r2 == 0 && r3 == 0 && r4 == 0)
		return 1;
	return 0;
}
E2
met=0
for seed in 1 2 3 4 5 6 7 8 9; do
	rm -rf only.corpus
	mkdir only.corpus
	only/fuzz_target -seed=$seed -runs=9000 only.corpus > only.log 2>&1
	! grep -q '; 8 of 8 goals covered' only.log || met=$((met + 1))
done
[ $met -ge 7 ] && ok only_goal || not_ok only_goal "$met of 9 seeds meet it"
