#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# `make soak`: the test soak for SECONDS (half an hour). Exit 1 when something was lost.
# Environment: ME_BUILD, CC, SOAK_SECONDS.
set -u
cd "$(dirname "$0")/.."
ME_ROOT=$PWD
case $ME_BUILD in /*) ;; *) ME_BUILD=$ME_ROOT/$ME_BUILD ;; esac
export ME_ROOT ME_BUILD CC
: "${SOAK_SECONDS:=1800}"
export SOAK_SECONDS
rm -rf "$ME_BUILD/soak"
mkdir -p "$ME_BUILD/soak"
cd "$ME_BUILD/soak" || exit 1
bash -O xpg_echo "$ME_ROOT/tests/pipeline/session/soak.sh" > results 2> errors
cat results
grep -q '^ok ' results && ! grep -q '^not ok ' results
