/* All that C11 does not say and compilers say each in their own way. A compiler that is not known here gets the plain C at the end of each
 * part: it builds a library that gives the same results, without hints to caches, and on x86 without vector kernels. */
#ifndef STREW_COMPILER_H
#define STREW_COMPILER_H

#include <stdint.h>

/* clang-cl is one of Visual Studio's, and knows GCC's words as well. */
#if defined(_MSC_VER)
#define STREW_COMPILER_IS_MSVC 1
#include <intrin.h>
#elif defined(__GNUC__) || defined(__clang__)
#define STREW_COMPILER_IS_GNU 1
#endif

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define STREW_IS_X86 1
#endif

/* ---- Floating point ------------------------------------------------------------------------------------------------------------------ */

/* A product and a sum are rounded each by itself. GCC knows no pragma for that; there the build passes -ffp-contract=off. */
#if defined(STREW_COMPILER_IS_MSVC) && !defined(__clang__)
#pragma fp_contract(off)
#elif !defined(__GNUC__) || defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- Functions ----------------------------------------------------------------------------------------------------------------------- */

/* What such a function has on the stack is there only while it runs, not for as long as its caller does. */
#if defined(STREW_COMPILER_IS_GNU)
#define STREW_OWN_FRAME __attribute__((noinline))
#elif defined(STREW_COMPILER_IS_MSVC)
#define STREW_OWN_FRAME __declspec(noinline)
#else
#define STREW_OWN_FRAME
#endif

/* ---- Caches -------------------------------------------------------------------------------------------------------------------------- */

/* To be written, to be read, and to be read into the second-level cache. */
#if defined(STREW_COMPILER_IS_GNU)
#define STREW_PREFETCH(address) __builtin_prefetch(address, 1)
#define STREW_PREFETCH_READ(address) __builtin_prefetch(address)
#define STREW_PREFETCH_SECOND(address) __builtin_prefetch(address, 0, 2)
#elif defined(STREW_COMPILER_IS_MSVC) && defined(STREW_IS_X86)
#define STREW_PREFETCH(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define STREW_PREFETCH_READ(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define STREW_PREFETCH_SECOND(address) _mm_prefetch((const char *)(address), _MM_HINT_T1)
#elif defined(STREW_COMPILER_IS_MSVC) && defined(_M_ARM64)
#define STREW_PREFETCH(address) __prefetch2(address, 16)       /* PSTL1KEEP */
#define STREW_PREFETCH_READ(address) __prefetch2(address, 0)   /* PLDL1KEEP */
#define STREW_PREFETCH_SECOND(address) __prefetch2(address, 2) /* PLDL2KEEP */
#else
#define STREW_PREFETCH(address) ((void)(address))
#define STREW_PREFETCH_READ(address) ((void)(address))
#define STREW_PREFETCH_SECOND(address) ((void)(address))
#endif

/* Stores that go around the caches come with SSE2. GCC's header for them includes stdlib.h. */
#if (defined(__SSE2__) || defined(_M_X64)) && __STDC_HOSTED__
#define STREW_HAS_SSE2 1
#endif

/* ---- Atomics ------------------------------------------------------------------------------------------------------------------------- */

/* A word that threads read and write without an order between them. Where C11's atomics are left out, as in MSVC's C, an aligned volatile
 * word is read and written by one instruction on every processor that such compilers have. */
#if __STDC_VERSION__ >= 201112L && !defined(__STDC_NO_ATOMICS__)
#include <stdatomic.h>
typedef _Atomic uint32_t strew_atomic;

static inline uint32_t strew_atomic_load(strew_atomic *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

static inline void strew_atomic_store(strew_atomic *to, uint32_t value)
{
    atomic_store_explicit(to, value, memory_order_relaxed);
}
#else
typedef volatile uint32_t strew_atomic;

static inline uint32_t strew_atomic_load(strew_atomic *from)
{
    return *from;
}

static inline void strew_atomic_store(strew_atomic *to, uint32_t value)
{
    *to = value;
}
#endif

/* ---- The CPU ------------------------------------------------------------------------------------------------------------------------- */

#if defined(STREW_IS_X86) && (defined(STREW_COMPILER_IS_GNU) || defined(STREW_COMPILER_IS_MSVC))
#define STREW_HAS_CPUID 1
#if defined(STREW_COMPILER_IS_GNU)
#include <cpuid.h>
#endif

/* Writes eax, ebx, ecx and edx to reg; returns 0 for a leaf that the CPU does not have. */
static inline int strew_read_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t reg[4])
{
#if defined(STREW_COMPILER_IS_GNU)
    return __get_cpuid_count(leaf, subleaf, &reg[0], &reg[1], &reg[2], &reg[3]);
#else
    int words[4];
    __cpuid(words, (int)(leaf & 0x80000000)); /* eax: the last leaf, or the last of the extended ones */
    if ((uint32_t)words[0] < leaf) return 0;
    __cpuidex(words, (int)leaf, (int)subleaf);
    for (int i = 0; i < 4; i++) reg[i] = (uint32_t)words[i];
    return 1;
#endif
}

/* What the operating system saves of the registers, bits 0 to 31. An illegal instruction unless cpuid reports OSXSAVE. */
static inline uint32_t strew_read_xcr0(void)
{
#if defined(__GNUC__) || defined(__clang__)
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (uint32_t)_xgetbv(0);
#endif
}
#endif

#endif /* STREW_COMPILER_H */
