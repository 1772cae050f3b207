# SPDX-License-Identifier: GPL-3.0-or-later
# --kinds=KIND,...: which kinds of goals count, for a target and for me; the search still
# aims at the others, since inputs that meet them lead on to these.
. "$ME_ROOT/tests/check.sh"

cat > kinds.c <<'E2'
#include <me/target.h>
int kinds(int a, double x)
{
	if (a == 70001) {
		ME_LABEL(deep, x == 3.25);
		return 1;
	}
	if (x > 1e300)
		ME_REACH();
	return a > 3 && a < 3;
}
E2
mkdir kinds
target kinds kinds -I"$ME_ROOT/include" < kinds.c

scope_of() { # --kinds=...: types of the goals that count
	./kinds/fuzz_target --goals "$@" | grep '"scope":true' |
		sed 's/.*"type":"\([a-z]*\)".*/\1/' | sort -u | tr '\n' ' '
}
check_equal all_kinds 'branch label reach ' "$(scope_of)"
check_equal one_kind 'label ' "$(scope_of --kinds=label)"
check_equal two_kinds 'label reach ' "$(scope_of --kinds=reach,label)"
check_equal branches 'branch ' "$(scope_of --kinds=branch)"
check_equal unknown_kind_status 1 "$(status_of unknown ./kinds/fuzz_target --kinds=boundary -runs=1)"
# Of several kinds one may have no place in this program.
check_equal kind_without_place 'label ' "$(scope_of --kinds=boundary,label)"
check_equal kind_misspelt 1 "$(status_of misspelt ./kinds/fuzz_target --kinds=label,bondary -runs=1)"
check_line unknown_kind 'ERROR: me: --kinds=boundary: the program has no goal of this kind \(only branch,(label,reach|reach,label)\); compile with -fplugin-arg-me-kinds=boundary$' unknown
# The advice makes such goals, whatever makes them.
advised() { # kind advice
	status_of advised.log ./kinds/fuzz_target --kinds=$1 -runs=1 > /dev/null
	check_line "advice_$1" "--kinds=$1: .*; $2$" advised.log
}
advised mcdc 'compile with -fplugin-arg-me-labels=MCDC'
advised ncc 'compile with -fplugin-arg-me-labels=NCC2, or up to NCC6'
advised idc 'compile with -fplugin-arg-me-labels=IDC -fplugin-arg-me-partition=FILE'
advised fpe 'compile with -fplugin-arg-me-kinds=fpe'
advised assert 'compile with -fplugin-arg-me-kinds=assert'
advised no_such 'no kind of goals has this name'
(
	echo 'int kinds(int a) { return a > 3; }' > plain.c
	for kind in label:'write ME_LABEL\(id, expr\) in the source' \
		reach:'write ME_REACH\(\) in the source'; do
		mkdir -p plain
		target plain kinds < plain.c
		status_of plain.log ./plain/fuzz_target --kinds=${kind%%:*} -runs=1 > /dev/null
		check_line "advice_${kind%%:*}" "; ${kind#*:}$" plain.log
	done
)
# What is advised by an option is what the plugin takes.
for option in labels=DC labels=CC labels=MCC labels=MCDC labels=NCC2 labels=ROR labels=AOR \
	labels=COR labels=SOR labels=LOR labels=SVR labels=ABS labels=UOI labels=IC labels=ELO labels=IOB \
	kinds=rte kinds=function kinds=boundary kinds=fpe kinds=assert; do
	kind=$(echo "${option#*=}" | tr 'A-Z' 'a-z' | tr -d 2)
	status_of advised.log ./kinds/fuzz_target --kinds=$kind -runs=1 > /dev/null
	"$CC" -fplugin="$ME_BUILD/me.so" -fplugin-arg-me-$option -g -O0 -c plain.c -o plain.o \
		> plain.log 2>&1 &&
		grep -q -e "-fplugin-arg-me-$option" advised.log ||
		not_ok "advice_taken_$kind" "$option: $(tail -n 2 plain.log) $(tail -n 2 advised.log)"
done
ok advice_taken
check_equal part_of_a_name 1 "$(status_of part ./kinds/fuzz_target --kinds=lab -runs=1)"

search kinds --kinds=label
check_line search_counts_them 'stop: all goals are closed; 1 of 1 goals covered' kinds/log
(cd kinds && "$me" show --kinds=label ./fuzz_target corpus) > kinds/show 2>&1
check_line show_names_goals '^    kinds.c:5: kinds: label.deep$' kinds/show
check_no_line show_names_no_others 'reach|: kinds: [0-9]' kinds/show
(cd kinds && "$me" cover --kinds=label ./fuzz_target corpus) > kinds/cover 2>&1
check_line cover_knows_them '^label: 1 of 1 met$' kinds/cover
check_no_line cover_leaves_others_out 'not taken|reach' kinds/cover
mkdir kinds/empty
(cd kinds && "$me" resolve --kinds=reach,label ./fuzz_target empty) > kinds/resolve 2>&1
check_line resolve_knows_them '^2 of 2 goals resolved: 2 covered, 0 infeasible' kinds/resolve
check_equal me_refuses 1 "$(status_of kinds/refused "$me" prove --kinds=fpe kinds/fuzz_target kinds/corpus)"
check_line me_says_why 'kinds=fpe: the program has no goal of this kind' kinds/refused
