# SPDX-License-Identifier: GPL-3.0-or-later
# A bytes target that is killed at any moment has lost nothing: whatever libFuzzer replaces by
# a shorter input stays until that is there, and what it announces is on disk.
. "$ME_ROOT/tests/check.sh"

target parser '' <<'E2'
#include <stddef.h>
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (data[i] == '(')
			return 0;
		if (data[i] == '{')
			return 0;
		if (data[i] == '[')
			return 0;
		if (data[i] == '<')
			return 0;
	}
	return 0;
}
E2
if [ $sanitized ]; then # its runtime is to be loaded first
	skip kills "a sanitizer's runtime is to be loaded first"
else
	# Killed when K inputs have appeared: at once, or when the next one is about to.
	cat > kill_link.c <<'E2'
#include <dlfcn.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int linkat(int from, const char *old, int to, const char *new, int flags)
{
	static int links;
	int (*next)(int, const char *, int, const char *, int) =
	    (int (*)(int, const char *, int, const char *, int))dlsym(RTLD_NEXT, "linkat");

	if (links == atoi(getenv("KILL_BEFORE")))
		kill(getpid(), SIGKILL);
	const int result = next(from, old, to, new, flags);
	if (++links == atoi(getenv("KILL_AFTER")))
		kill(getpid(), SIGKILL);
	return result;
}
E2
	$CC -shared -fPIC -D_GNU_SOURCE kill_link.c -ldl -o kill_link.so
	printf x > seed
	killed() { # before after: goals that the corpus meets
		rm -rf parser/corpus
		mkdir -p parser/corpus
		cp seed parser/corpus
		(cd parser && KILL_BEFORE=$1 KILL_AFTER=$2 LD_PRELOAD=../kill_link.so ./fuzz_target -seed=3 \
			-runs=60000 -use_counters=0 -len_control=0 -max_len=60 --method=off --database=none corpus) \
			> parser/log 2>&1 < /dev/null
		parser/fuzz_target --trace parser/corpus/* 2> /dev/null | met_goals | wc -l
	} 2> /dev/null
	fewer= unannounced= reduced=0
	for k in $(seq 16); do
		before=$(killed -1 $k)
		then=$(killed $k -1)
		[ "$then" -ge "$before" ] || fewer="$fewer $k:$then<$before"
		# Each line stands for a file that was written.
		lines=$(grep -Ec 'NEW|REDUCE' parser/log)
		[ "$lines" -le "$k" ] || unannounced="$unannounced $k:$lines"
		reduced=$((reduced + $(grep -c REDUCE parser/log)))
	done
	check_equal kills_lose_nothing '' "$fewer"
	check_equal kills_announced '' "$unannounced"
	[ $reduced -gt 0 ] && ok kills_reduce || not_ok kills_reduce 'nothing was replaced'
fi
