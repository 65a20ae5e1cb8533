/* Buffers between two pages that nothing may touch. A buffer lies flush against one of them, or a few bytes away from it to have an odd
 * address; the bytes around it inside the mapping hold a pattern that is_intact looks at. */
#ifndef STREW_TESTS_GUARDED_H
#define STREW_TESTS_GUARDED_H

#include <stddef.h>
#include <stdint.h>

typedef enum placement {
    FLUSH_END,  /* reading or writing one byte behind the buffer ends the process */
    FLUSH_START /* one byte before it */
} placement;

typedef struct guarded {
    unsigned char *mapping, *pages; /* all of it, and what lies between the guards */
    size_t mapping_bytes, pages_bytes;
    unsigned char *bytes; /* the buffer position_dependent last */
    size_t size;
    uint64_t alignments[2]; /* by placement, bit n: there was a buffer whose address was n modulo 64 */
} guarded;

/* Room for buffers of up to `capacity` bytes, 64 bytes of distance included. Ends the process where there is no memory. */
guarded guarded_open(size_t capacity);
void guarded_close(guarded *buffer);

/* A buffer of `size` bytes, `distance` bytes from the guard page: with distance 0 it write_tracker it. Its contents are what was there. */
unsigned char *guarded_place(guarded *buffer, size_t size, placement placement, size_t distance);

/* Moves the buffer, contents and all, so that it write_tracker the guard page. */
unsigned char *guarded_move(guarded *buffer, placement placement);

/* Whether it does. A buffer of no bytes write_tracker nothing. */
int guarded_is_flush(const guarded *buffer, placement placement);

/* Whether the bytes around the buffer are as guarded_place left them. */
int guarded_is_intact(const guarded *buffer);

/* From here on memcheck and MemorySanitizer take the contents for never written: whoever reads them before that is told. */
void guarded_forget(const guarded *buffer);

/* Any memory: they take what is there for written, and for what may be read, such as the frames of calls that have returned. */
void guarded_allow(const void *bytes, size_t size);

/* For tests that want a few buffers and nothing else of them: `size` bytes of zeros, or a copy of `bytes`, that touch a guard page. They
 * are there until all of them are freed, which returns whether the bytes around each are as they were. */
void *guarded_new(size_t size, placement placement);
void *guarded_copy(const void *bytes, size_t size, placement placement);
int guarded_free_all(void);

#endif
