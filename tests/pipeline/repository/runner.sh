# SPDX-License-Identifier: GPL-3.0-or-later
# The test runner sees every way in which a test can fail.
mkdir -p tree/tests/pipeline/room tree/tests/unit/room
cp "$ME_ROOT/tests/run.sh" tree/tests/
cd tree || exit 1
printf 'unit-tests:\n\tfalse\n' > Makefile
: > tests/unit/room/unbuilt_test.c
echo 'echo "ok a"; echo "ok b"' > tests/pipeline/room/good.sh
echo 'echo "ok c"; echo "not ok d: because"; exit 1' > tests/pipeline/room/says_so.sh
echo 'echo "ok e"; exit 3' > tests/pipeline/room/exits.sh
echo 'echo "ok f"; kill -9 $$' > tests/pipeline/room/dies.sh
echo 'true' > tests/pipeline/room/silent.sh
echo 'for v in ME_ROOT ME_BUILD CC; do eval echo "ok \$$v"; done' > tests/pipeline/room/names.sh

check() { # name wanted command...
	name=$1 wanted=$2
	shift 2
	got=$("$@" 2>/dev/null; echo "status $?")
	got=$(echo "$got" | tail -n 2 | tr '\n' ' ')
	if [ "$got" = "$wanted " ]; then
		echo "ok runner_$name"
	else
		echo "not ok runner_$name: wanted '$wanted', got '$got'"
	fi
}

unset ME_BUILD
check counts "8 passed, 5 failed status 1" sh tests/run.sh
check names "2 passed, 0 failed status 0" sh tests/run.sh good
check nothing "0 passed, 0 failed status 1" sh tests/run.sh absent
