# SPDX-License-Identifier: GPL-3.0-or-later
# The table `criteria` of labels.sh; sourced.

# When the last label was covered, and when the search ended: CPU seconds.
seconds_of() { # log cpu
	sed -n 's/^INFO: me: new .* cpu=\([0-9.]*\) .*/\1/p' $1 | awk -v cpu=$2 '
		{last = $1}
		END {print last + 0 "\t" cpu}'
}

search_seeds() { # directory kinds criterion
	: > $1/seconds
	for seed in $(seq ${SEEDS:-5}); do
		mkdir -p $1/seed$seed
		cpu=$(cpu_of $1/seed$seed.log $1/target -seed=$seed -verbosity=2 --kinds=$2 $1/seed$seed)
		seconds_of $1/seed$seed.log $cpu >> $1/seconds
		covered $1/target $3 $1/seed$seed > $1/seed$seed.covered
	done
}

# Long runs of each method, from what the seeds found and from nothing.
search_long() { # directory kinds criterion
	for method in ${METHODS:-auto random}; do
		mkdir -p $1/$method
		$1/target -seed=77 -runs=${LONG:-300000} --method=$method --kinds=$2 $1/$method \
			> $1/$method.log 2>&1 || true
		covered $1/target $3 $1/$method
	done
}

criteria_row() { # name criterion
	dir=$out/$1/$2
	kinds=$(kinds_of $dir/target $2)
	search_seeds $dir $kinds $2
	cp -r $dir/seed1 $dir/all
	for seed in $(seq 2 ${SEEDS:-5}); do
		find $dir/seed$seed -type f -exec cp {} $dir/all \;
	done
	proven $dir/proofs $dir/target $kinds $dir/all > $dir/infeasible
	pattern=":\\($(echo $kinds | sed 's/,/\\|/g')\\)\\."
	{
		search_long $dir $kinds $2
		covered $dir/target $2 $dir/all
		grep "$pattern" $out/$1/brute || true
	} | sort -u > $dir/ever
	sort $dir/seed*.covered | uniq -c |
		awk -v seeds=${SEEDS:-5} '2 * $1 >= seeds {print $2}' | sort > $dir/median
	comm -13 $dir/median $dir/ever > $dir/missed
	sed "s/^/$1 $2: missed: /" $dir/missed
	awk -v OFS='\t' -v name=$1 -v criterion=$2 -v labels=$(labels_in $dir/target $kinds) \
		-v covered=$(wc -l < $dir/median) -v ever=$(wc -l < $dir/ever) \
		-v missed=$(wc -l < $dir/missed) -v infeasible=$(wc -l < $dir/infeasible) \
		-f bench/base/median.awk -f bench/labels/criteria.awk $dir/seconds >> $out.tsv
}

programs | while IFS=$tab read -r name entry source flags draws values; do
	source=bench/labels/programs/$source
	build $name brute.o $entry $source $flags -c -fplugin-arg-me-labels=CC,MCC,MCDC,WM
	$CC -O2 -std=gnu11 -Wall -Wextra -I. -Iinclude bench/labels/brute.c value/type.c mcmc/axis.c $out/$name/brute.o -lm \
		-o $out/$name/brute.run
	$out/$name/brute.run $draws 1 $values > $out/$name/brute
	for criterion in ${CRITERIA:-CC MCC MCDC WM}; do
		mkdir -p $out/$name/$criterion
		build $name $criterion/target $entry $source $flags -fplugin-arg-me-labels=$criterion
		criteria_row $name $criterion
	done
done
