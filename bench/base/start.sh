# SPDX-License-Identifier: GPL-3.0-or-later
# How the script of a measurement, bench/FOLDER/NAME.sh, begins: in the root of the tree, with
# the compiler and the build, a tab, and fail.
set -eu
cd "$(dirname "$0")/../.."
: "${CC:=gcc}" "${ME_BUILD:=build}"
export CC ME_BUILD
tab=$(printf '\t')

fail() {
	echo "${0##*/}: $*" >&2
	exit 1
}
