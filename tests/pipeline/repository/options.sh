# SPDX-License-Identifier: GPL-3.0-or-later
# docs/options.md lists just the options that --help shows, by subcommand; docs/methods.md those of
# --help=methods and --help=programs. The plugin's own list of its arguments is there too.
. "$ME_ROOT/tests/check.sh"

# --name=VALUE and "name VALUE" lose their values.
names() {
	sed -E 's/\[?[=,].*/=/; s/ .*//' | sort -u
}

# What a section of a page lists: the first column of its table, and what it names behind Also.
section() { # page, pattern of the heading
	awk -v heading="$2" '/^##? / {inside = $0 ~ heading; next}
		inside && /^\| `/ {split($0, cell, "|"); print cell[2]}
		inside && /^Also: / {print}' "$ME_ROOT/docs/$1.md" |
		grep -o '`[^`]*`' | tr -d '`' | names
}

# The options, and the keys of methods, that a help prints.
helped() { # COMMAND...
	"$@" 2>&1 | sed '/^NAME is/,$d' | sed -nE 's/^  (  )?((--?)?[a-zA-Z][-a-zA-Z]*=?).*/\2/p' | grep -v -x -e '--help=' | sort -u
}

echo 'int f(double x) { return x < 2; }' > f.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c -o f > build.log 2>&1 ||
	not_ok options_build "$(tail -n 3 build.log)"

check_equal options_target "$(section options '^## A fuzz target')" "$(helped ./f --help)"
check_equal options_target_methods "$(section methods '^## A fuzz target')" "$(helped ./f --help=methods)"
check_equal options_target_programs "$(section methods '^## Requests to a target')" "$(helped ./f --help=programs)"
helped ./f --help > target.users
check_line options_target_some '^--method=$' target.users
check_no_line options_target_not_all '^--(trace|units)' target.users

"$CC" -fplugin="$ME_BUILD/me.so" -fplugin-arg-me-nothing -c f.c -o f.o > plugin.help 2>&1
sed -n 's/.*known arguments: //p' plugin.help | head -n 1 | sed 's/\[[^ ]*, /, /; s/, /\n/g' |
	names > plugin.known
check_equal options_plugin "$(section options '^## The plugin')" "$(cat plugin.known)"
check_line options_plugin_some '^entry=$' plugin.known
for argument in $(section methods '^## (The plugin|Arguments of the plugin)'); do
	"$CC" -fplugin="$ME_BUILD/me.so" "-fplugin-arg-me-${argument%=}" -c f.c -o f.o > plugin.log 2>&1
	check_no_line "options_plugin_$argument" ': unknown;' plugin.log
done

"$me_cc" --help 2>&1 | sed "/compiler's own:/q" > cc.help
for option in $(section options '^## me-cc'; section options '^## The plugin' | sed 's/^/-fplugin-arg-me-/'); do
	check "options_me_cc_$option" grep -qF -e "${option%=}" cc.help
done

for subcommand in test driver cover prove resolve explore sat score show status triage emit farm ir 'corpus merge' \
	'corpus minimise' 'corpus simplify' 'corpus diff' 'corpus export' 'corpus import'; do
	documented=$subcommand
	[ "$subcommand" != resolve ] || documented=prove
	check_equal "options_$subcommand" "$(section options "^## me $documented( |\$)")" \
		"$(helped "$me" $subcommand --help | grep -v '^--help')"
	check_equal "options_${subcommand}_methods" "$(section methods "^## me $documented ")" \
		"$(helped "$me" $subcommand --help=methods)"
	check_equal "options_${subcommand}_programs" "$(section methods "^## Jobs of me $documented\$")" \
		"$(helped "$me" $subcommand --help=programs)"
done

# What is shared is described once.
check_equal options_shared '' "$(section options '^## (me|A fuzz)' | sort -u |
	grep -vxF "$(awk '/^\| `/ {split($0, cell, "|"); print cell[2]}' "$ME_ROOT/docs/options.md" | grep -o '`[^`]*`' | tr -d '`' | names)")"

# Those of the fuzz target that libFuzzer must not see, and a wrong one.
check_equal options_wrong_value 1 "$(status_of wrong.log ./f --starts=none)"
check_line options_wrong_says 'starts=none: .*--help' wrong.log
