/* Where the factor of an element is, by strides of its own: a scale, or a weight. A scatter counts factors by the place of an element in
 * updates, a gather by that in data. So is found where the arg of an element of output is. */
#ifndef STREW_FACTORS_H
#define STREW_FACTORS_H

#include "dims.h"
#include "plan_pool.h"
#include "plan_state.h"

#if STREW_BUILD_FACTORS
/* A number of a place, of a tuple for example, has a digit for each dimension that it counts: number / n, of which each step leads `step`
 * bytes further in scale; number % n is of the digits behind. */
typedef struct STREW_MAY_ALIAS strew_digit {
    uint64_t n;
    int64_t step;
} strew_digit;

/* Digits of three numbers follow: of a tuple of a scatter, or of a slice of a gather's data; of an outer index; and of an element in its
 * slice, whose neighbours are element_step bytes apart unless a digit changes. */
typedef struct STREW_MAY_ALIAS strew_factors {
    uint64_t first; /* is added to the number of a slice: that of what is backwards begins elsewhere */
    int64_t base;   /* from the caller's pointer to the factor of all numbers 0 */
    int64_t element_step;
    strew_extent extent;                  /* of the factors */
    uint8_t n_named, n_outer, n_elements; /* digits */
    uint8_t bytes;                        /* of a factor */
    uint16_t to_digits;                   /* bytes from here to the first digit, which begins a word of the pool */
} strew_factors;

static inline strew_digit *strew_digits_of(const strew_factors *factors)
{
    return (strew_digit *)((uintptr_t)factors + factors->to_digits);
}

/* Digits that are taken from here on are those of these factors. */
static inline void strew_begin_digits(const strew_plan_state *plan, strew_factors *factors)
{
    factors->to_digits = (uint16_t)((uintptr_t)(strew_pool_of(plan) + plan->at.n_words) - (uintptr_t)factors);
}

/* One dimension of a number, before it is a digit: an index of it, or in blocks each block of indices, steps in the factors. The dimension
 * is of data, for a fault. */
typedef struct strew_part {
    uint64_t n;
    size_t count;
    int64_t step;
    int32_t dimension, is_in_blocks;
} strew_part;

/* Takes room for the digits of these parts, in any order, one of which may be in blocks of `block` indices. Their number is at n_digits.
 * Zero if there is no room. */
int strew_take_digits(strew_plan_state *plan, strew_part *parts, int32_t n_parts, size_t block, uint8_t *n_digits);

/* The same of an element in its slice. */
int strew_take_element_digits(strew_plan_state *plan, strew_factors *factors, strew_part *parts, int32_t n_parts, size_t block);

/* The part of a number that others may be mistaken for: its n is no larger than all before it together. NULL if there is none. */
const strew_part *strew_find_ambiguous(strew_part *parts, int32_t n_parts, uint64_t *smallest);

/* How far a number leads, in bytes. */
static inline int64_t strew_follow_digits(const strew_digit *digits, size_t n_digits, uint64_t number)
{
    int64_t offset = 0;
    for (size_t i = 0; i < n_digits; i++) {
        const uint64_t n = digits[i].n;
        if (n == 1) return offset + (int64_t)number * digits[i].step; /* no digit is behind it */
        offset += (int64_t)(number / n) * digits[i].step;
        number %= n;
    }
    return offset;
}

/* Where the factors of an outer index begin, those of tuple or slice 0. */
static inline const unsigned char *strew_factors_of_outer(const strew_factors *factors, const unsigned char *start, size_t outer)
{
    const int64_t offset = strew_follow_digits(strew_digits_of(factors) + factors->n_named, factors->n_outer, outer);
    return start + (ptrdiff_t)(factors->base + offset);
}

/* The same of a tuple of a scatter, or of a slice of a gather's data. */
static inline const unsigned char *strew_factors_of_named(const strew_factors *factors, const unsigned char *start, uint64_t number)
{
    return start + (ptrdiff_t)strew_follow_digits(strew_digits_of(factors), factors->n_named, factors->first + number);
}

/* Copies the factors of n elements of a slice from `first` on, at least one. */
void strew_copy_factors(const strew_factors *factors, const unsigned char *start, size_t first, size_t n, void *to);

/* Those from `first` on, at most n, that are as far apart as element_step says. Returns how many these are, and says where the first is. */
size_t strew_find_factors(const strew_factors *factors, const unsigned char *start, size_t first, size_t n, const unsigned char **at);

/* Where the factors of a request are, its scale or its zero points, by the numbers that the passes know; each takes so many bytes. The
 * factors are zeros before, and the last thing in the pool. */
strew_status strew_set_scale_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request, const strew_dims *dims,
                                     const strew_tensor *scale, size_t bytes, strew_fault *fault);
/* The same of its weights. */
strew_status strew_set_weight_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request, const strew_dims *dims,
                                      strew_fault *fault);
/* And of its arg. */
strew_status strew_set_arg_factors(strew_plan_state *plan, strew_factors *factors, const strew_request *request, const strew_dims *dims,
                                   strew_fault *fault);
#endif

#endif /* STREW_FACTORS_H */
