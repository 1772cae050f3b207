# SPDX-License-Identifier: GPL-3.0-or-later
# The table `fdlibm` of labels.sh; sourced.

sh bench/subjects/fdlibm.sh ${FUNCTIONS:-} > $out/fdlibm.log
sh bench/subjects/fdlibm.sh list ${FUNCTIONS:-} > $out/fdlibm.rows
for criterion in ${CRITERIA:-MCDC WM}; do
	subjects=build/subjects/labels-$criterion
	awk -F'\t' -v OFS='\t' -v labels=$criterion '{$5 = $5 " -fplugin-arg-me-labels=" labels; print}' \
		$out/fdlibm.rows | sh tools/target.sh $subjects 2> $out/fdlibm.notes
	while IFS=$tab read -r name rest; do
		target=$subjects/$name/fuzz_target
		kinds=$(kinds_of $target $criterion)
		corpus=$out/fdlibm/$criterion/$name
		mkdir -p $corpus
		$target --functions=static --kinds=$kinds -seed=1 -max_total_time=${SEARCH_TIME:-10} $corpus \
			> $corpus.log 2>&1 || true
		proven $corpus.proofs $target $kinds $corpus > $corpus.infeasible
		covered $target $criterion $corpus > $corpus.covered
		comm -12 $corpus.covered $corpus.infeasible > $corpus.contradicted
		awk -v OFS='\t' -v name=$name -v criterion=$criterion -v labels=$(labels_in $target $kinds) \
			-v covered=$(wc -l < $corpus.covered) -v infeasible=$(wc -l < $corpus.infeasible) 'BEGIN {
				print "fdlibm", name, criterion, labels, covered, infeasible,
					labels - covered - infeasible
			}' >> $out.tsv
	done < $out/fdlibm.rows
done
