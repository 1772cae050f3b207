# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin, built for each other GCC that is here with its headers, finds the same sites,
# instruments and drives what it has to; the search is the same, so that one seed is enough.
. "$ME_ROOT/tests/check.sh"
own=$("$CC" -dumpversion)
tried=
if [ "$sanitized" ]; then
	skip gcc_versions 'sanitizers of two versions of GCC do not go together'
	exit 0
fi
for version in 9 10 11 12 13 14 15 16; do
	compiler=gcc-$version
	command -v $compiler > /dev/null && command -v g++-$version > /dev/null || continue
	[ "$($compiler -dumpversion)" != "$own" ] || continue
	[ -e "$($compiler -print-file-name=plugin)/include/gcc-plugin.h" ] || continue
	tried="$tried $compiler"
	# All but the plugin and what holds libgcov is the same.
	other=$ME_BUILD/other/$compiler
	# Compiled fast: how fast that plugin is, no test asks.
	if ! ${MAKE:-make} -s -C "$ME_ROOT" CC=$compiler MODE= PLUGINCFLAGS='-O1 -g0' B="$other" "$other/me.so" \
		"$other/libme-replay.a" > build.log 2>&1; then
		not_ok "${compiler}_builds" "$(grep -m 5 -i error build.log)"
		continue
	fi
	ok "${compiler}_builds"
	check_no_line "${compiler}_without_warnings" 'warning:' build.log
	for file in "$ME_BUILD"/me "$ME_BUILD"/me-* "$ME_BUILD/libme.a" "$ME_BUILD/include"; do
		rm -rf "$other/${file##*/}"
		cp -RP "$file" "$other/"
	done
	mkdir -p "$compiler"
	(cd "$compiler" && CC=$compiler ME_BUILD="$other" SEEDS=1 bash "$ME_ROOT/tests/shapes/shapes.sh") 2>&1 |
		sed -n "s/^ok /ok ${compiler}_/p; s/^not ok /not ok ${compiler}_/p
			s/^SKIP /SKIP ${compiler}_/p"
done
[ "$tried" ] || skip gcc_versions 'no other GCC is here with its headers'
