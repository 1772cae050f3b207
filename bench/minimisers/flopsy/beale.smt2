; SPDX-License-Identifier: GPL-3.0-or-later
(declare-const x1 Real)
(declare-const x2 Real)
(define-fun r1 () Real (- 1.5 (* x1 (- 1 x2))))
(define-fun r2 () Real (- 2.25 (* x1 (- 1 (* x2 x2)))))
(define-fun r3 () Real (- 2.625 (* x1 (- 1 (* x2 x2 x2)))))
(define-fun table () Bool (= r1 0))
(define-fun system () Bool (= r1 r2 r3 0))
(define-fun squares () Bool (= (+ (* r1 r1) (* r2 r2) (* r3 r3)) 0))
