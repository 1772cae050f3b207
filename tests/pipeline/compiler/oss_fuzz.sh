# SPDX-License-Identifier: GPL-3.0-or-later
# The contract of OSS-Fuzz and ClusterFuzz: examples/oss-fuzz is built with the flags of
# OSS-Fuzz's images, each target passes what its check of a build asks for, and the
# arguments with which ClusterFuzz fuzzes, reproduces, minimises, cleanses and merges have
# their effect.
. "$ME_ROOT/tests/check.sh"

set -- /usr/src/newlib/newlib-*.tar.xz
if [ ! -f "$1" ]; then
	skip oss_fuzz 'no package newlib-source'
	exit
fi
if [ "$sanitized" ]; then
	skip oss_fuzz 'a target that is sanitized and a library that is have one shared sanitizer'
	exit
fi

# ---- a build as OSS-Fuzz makes it: $CC, $CFLAGS, $LIB_FUZZING_ENGINE, $SRC, $WORK, $OUT

address='-fsanitize=address -fsanitize-address-use-after-scope'
checks=array-bounds,bool,builtin,enum,function,integer-divide-by-zero,null,object-size
checks=$checks,return,returns-nonnull-attribute,shift,signed-integer-overflow
undefined="-fsanitize=$checks,unsigned-integer-overflow,unreachable,vla-bound,vptr
	-fno-sanitize-recover=$checks,unreachable,vla-bound,vptr"

build() { # sanitizer flags...
	sanitizer=$1
	shift
	mkdir -p "$sanitizer/src/newlib" "$sanitizer/work" "$sanitizer/out"
	cp "$ME_ROOT"/examples/oss-fuzz/* "$sanitizer/src"
	tar -xJf /usr/src/newlib/newlib-*.tar.xz -C "$sanitizer/src/newlib" \
		--strip-components=2 --wildcards '*/newlib/libm' '*/newlib/libc/include'
	no_error='-Wno-error=incompatible-function-pointer-types -Wno-error=int-conversion
		-Wno-error=unknown-warning-option -Wno-error=vla-cxx-extension'
	cflags=$(echo -O1 -fno-omit-frame-pointer -gline-tables-only $no_error \
		-DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION "$@" -fsanitize=fuzzer-no-link)
	env SRC="$PWD/$sanitizer/src" WORK="$PWD/$sanitizer/work" OUT="$PWD/$sanitizer/out" \
		ME_CC_COMMAND="$me_cc" ME_CXX_COMMAND="$ME_BUILD/me-c++" \
		CFLAGS="$cflags" CXXFLAGS="$cflags -stdlib=libc++" \
		bash -eu "$sanitizer/src/build.sh"
}
check oss_fuzz_builds_address build address $address
check oss_fuzz_builds_undefined build undefined $undefined

# A target is an executable of ELF in which the name of libFuzzer's entry stands.
targets() { # directory
	for file in "$1"/*; do
		[ -x "$file" ] && readelf -h "$file" > /dev/null 2>&1 &&
			grep -q LLVMFuzzerTestOneInput "$file" && basename "$file"
	done | tr '\n' ' '
}
check_equal oss_fuzz_targets_address 'fuzz_jn fuzz_libm fuzz_pow ' "$(targets address/out)"
check_equal oss_fuzz_targets_undefined 'fuzz_jn fuzz_libm fuzz_pow ' "$(targets undefined/out)"

calls() { # prefix: calls to functions of this prefix, of those in the file `called`
	grep -cE "call +[0-9a-f]+ <$1" called
}
at_least() { # name least number
	if [ "$3" -ge "$2" ] 2> /dev/null; then ok "$1"; else not_ok "$1" "$3, not $2 at least"; fi
}
at_most() { # name most number
	if [ "$3" -le "$2" ] 2> /dev/null; then ok "$1"; else not_ok "$1" "$3, not $2 at most"; fi
}

for sanitizer in address undefined; do
	for target in fuzz_jn fuzz_libm fuzz_pow; do
		file=$sanitizer/out/$target name=oss_fuzz_${sanitizer}_$target
		ldd "$file" > needs 2>&1
		check_no_line "${name}_alone" 'asan|ubsan|stdc|libgcc|gsl|not found' needs
		status=$(status_of start.log "$file" -- -rss_limit_mb=2560 -timeout=25 -seed=1337 -runs=4)
		check_equal "${name}_starts" 0 "$status"
		check_line "${name}_four_runs" '^Done 4 runs' start.log
		# The inputs of fuzz_libm that are too short are rejected, of which libFuzzer warns from
		# its version 15 on. OSS-Fuzz refuses what is an error.
		case $target in fuzz_libm) none='ERROR: no interesting inputs' ;;
		*) none='no interesting inputs' ;; esac
		check_no_line "${name}_instrumented" "$none" start.log
		edges=$(sed -n 's/^INFO: Loaded [0-9]* module.*counters): *\([0-9]*\).*/\1/p' start.log)
		at_least "${name}_edges" 100 "$edges"
		objdump -d --no-show-raw-insn "$file" | grep -E 'call +[0-9a-f]+ <' | c++filt > called
		asan=$(calls __asan) ubsan=$(calls __ubsan)
		if [ $sanitizer = address ]; then
			at_least "${name}_asan" 1000 "$asan"
			at_most "${name}_ubsan" 200 "$ubsan"
		else
			# ME asks a runtime that is there what it has reported.
			at_most "${name}_asan" 0 "$(grep -vE '__asan_(get_report|report_present|(un)?poison_memory)' called |
				grep -cE "call +[0-9a-f]+ <__asan")"
			at_least "${name}_ubsan" 168 "$ubsan"
		fi
	done
	# The seed corpus, without a crash.
	mkdir -p $sanitizer/seeds
	check oss_fuzz_seeds_unpack_$sanitizer unzip -o -q -d $sanitizer/seeds \
		$sanitizer/out/fuzz_libm_seed_corpus.zip
	check_equal oss_fuzz_seeds_$sanitizer 0 "$(status_of seeds.log $sanitizer/out/fuzz_libm \
		-rss_limit_mb=2560 -timeout=25 -runs=0 $sanitizer/seeds -dict=$sanitizer/out/fuzz_libm.dict)"
	check_equal oss_fuzz_seeds_run_$sanitizer 0 "$(status_of seeded.log $sanitizer/out/fuzz_libm \
		-seed=1337 -runs=4 $sanitizer/seeds)"
	check_no_line oss_fuzz_seeds_instrumented_$sanitizer 'no interesting inputs' seeded.log
	check_line oss_fuzz_dictionary_$sanitizer 'Dictionary: 2 entries' seeds.log
done

# ---- ClusterFuzz's arguments, for a target of bytes and for a typed one with a bug each

target bytes '' -fsanitize=fuzzer,address <<'E2'
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x;
	if (size < 20 || memcmp(data, "me", 2) != 0)
		return 0;
	memcpy(&x, data + 2, sizeof x);
	if (x * 3 - 1.5 == 6) {
		char *copy = malloc(size);
		memcpy(copy, data, size);
		int late = copy[size];
		free(copy);
		return late == 1234;
	}
	return x > 100;
}
E2
target typed root -fsanitize=fuzzer,address <<'E2'
double root(double x, int n)
{
	static const double table[4] = {1, 2, 3, 5};
	if (x < 0)
		return -1;
	if (n > 1000 && x * x == 20.25)
		return table[4 + n % 2];
	return x > 7 ? table[3] : table[1];
}
E2

export ASAN_OPTIONS=exitcode=77:detect_leaks=1
features() { # log: branches and features that libFuzzer has counted
	sed -n 's/.*INITED \(cov: [0-9]* ft: [0-9]*\) .*/\1/p' "$1"
}
reported() { # log: what ClusterFuzz looks for to find the testcase
	sed -n 's/.*Test unit written to //p' "$1" | head -n 1
}

for kind in bytes typed; do
	file=$PWD/$kind/fuzz_target
	mkdir -p $kind/new $kind/corpus $kind/artifacts
	printf 'me%020d' 7 > $kind/corpus/seed
	name=cluster_fuzz_$kind

	# fuzz: a directory for what is new, then the corpus
	status=$(cd $kind && status_of fuzz.log "$file" -rss_limit_mb=2560 -timeout=25 \
		-max_len=1000 -use_value_profile=1 -artifact_prefix="$PWD/artifacts/" \
		-max_total_time=120 -print_final_stats=1 new corpus)
	check_equal "${name}_fuzz_exit" 77 "$status"
	check_line "${name}_fuzz_stack" '^ *#[0-9]+ 0x[0-9a-f]+ in (LLVMFuzzerTestOneInput|root) ' $kind/fuzz.log
	check_line "${name}_fuzz_kind" 'ERROR: AddressSanitizer: (heap|global)-buffer-overflow' $kind/fuzz.log
	check_line "${name}_fuzz_stats" '^stat::number_of_executed_units: +[1-9]' $kind/fuzz.log
	crash=$(reported $kind/fuzz.log)
	check "${name}_fuzz_artifact" test -s "$crash"
	check "${name}_fuzz_new" test -n "$(ls $kind/new)"
	check_equal "${name}_fuzz_corpus" seed "$(ls $kind/corpus)"

	# reproduce: a hundred runs of one file
	check_equal "${name}_reproduce" 77 "$(status_of again.log "$file" -rss_limit_mb=2560 \
		-timeout=60 -runs=100 "$crash")"
	check_line "${name}_reproduce_kind" 'ERROR: AddressSanitizer: (heap|global)-buffer-overflow' again.log
	check_equal "${name}_reproduce_seed" 0 "$(status_of seed.log "$file" -rss_limit_mb=2560 \
		-timeout=60 -runs=100 $kind/corpus/seed)"

	# minimise, then cleanse: the file that is named exactly
	status=$(status_of minimise.log "$file" -rss_limit_mb=2560 -timeout=25 -minimize_crash=1 \
		-max_total_time=1 -exact_artifact_path="$PWD/$kind/smaller" \
		-artifact_prefix="$PWD/$kind/artifacts/" "$crash")
	[ -s $kind/smaller ] || cp "$crash" $kind/smaller # it was as small as it can be
	at_most "${name}_minimise_exit" 77 "$status"
	at_most "${name}_minimise_size" "$(stat -c %s "$crash")" "$(stat -c %s $kind/smaller)"
	check_equal "${name}_minimise_crashes" 77 "$(status_of again.log "$file" -runs=100 $kind/smaller)"
	status_of cleanse.log "$file" -rss_limit_mb=2560 -timeout=25 -cleanse_crash=1 \
		-exact_artifact_path="$PWD/$kind/clean" $kind/smaller > /dev/null
	check_no_line "${name}_cleanse" 'AddressSanitizer: CHECK|DEADLYSIGNAL' cleanse.log
	[ -s $kind/clean ] || cp $kind/smaller $kind/clean # nothing could be replaced
	check_equal "${name}_cleanse_crashes" 77 "$(status_of again.log "$file" -runs=100 $kind/clean)"

	# merge in two steps, with one control file each: the corpus, then with what is new
	mkdir $kind/first $kind/merged
	check_equal "${name}_merge_first" 0 "$(status_of merge1.log "$file" -merge=1 \
		-rss_limit_mb=2560 -timeout=25 -merge_control_file=$kind/control1 $kind/first $kind/corpus)"
	check_equal "${name}_merge_second" 0 "$(status_of merge2.log "$file" -merge=1 \
		-rss_limit_mb=2560 -timeout=25 -merge_control_file=$kind/control2 \
		$kind/merged $kind/first $kind/new)"
	check_line "${name}_merge_counts" 'MERGE-OUTER: [0-9]+ new files with [0-9]+ new features added' merge2.log
	# What was cut off goes on from the control file.
	mkdir $kind/resumed
	sed '/^STARTED 2 /,$d' $kind/control2 > $kind/control3
	check_equal "${name}_merge_resumed" 0 "$(status_of merge3.log "$file" -merge=1 \
		-merge_control_file=$kind/control3 $kind/resumed $kind/first $kind/new)"
	# Which of two inputs with the same features it takes may differ.
	check_same "${name}_merge_resumed_features" \
		"$(status_of whole.log "$file" -runs=0 $kind/merged && features whole.log)" \
		"$(status_of part.log "$file" -runs=0 $kind/resumed && features part.log)"

	# fork, which keeps on fuzzing; the crash that is known ends it as libFuzzer's does
	mkdir $kind/forked
	status=$(cd $kind && status_of fork.log "$file" -fork=1 -rss_limit_mb=2560 -timeout=25 \
		-max_total_time=60 -print_final_stats=1 -artifact_prefix="$PWD/artifacts/" forked corpus)
	check_equal "${name}_fork_exit" 77 "$status"
done
