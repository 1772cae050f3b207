# SPDX-License-Identifier: GPL-3.0-or-later
# Each C file here says in comments which sites it wants of the plugin,
#	if (a < b) /* site: cond < f64 2 */
# (several of one line apart by |), and in its head how it is searched:
#	entry: FUNCTION[,PARAMETER:COUNT]	runs: BOUND OF EVALUATIONS
#	open: GOALS THAT NO INPUT MEETS		flags: FOR THE COMPILER
# The sites are those, and each seed's search closes all other goals, by its own count
# and by gcov's.
. "$ME_ROOT/tests/check.sh"
shapes=$ME_ROOT/tests/shapes

head_of() { # file key
	sed -n "s/^ \* $2: //p" "$1" | sed 's/ (.*//'
}

wanted_sites() { # file
	awk '/\/\* site: / {
		sub(/.*\/\* site: /, ""); sub(/ \*\/.*/, "")
		n = split($0, site, / \| /)
		for (i = 1; i <= n; i++) print NR, site[i]
	}' "$1" | sort
}

# Those that the compiler made are not written in the source.
check_sites() { # name file flags
	"$CC" -fplugin="$ME_BUILD/me.so" -g -O0 $3 -c "$2" -o "$1.o" > "$1.log" 2>&1 &&
		"$CC" $3 -I"$ME_ROOT/include" "$shapes/sites.c" "$1.o" -lm -o "$1.sites" \
			>> "$1.log" 2>&1 || {
		not_ok "shapes_sites_$1" "$(tail -n 5 "$1.log")"
		return
	}
	./"$1.sites" | grep -v compiler | sort > "$1.got"
	wanted_sites "$2" > "$1.wanted"
	if diff "$1.wanted" "$1.got" > "$1.diff"; then ok "shapes_sites_$1"; else
		not_ok "shapes_sites_$1" "$(cat "$1.diff")"
	fi
}

check_search() { # name file flags
	left=$(head_of "$2" open)
	target "$1" "$(head_of "$2" entry)" $3 < "$2" || return
	why=$(head_of "$2" unsanitized)
	if [ "$sanitized" ] && [ "$why" ]; then
		skip "shapes_search_$1" "$why"
		return
	fi
	for seed in ${SEEDS:-1 2 3}; do
		rm -rf "$1/corpus"
		search "$1" -seed=$seed -runs="$(head_of "$2" runs)" || {
			not_ok "shapes_search_$1" "seed $seed: $(tail -n 5 "$1/log")"
			return
		}
		[ "$(goals_left "$1/log")" = "${left:-0}" ] || {
			not_ok "shapes_search_$1" "seed $seed: goals left: $(goals_left \
				"$1/log"), wanted ${left:-0}"
			return
		}
	done
	ok "shapes_search_$1"
	check_equal "shapes_gcov_$1" "${left:-0}" "$(branches_left "$1")"
}

for file in "$shapes"/*.c; do
	[ -n "$(head_of "$file" entry)" ] || continue
	name=$(basename "$file" .c)
	check_sites "$name" "$file" "$(head_of "$file" flags)"
	check_search "$name" "$file" "$(head_of "$file" flags)"
done
