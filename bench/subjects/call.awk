# SPDX-License-Identifier: GPL-3.0-or-later
# Reads a signature such as `int:double,double*2` (-v name=NAME), writes the C of its
# fields and of a call from slots: what plain.c drives.
{
	split($0, side, ":")
	n = split(side[2], parameter, ",")
	for (i = 1; i <= n; i++) {
		count = 1
		type = parameter[i]
		star = index(type, "*")
		if (star > 0) {
			count = substr(type, star + 1)
			type = substr(type, 1, star - 1)
		}
		fields = fields sprintf("\t{ PLAIN_%s, %d },\n", code(type), count)
		comma = i > 1 ? ", " : ""
		types = types comma type (star > 0 ? " *" : "")
		values = values comma (star > 0 ? "" : "*") "(" type " *)slot[" i - 1 "]"
	}
	print "#include \"bench/subjects/plain.h\""
	print side[1] " " name "(" types ");"
	print "const struct plain_field plain_fields[] = {\n" fields "};"
	print "const int plain_field_count = " n ";"
	print "void plain_call(void *const *slot)\n{\n\t" name "(" values ");\n}"
}
function code(type) {
	gsub(/ /, "_", type)
	return toupper(type)
}
