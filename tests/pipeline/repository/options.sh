# SPDX-License-Identifier: GPL-3.0-or-later
# docs/options.md lists just the options that the programs know: those of `me help`, of
# --help_me, and the plugin's own list of its arguments; and each subcommand takes those
# of its section, and no others.
. "$ME_ROOT/tests/check.sh"
page=$ME_ROOT/docs/options.md

# The first column of a section's tables: one option a line, `--name=` when it has a value.
section() { # pattern of the heading
	awk -v heading="$1" '/^## / {inside = $0 ~ heading; next}
		inside && /^\| `/ {split($0, cell, "|"); print cell[2]}' "$page" |
		grep -o '`[^`]*`' | tr -d '`' | names
}

# --name=VALUE and "name VALUE" lose their values.
names() {
	sed -E 's/=.*/=/; s/ .*//' | sort -u
}

echo 'int f(double x) { return x < 2; }' > f.c
"$me_cc" -g -O0 -fplugin-arg-me-entry=f f.c -o f > build.log 2>&1 ||
	not_ok options_build "$(tail -n 3 build.log)"

./f --help_me > target.help 2>&1
grep -oE '^  --[a-zA-Z_][-a-zA-Z_]*=?' target.help | tr -d ' ' | names > target.known
check_equal options_target "$(cat target.known)" "$(section '^## A fuzz target')"
check_line options_target_some '^--method=$' target.known

"$CC" -fplugin="$ME_BUILD/me.so" -fplugin-arg-me-nothing -c f.c -o f.o > plugin.help 2>&1
sed -n 's/.*known arguments: //p' plugin.help | head -n 1 | sed 's/\[[^ ]*, /, /; s/, /\n/g' |
	names > plugin.known
check_equal options_plugin "$(cat plugin.known)" "$(section '^## The plugin')"
check_line options_plugin_some '^entry=$' plugin.known

# All options of the command's help, whatever the subcommand.
subcommands='test driver cover prove resolve explore sat score show status triage emit farm ir corpus_merge corpus_minimise
	corpus_simplify corpus_diff corpus_export corpus_import'
{
	"$me" help
	for subcommand in $subcommands; do "$me" ${subcommand/_/ } --help; done
} > me.help 2>&1
grep -oE '(^| )-(-[a-zA-Z]|[a-z])[-a-zA-Z]*=?' me.help | tr -d ' ' | names > me.known
{
	section '^## me( |$)'
	section '^## me-cc'
} | grep -vxE -e '-h|--version' | sort -u > me.listed
check_equal options_me "$(grep -vxE -e '-h|--version|--help' me.known)" "$(grep -vx -e --help me.listed)"
check_line options_me_some '^--fail-under=$' me.known

# What a section lists is taken there; what it does not list is refused.
refuses() { # subcommand option
	case $2 in
	*=) value=1 ;;
	*) value= ;;
	esac
	[ "$2" != --algorithm= ] || value=path
	[ "$2" != --format= ] || value=text
	[ "$2" != --sbatch= ] || value=--hold
	[ "$2" != --solve= ] || value=smt
	[ "$2" != --strategy= ] || value=dfs
	[ "$2" != --instrumentation= ] || value=direct
	[ "$2" != --label-deletion= ] || value=solved
	[ "$1 $2" != 'corpus_export --format=' ] || value=csv
	[ "$1 $2" != 'emit --format=' ] || value=c
	[ "$1 $2" != 'emit --property=' ] || value=error
	set -- "$1" "$2$value" ./absent absent.corpus
	[ "$1" != sat ] || set -- "$1" "$2" ./absent
	[ "$1" != emit ] || set -- "$@" --output=absent.out
	case $1 in corpus_merge | corpus_diff | corpus_import) set -- "$@" absent.third ;; esac
	subcommand_words=${1/_/ }
	shift
	"$me" $subcommand_words "$@" > refused.log 2>&1
	[ $? = 2 ] && ! grep -q 'wants --algorithm' refused.log
}
for subcommand in $subcommands; do
	heading="^## me ${subcommand/_/ }"
	[ $subcommand != resolve ] || heading='^## me prove'
	listed=$(echo; section "$heading")
	for option in $(grep -vxE -e '--(help|any-O)' me.listed); do
		# getopt_long() takes the beginning of a name for the name.
		case $listed in *$'\n'"${option%=}"*) wanted=takes ;; *) wanted=refuses ;; esac
		if refuses $subcommand "$option"; then got=refuses; else got=takes; fi
		check_equal "options_${subcommand}_$option" $wanted $got
	done
done

# Those of the fuzz target that libFuzzer must not see, and a wrong one.
check_equal options_wrong_value 1 "$(status_of wrong.log ./f --n_start=none)"
check_line options_wrong_says 'n_start=none: .*--help_me' wrong.log
