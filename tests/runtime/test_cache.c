/* The sizes of caches: an imagined cpuid is asked in the place of this CPU's, and the numbers of tuning.h are used where it does not
 * tell. */
#include "testing.h"

/* The leaf that tells, and its caches: type, level, and ways, partitions, line bytes and sets. */
typedef struct cache {
    uint32_t type, level, ways, partitions, line_bytes, sets;
} cache;
static struct {
    uint32_t leaf;
    cache caches[4];
} cpu;

static int imagined_cpuid(uint32_t leaf, uint32_t i, uint32_t reg[4])
{
    memset(reg, 0, 4 * sizeof *reg);
    if (leaf != cpu.leaf || i >= 4 || cpu.caches[i].type == 0) return cpu.leaf != 0;
    reg[0] = cpu.caches[i].type | cpu.caches[i].level << 5;
    reg[1] = (cpu.caches[i].line_bytes - 1) | (cpu.caches[i].partitions - 1) << 12 | (cpu.caches[i].ways - 1) << 22;
    reg[2] = cpu.caches[i].sets - 1;
    return 1;
}

#define STREW_READ_CACHES imagined_cpuid
#undef STREW_L2_BYTES
#undef STREW_MIN_STREAMED_BYTES
#include "cache.c"

static const cache usual[] = {{1, 1, 8, 1, 64, 64}, {2, 1, 8, 1, 64, 64}, {3, 2, 16, 1, 64, 2048}, {3, 3, 16, 1, 64, 16384}};

static void expect_sizes(size_t l2, size_t copied)
{
    strew_atomic_store(&cache_sizes, 0);
    assert_false(strew_exceeds_l2(l2));
    assert_true(strew_exceeds_l2(l2 + 1));
    assert_false(strew_exceeds_caches(copied - 1));
    assert_true(strew_exceeds_caches(copied));
}

static void both_leaves_tell(void **state)
{
    static const uint32_t leaves[] = {4, 0x8000001d};

    memcpy(cpu.caches, usual, sizeof usual);
    for (size_t i = 0; i < 2; i++) {
        cpu.leaf = leaves[i];
        expect_sizes(2 << 20, 16 << 20);
    }
}

static void a_large_cache_does_not_raise_the_limit_of_copies(void **state)
{
    memcpy(cpu.caches, usual, sizeof usual);
    cpu.leaf = 4;
    cpu.caches[3].sets = 1 << 17;
    expect_sizes(2 << 20, STREW_MAX_CACHED_COPY_BYTES);
}

static void a_cpu_that_does_not_tell_has_the_defaults(void **state)
{
    memset(&cpu, 0, sizeof cpu);
    expect_sizes(STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
    cpu.leaf = 4; /* without caches */
    expect_sizes(STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
}

static void sizes_that_no_cpu_has_count_as_unknown(void **state)
{
    static const uint32_t sets[] = {1, 1 << 24};

    cpu.leaf = 4;
    for (size_t i = 0; i < 2; i++) {
        memcpy(cpu.caches, usual, sizeof usual);
        cpu.caches[2].sets = sets[i];
        cpu.caches[3].sets = 1;
        expect_sizes(STREW_DEFAULT_L2_BYTES, STREW_MAX_CACHED_COPY_BYTES);
    }
}

static void the_cpu_is_asked_once(void **state)
{
    memcpy(cpu.caches, usual, sizeof usual);
    cpu.leaf = 4;
    expect_sizes(2 << 20, 16 << 20);
    memset(&cpu, 0, sizeof cpu);
    assert_false(strew_exceeds_l2(2 << 20));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_leaves_tell),
        cmocka_unit_test(a_large_cache_does_not_raise_the_limit_of_copies),
        cmocka_unit_test(a_cpu_that_does_not_tell_has_the_defaults),
        cmocka_unit_test(sizes_that_no_cpu_has_count_as_unknown),
        cmocka_unit_test(the_cpu_is_asked_once),
    };
    return cmocka_run_group_tests_name("cache", tests, NULL, NULL);
}
