# SPDX-License-Identifier: GPL-3.0-or-later
# A sample of `make torture`: tests of GCC's own, each in one configuration, compile, warn
# and run as they do without the plugin.
. "$ME_ROOT/tests/check.sh"

sh "$ME_ROOT/tests/torture/torture.sh" "$PWD/results" every=101 > report 2>&1
status=$?
cat report
check_equal torture_findings 0 $status
# Most of the sample can be compared, and is hooked.
check_line torture_trials '^[0-9]{3,} trials, 0 findings' report
