; A smaller factor gives no larger product, and a product that is less than 2^64 is what the machine computes. So an index in bounds moves a
; tuple no farther than the last index does (strew_move_by), and a tuple that is one of n ends where the n tuples end at the latest
; (strew_tuple_at). In integers, where a solver sees it at once; with words of 64 bits it does not end.
(set-logic QF_NIA)
(declare-const index Int)
(declare-const largest Int)
(declare-const factor Int)
(assert (and (<= 0 index) (<= index largest) (<= 0 factor)))
(assert (< (* largest factor) 18446744073709551616))
(assert (not (and (<= (* index factor) (* largest factor)) (= (mod (* index factor) 18446744073709551616) (* index factor)))))
(check-sat)
