/* Scales: digits, and conversions of a slice. */
#include "scale.h"

#include "util.h"

#include <string.h>

/* ---- Digits -------------------------------------------------------------------------------------------------------------------------- */

/* The largest n first. Few parts, which nearly always are in order. */
static void sort(strew_part *parts, int32_t n_parts)
{
    for (int32_t i = 1; i < n_parts; i++) {
        const strew_part part = parts[i];
        int32_t at = i;
        for (; at > 0 && parts[at - 1].n < part.n; at--) parts[at] = parts[at - 1];
        parts[at] = part;
    }
}

const strew_part *strew_find_ambiguous(strew_part *parts, int32_t n_parts, uint64_t *smallest)
{
    uint64_t sum = 0;
    sort(parts, n_parts);
    for (int32_t i = n_parts - 1; i >= 0; i--) {
        *smallest = sum + 1;
        if (parts[i].n <= sum) return parts + i;
        sum += (uint64_t)(parts[i].count - 1) * parts[i].n;
    }
    return NULL;
}

/* Takes room for one more digit, unless it does the work of the last one too. */
static int add_digit(strew_plan_state *plan, uint8_t *n_digits, uint64_t n, int64_t step)
{
    uint16_t at = 0;
    strew_digit *last = (strew_digit *)(strew_pool_of(plan) + plan->at.n_words) - 1;
    if (*n_digits != 0 && last->n % n == 0 && strew_is_as_long(last->step, step, (size_t)(last->n / n))) {
        last->n = n;
        last->step = step;
        return 1;
    }
    strew_digit *digit = strew_take_room(plan, sizeof *digit, &at);
    if (digit == NULL) return 0;
    *digit = (strew_digit){n, step};
    ++*n_digits;
    return 1;
}

int strew_take_digits(strew_plan_state *plan, strew_part *parts, int32_t n_parts, size_t block, uint8_t *n_digits)
{
    enum { DIGIT_WORDS = sizeof(strew_digit) / sizeof(uint64_t) };
    *n_digits = 0;
    sort(parts, n_parts);
    for (int32_t i = 0; i < n_parts; i++) {
        const strew_part *part = parts + i;
        if (!add_digit(plan, n_digits, part->n * (part->is_in_blocks ? block : 1), part->step)) return 0;
        if (part->is_in_blocks && !add_digit(plan, n_digits, part->n, 0)) return 0;
    }
    /* A digit without a step is only there for those behind it. */
    for (; *n_digits != 0 && ((strew_digit *)(strew_pool_of(plan) + plan->at.n_words) - 1)->step == 0; --*n_digits) {
        plan->at.n_words = (uint16_t)(plan->at.n_words - DIGIT_WORDS);
    }
    return 1;
}

int strew_take_element_digits(strew_plan_state *plan, strew_scale_map *map, strew_part *parts, int32_t n_parts, size_t block)
{
    if (!strew_take_digits(plan, parts, n_parts, block, &map->n_elements)) return 0;
    const strew_digit *last = strew_digits_of(map) + map->n_named + map->n_outer + map->n_elements - 1;
    map->element_step = 0;
    if (map->n_elements == 0 || last->n != 1) return 1;
    map->element_step = last->step;
    map->n_elements--;
    return 1;
}

/* ---- The scales of a slice ----------------------------------------------------------------------------------------------------------- */

/* Elements whose scales are element_step apart: those from `element` on, of a run that begins at `start`. */
typedef struct run {
    const unsigned char *start;
    size_t element, n;
    size_t n_above; /* until a digit other than the last one changes: till then the next run begins a step of the last digit further */
} run;

static STREW_INLINE run find_run(const strew_scale_map *map, const unsigned char *scale, size_t element, size_t n)
{
    const strew_digit *digits = strew_digits_of(map) + map->n_named + map->n_outer;
    run run = {scale, element, n, n};
    for (size_t i = 0; i < map->n_elements; i++) {
        const size_t n_of_digit = (size_t)digits[i].n;
        run.start += (ptrdiff_t)(run.element / n_of_digit) * (ptrdiff_t)digits[i].step;
        run.element %= n_of_digit;
        run.n_above = run.n;
        run.n = strew_min(run.n, n_of_digit - run.element);
    }
    return run;
}

static STREW_INLINE const unsigned char *first_of(const run *run, ptrdiff_t step)
{
    return run->start + (ptrdiff_t)run->element * step;
}

/* Compilers make vectors of a loop whose length is constant. */
static STREW_INLINE void repeat(float *to, const unsigned char *from, size_t n)
{
    enum { GROUP = 16 };
    float factor;
    memcpy(&factor, from, sizeof factor);
    for (; n >= GROUP; n -= GROUP, to += GROUP) {
        for (size_t i = 0; i < GROUP; i++) to[i] = factor;
    }
    for (size_t i = 0; i < n; i++) to[i] = factor;
}

static STREW_INLINE void copy_run(float *to, const run *run, ptrdiff_t step, size_t n)
{
    const unsigned char *from = first_of(run, step);
    if (step == 0) {
        repeat(to, from, n);
    } else {
        for (size_t i = 0; i < n; i++, from += step) memcpy(to + i, from, sizeof *to);
    }
}

static STREW_INLINE void copy_scales(const strew_scale_map *map, const unsigned char *scale, run run, size_t first, size_t n, float *to)
{
    const strew_digit *last = strew_digits_of(map) + map->n_named + map->n_outer + map->n_elements - 1;
    for (size_t done = 0;;) {
        for (const size_t end = done + run.n_above; done < end;) {
            copy_run(to + done, &run, (ptrdiff_t)map->element_step, run.n);
            done += run.n;
            if (done >= end) break;
            run.start += (ptrdiff_t)last->step;
            run.element = 0;
            run.n = strew_min((size_t)last->n, end - done);
        }
        if (done >= n) return;
        run = find_run(map, scale, first + done, n - done);
    }
}

void strew_copy_scales(const strew_scale_map *map, const unsigned char *scale, size_t first, size_t n, float *to)
{
    copy_scales(map, scale, find_run(map, scale, first, n), first, n, to);
}

size_t strew_find_scales(const strew_scale_map *map, const unsigned char *scale, size_t first, size_t n, strew_scaling *scaling,
                         float *copy)
{
    const int is_plain = map->element_step == 0 || map->element_step == (int64_t)sizeof *copy;
    run run = find_run(map, scale, first, n);
    if (is_plain && run.n >= strew_min(n, STREW_SCALED_ELEMENTS)) {
        scaling->scales = first_of(&run, (ptrdiff_t)map->element_step);
        scaling->step = map->element_step != 0;
        return run.n;
    }
    n = strew_min(n, STREW_SCALED_ELEMENTS);
    run.n = strew_min(run.n, n);
    run.n_above = strew_min(run.n_above, n);
    copy_scales(map, scale, run, first, n, copy);
    scaling->scales = copy;
    scaling->step = 1;
    return n;
}
