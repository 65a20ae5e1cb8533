; Tuple i of n, of so many bytes each, ends at or before the end of all (strew_tuple_at).
(set-logic QF_NIA)
(declare-const i Int)
(declare-const n Int)
(declare-const bytes Int)
(assert (and (<= 0 i) (< i n) (<= 0 bytes)))
(assert (not (<= (+ (* i bytes) bytes) (* n bytes))))
(check-sat)
