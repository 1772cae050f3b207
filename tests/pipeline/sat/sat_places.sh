# SPDX-License-Identifier: GPL-3.0-or-later
# `me sat`: the line and column of a term that is not supported or is wrong, and terms that
# have names.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/sat.sh"
needs_sat sat_places

answer() { # text
	printf "$1" > f.smt2
	"$me" sat --max-runs=1000 f.smt2 > answer 2> answer.errors
}
place() { # name text wanted: the last line
	answer "$2"
	check_equal "sat_place_$1" "me: f.smt2:$3" "$(cat answer.errors)"
}

# ---- what is not supported

# The name in comments, texts, symbols in bars and longer symbols is none.
place comment '; fp.to_real\n(declare-const x Float32) ; (fp.to_real x)
(assert (= (fp.to_real x) 0.5))(check-sat)' '3:13: fp.to_real is not supported here'
place text '(set-info :source "(fp.to_real x)")(declare-const x Float32)
(echo "(fp.to_real x)")(assert (= x ((_ to_fp 8 24) RNE (fp.to_real x))))(check-sat)' \
	'2:58: fp.to_real is not supported here'
place bars '(declare-const |fp.to_real| Float32)(declare-const fp.to_real2 Float32)
(assert (and (fp.lt |fp.to_real| fp.to_real2) (= (fp.to_real fp.to_real2) 1.5)))(check-sat)' \
	'2:51: fp.to_real is not supported here'
place let_bars '(declare-const x Float32)
(assert (let ((|(fp.to_real x)| x)) ; fp.to_real
  (= (fp.to_real |(fp.to_real x)|) 0.5)))(check-sat)' \
	'3:7: fp.to_real is not supported here'
# Not the first of that name, which is supported, but the one that is not.
place earlier '(declare-const a (_ BitVec 64))
(assert (= (concat #b1 #b0) #b10))
(assert (= ((_ extract 1 0) (concat a a a)) (concat #b1 #b0)))(check-sat)' \
	'3:30: concat is not supported here'
place same '(declare-const a (_ BitVec 64))(declare-const b (_ BitVec 4))
(assert (and (= #x00 (concat b b)) (= #b11 ((_ extract 1 0) (concat a
  (concat a a))))))(check-sat)' '2:62: concat is not supported here'
place to_fp '(declare-const x Float32)
(assert (= ((_ to_fp 11 53) RNE x) ((_ to_fp 11 53) RTZ
  ((_ to_fp 15 240) RNE ((_ to_fp 11 53) RNE x)))))(check-sat)' \
	'3:7: to_fp is not supported here'
place let '(declare-const a (_ BitVec 64))(assert (= #b10 (concat #b1 #b0)))
(assert (let ((b a)) (= #b10 (concat #b1 #b0) ((_ extract 1 0) (concat b b b)))))(check-sat)' \
	'2:65: concat is not supported here'
# What is undone is not meant, nor an assertion behind (check-sat).
place popped '(declare-const x Float32)(push)(assert (> (fp.to_real x) 1.0))(pop)
(assert (fp.isNaN x))(assert (> 1.0 (fp.to_real x)))(check-sat)(assert (< (fp.to_real x) 1.0))' \
	'2:38: fp.to_real is not supported here'
# In definitions: those that the assertion leads to.
place defined '(declare-const x Float32)
(define-fun unused ((y Float32)) Bool (> (fp.to_real y) 0.0))
(define-fun |to real| ((y Float32)) Real
  (fp.to_real y))
(define-fun positive () Bool (> (|to real| x) 0.0))
(assert (fp.lt x x))
(assert positive)(check-sat)' '4:4: fp.to_real is not supported here'
place exists '(declare-const x Float32)(declare-fun exists2 () Bool)
(assert (=> exists2 ( exists ((y Float32)) (fp.lt x y))))(check-sat)' \
	'2:21: a quantifier is not supported here'
place forall '(declare-const x Float32) ; (exists
(assert (=> true (; (exists
   forall ((y Float32)) (exists ((z Float32)) (fp.lt z y)))))(check-sat)' \
	'2:18: a quantifier is not supported here'
# An operation that Z3 calls otherwise: the assertion.
place renamed '(declare-const b (_ BitVec 8))(assert (= b b))
  (assert (> (bv2nat b) 1))(check-sat)' '2:3: bv2int is not supported here'

# ---- what is wrong

place first_line '(assert (fp.lt x y))(check-sat)' '1:16: unknown constant x'
place third_line '\n\n(assert (and true y))(check-sat)' '3:19: unknown constant y'
place value '(declare-const x Float32)(check-sat)(get-value (x (fp.lt x y)))' \
	'1:60: unknown constant y'
place value_lines '(declare-const x Float32)
(check-sat)
(get-value (x (fp.neg
   x)
 (fp.lt x
  (fp.neg yy)) x))' '6:11: unknown constant yy'
place value_sorts '(declare-const x Float32)(declare-const y Float64)
(check-sat)\n(get-value ((fp.isNaN y)
  x (fp.lt x y)))' '4:15: sort mismatch, expected equal FloatingPoint sorts as arguments'
place value_first '(check-sat)\n(get-value (y))' '2:13: unknown constant y'
place value_none '(check-sat)\n (get-value ( ))' '2:2: a list of terms is expected'
place value_bare '(check-sat)\n (get-value x)' '2:2: a list of terms is expected'
place value_missing '(check-sat)\n (get-value)' '2:2: a list of terms is expected'

# ---- terms with names

answer '(declare-const x Float32)
(assert (! (fp.lt (_ -zero 8 24) x) :named a))
(assert (! (not (! (fp.isNaN x) :named |b c|)) :named z))
(check-sat)(get-value (a |b c| (and a (not z))))
(push)(assert (! (= x x) :named popped))(check-sat)(get-value (popped))
(pop)(check-sat)(get-value (a))(get-value (popped))'
check_equal sat_named 'sat
((a true)
 (|b c| false)
 ((and a (not z)) false))
sat
((popped true))
sat
((a true))
me: f.smt2:6:44: unknown constant popped' "$(cat answer answer.errors)"
