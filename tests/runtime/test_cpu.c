/* Which instruction sets a CPU has: imagined CPUs, each with one feature missing, are asked in the place of this one. Systems report
 * features in different ways, so this is compiled for each way on every system: with ASK_CPUID, ASK_HWCAP or ASK_NOBODY. */
#define _GNU_SOURCE

#include <stdlib.h>

#include "testing.h"

/* ---- The CPU ------------------------------------------------------------------------------------------------------------------------- */

/* It lacks one bit of cpuid, the leaves from one on, and some bits of what the operating system saves, or of what that reports of the
 * CPU. */
enum { NO_LEAF = 0xffff, NO_BIT = 99 };
static struct imagined {
    uint32_t leaf, reg, bit, first_missing_leaf, saved;
    int n_xcr0; /* how often what is saved was read */
    unsigned long hwcap;
} cpu;
static const struct imagined everything = {.bit = NO_BIT, .first_missing_leaf = NO_LEAF, .saved = UINT32_MAX, .hwcap = ~0UL}, nothing = {0};

#if defined(ASK_CPUID)

static int imagined_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t regs[4])
{
    (void)subleaf;
    if ((leaf & 0xffff) >= cpu.first_missing_leaf) return 0;
    for (uint32_t reg = 0; reg < 4; reg++) regs[reg] = UINT32_MAX;
    if (leaf == cpu.leaf && cpu.bit != NO_BIT) regs[cpu.reg] &= ~(UINT32_C(1) << cpu.bit);
    return 1;
}

static uint32_t imagined_xcr0(void)
{
    cpu.n_xcr0++;
    return cpu.saved;
}

#define STREW_READ_CPUID imagined_cpuid
#define STREW_READ_XCR0 imagined_xcr0

#elif defined(ASK_HWCAP)
#define STREW_READ_HWCAP() cpu.hwcap
#else
#define STREW_NOBODY_TO_ASK
#endif
#include "cpu.c"

#include "system.h"

/* ---- What is made of it -------------------------------------------------------------------------------------------------------------- */

static strew_isa_set set_of(strew_isa isa)
{
    return (strew_isa_set)1 << isa;
}

enum { OF_AVX = 1 << STREW_ISA_AVX2 | 1 << STREW_ISA_AVX512, OF_X86 = 1 << STREW_ISA_SSE41 | OF_AVX };
enum { OPTIONAL = 1 << STREW_ISA_RVV | 1 << STREW_ISA_SVE }; /* of the processors that Linux reports of */

/* What an architecture guarantees is not asked about. */
TEST(a_cpu_lacks_what_nothing_reports)
{
    cpu = nothing;
#if defined(ASK_HWCAP)
    assert_int_equal(lacking_features(), set_of(STREW_ISA_NEON) | OPTIONAL);
#elif defined(ASK_NOBODY)
    assert_int_equal(lacking_features(), OF_X86 | OPTIONAL);
#else
    assert_int_equal(lacking_features(), OF_X86);
#endif
    cpu = everything;
#if defined(ASK_NOBODY)
    assert_int_equal(lacking_features(), OF_X86 | OPTIONAL);
#else
    assert_int_equal(lacking_features(), 0);
#endif
}

/* Of the whole library: its dispatcher asks the imagined CPU too, once in a process, and no other test here makes it look. */
TEST(what_a_cpu_lacks_is_called_so)
{
    strew_isa best = STREW_ISA_SCALAR;

    cpu = nothing;
    set_variable("STREW_ISA", NULL);
    for (size_t i = 0; i < strew_n_isas; i++) {
        const strew_isa_record *const isa = &strew_isas[i];
        const int lacks = (lacking_features() & set_of(isa->isa)) != 0;
        const strew_isa_state of_built = !isa->native ? STREW_ISA_STATE_EMULATED
                                         : lacks      ? STREW_ISA_STATE_UNSUPPORTED
                                                      : STREW_ISA_STATE_USABLE;
        assert_int_equal(strew_isa_get_state(isa->isa), isa->built ? of_built : STREW_ISA_STATE_NOT_BUILT);
        if (isa->built && of_built == STREW_ISA_STATE_USABLE) best = isa->isa;
    }
    assert_int_equal(strew_isa_get_best(), best);
}

#if defined(ASK_CPUID)

enum { OSXSAVE = 27 };
#define BIT(n) (UINT32_C(1) << (n))

/* As Intel's and AMD's manuals number them, of x86-64-v2, v3 and v4. */
static const struct {
    uint32_t leaf, reg, bits;
    strew_isa isa;
} of_manuals[] = {
    /* SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF and SAHF */
    {0x1, ecx, BIT(0) | BIT(9) | BIT(13) | BIT(19) | BIT(20) | BIT(23), STREW_ISA_SSE41},
    {0x80000001, ecx, BIT(0), STREW_ISA_SSE41},
    /* FMA, MOVBE, OSXSAVE, AVX, F16C; BMI1, AVX2, BMI2; LZCNT */
    {0x1, ecx, BIT(12) | BIT(22) | BIT(OSXSAVE) | BIT(28) | BIT(29), STREW_ISA_AVX2},
    {0x7, ebx, BIT(3) | BIT(5) | BIT(8), STREW_ISA_AVX2},
    {0x80000001, ecx, BIT(5), STREW_ISA_AVX2},
    /* AVX512F, DQ, CD, BW, VL */
    {0x7, ebx, BIT(16) | BIT(17) | BIT(28) | BIT(30) | BIT(31), STREW_ISA_AVX512},
};

/* A level of x86 needs all that the one before it does. */
static strew_isa_set lost_with(strew_isa isa)
{
    return isa == STREW_ISA_SSE41 ? OF_X86 : isa == STREW_ISA_AVX2 ? OF_AVX : set_of(isa);
}

static strew_isa_set lost_without(uint32_t leaf, uint32_t reg, uint32_t bit)
{
    for (size_t i = 0; i < COUNT(of_manuals); i++) {
        if (of_manuals[i].leaf == leaf && of_manuals[i].reg == reg && of_manuals[i].bits & BIT(bit)) return lost_with(of_manuals[i].isa);
    }
    return 0;
}

/* A missing bit takes away those that need it, and no other; what no manual asks for is not asked for either. */
TEST(every_bit_counts_for_those_that_need_it)
{
    static const uint32_t leaves[] = {0x1, 0x7, 0x80000001};

    while (next_case()) {
        cpu = everything;
        cpu.leaf = leaves[choose("leaf", COUNT(leaves))];
        cpu.reg = (uint32_t)choose("register", 4);
        cpu.bit = (uint32_t)choose("bit", 32);
        assert_int_equal(lacking_features(), lost_without(cpu.leaf, cpu.reg, cpu.bit));
    }
}

/* The registers that must be saved: SSE's, AVX's; masks, the upper halves of ZMM0 to 15, ZMM16 to 31. */
TEST(what_the_operating_system_does_not_save_is_not_used)
{
    const uint32_t of_avx2 = BIT(1) | BIT(2), of_avx512 = BIT(5) | BIT(6) | BIT(7);

    for (uint32_t bit = 0; bit < 32; bit++) {
        cpu = everything;
        cpu.saved = ~BIT(bit);
        assert_int_equal(lacking_features(), of_avx2 & BIT(bit) ? OF_AVX : of_avx512 & BIT(bit) ? set_of(STREW_ISA_AVX512) : 0);
    }
}

/* XGETBV is itself an instruction that an old CPU, or an old operating system, does not have. */
TEST(xcr0_is_read_only_where_it_can_be)
{
    cpu = everything;
    assert_int_equal(lacking_features(), 0);
    assert_true(cpu.n_xcr0 > 0);
    cpu = everything;
    cpu.leaf = 1;
    cpu.reg = ecx;
    cpu.bit = OSXSAVE;
    assert_int_equal(lacking_features(), OF_AVX);
    assert_int_equal(cpu.n_xcr0, 0);
}

TEST(a_leaf_that_is_missing_reports_nothing)
{
    for (uint32_t leaf = 0; leaf <= 7; leaf++) {
        cpu = everything;
        cpu.first_missing_leaf = leaf;
        assert_int_equal(lacking_features(), leaf <= 1 ? OF_X86 : OF_AVX);
    }
}

#elif defined(ASK_HWCAP)

/* HWCAP_ASIMD and HWCAP_SVE, by Linux's header for AArch64, and COMPAT_HWCAP_ISA_V by that for RISC-V. */
TEST(one_bit_counts_and_no_other)
{
    const strew_isa_set of_bits[32] = {[1] = set_of(STREW_ISA_NEON), [21] = set_of(STREW_ISA_RVV), [22] = set_of(STREW_ISA_SVE)};

    for (unsigned bit = 0; bit < 32; bit++) {
        cpu = everything;
        cpu.hwcap = ~(1UL << bit);
        assert_int_equal(lacking_features(), of_bits[bit]);
    }
}

#endif
