# SPDX-License-Identifier: GPL-3.0-or-later
# The lines of README.md as they stand there: the C file of its code block, then every
# `$ COMMAND`, in the order of the text. Each command succeeds, and each line that README
# shows below it is printed, numbers and names of inputs aside.
. "$ME_ROOT/tests/check.sh"

ln -s "$ME_BUILD" build
mkdir bin
ln -s "$(command -v "$CC")" bin/gcc
PATH=$PWD/bin:$PATH

awk '/^```c$/ {inside = 1; next} /^```/ {inside = 0} inside' "$ME_ROOT/README.md" > roots.c
check_line readme_source '^int roots\(' roots.c

# Commands and outputs: N.cmd, N.out. A line of the text without an indent ends an output.
awk '/^    \$ / {n++; print substr($0, 7) > (n ".cmd"); open = 1; next}
	/^    / && open {print substr($0, 5) > (n ".out"); next}
	/^$/ {next}
	{open = 0}' "$ME_ROOT/README.md"

# Numbers become 0, names of inputs F.
plain() { # file
	sed -E 's/[0-9a-f]{40}/F/g; s/-?(__builtin_[a-z]+\([^)]*\)|0x[0-9a-f.]+p[-+][0-9]+)/0/g
		s/[0-9]+(\.[0-9]+)?/0/g; s/ +/ /g' "$1" | sort -u
}

n=1
while [ -f $n.cmd ]; do
	if [ $sanitized ] && grep -q pkg-config $n.cmd; then
		skip "readme_command_$n" 'the sanitized library does not link so'
		n=$((n + 1))
		continue
	fi
	eval "$(cat $n.cmd)" > $n.log 2>&1 < /dev/null
	check_equal "readme_command_$n" 0 $?
	if [ -f $n.out ]; then
		grep -v '^\.\.\.$' $n.out > $n.shown
		plain $n.shown > $n.wanted
		plain $n.log > $n.got
		missing=$(comm -23 $n.wanted $n.got)
		check_equal "readme_output_$n" '' "$missing"
	fi
	n=$((n + 1))
done
[ $n -gt 4 ] && ok readme_has_commands || not_ok readme_has_commands "only $((n - 1))"

# The table that it shows is a result, not an accident: the same lines and branches.
wanted=$(grep -h '^roots  ' ./*.out | head -n 1)
check_equal readme_table "$wanted" "$(grep -h '^roots  ' ./*.log | head -n 1)"
for link in $(sed -n 's/.*](\([A-Za-z][A-Za-z./]*\)).*/\1/p' "$ME_ROOT/README.md"); do
	[ -e "$ME_ROOT/$link" ] && ok "readme_link_$link" || not_ok "readme_link_$link" absent
done
