#define _DEFAULT_SOURCE /* madvise */

#include "memory.h"

#include <stdint.h>
#include <string.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

enum {
    LARGE_PAGE = 1 << 21, /* on x86-64 and most AArch64; elsewhere the kernel rounds as it needs */
    CHUNK = 1 << 21,      /* one task fills so much: no two threads take one large page */
    BLOCK = 1 << 12       /* copies of the element, from which the rest is copied */
};

static size_t bytes_of(const strew_tensor *tensor)
{
    size_t bytes = strew_dtype_size(tensor->dtype);
    for (int32_t i = 0; i < tensor->rank; i++) bytes *= (size_t)tensor->shape[i];
    return bytes;
}

void strew_jax_ask_for_large_pages(const strew_tensor *result)
{
#if defined(MADV_HUGEPAGE)
    const uintptr_t address = (uintptr_t)result->values, mask = ~(uintptr_t)(LARGE_PAGE - 1);
    const uintptr_t begin = (address + LARGE_PAGE - 1) & mask, end = (address + bytes_of(result)) & mask;
    if (begin < end) madvise((void *)begin, end - begin, MADV_HUGEPAGE);
#else
    (void)result;
#endif
}

typedef struct fill {
    unsigned char *output;
    size_t bytes;
    unsigned char block[BLOCK]; /* a power of two, as the size of each element is */
} fill;

static void fill_chunk(void *argument, size_t i)
{
    const fill *job = argument;
    const size_t begin = i * CHUNK, end = job->bytes - begin < CHUNK ? job->bytes : begin + CHUNK;
    for (size_t at = begin; at < end; at += BLOCK) memcpy(job->output + at, job->block, end - at < BLOCK ? end - at : BLOCK);
}

void strew_jax_fill(const strew_tensor *result, const strew_tensor *element, const strew_resources *threads)
{
    const size_t size = strew_dtype_size(element->dtype);
    fill job = {.output = (unsigned char *)(uintptr_t)result->values, .bytes = bytes_of(result)};
    for (size_t at = 0; at < BLOCK; at += size) memcpy(job.block + at, element->values, size);
    const size_t n_chunks = (job.bytes + CHUNK - 1) / CHUNK;
    if (n_chunks > 1 && threads->parallel_for) {
        threads->parallel_for(threads->pool, n_chunks, fill_chunk, &job);
    } else {
        for (size_t i = 0; i < n_chunks; i++) fill_chunk(&job, i);
    }
}
