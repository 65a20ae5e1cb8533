/* Copying data to output. */
#include "copy.h"

#include "layout.h"
#include "util.h"

#include <string.h>

#if defined(STREW_HAS_SSE2)
#include <emmintrin.h>
#endif

/* The copy does not enter the caches, and the old output is not read from memory before it is overwritten. */
static void copy_streaming(unsigned char *to, const unsigned char *from, size_t n_bytes)
{
    size_t done = 0;
#if defined(STREW_HAS_SSE2)
    done = strew_min(-(uintptr_t)to % STREW_LINE_BYTES, n_bytes);
    memcpy(to, from, done);
    for (; n_bytes - done >= STREW_LINE_BYTES; done += STREW_LINE_BYTES) {
        const __m128i *in = (const void *)(from + done);
        __m128i *out = (void *)(to + done);
        STREW_PREFETCH_READ_AT(from, done + STREW_PREFETCH_COPY_BYTES);
        const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1), c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
        _mm_stream_si128(out, a);
        _mm_stream_si128(out + 1, b);
        _mm_stream_si128(out + 2, c);
        _mm_stream_si128(out + 3, d);
    }
    _mm_sfence(); /* or another thread could see what is written after them before them */
#endif
    memcpy(to + done, from + done, n_bytes - done);
}

void strew_copy(unsigned char *to, const unsigned char *from, size_t n_bytes, int exceeds_caches)
{
    if (exceeds_caches)
        copy_streaming(to, from, n_bytes);
    else
        memcpy(to, from, n_bytes);
}

int strew_copy_chunk(const void *context, size_t begin, size_t end)
{
    const strew_copied *copied = context;
    const size_t first = begin * STREW_PAGE_BYTES, stop = strew_min(end * STREW_PAGE_BYTES, copied->n_bytes);
    strew_copy(copied->to + first, copied->from + first, stop - first, copied->exceeds_caches);
    return 1;
}

void strew_repeat(unsigned char *to, size_t n_bytes, const unsigned char *element, size_t element_bytes)
{
    size_t done = strew_min(element_bytes, n_bytes);
    memcpy(to, element, done);
    for (size_t n = done; done < n_bytes; done += n) {
        if (n < STREW_PAGE_BYTES) n = done; /* what is copied stays in the first-level cache */
        n = strew_min(n, n_bytes - done);
        memcpy(to + done, to, n);
    }
}

void strew_copy_evenly(unsigned char *to, ptrdiff_t to_step, const unsigned char *from, ptrdiff_t from_step, size_t n_bytes, size_t n)
{
#define COPY(bytes)                                                                                                                        \
    for (; n != 0; n--, to += to_step, from += from_step) memcpy(to, from, bytes)
    STREW_FOR_PIECES_OF(n_bytes, COPY)
#undef COPY
}

void strew_copy_pieces(unsigned char *to, ptrdiff_t to_step, const unsigned char *from, ptrdiff_t from_step, const uint32_t *numbers,
                       size_t n_bytes, size_t n)
{
#define COPY(bytes)                                                                                                                        \
    for (size_t i = 0; i < n; i++, to += to_step) memcpy(to, from + (ptrdiff_t)numbers[i] * from_step, bytes)
    STREW_FOR_PIECES_OF(n_bytes, COPY)
#undef COPY
}

/* ---- Strides ------------------------------------------------------------------------------------------------------------------------- */

#if STREW_BUILD_FEATURE_STRIDES
/* The loops of a copy, from the innermost on: those that are dense in both are a row, the next one repeats it, and the others,
 * from copy loop `outer` on, repeat that. One loop at least is not dense: no other copy comes here. */
typedef struct copy_loops {
    size_t row_bytes;
    strew_copy_loop middle;
    int32_t outer;
} copy_loops;

static strew_copy_loop find_loop(const strew_copied_rows *copied, int32_t number)
{
    strew_copy_loop loop = strew_copies_of(copied->plan)[number];
    if (number == copied->cut) loop.count = copied->n_steps;
    return loop;
}

static copy_loops find_copy_loops(const strew_copied_rows *copied)
{
    const strew_plan_state *plan = copied->plan;
    copy_loops loops = {(size_t)plan->element_bytes, {{1}, 0, 0}, 0};
    if (strew_copies_of(plan)[0].data == plan->element_bytes && strew_copies_of(plan)[0].output == plan->element_bytes) {
        loops.row_bytes *= find_loop(copied, loops.outer++).count;
    }
    loops.middle = find_loop(copied, loops.outer++);
    return loops;
}

size_t strew_count_copied_rows(const strew_copied_rows *copied)
{
    const copy_loops loops = find_copy_loops(copied);
    size_t n = loops.middle.count;
    for (int32_t i = loops.outer; i < copied->plan->views.n_copies; i++) n *= find_loop(copied, i).count;
    return n;
}

int strew_copy_rows_chunk(const void *context, size_t begin, size_t end)
{
    const strew_copied_rows *copied = context;
    const strew_plan_state *plan = copied->plan;
    const copy_loops loops = find_copy_loops(copied);
    for (size_t done = begin, n; done < end; done += n) {
        const size_t first = done % loops.middle.count;
        size_t rest = done / loops.middle.count;
        int64_t to = (int64_t)first * loops.middle.output, from = (int64_t)first * loops.middle.data;
        n = strew_min(loops.middle.count - first, end - done);
        for (int32_t i = loops.outer; i < plan->views.n_copies; i++) {
            const strew_copy_loop loop = find_loop(copied, i);
            const int64_t step = (int64_t)(rest % loop.count);
            to += step * loop.output;
            from += step * loop.data;
            rest /= loop.count;
        }
        strew_copy_evenly(copied->output + (ptrdiff_t)to, (ptrdiff_t)loops.middle.output, copied->data + (ptrdiff_t)from,
                          (ptrdiff_t)loops.middle.data, loops.row_bytes, n);
    }
    return 1;
}

void strew_copy_rows_between(const strew_plan_state *plan, unsigned char *output, const unsigned char *data, size_t first, size_t stop)
{
    strew_copied_rows copied = {plan, output, data, 0, 0};
    uint64_t longest = 0;
    for (int32_t i = 0; i < plan->views.n_copies; i++) {
        const uint64_t bytes = strew_magnitude_of(strew_copies_of(plan)[i].output);
        if (bytes < longest) continue;
        longest = bytes;
        copied.cut = i;
    }
    const strew_copy_loop loop = strew_copies_of(plan)[copied.cut];
    const size_t begin = strew_min(loop.count, (size_t)(first / longest)), end = strew_min(loop.count, (size_t)(stop / longest));
    const ptrdiff_t skipped = (ptrdiff_t)(loop.output < 0 ? loop.count - end : begin);
    copied.output += skipped * (ptrdiff_t)loop.output;
    copied.data += skipped * (ptrdiff_t)loop.data;
    copied.n_steps = end - begin;
    strew_copy_rows_chunk(&copied, 0, strew_count_copied_rows(&copied));
}
#endif
