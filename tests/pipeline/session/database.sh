# SPDX-License-Identifier: GPL-3.0-or-later
# What a search has learnt is kept beside its corpus, in one database, and taken up by the
# next session, of another build too. Whatever is wrong with the file: one clear line, the
# session goes on, and nothing is lost.
. "$ME_ROOT/tests/check.sh"

echo '#include <sqlite3.h>' | "$CC" -E -x c - > /dev/null 2>&1 || {
	skip database 'ME is built without SQLite'
	exit
}

covered() { # log
	sed -n 's/^INFO: me: stop: .*; \([0-9]*\) of [0-9]* goals covered.*/\1/p' "$1" | tail -n 1
}
no_warning() { # name log
	check_no_line "$1" '(WARNING|ERROR): me' "$2"
}

until_closed() { # file: its process has ended
	for _ in $(seq 300); do
		[ -e "$1-wal" ] || return 0
		sleep 0.1
	done
}

has() { # name text file
	grep -aq "$2" "$3" && ok "$1" || not_ok "$1" "$3 has no '$2'"
}

# ---- taken up

# Wood's function: so few runs do not minimise it, and each session makes the same ones.
cat > wood.source <<'E2'
double f(double a, double b, double c, double d)
{
	double s = 100 * (b - a * a) * (b - a * a) + (1 - a) * (1 - a) +
		   90 * (d - c * c) * (d - c * c) + (1 - c) * (1 - c) +
		   10.1 * ((b - 1) * (b - 1) + (d - 1) * (d - 1)) + 19.8 * (b - 1) * (d - 1);
	if (s < 1e-20)
		return 1;
	return 0;
}
E2
target wood f < wood.source
for i in 1 2 3 4 5 6; do search wood -runs=1500 --database=none; done
check_equal database_none 1 "$(covered wood/log)"
check_equal database_none_file no "$([ -e wood/corpus.me/search.db ] && echo yes || echo no)"
for i in 1 2 3 4 5 6; do search wood -runs=1500; done
check_equal database_taken_up 2 "$(covered wood/log)"
no_warning database_silent wood/log
check_equal database_only_inputs '' "$(printf '%s\n' wood/corpus/* | misnamed)"

# Without inputs nothing is known: the session is the first one again.
rm -rf wood/corpus
search wood -runs=1500 -verbosity=2
first=$(grep '^INFO: me: new' wood/log | sed 's/cpu=[0-9.]*//')
rm -rf wood/corpus wood/corpus.me
search wood -runs=1500 -verbosity=2
check_same database_empty_corpus "$first" "$(grep '^INFO: me: new' wood/log | sed 's/cpu=[0-9.]*//')"

# A file of one's own, without a corpus.
for i in 1 2 3; do (cd wood && ./fuzz_target -seed=1 -runs=1500 --database=own.db) > wood/log 2>&1; done
check_line database_own_file '2 of 2 goals covered' wood/log

# The coordinates that have no effect, and what the methods brought, are kept too.
target kinds f,y:4 <<'E2'
void f(double x, double *y)
{
	double square = x * x;

	for (int i = 0; i < 4; i++)
		y[i] = x;
	if (square < -1)
		y[0] = 1;
}
E2
search kinds --starts=30
until_closed kinds/corpus.me/search.db
has database_has_methods signed kinds/corpus.me/search.db
has database_has_idle idle kinds/corpus.me/search.db
search kinds --starts=30
no_warning database_again kinds/log

# ---- another build

target build f <<'E2'
int f(double x)
{
	double square = x * x;

	if (square < -1)
		return 1;
	if (square < -2)
		return 2;
	return 0;
}
E2
search build --starts=30
sed -i 's/square < -1)/square < -3)/; /square < -2/,+1d' build/build.c
(cd build && "$me_cc" -g -O0 -fplugin-arg-me-entry=f build.c -o fuzz_target)
search build --starts=30
check_line database_other_build "^INFO: me: corpus.me/search.db was left by another build: of 2 goals' inputs 1 are used" build/log
check_equal database_other_build_said 1 "$(grep -c 'another build' build/log)"
# Of a goal that the new build's input meets, it is an input of the corpus.
sed -i 's/square < -3)/square < 1e300)/' build/build.c
(cd build && "$me_cc" -g -O0 -fplugin-arg-me-entry=f build.c -o fuzz_target)
search build --starts=30
check_line database_mended '2 of 2 goals covered' build/log
check_equal database_mended_covers 0 "$(branches_left build)"

# ---- failures

target fails f -fno-builtin <<'E2'
#include <stdlib.h>
int f(double x, int n)
{
	double square = x * x;

	if (x == 1234.5 && n == 77777)
		abort();
	if (square < -1)
		return 1;
	return 0;
}
E2
search fails --starts=60
check_line database_failure 'SIGABRT, in f ' fails/log
rm -f fails/crash-*
# So few runs do not find it.
search fails -runs=40
check_line database_failure_again 'SIGABRT, in f ' fails/log
check_equal database_failure_artifact 1 "$(ls fails | grep -c '^crash-')"
sed -i 's/abort();/return 3;/' fails/fails.c
(cd fails && "$me_cc" -g -O0 -fno-builtin -fplugin-arg-me-entry=f fails.c -o fuzz_target)
search fails -runs=40 -verbosity=2
check_no_line database_failure_mended 'SIGABRT' fails/log
check_line database_failure_input '^INFO: me: new corpus/' fails/log
check_line database_failure_covers '; 5 of 6 goals covered' fails/log

# ---- a bytes target

mkdir -p bytes/corpus
cat > bytes/bytes.c <<'E2'
#include <stdint.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	double x[4], s;

	if (size < sizeof x)
		return 0;
	memcpy(x, data, sizeof x);
	s = x[0] * x[0] + x[1] * x[1];
	if (s < -1)
		return 0;
	if (x[2] == 3 * x[3] && x[3] == 12345.678)
		return 0;
	return 0;
}
E2
check database_bytes_built "$me_cc" -g -O0 bytes/bytes.c -o bytes/fuzz_target
search bytes -runs=20000
until_closed bytes/corpus.me/search.db
has database_bytes best bytes/corpus.me/search.db
search bytes -runs=20000
no_warning database_bytes_again bytes/log

# ---- the program under test has its own

# SQLite's names, functions that it calls, and children that it waits for.
target clash f -fno-builtin -rdynamic <<'E2'
#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int sqlite3_open_v2(void) { abort(); }
int sqlite3_step(void) { abort(); }
int sqlite3_prepare_v2(void) { abort(); }
int f(int n)
{
	int status, file = dup(0);
	double square = n;

	square *= square;
	if (wait(&status) != -1 || errno != ECHILD || file > 50)
		abort();
	close(file);
	if (square < -1)
		return 1;
	return 0;
}
E2
search clash --starts=10
until_closed clash/corpus.me/search.db
has database_clash best clash/corpus.me/search.db
search clash --starts=10
check_equal database_clash_status 0 $?
no_warning database_clash_silent clash/log

# ---- what is wrong with the file

target open f <<'E2'
int f(double x, int n)
{
	double square = x * x;

	if (n == 87654321)
		return 1;
	if (square < -1)
		return 2;
	return 0;
}
E2
search open --starts=30
until_closed open/corpus.me/search.db
cp open/corpus.me/search.db sound.db
goes_on() { # name pattern: a session with what lies there
	search open -runs=3000
	check_equal "database_status_$1" 0 $?
	check_line "database_says_$1" "^WARNING: me: $2" open/log
	check_equal "database_once_$1" 1 "$(grep -c '^WARNING: me' open/log)"
	check_line "database_covers_$1" '; 3 of 4 goals covered' open/log
	until_closed open/corpus.me/search.db
}
sound() { # name: the next session has nothing to say
	search open -runs=3000
	no_warning "database_sound_$1" open/log
	until_closed open/corpus.me/search.db
}
db=open/corpus.me/search.db

head -c 3000 /dev/urandom > $db
goes_on noise 'corpus.me/search.db was damaged: it is kept as corpus.me/search.db.damaged, and another one is begun'
check_equal database_noise_kept 3000 "$(stat -c %s $db.damaged)"
sound noise
cp sound.db $db
head -c 3500 sound.db > $db
goes_on cut 'corpus.me/search.db was damaged'
check_equal database_cut_kept 3500 "$(stat -c %s $db.damaged)"
sound cut
cp sound.db $db
printf 'damaged' | dd of=$db bs=1 seek=4096 conv=notrunc status=none
goes_on page 'corpus.me/search.db was damaged'
sound page
: > $db
sound empty

cp sound.db $db
printf '\377' | dd of=$db bs=1 seek=63 conv=notrunc status=none # user_version
cp $db newer.db
goes_on newer 'corpus.me/search.db is of a newer version of ME: it is left as it is, and not used'
check database_newer_left cmp newer.db $db
cp sound.db $db
printf 'else' | dd of=$db bs=1 seek=68 conv=notrunc status=none # application_id
cp $db foreign.db
goes_on foreign 'corpus.me/search.db is no database of ME: it is left as it is, and not used'
check database_foreign_left cmp foreign.db $db
rm -f $db
mkdir $db
goes_on directory 'corpus.me/search.db is no regular file: it is not used'
rmdir $db
ln -s /dev/full $db
goes_on device 'corpus.me/search.db is no regular file'
rm -f $db
mv open/corpus.me open/aside
: > open/corpus.me
goes_on no_directory 'corpus.me/search.db: Not a directory'
rm open/corpus.me
mv open/aside open/corpus.me

# As somebody who may not read or write it.
if [ "$(id -u)" = 0 ] && setpriv --reuid=65534 --clear-groups true 2> /dev/null; then
	as_nobody() { # name pattern
		(cd open && setpriv --reuid=65534 --clear-groups ./fuzz_target -seed=1 -runs=3000 corpus) > open/log 2>&1 < /dev/null
		check_equal "database_status_$1" 0 $?
		check_line "database_says_$1" "^WARNING: me: $2" open/log
		check_equal "database_once_$1" 1 "$(grep -c '^WARNING: me' open/log)"
	}
	path=$PWD
	while [ "$path" != / ]; do
		setpriv --reuid=65534 --clear-groups test -x "$path" || break
		path=$(dirname "$path")
	done
	if [ "$path" != / ]; then
		skip database_nobody "$path is closed to others"
	else
		chmod 777 open/corpus
		cp sound.db $db
		chmod 600 $db
		as_nobody unreadable 'corpus.me/search.db cannot be read: it is not used'
		chmod 644 $db
		chmod 755 open/corpus.me
		as_nobody read_only 'corpus.me/search.db is read-only: it is used, and nothing is added'
		check database_read_only_left cmp sound.db $db
		rm $db
		as_nobody closed 'corpus.me/search.db: .*Permission denied'
	fi
else
	skip database_nobody 'this is not root'
fi

# A full disk: said once, the corpus is whole, and later the database is there again.
mkdir -p disk
if mount -t tmpfs -o size=512k tmpfs disk 2> /dev/null; then
	head -c 520000 /dev/zero > disk/fill 2> /dev/null
	rm -rf open/corpus/*
	search open -runs=30000 --database=../disk/search.db
	check_equal database_full 0 $?
	check_line database_full_says '^WARNING: me: ../disk/search.db: No space left on device' open/log
	check_equal database_full_once 1 "$(grep -c '^WARNING: me' open/log)"
	check_line database_full_covers '; 3 of 4 goals covered' open/log
	check_equal database_full_corpus 1 "$(branches_left open)"
	rm disk/fill
	search open -runs=3000 --database=../disk/search.db
	until_closed disk/search.db
	no_warning database_space open/log
	has database_space_file best disk/search.db
	umount disk
else
	skip database_full 'no file system can be mounted'
fi

# ---- several processes

rm -rf open/corpus open/corpus.me
search open -jobs=4 -workers=4 --starts=30
check_equal database_jobs 0 $?
for i in 0 1 2 3; do no_warning database_jobs_$i open/fuzz-$i.log; done
sound jobs
grep -aq best $db && ok database_jobs_file || not_ok database_jobs_file none
search open -fork=2 --starts=30
check_equal database_fork 0 $?
no_warning database_fork_silent open/log
sound fork
head -c 3000 /dev/urandom > $db
search open -jobs=4 -workers=4 --starts=30
check_equal database_damaged_jobs 1 "$(cat open/log open/fuzz-*.log | grep -ac 'was damaged')"
sound damaged_jobs

# ---- the database's process is killed

server() { # those of this directory that lead a session of their own
	for p in $(pgrep -x fuzz_target); do
		[ "$(readlink "/proc/$p/cwd")" != "$PWD/open" ] || [ "$(ps -o sid= -p "$p" | tr -d ' ')" != "$p" ] || echo "$p"
	done
}
rm -rf open/corpus.me
(cd open && exec ./fuzz_target -seed=1 -max_total_time=600 corpus) > open/log 2>&1 < /dev/null &
first=$!
for _ in $(seq 300); do
	[ ! -e $db ] || break
	sleep 0.1
done
kill -KILL $(server)
for _ in $(seq 300); do
	! grep -q 'the process of the database has ended' open/log || break
	sleep 0.1
done
check_line database_killed 'WARNING: me: the process of the database has ended: nothing more is kept there' open/log
kill -0 $first && ok database_killed_goes_on || not_ok database_killed_goes_on "$(tail -n 3 open/log)"
kill -TERM $first
wait $first
check_equal database_killed_status 72 $?
sound killed

# ---- a file that the user names, and no database of ours, is left alone

echo 'a text' > wood/text.db
printf 'SQLite format 3\0%0100d' 0 > wood/other.db
for other in text other; do
	cp wood/$other.db wood/$other.before
	(cd wood && ./fuzz_target -seed=1 -runs=300 --database=$other.db) > wood/log 2>&1
	check_equal database_foreign_$other 1 $?
	check_line database_foreign_says_$other "ERROR: me: $other.db: no database of me: it is left alone" wood/log
	check database_foreign_stays_$other cmp wood/$other.before wood/$other.db
done
