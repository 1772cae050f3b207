# SPDX-License-Identifier: GPL-3.0-or-later
# `make install DESTDIR=` puts everything where PREFIX says, and a target can be built
# from there: by pkg-config and by the specs file with the paths moved, by me-cc as it is.
. "$ME_ROOT/tests/check.sh"

stage=$PWD/stage
mode=${sanitized:+asan}
if ! ${MAKE:-make} -s -C "$ME_ROOT" install CC="$CC" MODE=$mode B="$ME_BUILD" \
	DESTDIR="$stage" PREFIX=/opt/me > install.log 2>&1; then
	not_ok install_make "$(tail -n 5 install.log)"
	exit 0
fi
ok install_make
root=$stage/opt/me
for file in bin/me bin/me-cc lib/pkgconfig/me.pc include/me/target.h include/me/abi.h; do
	[ -e "$root/$file" ] && ok "install_has_$file" || not_ok "install_has_$file" absent
done
check_no_line install_no_plugin_in_pc ' -lme ' "$root/lib/pkgconfig/me.pc"
check_equal install_outside '' "$(cd "$stage" && find . -type f | grep -v '^\./opt/me/' |
	grep -v "^\.$("$CC" -print-file-name=plugin | xargs readlink -f)/" | head -n 3)"
check_line install_prefix_in_pc '/opt/me/lib/me' "$root/lib/pkgconfig/me.pc"
check_no_line install_no_stage_in_pc "$stage" "$root/lib/pkgconfig/me.pc"
check_no_line install_no_tree_in_pc "$ME_ROOT" "$root/lib/pkgconfig/me.pc"

cat > f.c <<'E2'
#include <me/target.h>
int f(double x) { if (x == 42.5) return 1; return 0; }
E2
pc() {
	PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$stage pkg-config "$@" me
}
flags=${sanitized:+-fsanitize=address,undefined}
plugin=$(find "$root" -name me.so | head -n 1)
check install_long_form "$CC" -g -O0 -fplugin="$plugin" -fplugin-arg-me-entry=f \
	$flags $(pc --cflags) f.c $(pc --libs) -o long_form
check install_wrapper "$root/bin/me-cc" -g -O0 -fplugin-arg-me-entry=f -I"$root/include" f.c \
	-o wrapper
check install_specs "$CC" -g -O0 $flags -specs="$ME_BUILD/me.specs" -fplugin-arg-me-entry=f \
	-I"$root/include" f.c -o specs
check install_shared "$root/bin/me-cc" -g -fPIC -shared -I"$root/include" f.c -o libf.so
for target in long_form wrapper specs; do
	mkdir -p $target.corpus
	./$target -seed=1 $target.corpus > $target.log 2>&1 < /dev/null
	check_line install_runs_$target 'stop: all goals are closed; 2 of 2' $target.log
	check install_cover_$target "$root/bin/me" cover --fail-under=100 ./$target $target.corpus
done
