# SPDX-License-Identifier: GPL-3.0-or-later
# Of C and C++ files: `tag NAME FILE` by tabs for each struct, union or enum that is defined, `static
# NAME FILE` for each function that only its file knows.
/^(typedef +)?(static +|const +)*(struct|union|enum) +[a-z_0-9]+ *(\{|$)/ {
	name = $0
	sub(/^(typedef +)?(static +|const +)*(struct|union|enum) +/, "", name)
	sub(/[^a-z_0-9].*/, "", name)
	print "tag\t" name "\t" FILENAME
}
/^static [^=;]*\(/ {
	name = $0
	sub(/\(.*/, "", name)
	sub(/.*[ *]/, "", name)
	if (name != "" && !/;$/)
		print "static\t" name "\t" FILENAME
}
