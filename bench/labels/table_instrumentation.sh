# SPDX-License-Identifier: GPL-3.0-or-later
# The table `instrumentation` of labels.sh; sourced. Each search is of RUNS evaluations.

# The instrumentation and the deletion of labels by their names in the paper.
search_instrumented() { # name criterion how target deletion
	corpus=$out/$1/$2.$3
	mkdir -p $corpus
	cpu=$(cpu_of $corpus.log $4 -seed=1 -runs=${RUNS:-20000} --kinds=$(kinds_of $4 $2) \
		--method=auto,deletion=$5 $corpus)
	awk -v OFS='\t' -v row="instrumentation$tab$1$tab$2$tab$3$tab$cpu" '
		/^INFO: me: stop: / {
			for (i = 2; i <= NF; i++) {
				if ($i ~ /^goals/)
					covered = $(i - 3)
				if ($i ~ /^evaluations/ && $(i + 1) == "of")
					labels = $(i - 1)
				else if ($i ~ /^evaluations/)
					runs = $(i - 1)
			}
			print row, runs, labels + 0, covered
		}' $corpus.log >> $out.tsv
}

programs | while IFS=$tab read -r name entry source flags draws values; do
	for criterion in MCDC WM; do
		for how in direct tight; do
			build $name $criterion.$how.target $entry bench/labels/programs/$source "$flags" \
				-fplugin-arg-me-labels=$criterion -fplugin-arg-me-instrumentation=$how
		done
		targets=$out/$name/$criterion
		search_instrumented $name $criterion direct $targets.direct.target none
		search_instrumented $name $criterion tight $targets.tight.target none
		search_instrumented $name $criterion idl-1 $targets.tight.target solved
		search_instrumented $name $criterion idl-2 $targets.tight.target all
	done
done
