# SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of `me sat` share, after tests/check.sh.

# Ends the test where there is no `me sat`.
needs_sat() { # name
	[ -x "$ME_BUILD/me-sat" ] || {
		skip "$1" 'built without Z3'
		exit 0
	}
}

# A formula whose only model is the one that `me sat --model` printed, in FILE.
with_model() { # formula model
	echo '(set-logic ALL)'
	sed 's/(set-logic [A-Z_]*)//; s/(check-sat)//; s/(get-.*//' "$1"
	awk '/^  \(define-fun / {name = $2; next}
		name != "" {sub(/\)$/, ""); print "(assert (= " name $0 "))"; name = ""}' "$2"
	echo '(check-sat)'
}

# The first line of a solver's answer, at most some seconds later.
z3_says() { # file
	timeout 60 z3 -smt2 "$1" 2>&1 | head -n 1
}

# Whether solvers agree that the answer "sat" with that model is right: 0 or says why.
confirmed() { # formula answer
	with_model "$1" "$2" > confirm.smt2
	[ "$(z3_says confirm.smt2)" = sat ] || {
		echo "z3 says $(z3_says confirm.smt2)"
		return 1
	}
	command -v cvc5 > /dev/null || return 0
	[ "$(timeout 60 cvc5 --lang=smt2 --fp-exp confirm.smt2 2>&1 | head -n 1)" = sat ] || {
		echo "cvc5 says $(cvc5 --lang=smt2 --fp-exp confirm.smt2 2>&1 | head -n 1)"
		return 1
	}
}
