/* Which instruction sets a CPU is taken to have: imagined ones, each with one thing missing, are asked in the place of this one. */
#define _GNU_SOURCE

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- The CPU ------------------------------------------------------------------------------------------------------------------------ */

/* It has everything but one bit of cpuid, the leaves from one on, and some bits of what the operating system saves, or of those that the
 * operating system itself reports. */
static struct {
    uint32_t leaf, reg, bit, first_missing_leaf, saved;
    int n_xcr0; /* how often the latter was read */
    unsigned long hwcap;
} cpu;

enum { NO_LEAF = 0xffff, NO_BIT = 99, OSXSAVE = 27 };

static void imagine_everything(void)
{
    memset(&cpu, 0, sizeof cpu);
    cpu.bit = NO_BIT;
    cpu.first_missing_leaf = NO_LEAF;
    cpu.saved = UINT32_MAX;
    cpu.hwcap = ~0UL;
}

#if defined(__x86_64__) || defined(__i386__)

static int has_all_but(uint32_t leaf, uint32_t reg)
{
    return cpu.leaf == leaf && cpu.reg == reg && cpu.bit < 32;
}

static int imagined_cpuid(uint32_t leaf, uint32_t *regs[4])
{
    if ((leaf & 0xffff) >= cpu.first_missing_leaf) return 0;
    for (uint32_t reg = 0; reg < 4; reg++) *regs[reg] = has_all_but(leaf, reg) ? ~(UINT32_C(1) << cpu.bit) : UINT32_MAX;
    return 1;
}

#define STREW_READ_CPUID(leaf, subleaf, a, b, c, d) imagined_cpuid(leaf, (uint32_t *[]){a, b, c, d})
#define STREW_READ_XCR0(low, high) (low = cpu.saved, high = 0, (void)high, cpu.n_xcr0++)

#else

#define STREW_READ_HWCAP() cpu.hwcap

#endif
#include "cpu.c"

/* ---- What is made of it ------------------------------------------------------------------------------------------------------------- */

static strew_isa_set all_built(void)
{
    imagine_everything();
    return strew_cpu_isas();
}

static strew_isa_set set_of(strew_isa isa)
{
    return (strew_isa_set)1 << isa;
}

static void a_cpu_with_everything_has_all_that_is_built(void **state)
{
    strew_isa_set expected = 0;

    (void)state;
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].built && strew_isas[i].native) expected |= set_of(strew_isas[i].isa);
    }
    assert_int_equal(all_built(), expected);
}

/* Of the whole library: its dispatcher asks the imagined CPU too, once in a process, and no other test here makes it look. */
static void what_a_cpu_lacks_is_called_so(void **state)
{
    (void)state;
    imagine_everything();
    cpu.first_missing_leaf = 0;
    cpu.hwcap = 0;
    unsetenv("STREW_ISA");
    assert_int_equal(strew_best_isa(), STREW_ISA_SCALAR);
    for (size_t i = 0; i < strew_n_isas; i++) {
        const strew_isa_record *const isa = &strew_isas[i];
        const strew_isa_state of_built = !isa->native ? STREW_ISA_EMULATED : i == 0 ? STREW_ISA_USABLE : STREW_ISA_CPU_LACKS;
        assert_int_equal(strew_isa_get_state(isa->isa), isa->built ? of_built : STREW_ISA_NOT_BUILT);
    }
}

#ifdef STREW_HAS_CPUID

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A missing bit takes away those that the list names beside it, and no other. */
static void every_bit_counts_for_those_that_need_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(cpuid_features); i++) {
        const strew_feature *const missing = &cpuid_features[i];
        strew_isa_set expected = all_built();
        for (size_t j = 0; j < COUNT(cpuid_features); j++) {
            const strew_feature *const other = &cpuid_features[j];
            if (other->leaf == missing->leaf && other->reg == missing->reg && other->bit == missing->bit) expected &= ~set_of(other->isa);
        }
        cpu.leaf = missing->leaf;
        cpu.reg = missing->reg;
        cpu.bit = missing->bit;
        assert_int_equal(strew_cpu_isas(), expected);
    }
}

static void what_the_operating_system_does_not_save_is_not_used(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(xcr0_features); i++) {
        strew_isa_set expected = all_built();
        for (size_t j = 0; j < COUNT(xcr0_features); j++) {
            if (xcr0_features[j].bit == xcr0_features[i].bit) expected &= ~set_of(xcr0_features[j].isa);
        }
        cpu.saved = ~(UINT32_C(1) << xcr0_features[i].bit);
        assert_int_equal(strew_cpu_isas(), expected);
    }
}

/* XGETBV is itself an instruction that an old CPU, or an old operating system, does not have. */
static void xcr0_is_read_only_where_it_can_be(void **state)
{
    (void)state;
    all_built();
    assert_true(cpu.n_xcr0 > 0);
    imagine_everything();
    cpu.leaf = 1;
    cpu.reg = ecx;
    cpu.bit = OSXSAVE;
    assert_int_equal(strew_cpu_isas(), set_of(STREW_ISA_SCALAR));
    assert_int_equal(cpu.n_xcr0, 0);
}

static void a_leaf_that_is_missing_reports_nothing(void **state)
{
    (void)state;
    for (uint32_t leaf = 0; leaf <= 7; leaf++) {
        imagine_everything();
        cpu.first_missing_leaf = leaf;
        assert_int_equal(strew_cpu_isas(), set_of(STREW_ISA_SCALAR));
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cpu_with_everything_has_all_that_is_built),
        cmocka_unit_test(what_a_cpu_lacks_is_called_so),
#ifdef STREW_HAS_CPUID
        cmocka_unit_test(every_bit_counts_for_those_that_need_it),
        cmocka_unit_test(what_the_operating_system_does_not_save_is_not_used),
        cmocka_unit_test(xcr0_is_read_only_where_it_can_be),
        cmocka_unit_test(a_leaf_that_is_missing_reports_nothing),
#endif
    };
    return cmocka_run_group_tests_name("features", tests, NULL, NULL);
}
