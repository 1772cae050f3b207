; SPDX-License-Identifier: GPL-3.0-or-later
(declare-const x1 Real)
(declare-const x2 Real)
(define-fun r1 () Real (+ (- 13) x1 (* (- (* (- 5 x2) x2) 2) x2)))
(define-fun r2 () Real (+ (- 29) x1 (* (- (* (+ x2 1) x2) 14) x2)))
(define-fun table () Bool (= (+ r1 r2) 0))
(define-fun system () Bool (= r1 r2 0))
(define-fun squares () Bool (= (+ (* r1 r1) (* r2 r2)) 0))
