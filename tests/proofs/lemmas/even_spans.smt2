; A dimension of `count` tuples in the fewest spans that have at most `max` each: an even span has no more, and no more than there are
; (choose_spans of layout.c). In integers; with words of 64 bits it does not end.
(set-logic QF_NIA)
(declare-const count Int)
(declare-const max Int)
(declare-const q Int)
(declare-const r Int)
(declare-const span Int)
(declare-const rest Int)
(assert (and (<= 1 count) (<= 1 max)))
(assert (and (= (- count 1) (+ (* q max) r)) (<= 0 q) (<= 0 r) (< r max))) ; n_spans is q + 1
(assert (and (= (- count 1) (+ (* (- span 1) (+ q 1)) rest)) (<= 1 span) (<= 0 rest) (<= rest q)))
(assert (not (and (<= span max) (<= span count))))
(check-sat)
