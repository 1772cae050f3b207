# SPDX-License-Identifier: GPL-3.0-or-later
# A mistake of a new user ends with a message that says what to do, and runs nothing.
. "$ME_ROOT/tests/check.sh"

cat > f.c <<'E2'
int f(double x)
{
	return x == 42.5 ? 1 : 0;
}
E2
check build "$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c -o f
mkdir corpus
./f -seed=1 corpus > f.log 2>&1 < /dev/null

# ---- what is no target is not run

cat > script <<'E2'
#!/bin/sh
echo ran >> was_run
E2
chmod +x script
cp /bin/true foreign
for subcommand in cover prove resolve show; do
	check_equal script_exit_$subcommand 1 "$(status_of out "$me" $subcommand ./script corpus)"
	check_line script_says_$subcommand 'script: .*not run: give the target that me-cc linked' out
	check_equal foreign_exit_$subcommand 1 "$(status_of out "$me" $subcommand ./foreign corpus)"
	check_line foreign_says_$subcommand 'foreign: was not built with .* give the target that me-cc linked' out
done
check_equal script_never_runs '' "$(cat was_run 2> /dev/null)"

# A target without symbols is one.
strip f -o stripped
check_equal stripped_shown 0 "$(status_of out "$me" show ./stripped corpus)"

# ---- a corpus that is not there

check_equal absent_exit 1 "$(status_of out ./f absent)"
check_line absent_says '^ERROR: me: absent: does not exist; make the corpus directory with mkdir' out
check_equal absent_cover 1 "$(status_of out "$me" cover f absent)"
check_line absent_cover_says '^me: absent: no such file or directory; `mkdir absent && ./f absent` makes a corpus$' out
mkdir empty
check_equal empty_cover 1 "$(status_of out "$me" cover ./f empty)"
check_line empty_cover_says '^me: empty: has no inputs; `./f empty` searches for some$' out
check_equal absent_prove 0 "$(status_of out "$me" prove ./f absent)"
check_line absent_prove_says '^me: note: absent: there was no such directory; it was made' out

# ---- inputs of which one is missing: the others are shown

first=$(ls corpus | head -n 1)
check_equal show_exit 1 "$(status_of out "$me" show ./f nothing corpus/$first nowhere)"
check_line show_shows "^corpus/$first: f\\(" out
check_line show_first '^me: nothing: no such file' out
check_line show_second '^me: nowhere: no such file' out
