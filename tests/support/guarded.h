/* Buffers between two inaccessible pages. A buffer lies flush against one of these guard pages, or some bytes away from it for an odd
 * address. The bytes around it inside the mapping hold a pattern, which guarded_is_intact checks. */
#ifndef STREW_TESTS_GUARDED_H
#define STREW_TESTS_GUARDED_H

#include <stddef.h>
#include <stdint.h>

typedef enum placement {
    FLUSH_END,  /* an access one byte past the end of the buffer ends the process */
    FLUSH_START /* one byte before it */
} placement;

typedef struct guarded {
    unsigned char *mapping, *pages; /* all of it, and what lies between the guard pages */
    size_t mapping_bytes, pages_bytes;
    unsigned char *bytes; /* the buffer of the last guarded_place */
    size_t size;
    uint64_t alignments[2]; /* by placement, bit n: there was a buffer whose address was n modulo 64 */
} guarded;

/* Room for buffers of up to `capacity` bytes, 64 bytes of distance included. Ends the process where there is no memory. */
guarded guarded_open(size_t capacity);
void guarded_close(guarded *buffer);

/* A buffer of `size` bytes, `distance` bytes from the guard page. Does not change the contents of the mapping there. */
unsigned char *guarded_place(guarded *buffer, size_t size, placement placement, size_t distance);

/* Moves the buffer with its contents next to the guard page. */
unsigned char *guarded_move(guarded *buffer, placement placement);

/* Whether the buffer is next to the guard page. A buffer of no bytes is not. */
int guarded_is_flush(const guarded *buffer, placement placement);

/* Whether the bytes around the buffer are as guarded_place left them. */
int guarded_is_intact(const guarded *buffer);

/* Makes the contents uninitialised for memcheck and MemorySanitizer: they report a read before the next write. */
void guarded_forget(const guarded *buffer);

/* Makes any memory initialised and readable for them, such as the frames of calls that have returned. */
void guarded_allow(const void *bytes, size_t size);

/* For tests that need a few buffers and nothing else of them: `size` bytes of zeros, or a copy of `bytes`, next to a guard page. All are
 * freed together. The last two return whether the bytes around each are as they were. */
void *guarded_new(size_t size, placement placement);
void *guarded_copy(const void *bytes, size_t size, placement placement);
int guarded_all_intact(void);
int guarded_free_all(void);

#endif
