/* Tensors as views of larger guarded buffers, with random strides, and their dense copies. */
#ifndef STREW_TESTS_VIEWS_H
#define STREW_TESTS_VIEWS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "fill.h"
#include "guarded.h"

enum { VIEW_RANK = 8 }; /* the largest of a view */

typedef struct view {
    guarded buffer;
    unsigned char *before;     /* all bytes of the buffer as they were drawn */
    unsigned char *dense_room; /* for the values of dense */
    int64_t shape[VIEW_RANK], strides[VIEW_RANK], dense_shape[VIEW_RANK];
    strew_tensor tensor; /* strides are NULL where the draw says so; then they are dense, and in `strides` all the same */
    strew_tensor dense;  /* the same elements in row-major order */
} view;

/* Room for a buffer of `capacity` bytes. Do not move a view after view_draw: its tensors point into it. */
view view_open(size_t capacity);
void view_close(view *view);

/* Whether elements may share an address, as those of an expanded tensor do, or each has its own by the rule of output_strides. */
typedef enum sharing { SHARED, DISTINCT } sharing;

/* Draws strides and fills the buffer, the bytes between the elements too. Whatever does not fit becomes dense. */
void view_draw(view *view, strew_dtype dtype, int32_t rank, const int64_t *shape, sharing sharing, contents contents, uint64_t *random);

/* The same with these strides; NULL: dense. */
void view_place(view *view, strew_dtype dtype, int32_t rank, const int64_t *shape, const int64_t *strides, contents contents,
                uint64_t *random);

/* The address of an element by its number in row-major order. */
unsigned char *view_at(const view *view, size_t position);

/* Reads what was written to the elements since view_draw, for the dense copy and for view_is_unchanged. */
void view_refresh(view *view);

/* Makes the dense copy one of int64, from indices of any type. What int64 cannot hold is INT64_MAX. */
void view_widen(view *view);

/* Writes the bytes that the buffer had back to it. */
void view_restore(view *view);

/* Whether no byte of the buffer, and none around it, has changed. */
int view_is_unchanged(const view *view);

/* Whether the elements are these, given in row-major order, and all other bytes as they were. Prints a difference. */
int view_holds(const view *view, const void *expected);

/* Shape and strides in one line. Returns `text`. */
enum { VIEW_TEXT_BYTES = 200 };
const char *view_describe(const view *view, char text[VIEW_TEXT_BYTES]);

#endif
