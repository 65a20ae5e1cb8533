/* The instruction sets that this CPU and this operating system support: a loop over the bits that gen/isa/ lists. */
#include "cpu.h"

/* How to read what the CPU supports. Tests replace this. */
#if !defined(STREW_READ_CPUID) && !defined(STREW_READ_HWCAP) && !defined(STREW_NOBODY_TO_ASK)
#if defined(STREW_HAS_CPUID)
#define STREW_READ_CPUID strew_read_cpuid
#define STREW_READ_XCR0 strew_read_xcr0
#elif defined(__linux__) && __STDC_HOSTED__ && !defined(STREW_IS_X86)
#include <sys/auxv.h>
#if STREW_BUILD_ISA_RVV
/* What Linux reports of the CPU, but for vectors of RISC-V that are switched off for this process, which an older system cannot do, and for
 * those that are older than version 1.0: some systems report these with the same bit. They do not know a type of vectors whose tails are
 * agnostic, and say so when it is set. */
static unsigned long read_hwcap(void)
{
    enum { PRCTL = 167, GET_CONTROL = 70, CURRENT = 3, OFF = 1 }; /* PR_RISCV_V_GET_CONTROL and so on, which older headers lack */
    const unsigned long hwcap = getauxval(AT_HWCAP), v = 1UL << ('V' - 'A');
    if (!(hwcap & v)) return hwcap;
    register long number __asm__("a7") = PRCTL, control __asm__("a0") = GET_CONTROL; /* libc's prctl would set errno */
    __asm__ volatile("ecall" : "+r"(control) : "r"(number) : "memory");
    if (control >= 0 && (control & CURRENT) == OFF) return hwcap & ~v;
    long type;
    __asm__ volatile(".4byte 0x0c0072d7\n\t" /* vsetvli t0, zero, e8, m1, ta, ma */
                     "csrr %0, 0xc21"        /* vtype, which is negative if it is not known */
                     : "=r"(type)
                     :
                     : "t0");
    return type < 0 ? hwcap & ~v : hwcap;
}

#define STREW_READ_HWCAP() read_hwcap()
#elif STREW_BUILD_ISA_SVE
/* What Linux reports of the CPU, but for SVE in registers that are shorter than its kernels need, which have as much in NEON. */
static unsigned long read_hwcap(void)
{
    enum { MIN_BYTES = 32 };
    const unsigned long hwcap = getauxval(AT_HWCAP), sve = 1UL << 22;
    if (!(hwcap & sve)) return hwcap;
    register unsigned long bytes __asm__("x0");
    __asm__ volatile(".inst 0x04bf5020" : "=r"(bytes)); /* rdvl x0, #1, which an assembler knows by an option only */
    return bytes < MIN_BYTES ? hwcap & ~sve : hwcap;
}

#define STREW_READ_HWCAP() read_hwcap()
#else
#define STREW_READ_HWCAP() getauxval(AT_HWCAP)
#endif
#endif
#endif

enum { eax, ebx, ecx, edx };

/* Eight bytes: the lists are in every library, even a small one. */
typedef struct strew_feature {
    uint32_t leaf;
    uint8_t subleaf, reg, bit;
    uint8_t isa;
} strew_feature;

#if defined(STREW_READ_CPUID)

static const strew_feature cpuid_features[] = {
#define STREW_CPUID(isa, leaf, subleaf, reg, bit) {leaf, subleaf, reg, bit, isa},
#include "isas.inc"
};

static const strew_feature xcr0_features[] = {
#define STREW_XCR0(isa, bit) {0, 0, eax, bit, isa},
#include "isas.inc"
};

static int has_cpuid(const strew_feature *feature)
{
    uint32_t reg[4];
    if (!STREW_READ_CPUID(feature->leaf, feature->subleaf, reg)) return 0;
    return (int)(reg[feature->reg] >> feature->bit & 1);
}

/* The register state that the operating system saves. The instruction that reads it exists only if cpuid reports OSXSAVE. */
static uint32_t read_xcr0(void)
{
    const strew_feature osxsave = {1, 0, ecx, 27, STREW_ISA_SCALAR};
    return has_cpuid(&osxsave) ? STREW_READ_XCR0() : 0;
}

static strew_isa_set lacking_features(void)
{
    strew_isa_set lacking = 0;
    const uint32_t xcr0 = read_xcr0();
    for (size_t i = 0; i < sizeof cpuid_features / sizeof *cpuid_features; i++) {
        if (!has_cpuid(&cpuid_features[i])) lacking |= (strew_isa_set)1 << cpuid_features[i].isa;
    }
    for (size_t i = 0; i < sizeof xcr0_features / sizeof *xcr0_features; i++) {
        if (!(xcr0 >> xcr0_features[i].bit & 1)) lacking |= (strew_isa_set)1 << xcr0_features[i].isa;
    }
    return lacking;
}

#elif defined(STREW_READ_HWCAP)

static const strew_feature hwcap_features[] = {
    {0, 0, eax, 0, STREW_ISA_SCALAR}, /* so that the list is not empty; scalar needs no bits */
#define STREW_HWCAP(isa, bit) {0, 0, eax, bit, isa},
#include "isas.inc"
};

static strew_isa_set lacking_features(void)
{
    strew_isa_set lacking = 0;
    const unsigned long hwcap = STREW_READ_HWCAP();
    for (size_t i = 1; i < sizeof hwcap_features / sizeof *hwcap_features; i++) {
        if (!(hwcap >> hwcap_features[i].bit & 1)) lacking |= (strew_isa_set)1 << hwcap_features[i].isa;
    }
    return lacking;
}

#else

/* The CPU cannot be asked: an ISA that not every one has counts as missing, and one that the architecture guarantees (NEON on AArch64) as
 * present. */
static strew_isa_set lacking_features(void)
{
    strew_isa_set lacking = 0;
#define STREW_OPTIONAL(isa) lacking |= (strew_isa_set)1 << isa;
#include "isas.inc"
    return lacking;
}

#endif

strew_isa_set strew_cpu_isas(void)
{
    strew_isa_set built = 0;
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strew_isas[i].built && strew_isas[i].native) built |= (strew_isa_set)1 << strew_isas[i].isa;
    }
    return built & ~lacking_features();
}
