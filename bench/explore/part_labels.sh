# SPDX-License-Identifier: GPL-3.0-or-later
# The part `labels` of explore.sh, sourced: the programs of labels.tsv with labels of each of
# CRITERIA, explored until nothing is left in the four ways of Table I of Bardin, Kosmatov and
# Cheynier (ICST 2014): P without labels, P' with labels as conditions, P* with labels that are
# asked for by themselves, and idl, P* with deletion of labels that a run covers. Into
# build/bench/explore-labels.tsv: program, criterion, way, seed, paths of the program, paths that end at
# a label, prefixes and labels on paths that are infeasible, queries, CPU seconds of all
# processes, seconds by the clock, labels, covered (of P by no aim), infeasible, whether all was
# explored (true), the most labels on one path, whether the corpus covers the labels that idl's
# does, how many labels on paths are unknown, and whether nothing else is left (ended): all paths of
# the program are taken or infeasible, and each label on each of them was asked for.
# The table is of medians over the seeds.
# Environment: CRITERIA (CC MCC WM-paper); ONLY, names of programs; WAYS (P direct tight), beside idl;
# SEEDS (1); MAX_TIME (300), seconds by the clock of an exploration; DIRECT_TIME (60), of one of P'.

label_options() { # way kinds
	case $1 in
	P) echo --instrumentation=none --kinds=branch ;;
	direct) echo --instrumentation=direct --kinds=$2 ;;
	tight) echo --instrumentation=tight,deletion=none --kinds=$2 ;;
	idl) echo --instrumentation=tight,deletion=all --kinds=$2 ;;
	esac
}

label_time() { # way
	case $1 in
	direct) echo ${DIRECT_TIME:-60} ;;
	*) echo ${MAX_TIME:-300} ;;
	esac
}

label_way() { # name criterion way target seed
	corpus=$out/$1/$2.$3
	rm -rf $corpus $corpus.me
	mkdir -p $corpus
	cpu=$(cpu_of $corpus.json "$me" explore --json --seed=$5 $(label_options $3 $(kinds_of $4 $2)) \
		--time=$(label_time $3) $4 $corpus)
	covered $4 $2 $corpus > $corpus.covered
	awk -v OFS='\t' -v row="$1$tab$2$tab$3$tab$5" -v cpu=$cpu -v covered=$(wc -l < $corpus.covered) \
		-v same=$(cmp -s $corpus.covered $out/$1/$2.idl.covered && echo same || echo other) \
		"$json"'
		function left(    sum) {
			sum = member("open_prefixes") + member("unknown_prefixes") + member("lost")
			return sum + member("open_label_paths") + member("out_of_bounds")
		}
		/"kind":"summary"/ {
			print row, member("paths"), member("label_paths"), member("infeasible_prefixes"),
				member("infeasible_label_paths"), member("queries"), cpu,
				sprintf("%.1f", member("seconds")), member("labels"), covered,
				member("labels_infeasible"), member("whole"), member("labels_on_path"), same,
				member("unknown_label_paths"),
				left() ? "open" : "ended"
		}' $corpus.json
	rm -rf $corpus.me
}

label_rows() {
	grep -v '^#' bench/explore/labels.tsv | while IFS=$tab read -r name entry source flags; do
		case " ${ONLY:-$name} " in *" $name "*) ;; *) continue ;; esac
		for criterion in ${CRITERIA:-CC MCC WM-paper}; do
			target=$out/$name/$criterion.target
			build $name $criterion.target $entry $source $flags -fplugin-arg-me-labels=$criterion
			for seed in $(seq ${SEEDS:-1}); do
				for way in idl ${WAYS:-P direct tight}; do
					label_way $name $criterion $way $target $seed
				done
			done
		done
	done
}

# In a shell of its own: parts.sh has names that other parts have too.
labels() (
	ME_BUILD=$build
	out=$out/labels
	. bench/base/json.sh
	. bench/labels/parts.sh
	rm -rf $out
	mkdir -p $out
	label_rows > $build/bench/explore-labels.tsv
	awk -F '\t' -v keys=3 -f bench/base/median.awk -f bench/base/medians.awk \
		$build/bench/explore-labels.tsv > $out/medians
	awk -F '\t' -f bench/explore/labels.awk bench/explore/labels-paper.tsv $out/medians
)
