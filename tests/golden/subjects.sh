# SPDX-License-Identifier: GPL-3.0-or-later
# The subjects of golden.sh, read by record.sh. Each prints a line:
#	NAME  MORE  SESSION-OPTIONS  COMPILER  ENTRY-OR--  SOURCE  FLAGS  LIBRARIES
# by tabs. MORE says what is recorded beside the session and its corpus: p verdicts of `me prove`,
# x paths of `me explore`, r reports (cover, score, corpus, show, emit), - nothing.
tab=$(printf '\t')

# Rows of bench/subjects/fdlibm.sh as subjects; what some of them get besides.
fdlibm_subjects() { # options
	while IFS=$tab read -r name entry signature source flags libs rest; do
		case $name in
		__ieee754_acos|__ieee754_exp|tanh|__ieee754_sqrt|floor|__ieee754_atan2) more=pxr ;;
		__ieee754_hypot|__ieee754_log|nextafter|cbrt|__kernel_cos|logb) more=pr ;;
		*) more=- ;;
		esac
		printf '%s\t%s\t%s\tme-cc\t%s\t%s\t%s\t%s\n' "$name" $more "$1" "$entry" "$source" \
			"$flags" "$libs"
	done
}

fdlibm() {
	sh bench/subjects/fdlibm.sh list | fdlibm_subjects '-runs=20000'
	TABLE=fdlibm-pointer sh bench/subjects/fdlibm.sh list | fdlibm_subjects '-runs=20000'
}

# Functions over all types, 20 in C, 10 each in C++ and Fortran: two more with proofs each.
types() {
	$CC -O2 -std=gnu11 -D_GNU_SOURCE -I. -o $work/generate bench/types/types_generate.c \
		bench/types/types_function.c bench/types/types_number.c \
		bench/types/types_carrier.c bench/types/types_shape.c
	$CC -O2 -std=gnu11 -I. -c bench/types/types_mark.c -o $work/mark.o
	mkdir -p $work/types
	$work/generate $work/types 1 60 | awk -F '\t' -v OFS='\t' -v work=$work '
		{
			n[$4]++
			if (n[$4] > ($4 == "C" ? 20 : 10))
				next
			compiler = $4 == "C" ? "me-cc" : $4 == "C++" ? "me-c++" : "me-fortran"
			flags = $4 == "Fortran" ? "-ffree-line-length-none" : "-w"
			print "types-" $1, n[$4] <= 2 ? "pr" : "-", "-runs=10000", compiler, $3, \
				work "/types/" $1 "/" $2, flags, work "/mark.o -lm"
		}'
}

labels() {
	for name in triangle avoid four_balls substitute; do
		case $name in
		substitute) entry=substitute,pattern:6,with:3,text:5 more=r ;;
		*) entry=$name more=pr ;;
		esac
		printf 'labels-%s\t%s\t-runs=20000\tme-cc\t%s\tbench/labels/programs/%s.c\t-fplugin-arg-me-labels=CC,MCDC,WM\t-lm\n' \
			$name $more "$entry" $name
	done
}

# Written for this: what search, proofs and reports do in a page of each language.
programs() {
	printf 'kinds\tpr\t-runs=20000\tme-cc\tkinds,x:4,n:len(x)\ttests/golden/programs/kinds.c\t-fplugin-arg-me-kinds=branch,boundary,rte,assert\t-lm\n'
	printf 'exceptions\tr\t-runs=20000\tme-cc\tkinds,x:4,n:len(x)\ttests/golden/programs/kinds.c\t-fplugin-arg-me-kinds=branch,fpe\t-lm\n'
	printf 'statics\tpr\t-runs=20000\tme-cc\tstatics\ttests/golden/programs/statics.c\t-w\t-lm\n'
	printf 'templates\tpr\t-runs=20000\tme-c++\tclassify\ttests/golden/programs/templates.cc\t-w\t-lm\n'
	printf 'module\tpxr\t-runs=20000\tme-fortran\tgolden::sum_of,x:3\ttests/golden/programs/module.f90\t-w\t-lm\n'
}

# Six parsers, bytes targets: those of installed headers, and two written for this.
parsers() {
	for file in bench/bytes/stb_image.c bench/bytes/jsmn.c bench/bytes/rapidjson.cc \
		tests/golden/programs/truetype.c tests/golden/programs/csv.c \
		tests/golden/programs/expression.c; do
		case $file in *.cc) compiler=me-c++ ;; *) compiler=me-cc ;; esac
		case $file in *csv.c|*jsmn.c) more=r ;; *) more=- ;; esac
		name=$(basename ${file%.*})
		printf 'bytes-%s\t%s\t-runs=3000\t%s\t-\t%s\t-fplugin-arg-me-conditions=source\t-lm\n' \
			$name $more $compiler $file
	done
}

subjects() {
	for set in ${SETS:-fdlibm types labels programs parsers}; do
		$set
	done
}
