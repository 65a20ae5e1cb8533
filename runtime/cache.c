/* The sizes of the caches, read once: from cpuid on x86, from the operating system on Linux elsewhere. If neither reports them, tuning.h
 * has defaults. They decide what is prefetched and how data is copied, never what is written. */
#include "cache.h"

/* How the sizes are read. Tests replace this. */
#if !defined(STREW_READ_CACHES) && !defined(STREW_READ_CACHE_SIZE) && !defined(STREW_NO_CACHE_TO_ASK)
#if defined(STREW_HAS_CPUID)
#define STREW_READ_CACHES strew_read_cpuid
#elif defined(__linux__) && defined(__GLIBC__) && (defined(__aarch64__) || defined(__s390__))
#include <unistd.h>
/* Other libraries may open files for this, which allocates, and for other processors, such as POWER and RISC-V, glibc may set errno. */
#define STREW_READ_CACHE_SIZE(level) sysconf((level) == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE)
#endif
#endif

/* Bytes of the data or unified cache of a level; 0 where it is unknown. */
#if defined(STREW_READ_CACHES)

static uint64_t read_size(uint32_t level)
{
    static const uint32_t leaves[] = {4, 0x8000001d}; /* Intel's, and AMD's with the same fields */
    for (size_t l = 0; l < 2; l++) {
        uint32_t reg[4];
        for (uint32_t i = 0; STREW_READ_CACHES(leaves[l], i, reg) && (reg[0] & 31) != 0 && i < 16; i++) {
            const uint32_t type = reg[0] & 31, ways = (reg[1] >> 22) + 1, partitions = (reg[1] >> 12 & 0x3ff) + 1,
                           line_bytes = (reg[1] & 0xfff) + 1;
            if (type != 2 && (reg[0] >> 5 & 7) == level) return (uint64_t)ways * partitions * line_bytes * ((uint64_t)reg[2] + 1);
        }
    }
    return 0;
}

#elif defined(STREW_READ_CACHE_SIZE)

static uint64_t read_size(uint32_t level)
{
    const long n_bytes = STREW_READ_CACHE_SIZE(level);
    return n_bytes > 0 ? (uint64_t)n_bytes : 0;
}

#else

static uint64_t read_size(uint32_t level)
{
    (void)level;
    return 0;
}

#endif

/* One word holds both sizes, so that one store publishes them: in units of 64 KiB, the second-level cache in the low half, the largest copy
 * that stays in the caches in the high half. Zero: not asked yet. Threads on cores of different kinds may store different values; either is
 * fine, because no result depends on them. */
enum { UNIT = 1 << 16 };
_Static_assert((int)STREW_MIN_L2_BYTES >= (int)UNIT && (int)STREW_MIN_L3_BYTES >= (int)UNIT,
               "no size is 0 units, which means not asked yet");
static strew_atomic cache_sizes;

static uint32_t to_units(uint64_t n_bytes, uint64_t max_bytes)
{
    return (uint32_t)((n_bytes < max_bytes ? n_bytes : max_bytes) / UNIT);
}

/* A hypervisor may fill these fields with anything. A size that no CPU has counts as unknown. */
static uint32_t ask_sizes(void)
{
    const uint64_t l2 = read_size(2), l3 = read_size(3);
    const int has_l2 = l2 >= STREW_MIN_L2_BYTES && l2 <= STREW_MAX_L2_BYTES, has_l3 = l3 >= STREW_MIN_L3_BYTES && l3 > l2;
    return to_units(has_l2 ? l2 : STREW_DEFAULT_L2_BYTES, STREW_MAX_L2_BYTES) |
           to_units(has_l3 ? l3 : STREW_MAX_CACHED_COPY_BYTES, STREW_MAX_CACHED_COPY_BYTES) << 16;
}

static uint32_t get_sizes(void)
{
    uint32_t sizes = strew_atomic_load(&cache_sizes);
    if (sizes == 0) {
        sizes = ask_sizes();
        strew_atomic_store(&cache_sizes, sizes);
    }
    return sizes;
}

/* Tests define these; 0 means the CPU's size. */
#ifndef STREW_L2_BYTES
#define STREW_L2_BYTES 0
#endif
#ifndef STREW_MIN_STREAMED_BYTES
#define STREW_MIN_STREAMED_BYTES 0
#endif

static size_t limit(size_t defined_bytes, uint32_t shift)
{
    /* uncovered: a build defines a size or it does not */
    return defined_bytes != 0 ? defined_bytes : (size_t)(get_sizes() >> shift & 0xffff) * UNIT;
}

int strew_exceeds_l2(size_t n_bytes)
{
    return n_bytes > limit(STREW_L2_BYTES, 0);
}

int strew_exceeds_caches(size_t n_bytes)
{
    return n_bytes >= limit(STREW_MIN_STREAMED_BYTES, 16);
}
