# SPDX-License-Identifier: GPL-3.0-or-later
# A goal to which many small steps lead, each by a mutation that takes no new branch: libFuzzer
# mutates the nearest input, which is no file of the corpus.
. "$ME_ROOT/tests/check.sh"

target distinct '' <<'E2'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t seen[256] = {0};
	int distinct = 0;

	for (size_t i = 0; i < size; i++) {
		distinct += !seen[data[i]];
		seen[data[i]] = 1;
	}
	if (distinct > 60)
		return 1;
	return 0;
}
E2
for seed in 1 2 3; do
	rm -rf distinct/corpus
	search distinct -seed=$seed -runs=600000
	check_equal "bytes_nearest_$seed" 0 "$(goals_left distinct/log)"
	ls distinct/corpus | wc -l > files
	check_line "bytes_nearest_few_$seed" '^1?[0-9]$' files
done
# libFuzzer alone mutates what it has chosen.
mkdir -p distinct/alone
(cd distinct && ./fuzz_target -seed=1 -runs=600000 --method=off alone) > alone.log 2>&1 < /dev/null
check_equal bytes_nearest_alone 1 "$(goals_left alone.log)"
