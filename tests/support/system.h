/* What tests want of the operating system, in POSIX's words and in Windows'. A file that includes this defines _GNU_SOURCE first. */
#ifndef STREW_TESTS_SYSTEM_H
#define STREW_TESTS_SYSTEM_H

#include <stddef.h>
#include <stdlib.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN /* its drawing takes names that are used here */
#define NOGDI
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#elif defined(__wasi__)
#include <string.h>
#else
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

/* ---- Pages --------------------------------------------------------------------------------------------------------------------------- */

static inline size_t page_size(void)
{
#if defined(_WIN32)
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
#elif defined(__wasi__)
    return 4096; /* a memory of WebAssembly has pages of 64 KiB, of which each could be touched anyway */
#else
    return (size_t)sysconf(_SC_PAGESIZE);
#endif
}

/* Whole pages of zeros, or NULL. Those that are never written to need no memory, but where the system counts them all the same, as Windows
 * does. */
static inline unsigned char *map_pages(size_t n_bytes)
{
#if defined(_WIN32)
    return VirtualAlloc(NULL, n_bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
#elif defined(__wasi__)
    void *const pages = aligned_alloc(page_size(), n_bytes);
    return pages ? memset(pages, 0, n_bytes) : NULL;
#else
    void *const pages = mmap(NULL, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return pages == MAP_FAILED ? NULL : pages;
#endif
}

static inline void unmap_pages(void *pages, size_t n_bytes)
{
#if defined(_WIN32)
    (void)n_bytes;
    VirtualFree(pages, 0, MEM_RELEASE);
#elif defined(__wasi__)
    (void)n_bytes;
    free(pages);
#else
    munmap(pages, n_bytes);
#endif
}

/* Where all memory can be read and written, as in WebAssembly, no page is forbidden: guarded.h then looks for writes alone. */
#if defined(__wasi__)
#define STREW_FORBIDS_PAGES 0
#else
#define STREW_FORBIDS_PAGES 1
#endif

/* From here on the process ends where it reads or writes them; or no longer. Returns whether the system agreed. */
static inline int forbid_pages(void *pages, size_t n_bytes)
{
#if defined(_WIN32)
    DWORD before;
    return VirtualProtect(pages, n_bytes, PAGE_NOACCESS, &before) != 0;
#elif defined(__wasi__)
    (void)pages, (void)n_bytes;
    return 1;
#else
    return mprotect(pages, n_bytes, PROT_NONE) == 0;
#endif
}

static inline int allow_pages(void *pages, size_t n_bytes)
{
#if defined(_WIN32)
    DWORD before;
    return VirtualProtect(pages, n_bytes, PAGE_READWRITE, &before) != 0;
#elif defined(__wasi__)
    (void)pages, (void)n_bytes;
    return 1;
#else
    return mprotect(pages, n_bytes, PROT_READ | PROT_WRITE) == 0;
#endif
}

/* ---- The environment ----------------------------------------------------------------------------------------------------------------- */

/* NULL removes the variable, and so does "" on Windows. */
static inline void set_variable(const char *name, const char *value)
{
#if defined(_WIN32)
    _putenv_s(name, value ? value : "");
#else
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
#endif
}

#endif
