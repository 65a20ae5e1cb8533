/* Everything that C11 leaves out and compilers do each in their own way. An unknown compiler gets the plain C at the end of each part: the
 * library then gives the same results, without prefetching, and on x86 without vector kernels. */
#ifndef STREW_COMPILER_H
#define STREW_COMPILER_H

#include <stdint.h>

/* Whose extensions the compiler has: clang-cl has both. */
#if defined(__GNUC__) || defined(__clang__)
#define STREW_LIKE_GCC 1
#endif
#if defined(_MSC_VER)
#define STREW_LIKE_MSVC 1
#include <intrin.h>
#endif

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#define STREW_IS_X86 1
#endif

/* ---- Floating point ------------------------------------------------------------------------------------------------------------------ */

/* A product and a sum are each rounded. GCC has no pragma for that; for GCC the build passes -ffp-contract=off. */
#if defined(STREW_LIKE_MSVC) && !defined(__clang__)
#pragma fp_contract(off)
#elif !defined(__GNUC__) || defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* ---- Functions ----------------------------------------------------------------------------------------------------------------------- */

/* The stack frame of such a function exists only while it runs, and is not part of its caller's. */
#if defined(STREW_LIKE_GCC)
#define STREW_OWN_FRAME __attribute__((noinline))
#elif defined(STREW_LIKE_MSVC)
#define STREW_OWN_FRAME __declspec(noinline)
#else
#define STREW_OWN_FRAME
#endif

/* Of such a function no copy is made for an argument that is constant. */
#if defined(__GNUC__) && !defined(__clang__)
#define STREW_ONE_COPY __attribute__((noclone))
#else
#define STREW_ONE_COPY
#endif

/* Such a function is called only on the way to an error, or seldom. It is compiled for size. */
#if defined(STREW_LIKE_GCC)
#define STREW_COLD __attribute__((cold))
#else
#define STREW_COLD
#endif

/* A condition of a loop that seldom holds: code for that is moved out of the way. */
#if defined(STREW_LIKE_GCC)
#define STREW_SELDOM(condition) __builtin_expect((condition) != 0, 0)
#else
#define STREW_SELDOM(condition) (condition)
#endif

/* Such a function is always inlined and needs no stack frame. tests/archive/stack.py bounds those between a public call and a kernel. */
#if defined(STREW_LIKE_GCC)
#define STREW_INLINE inline __attribute__((always_inline))
#elif defined(STREW_LIKE_MSVC)
#define STREW_INLINE __forceinline
#else
#define STREW_INLINE inline
#endif

/* ---- Types -------------------------------------------------------------------------------------------------------------------------- */

/* C lets an object be accessed only through its own type, and compilers rely on that rule: they may reorder an access through another type.
 * A type with this attribute may access an object of any type. Compilers without the attribute do not use the rule. */
#if defined(STREW_LIKE_GCC)
#define STREW_MAY_ALIAS __attribute__((may_alias))
#else
#define STREW_MAY_ALIAS
#endif

/* ---- Loads --------------------------------------------------------------------------------------------------------------------------- */

/* C lets a compiler load a variable's value from memory again, which another thread may have changed since. After this the value stays.
 * MSVC loads a value once by itself. */
#if defined(STREW_LIKE_GCC)
#define STREW_LOAD_ONCE(variable) __asm__("" : "+r"(variable))
#else
#define STREW_LOAD_ONCE(variable) ((void)(variable))
#endif

/* ---- Caches -------------------------------------------------------------------------------------------------------------------------- */

/* Prefetch for writing, for reading, and for reading into the second-level cache. */
#if defined(STREW_LIKE_GCC)
#define STREW_PREFETCH(address) __builtin_prefetch(address, 1)
#define STREW_PREFETCH_READ(address) __builtin_prefetch(address)
#define STREW_PREFETCH_SECOND(address) __builtin_prefetch(address, 0, 2)
#elif defined(STREW_LIKE_MSVC) && defined(STREW_IS_X86)
#define STREW_PREFETCH(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define STREW_PREFETCH_READ(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
#define STREW_PREFETCH_SECOND(address) _mm_prefetch((const char *)(address), _MM_HINT_T1)
#elif defined(STREW_LIKE_MSVC) && defined(_M_ARM64)
#define STREW_PREFETCH(address) __prefetch2(address, 16)       /* PSTL1KEEP */
#define STREW_PREFETCH_READ(address) __prefetch2(address, 0)   /* PLDL1KEEP */
#define STREW_PREFETCH_SECOND(address) __prefetch2(address, 2) /* PLDL2KEEP */
#else
#define STREW_PREFETCH(address) ((void)(address))
#define STREW_PREFETCH_READ(address) ((void)(address))
#define STREW_PREFETCH_SECOND(address) ((void)(address))
#endif

/* Stores that bypass the caches need SSE2. GCC's header for them includes stdlib.h. */
#if (defined(__SSE2__) || defined(_M_X64)) && __STDC_HOSTED__
#define STREW_HAS_SSE2 1
#endif

/* ---- Atomics ------------------------------------------------------------------------------------------------------------------------- */

/* A word that threads read and write without an order between them. Compilers without C11 atomics, such as MSVC, use an aligned volatile
 * word: every processor that they compile for reads and writes it with one instruction. */
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

#if defined(STREW_IS_X86) && (defined(STREW_LIKE_GCC) || defined(STREW_LIKE_MSVC))
#define STREW_HAS_CPUID 1
#if !defined(STREW_LIKE_MSVC)
#include <cpuid.h>
#endif

/* Writes eax, ebx, ecx and edx to reg; returns 0 for a leaf that the CPU does not have. */
static inline int strew_read_cpuid(uint32_t leaf, uint32_t subleaf, uint32_t reg[4])
{
#if !defined(STREW_LIKE_MSVC)
    return __get_cpuid_count(leaf, subleaf, &reg[0], &reg[1], &reg[2], &reg[3]);
#else
    int words[4];
    __cpuid(words, (int)(leaf & 0x80000000)); /* eax: the last leaf, or the last extended leaf */
    if ((uint32_t)words[0] < leaf) return 0;
    __cpuidex(words, (int)leaf, (int)subleaf);
    for (int i = 0; i < 4; i++) reg[i] = (uint32_t)words[i];
    return 1;
#endif
}

/* The register state that the operating system saves, bits 0 to 31. An illegal instruction unless cpuid reports OSXSAVE. */
static inline uint32_t strew_read_xcr0(void)
{
#if defined(STREW_LIKE_GCC)
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
#else
    return (uint32_t)_xgetbv(0);
#endif
}
#endif

#endif /* STREW_COMPILER_H */
