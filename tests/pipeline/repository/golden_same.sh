# SPDX-License-Identifier: GPL-3.0-or-later
# `make golden`: two records of one build are the same, byte for byte; what is lost from one or
# changed in it is named. Faults planted in the product itself are rows of tests/mutants.tsv.
. "$ME_ROOT/tests/check.sh"

# In a tree of its own, so that a comparison that is under way elsewhere is left alone.
mkdir -p tree/build tree/bench
cp -r "$ME_ROOT/tests" "$ME_ROOT/tools" tree
cp -r "$ME_ROOT/bench/bytes" tree/bench/bytes
for record in first second; do
	SETS='programs parsers' ONLY='bytes-csv module' JOBS=1 sh tree/tests/golden/golden.sh record \
		"$ME_BUILD" "$PWD/$record" > log 2>&1 || sed 's/^/# /' log
done

compare() { # name wanted before after
	code=0
	sh tree/tests/golden/golden.sh compare "$PWD/$3" "$PWD/$4" > compared 2>&1 || code=$?
	check_equal "golden_$1" "$2" "$(grep -E "^${5:-[a-z]}" compared | paste -s -d , -), $code"
}

check_line golden_recorded '  ./' first/corpus/module
compare identical 'session: 2 of 2 the same,corpus: 2 of 2 the same,verdicts: 1 of 1 the same,explore: 1 of 1 the same,report: 10 of 10 the same, 0' \
	first second

plant() { # name wanted-line kind file sed-script
	rm -rf planted
	cp -r second planted
	sed -i "$5" "planted/$3/$4"
	compare "$1" "$2" first planted "$3"
}
plant lost_input 'corpus: 1 of 2 the same, 1' corpus module 1d
plant number 'report: 9 of 10 the same, 1' report cover-module '0,/[0-9]/s/[0-9]/&7/'
plant verdict 'verdicts: 0 of 1 the same, 1' verdicts module '1s/covered/infeasible/'
check_line golden_first_difference '^  verdicts module, line 1c1$' compared
rm planted/verdicts/module
compare lost_file 'verdicts: 0 of 1 the same, 1' first planted verdicts
EXPECT=verdicts
export EXPECT
compare expected 'verdicts: 0 of 1 the same,verdicts: expected, 0' first planted verdicts
