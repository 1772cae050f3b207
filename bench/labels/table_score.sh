# SPDX-License-Identifier: GPL-3.0-or-later
# The table `score` of labels.sh; sourced. The inputs are many at random, and those of a search.

for name in four-balls avoid; do
	programs | grep "^$name$tab" | while IFS=$tab read -r name entry source flags draws values; do
		source=bench/labels/programs/$source
		build $name plain.target $entry $source "$flags"
		build $name score.target $entry $source "$flags" -fplugin-arg-me-labels=WM
		corpus=$out/$name/inputs
		mkdir -p $corpus
		$out/$name/score.target -seed=1 -runs=20000 $corpus > $corpus.log 2>&1
		size=$(wc -c < "$(find $corpus -type f | head -n 1)")
		awk -v size=$size -v count=${INPUTS:-5000} 'BEGIN {
			srand(1)
			for (i = 0; i < count * size; i++)
				printf "%c", (i % 4 > 1 ? 0 : int((i % 4 ? 4 : 128) * rand()))
		}' > $out/$name/bytes
		(cd $corpus && split -a 5 -b $size ../bytes random)
		replay=$(cpu_of $corpus.replay $out/$name/plain.target $corpus/*)
		score=$(cpu_of $corpus.score $me score --labels=WM $out/$name/score.target $corpus)
		kinds=$(kinds_of $out/$name/score.target WM)
		printf 'score\t%s\t%s\t%s\t%s\t%s\n' $name "$(find $corpus -type f | wc -l)" \
			"$(labels_in $out/$name/score.target $kinds)" $replay $score >> $out.tsv
	done
done
