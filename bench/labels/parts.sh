# SPDX-License-Identifier: GPL-3.0-or-later
# What the tables of labels.sh have in common; sourced.

# The kinds of goals of a criterion that the target has.
kinds_of() { # target criterion
	case $2 in
	WM) kinds_wanted=ror,aor,cor,abs,uoi,sor,lor ;;
	WM-paper) kinds_wanted=ror,aor,cor,uoi ;;
	*) kinds_wanted=$(echo "$2" | tr 'A-Z' 'a-z') ;;
	esac
	$1 --goals | awk -v wanted=,$kinds_wanted, "$json"'
		{type = member("type")}
		/^{"kind":"goal"/ && index(wanted, "," type ",") && !seen[type]++ {
			printf "%s%s", separator, type
			separator = ","
		}
		END {print ""}'
}

# The rows of programs.tsv that are asked for.
programs() {
	grep -v '^#' bench/labels/programs.tsv | while IFS=$tab read -r name rest; do
		case " ${ONLY:-$name} " in *" $name "*) printf '%s\t%s\n' "$name" "$rest" ;; esac
	done
}

# Builds out/NAME/FILE. Notes say which decisions have fewer labels.
build() { # name file entry source flags option...
	mkdir -p $out/$1
	built=$out/$1/$2 built_entry=$3 built_source=$4 built_flags=$5
	shift 5
	[ "$built_flags" != - ] || built_flags=
	$ME_BUILD/me-cc -w -g -O0 -fplugin-arg-me-entry=$built_entry $built_flags "$@" \
		$built_source -o $built \
		2> $built.notes || {
		cat $built.notes >&2
		exit 1
	}
}

# CPU seconds, user and system, of a command and its children; its output goes to FILE.
cpu_of() { # file command...
	file=$1
	shift
	(
		"$@" > $file 2>&1 || true
		times
	) | awk -F'[ms ]' 'END {printf "%.3f\n", $1 * 60 + $2 + $4 * 60 + $5}'
}

# The ids of the labels that the inputs cover.
covered() { # target criterion corpus
	$me score --json --labels=$2 $1 $3 | awk "$json"'
		/^{"kind":"label"/ && member("input") != "null" {print member("goal")}' | sort
}

# How many labels of these kinds the target has.
labels_in() { # target kinds
	$1 --goals | awk -v kinds=,$2, "$json"'
		/^{"kind":"goal"/ && index(kinds, "," member("type") ",") && member("scope") == "true" {n++}
		END {print n + 0}'
}

# The ids that `me prove` finds infeasible; its output stays in FILE.
proven() { # file target kinds corpus
	$me prove --json --kinds=$3 --timeout=${TIMEOUT:-2} --time=${MAX_TIME:-20} $2 $4 \
		> $1 2>&1 || true
	awk -v kinds=,$3, "$json"'
		/^{"kind":"verdict"/ && member("verdict") ~ /^infeasible(\[|$)/ {
			kind = goal = member("goal")
			sub(/.*:/, "", kind)
			sub(/[.].*/, "", kind)
			if (index(kinds, "," kind ","))
				print goal
		}' $1 | sort -u
}
