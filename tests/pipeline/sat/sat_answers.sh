# SPDX-License-Identifier: GPL-3.0-or-later
# `me sat`: its answers, models, limits and errors.
. "$ME_ROOT/tests/check.sh"
. "$ME_ROOT/tests/sat.sh"
needs_sat sat_answers

answer() { # text option...
	printf "$1" > f.smt2
	shift
	"$me" sat "$@" f.smt2 > answer 2> answer.errors
	echo $? >> answer.status
}
is() { # name wanted: the whole answer
	check_equal "sat_$1" "$2" "$(cat answer answer.errors)"
}

# ---- models

answer '(set-info :status unsat)(declare-const x Float32)(declare-fun |a b| () (_ BitVec 4))
(declare-const r RoundingMode) (declare-const p Bool)
(assert (= x ((_ to_fp 8 24) RTP 0.1)))(assert (= |a b| #xa)) (assert (not p))
(assert (= r RTZ))(check-sat)(get-model)(get-value (x (fp.lt x x)))(echo "end")(exit)(push 1)'
is model 'sat
(
  (define-fun x () (_ FloatingPoint 8 24)
    (fp #b0 #b01111011 #b10011001100110011001101))
  (define-fun |a b| () (_ BitVec 4)
    #b1010)
  (define-fun r () RoundingMode
    RTZ)
  (define-fun p () Bool
    false)
)
((x (fp #b0 #x7b #b10011001100110011001101))
 ((fp.lt x x) false))
"end"'

# A constant that no assertion names is in the model too; so is one that only
# definitions lead to.
answer '(declare-const x Float16)(declare-const y Float16)(declare-const z Float16)
(assert (= x (fp.add RNE y y)))(assert (= y (_ -oo 5 11)))(check-sat)' --model
is defined 'sat
(
  (define-fun x () (_ FloatingPoint 5 11)
    (fp #b1 #b11111 #b0000000000))
  (define-fun y () (_ FloatingPoint 5 11)
    (fp #b1 #b11111 #b0000000000))
  (define-fun z () (_ FloatingPoint 5 11)
    (fp #b0 #b00000 #b0000000000))
)'

answer '(declare-const x Float128)(declare-const y Float128)
(assert (fp.lt ((_ to_fp 15 113) RNE 1.0) (fp.mul RNA x y) ((_ to_fp 15 113) RNE 1.0000001)))
(assert (fp.gt x ((_ to_fp 15 113) RNE 3.0)))(check-sat)' --max-runs=100000
is wide sat
# Definitions with parameters, names of parts and cases are seen through.
answer '(set-logic QF_FP)(declare-const x Float64)(declare-const p Bool)
(define-fun one () Float64 ((_ to_fp 11 53) RNE 1.0))
(define-fun next ((y Float64) (m RoundingMode)) Float64 (fp.add m y one))
(assert (let ((a (next x RTP)) (b (ite p (fp.neg x) x))) (let ((a (next a RTZ)) (c a))
(and (fp.eq a ((_ to_fp 11 53) RNE 5.5)) (fp.eq c ((_ to_fp 11 53) RNE 4.5)) (fp.isNegative b)))))
(check-sat)(get-value (x p))'
is let_and_definitions 'sat
((x (fp #b0 #b10000000000 #xc000000000000))
 (p true))'
answer '(check-sat)(get-value (true))'
is empty 'sat
((true true))'
answer '(declare-const x Float32)(assert (fp.lt x x))(check-sat)(get-model)' --max-runs=1000
is unknown 'unknown
(error "line 1 column 57: there is no model")'
# Each (check-sat) is about what stands before it.
answer '(declare-const x Float32)(assert (fp.isNaN x))(check-sat)(assert (fp.lt x x))(check-sat)' \
	--max-runs=1000
is twice 'sat
unknown'
# Values that the theory leaves open are avoided.
answer '(declare-const x Float32)
(assert (= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ +zero 8 24)))(check-sat)' --max-runs=1000
is open unknown
answer '(declare-const x Float32)(assert (distinct ((_ fp.to_sbv 8) RTZ x) #x00))
(assert (fp.lt x (_ -zero 8 24)))(check-sat)' --model
check_line sat_to_sbv '^sat$' answer
check sat_to_sbv_confirmed confirmed f.smt2 answer
# Rounding modes as variables.
answer '(declare-const r RoundingMode)(declare-const x Float32)(declare-const y Float32)
(assert (= (fp.add r x y) (fp.sub RNE x (fp.neg y)) (fp.add RTP x y)))
(assert (not (= (fp.add r x y) (fp.add RTN x y))))(assert (not (= r RNE)))(check-sat)' --model
check_line sat_rounding '^sat$' answer
check sat_rounding_confirmed confirmed f.smt2 answer

# `distinct` of three and more, also within terms and in what is asked for.
answer '(declare-const a Float32)(declare-const b Float32)(declare-const c Float32)
(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))(declare-const z (_ BitVec 4))
(assert (distinct a b c))(assert (distinct a (_ +zero 8 24) (_ -zero 8 24) (fp.neg b)))
(assert (= c (ite (distinct b a (_ NaN 8 24)) (fp.neg a) b)))(assert (distinct x y z #x0))
(check-sat)(get-value ((distinct a b c) (distinct a b a)))' --model
check_equal sat_distinct sat "$(head -n 1 answer)"
check_equal sat_distinct_values '(((distinct a b c) true)
 ((distinct a b a) false))' "$(tail -n 2 answer)"
check sat_distinct_confirmed confirmed f.smt2 answer

# One seed, one search.
answer '(declare-const x Float64)(declare-const y Float64)
(assert (= (fp.mul RNE x y) ((_ to_fp 11 53) RNE 7.1)))(assert (fp.lt y x))
(assert (fp.gt y ((_ to_fp 11 53) RNE 1.01)))(check-sat)' --model --seed=5
cp answer first
answer "$(cat f.smt2)" --model --seed=5
check_equal sat_seed "$(cat first)" "$(cat answer)"

# ---- scopes: what is popped is gone, declarations too
answer '(declare-const x Float32)
(push)
(declare-const y Float32)(assert (fp.lt x y))(assert (fp.isNegative x))
(push 2)
(assert (fp.isPositive x))(check-sat)
(pop 2)
(check-sat)(get-value ((fp.isNegative x)))
(pop 1)(declare-const y (_ BitVec 8))
(assert (fp.isPositive x))(assert (= y #x2a))(check-sat)(get-value (y (fp.isPositive x)))
(reset-assertions)
(declare-const x Bool)(assert x)(check-sat)(get-value (x))
(reset)
(set-logic QF_BV)(declare-const x (_ BitVec 4))(check-sat)(get-info :name)(get-info :authors)' --max-runs=2000
is scopes 'unknown
sat
(((fp.isNegative x) true))
sat
((y #x2a)
 ((fp.isPositive x) true))
sat
((x true))
sat
(:name "ME")
unsupported'

# ---- literals that are assumed for one answer
answer '(declare-const x Float32)(declare-const p Bool)(declare-const |q r| Bool)
(assert (! (fp.isNegative x) :named negative))(assert (=> p (! (fp.isInfinite x) :named infinite)))
(check-sat-assuming (p |q r|))(get-value (p |q r| infinite negative))
(check-sat-assuming ((not negative)))
(check-sat-assuming (p (not infinite)))
(check-sat-assuming ((not p) (not |q r|) (not infinite)))(get-value (p |q r| infinite))
(check-sat-assuming ())(check-sat)(get-value (negative))' --max-runs=1000
is assuming 'sat
((p true)
 (|q r| true)
 (infinite true)
 (negative true))
unknown
unknown
sat
((p false)
 (|q r| false)
 (infinite false))
sat
sat
((negative true))'

# ---- limits

never='(declare-const x Float32)(assert (fp.lt x x))(check-sat)(get-model)'
answer "$never" --max-runs=3000 -v
runs=$(sed -n 's/.* \([0-9]*\) evaluations$/\1/p' answer.errors)
[ "${runs:-0}" -ge 3000 ] && [ "$runs" -lt 3010 ] && ok sat_max_runs || not_ok sat_max_runs "$runs"
start=$(date +%s)
answer "$never" --time=1
is time 'unknown
(error "line 1 column 57: there is no model")'
[ $(($(date +%s) - start)) -le 30 ] && ok sat_time_ends || not_ok sat_time_ends "it went on"

check_equal sat_status 0 "$(sort -u answer.status)"

# ---- errors

error() { # name text wanted
	answer "$2"
	check_equal "sat_error_$1" "$3" "$(cat answer answer.errors)"
	check_equal "sat_error_$1_status" 1 "$(tail -n 1 answer.status)"
}
error symbol '(declare-const x Float32)\n  (assert (fp.lt x y))(check-sat)' \
	'me: f.smt2:2:20: unknown constant y'
answer '(declare-const x Float32)(declare-const y Float64)\n(assert (fp.lt x y))(check-sat)'
check_line sat_error_sorts '^me: f.smt2:2:[0-9]*: ' answer.errors
error unended '(check-sat)\n (assert (= 1 2)' 'me: f.smt2:2:2: this command does not end'
error quote '(echo "abc)' 'me: f.smt2:1:1: this command has a quote without an end'
error stray 'sat' 'me: f.smt2:1:1: a command in parentheses is expected'
error stray_end '(check-sat))' 'me: f.smt2:1:12: a command in parentheses is expected'
error nameless '( (assert true))' 'me: f.smt2:1:3: the name of a command is expected'
error logic '; lines\n(set-logic QF_LRA)(check-sat)' \
	'me: f.smt2:2:1: logic QF_LRA is not supported: QF_FP, QF_BVFP and QF_BV are'
error sort '(declare-const x Float32)\n(declare-const n Int)(check-sat)' \
	'me: f.smt2:2:1: sort Int is not supported'
error array '(declare-const a (Array (_ BitVec 8) Float32))(check-sat)' \
	'me: f.smt2:1:1: sort (Array (_ BitVec 8) (_ FloatingPoint 8 24)) is not supported'
error wide '(declare-const b (_ BitVec 200))(check-sat)' \
	'me: f.smt2:1:1: sort (_ BitVec 200) is not supported'
error arguments '\n(declare-fun f (Float32) Bool)(check-sat)' \
	'me: f.smt2:2:1: functions with arguments are not supported'
error real '(declare-const x Float32)\n(assert (= (fp.to_real x) 0.5))(check-sat)' \
	'me: f.smt2:2:13: fp.to_real is not supported here'
error quantifier '(assert (forall ((x Float32)) (fp.lt x x)))(check-sat)' \
	'me: f.smt2:1:9: a quantifier is not supported here'
error core '(check-sat)(get-unsat-core)' 'me: f.smt2:1:12: command get-unsat-core is not supported'
error pop '(push 1)(pop 2)' 'me: f.smt2:1:9: more scopes than the 1 that are open'
error push '(push x)' 'me: f.smt2:1:1: a number of scopes is expected, from 1 to 1048575'
error assuming '(check-sat-assuming true)' 'me: f.smt2:1:1: a list of literals is expected'
error assuming_unknown '(check-sat-assuming (true\n  (not p)))' \
	'me: f.smt2:2:8: unknown constant p'
error assuming_sort '(declare-const x Float32)(check-sat-assuming (true\n  x))' \
	'me: f.smt2:2:3: a literal of sort Bool is expected'
error assuming_real '(declare-const x Float32)(define-fun p () Bool
(> (fp.to_real x) 0.0))(assert (fp.isNaN x))(check-sat-assuming (true p))' \
	'me: f.smt2:2:5: fp.to_real is not supported here'
check_equal sat_no_file 1 "$(status_of no.log "$me" sat absent.smt2)"
check_line sat_no_file_says '^me: absent.smt2: No such file' no.log
check_equal sat_directory 1 "$(status_of no.log "$me" sat .)"
check_equal sat_two_files 2 "$(status_of no.log "$me" sat f.smt2 f.smt2)"
printf '(check-sat)\0(check-sat)' > nul.smt2
check_equal sat_nul 1 "$(status_of no.log "$me" sat nul.smt2)"

# Without Z3's library the program is not there.
mkdir alone && cp "$me" alone/me
check_equal sat_without_z3 1 "$(status_of no.log alone/me sat f.smt2)"
check_line sat_without_z3_says '^me: me-sat: ME was built without .* libz3-dev' no.log
