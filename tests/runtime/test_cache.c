/* The sizes of caches: an imagined cpuid is asked in the place of this CPU's, and the numbers of tuning.h are used where it does not
 * tell. */
#include "testing.h"

/* The only leaf that tells, and the sets of the second and third level; without sets of the second there are no caches. Or the list of
 * caches has no end: all of them are of the first level. */
typedef struct imagined {
    uint32_t leaf, l2_sets, l3_sets, is_endless;
} imagined;
static imagined cpu;

static int imagined_cpuid(uint32_t leaf, uint32_t i, uint32_t reg[4])
{
    enum { LINE_BYTES = 64, PARTITIONS = 1 };
    const struct {
        uint32_t type, level, ways, sets;
    } caches[] = {{1, 1, 8, 64}, {2, 1, 8, 64}, {2, 2, 8, 64}, {3, 2, 16, cpu.l2_sets}, {3, 3, 16, cpu.l3_sets}};

    memset(reg, 0, 4 * sizeof *reg);
    if (cpu.is_endless) i = 0;
    if (leaf != cpu.leaf || i >= COUNT(caches) || cpu.l2_sets == 0) return cpu.leaf != 0;
    reg[0] = caches[i].type | caches[i].level << 5;
    reg[1] = (LINE_BYTES - 1) | (PARTITIONS - 1) << 12 | (caches[i].ways - 1) << 22;
    reg[2] = caches[i].sets - 1;
    return 1;
}

#define STREW_READ_CACHES imagined_cpuid
#undef STREW_L2_BYTES
#undef STREW_MIN_STREAMED_BYTES
#include "cache.c"

enum { L2_SETS = 2048, L2 = 2 << 20, L3_SETS = 16384, L3 = 16 << 20 };

static void expect_sizes(imagined imagined, size_t l2, size_t copied)
{
    cpu = imagined;
    strew_atomic_store(&cache_sizes, 0);
    assert_false(strew_exceeds_l2(l2));
    assert_true(strew_exceeds_l2(l2 + 1));
    assert_false(strew_exceeds_caches(copied - 1));
    assert_true(strew_exceeds_caches(copied));
}

TEST(both_leaves_tell)
{
    expect_sizes((imagined){4, L2_SETS, L3_SETS, 0}, L2, L3);
    expect_sizes((imagined){0x8000001d, L2_SETS, L3_SETS, 0}, L2, L3);
}

TEST(a_large_cache_does_not_raise_the_limit_of_copies)
{
    expect_sizes((imagined){4, L2_SETS, 1 << 17, 0}, L2, STREW_MAX_CACHED_COPY_BYTES);
}

TEST(a_cpu_that_does_not_tell_has_the_defaults)
{
    expect_sizes((imagined){0}, STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
    expect_sizes((imagined){.leaf = 4}, STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
}

TEST(sizes_that_no_cpu_has_count_as_unknown)
{
    expect_sizes((imagined){4, 1, 1, 0}, STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
    expect_sizes((imagined){4, 1 << 24, 1, 0}, STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
    expect_sizes((imagined){4, L2_SETS, 1024, 0}, L2, STREW_MAX_CACHED_COPY_BYTES); /* a third level that is smaller than the second */
    expect_sizes((imagined){4, L2_SETS, L3_SETS, 1}, STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
}

TEST(the_cpu_is_asked_once)
{
    expect_sizes((imagined){4, L2_SETS, L3_SETS, 0}, L2, L3);
    cpu = (imagined){0};
    assert_false(strew_exceeds_l2(L2));
}
