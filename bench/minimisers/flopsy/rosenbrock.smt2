; SPDX-License-Identifier: GPL-3.0-or-later
(declare-const x1 Real)
(declare-const x2 Real)
(define-fun r1 () Real (* 10 (- x2 (* x1 x1))))
(define-fun r2 () Real (- 1 x1))
(define-fun table () Bool (= (+ (* r2 r2) (* r1 r1)) 0))
(define-fun system () Bool (= r1 r2 0))
(define-fun squares () Bool (= (+ (* r1 r1) (* r2 r2)) 0))
