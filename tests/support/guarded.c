#define _GNU_SOURCE

#include "guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system.h"

/* The bytes around a buffer that hold the pattern: a few vectors. A write farther away would be due to a wrong slice index, and changes the
 * contents or hits a guard page. */
enum { MARGIN = 192, PATTERN = 0xa5 };

guarded guarded_open(size_t capacity)
{
    const size_t page = page_size();
    const size_t pages_bytes = (capacity + 64 + page - 1) / page * page;
    guarded buffer = {.pages_bytes = pages_bytes};

    buffer.mapping_bytes = pages_bytes + 2 * page;
    buffer.mapping = map_pages(buffer.mapping_bytes);
    if (buffer.mapping == NULL || !forbid_pages(buffer.mapping, page) || !forbid_pages(buffer.mapping + page + pages_bytes, page)) {
        fprintf(stderr, "no memory for a guarded buffer of %zu bytes\n", capacity);
        exit(2);
    }
    buffer.pages = buffer.mapping + page;
    buffer.bytes = buffer.pages;
    return buffer;
}

void guarded_close(guarded *buffer)
{
    unmap_pages(buffer->mapping, buffer->mapping_bytes);
    *buffer = (guarded){.bytes = NULL};
}

/* How many bytes hold the pattern before the buffer, and behind it: up to MARGIN. Where pages cannot be forbidden, they hold it too. */
static size_t margin_before(const guarded *buffer)
{
    const unsigned char *const first = STREW_FORBIDS_PAGES ? buffer->pages : buffer->mapping;
    const size_t room = (size_t)(buffer->bytes - first);
    return room < MARGIN ? room : MARGIN;
}

static size_t margin_after(const guarded *buffer)
{
    const unsigned char *const end = STREW_FORBIDS_PAGES ? buffer->pages + buffer->pages_bytes : buffer->mapping + buffer->mapping_bytes;
    const size_t room = (size_t)(end - (buffer->bytes + buffer->size));
    return room < MARGIN ? room : MARGIN;
}

unsigned char *guarded_place(guarded *buffer, size_t size, placement placement, size_t distance)
{
    if (size + distance > buffer->pages_bytes) {
        fprintf(stderr, "%zu bytes do not fit into a guarded buffer of %zu\n", size + distance, buffer->pages_bytes);
        exit(2);
    }
    buffer->size = size;
    buffer->bytes = buffer->pages + (placement == FLUSH_START ? distance : buffer->pages_bytes - size - distance);
    memset(buffer->bytes - margin_before(buffer), PATTERN, margin_before(buffer));
    memset(buffer->bytes + size, PATTERN, margin_after(buffer));
    if (size != 0) buffer->alignments[placement] |= UINT64_C(1) << (uintptr_t)buffer->bytes % 64;
    return buffer->bytes;
}

unsigned char *guarded_move(guarded *buffer, placement placement)
{
    memmove(buffer->pages + (placement == FLUSH_START ? 0 : buffer->pages_bytes - buffer->size), buffer->bytes, buffer->size);
    return guarded_place(buffer, buffer->size, placement, 0);
}

int guarded_is_flush(const guarded *buffer, placement placement)
{
    const size_t room_before = (size_t)(buffer->bytes - buffer->pages);

    return buffer->size != 0 && (placement == FLUSH_START ? room_before == 0 : room_before + buffer->size == buffer->pages_bytes);
}

static int holds_pattern(const unsigned char *bytes, size_t n)
{
    /* The first byte is right, and each other byte equals the one before it. */
    return n == 0 || (bytes[0] == PATTERN && memcmp(bytes, bytes + 1, n - 1) == 0);
}

int guarded_is_intact(const guarded *buffer)
{
    return holds_pattern(buffer->bytes - margin_before(buffer), margin_before(buffer)) &&
           holds_pattern(buffer->bytes + buffer->size, margin_after(buffer));
}

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define FORGET(bytes, size) __msan_allocated_memory(bytes, size)
#define ALLOW(bytes, size) __msan_unpoison(bytes, size)
#endif
#endif
#if !defined(FORGET) && defined(__has_include)
#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>
#define FORGET(bytes, size) VALGRIND_MAKE_MEM_UNDEFINED(bytes, size)
#define ALLOW(bytes, size) VALGRIND_MAKE_MEM_DEFINED(bytes, size)
#endif
#endif
#if !defined(FORGET)
#define FORGET(bytes, size) ((void)(bytes), (void)(size))
#define ALLOW(bytes, size) FORGET(bytes, size)
#endif

void guarded_forget(const guarded *buffer)
{
    (void)buffer; /* valgrind's macro does nothing on platforms that valgrind does not know */
    FORGET(buffer->bytes, buffer->size);
}

void guarded_allow(const void *bytes, size_t size)
{
    (void)bytes, (void)size;
    ALLOW(bytes, size);
}

/* ---- A few at a time ----------------------------------------------------------------------------------------------------------------- */

enum { MAX_NEW = 64 };
static guarded news[MAX_NEW];
static size_t n_news;

void *guarded_new(size_t size, placement placement)
{
    if (n_news == MAX_NEW) {
        fprintf(stderr, "more than %d guarded buffers at once\n", MAX_NEW);
        exit(2);
    }
    news[n_news] = guarded_open(size);
    return guarded_place(&news[n_news++], size, placement, 0);
}

void *guarded_copy(const void *bytes, size_t size, placement placement)
{
    return memcpy(guarded_new(size, placement), bytes, size);
}

int guarded_all_intact(void)
{
    for (size_t i = 0; i < n_news; i++) {
        if (!guarded_is_intact(&news[i])) return 0;
    }
    return 1;
}

int guarded_free_all(void)
{
    const int are_intact = guarded_all_intact();

    while (n_news) guarded_close(&news[--n_news]);
    return are_intact;
}
