# SPDX-License-Identifier: GPL-3.0-or-later
# Newlib's text of the 40 functions still has the branches that bench/subjects/fdlibm.tsv says, those
# of Debian 12 and its compilers.
. "$ME_ROOT/tests/check.sh"
case $gcc in
11|12) ;;
*) skip fdlibm_totals "bench/subjects/fdlibm.tsv is of GCC 12; this is $gcc"; exit 0 ;;
esac
if sh "$ME_ROOT/bench/subjects/fdlibm.sh" totals > totals 2>&1; then
	ok fdlibm_totals
else
	cat totals
	not_ok fdlibm_totals "gcov counts other branches than bench/subjects/fdlibm.tsv"
fi
