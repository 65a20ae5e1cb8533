; Validation checks that all sizes of a tensor, of which those of 0 count as 1, and the bytes of an element have a product that an object may
; have. So the product of some of them, which is `some`, has one with the next size too: both divide the product of all, and what else does
; is at least 1. In integers; with words of 64 bits it does not end.
(set-logic QF_NIA)
(declare-const some Int)
(declare-const size Int)
(declare-const others Int)
(assert (and (<= 1 some) (<= 1 size) (<= 1 others)))
(assert (< (* (* some size) others) 9223372036854775808))
(assert (not (and (<= 1 (* some size)) (< (* some size) 9223372036854775808))))
(check-sat)
