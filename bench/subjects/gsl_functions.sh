#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints gsl_numbers.tsv: all functions of GSL's source package (bench/subjects/others.sh) that
# its headers declare, with
#   - three or more arguments that are numbers (a complex one is two), and no others but
#     pointers to single results: gsl_sf_result, gsl_sf_result_e10, gsl_complex, double. A
#     function with a size_t or with "array" in its name takes or gives arrays;
#   - MINIMUM (10) or more branches in its file that it can reach, as its fuzz target counts
#     them (--goals);
# but neither what GSL_DISABLE_DEPRECATED leaves out nor NAME where there is NAME_e, which it
# calls. Three numbers have to be related to each other, and many branches to be found; what is
# known of the results has no part in the rule.
# Environment: CC; ME_BUILD (build); MINIMUM.
. "$(dirname "$0")/../base/start.sh"
package=$(sh bench/subjects/others.sh unpack gsl)
work=$(mktemp -d)
trap 'rm -rf $work' EXIT

# Declarations without their ";", one a line.
prototypes() {
	(cd $package/me && printf '#include <%s>\n' gsl/*.h) |
		$CC -DGSL_DISABLE_DEPRECATED -I$package/me -E -P -xc - |
		tr '\n' ' ' | tr ';{}' '\n\n\n' |
		grep -E '^[a-z_ ]+[ *]gsl_[a-zA-Z0-9_]+ *\([^()]*\) *$'
}

# Of functions of numbers: name, how many.
counted() {
	awk '{
		arguments = $0
		sub(/^[^(]*\(/, "", arguments)
		sub(/ *\(.*/, "")
		name = $NF
		sub(/^\**/, "", name)
		n = split(arguments, argument, ",")
		numbers = 0
		for (i = 1; i <= n; i++) {
			if (argument[i] ~ /\[|size_t|void/)
				next
			else if (argument[i] ~ /\*/) {
				if (argument[i] ~ /const|char/ ||
				    argument[i] !~ /(gsl_sf_result(_e10)?|gsl_complex|double) *\*/)
					next
			} else if (argument[i] ~ /gsl_complex/)
				numbers += 2
			else if (argument[i] ~ /double|float|int|long|gsl_mode_t/)
				numbers++
			else
				next
		}
		if (name !~ /array/)
			print name, numbers
	}' | sort -u
}

# The file below the package that defines the function: its name begins a line, or follows the
# type, and no ";" ends the declaration.
file_of() { # name
	(cd $package && grep -lE "^([a-z_]+ +)*$1 *\([^;]*\$" */*.c) | head -n 1
}

branches_of() { # name file
	$ME_BUILD/me-cc -w -g -O0 -fplugin-arg-me-entry=$1 -I$package/me \
		-I$package/${2%/*} $package/$2 -lgsl -lgslcblas -lm -o $work/target \
		2> $work/log || return 0
	$work/target --goals | grep -c '"type":"branch".*"scope":true' || :
}

prototypes | counted > $work/functions
printf '%s\n' "# SPDX-License-Identifier: GPL-3.0-or-later" \
	"# Functions of GSL for bench/rivals/gsl.sh, chosen by the rule in gsl_functions.sh, which prints" \
	"# this table. file: below the package's directory; entry: what -fplugin-arg-me-entry= is given;" \
	"# branches: those in reach in the file." "#name	file	entry	branches"
awk 'NR == FNR {seen[$1]; next} !($1 "_e" in seen) && $2 >= 3 {print $1}' $work/functions \
	$work/functions | while read -r name; do
	file=$(file_of $name)
	branches=$([ -z "$file" ] || branches_of $name $file)
	[ "${branches:-0}" -lt ${MINIMUM:-10} ] ||
		printf '%s\t%s\t%s\t%s\n' $name $file $name $branches
done
