/* A record of the slices that updates touch. All elements of a slice share its tuples, so the record has one entry for each slice, and
 * outer indices share it. It is as large as what the tuples can touch, or as all slices, whichever is less. If all slices have their place
 * in it, threads share it: each has its own slices, of all outer indices, from clearing their record to dividing their sums. */
#ifndef STREW_RECORD_H
#define STREW_RECORD_H

#include "access.h"

/* What a thread applies: all tuples, and then all members are 0; those of a selection; or those of slices begin to end - 1, which no other
 * thread has. Threads can share the record by such ranges too, if each begins at a multiple of STREW_TOUCHED_SLICES: they have whole bytes
 * of the record. */
typedef struct strew_touched_part {
    const strew_selection *own;
    size_t begin, end;
} strew_touched_part;
enum { STREW_TOUCHED_SLICES = 8 };

/* A table of touched slices is hashed by the high bits of a product. Its multiplier is made from the address of the workspace: whoever
 * chooses indices without that address cannot make all their hashes equal. */
static inline uint64_t strew_touched_multiplier(uint64_t address)
{
    const uint64_t over_golden_ratio = UINT64_C(0x9e3779b97f4a7c15); /* 2^64 over it */
    address *= over_golden_ratio;
    return ((address ^ address >> 32) * over_golden_ratio) | 1;
}

static inline size_t strew_touched_hash(uint64_t slice_index, uint64_t multiplier, int shift)
{
    return (size_t)(slice_index * multiplier >> shift);
}

typedef struct strew_record strew_record;

#if STREW_BUILD_TOUCHED
/* The size of the workspace that a run of the plan needs; 0 if it needs none. SIZE_MAX if no memory is large enough. */
size_t strew_touched_bytes(const strew_plan_state *plan);

/* Whether threads can share the record, because it has a place for every slice; of rows of so many elements, or of single tuples. Slice
 * indices have 32 bits, as those of every plan that threads share. */
int strew_can_share_touched(const strew_plan_state *plan, size_t elements);

/* Groups of slices for selections, 2^shift of them, the first of which has `lead` fewer. No two have a line of the record in common. */
uint32_t strew_touched_group_shift(const strew_plan_state *plan);
uint32_t strew_touched_group_lead(const strew_plan_state *plan, const void *workspace);

/* Whether the record lists the tuples of each slice, instead of having sums. */
int strew_has_lists(const strew_plan_state *plan);

/* What is known of slices is stored by slice index: a bit for each, or the number of its updates. Or touched slices have
 * ordinals, in the order in which they are touched first, and it is stored by ordinal. A table finds the ordinal of a slice: by its slice
 * index, or by a hash of it. Of these three forms, a record has the one that takes the least space. In order, the tuple before is known
 * alone, in no space at all. */
typedef enum strew_record_form { STREW_BY_SLICE, STREW_DIRECT, STREW_HASHED, STREW_IN_ORDER } strew_record_form;

struct strew_record {
    strew_record_form form;
    int shift;
    uint64_t previous;           /* in order: the slice of the tuple before, or UINT64_MAX */
    uint64_t counted, n_counted; /* the same of the tuples that are counted of a mean, and how many have named it */
    int is_counted;              /* counts are complete: no slice is touched for the first time */
    uint64_t multiplier;         /* of the hash */
    size_t number_bytes;
    size_t n, max; /* ordinals, and how many there can be; by slice index, both are the end of the slices */
    size_t first;  /* by slice index, where they begin */
    void *table;   /* bits, or ordinals plus 1; 0 for none */
    void *slices;  /* slice indices by ordinal */
    void *counts;  /* of a mean; or of all parts of the slices, if updates that are NaN are passed over; or of lists */
    size_t row;    /* counts of a slice: 1, or one of its tuples and then those of its parts; 0 for a bit */
    unsigned char *sums;
    void *lists; /* tuples by ordinal, see tile.c */
    strew_touched_part part;
};

/* A record in the workspace of a part, in which no slice of that part has been touched. */
strew_record strew_make_record(const strew_job *job, void *workspace, strew_touched_part part);

/* The next own slices after *end, where 0 is before the first; without a selection, all that are known. Zero if there are none. */
int strew_next_own(const strew_record *record, size_t *begin, size_t *end);

static STREW_INLINE int strew_has_wide_numbers(const strew_record *record)
{
    return record->number_bytes == sizeof(uint64_t);
}

static STREW_INLINE uint64_t strew_number_at(const strew_record *record, const void *numbers, size_t i)
{
    return strew_has_wide_numbers(record) ? ((const uint64_t *)numbers)[i] : ((const uint32_t *)numbers)[i];
}

static STREW_INLINE void strew_set_number(const strew_record *record, void *numbers, size_t i, uint64_t number)
{
    if (strew_has_wide_numbers(record)) {
        ((uint64_t *)numbers)[i] = number;
    } else {
        ((uint32_t *)numbers)[i] = (uint32_t)number;
    }
}

static STREW_INLINE int strew_touch_bit(const strew_record *record, size_t at)
{
    unsigned char *byte = (unsigned char *)record->table + at / 8;
    const unsigned bit = 1u << at % 8;
    const int is_first = !(*byte & bit);
    *byte = (unsigned char)(*byte | bit);
    return is_first;
}

/* Where the table says what is known of a slice, or the first place to look. */
static STREW_INLINE size_t strew_place_of(const strew_record *record, uint64_t slice_index)
{
    return record->form == STREW_HASHED ? strew_touched_hash(slice_index, record->multiplier, record->shift) : (size_t)slice_index;
}

/* Whether a slice is touched for the first time, and where what is known of it is stored. Bits are not: see touch.c. */
static STREW_INLINE int strew_touch(strew_record *record, uint64_t slice_index, size_t *ordinal)
{
    size_t at = strew_place_of(record, slice_index);
    *ordinal = at;
    if (record->form == STREW_BY_SLICE) return strew_number_at(record, record->counts, at) == 0;
    const size_t last = ((size_t)1 << (64 - record->shift)) - 1;
    for (uint64_t found; (found = strew_number_at(record, record->table, at)) != 0; at = (at + 1) & last) {
        *ordinal = (size_t)found - 1;
        if (record->form == STREW_DIRECT || strew_number_at(record, record->slices, *ordinal) == slice_index) return 0;
    }
    *ordinal = record->n;
    /* uncovered: there is no room only if another thread has changed the indices since they were counted */
    if (record->n == record->max) return 1;
    strew_set_number(record, record->slices, record->n, slice_index);
    strew_set_number(record, record->table, at, ++record->n);
    return 1;
}

/* One update more. The first of an ordinal finds any number. */
static STREW_INLINE void strew_count_update(const strew_record *record, size_t ordinal, int is_first)
{
    strew_set_number(record, record->counts, ordinal, is_first ? 1 : strew_number_at(record, record->counts, ordinal) + 1);
}

/* Where the count of a part is, which has its own where updates that are NaN are passed over. */
static STREW_INLINE size_t strew_count_of_part(const strew_record *record, size_t ordinal, size_t part)
{
    return ordinal * record->row + 1 + part;
}

/* Whether a slice whose parts have counts is touched for the first time; then these are 0. */
static inline int strew_touch_parts(strew_record *record, uint64_t slice_index, size_t *ordinal)
{
    *ordinal = (size_t)slice_index;
    if (record->form != STREW_BY_SLICE) {
        if (!strew_touch(record, slice_index, ordinal)) return 0;
    } else if (strew_number_at(record, record->counts, *ordinal * record->row) != 0) {
        return 0;
    }
    unsigned char *counts = (unsigned char *)record->counts + *ordinal * record->row * record->number_bytes;
    memset(counts, 0, record->row * record->number_bytes);
    strew_set_number(record, record->counts, *ordinal * record->row, 1);
    return 1;
}

/* Whether a slice, which is known by its place in a table or by its slice index, has an update. */
static STREW_INLINE int strew_is_touched(const strew_record *record, size_t ordinal)
{
    if (record->row == 0) return ((const unsigned char *)record->table)[ordinal / 8] >> ordinal % 8 & 1;
    return strew_number_at(record, record->counts, ordinal * record->row) != 0;
}

/* The number of updates. */
static inline uint64_t strew_count_of(const strew_record *record, size_t ordinal)
{
    return strew_number_at(record, record->counts, ordinal);
}

static inline uint64_t strew_slice_index_of(const strew_record *record, size_t ordinal)
{
    return record->form == STREW_BY_SLICE ? ordinal : strew_number_at(record, record->slices, ordinal);
}
#else /* no plan needs a workspace, nor a record */
struct strew_record {
    int none;
};
#define strew_touched_bytes(plan) ((void)(plan), (size_t)0)
#define strew_can_share_touched(plan, elements) ((void)(plan), 0)
#define strew_has_lists(plan) ((void)(plan), 0)
#define strew_touched_group_shift(plan) ((void)(plan), (uint32_t)0)
#define strew_touched_group_lead(plan, workspace) ((void)(plan), (void)(workspace), (uint32_t)0)
#endif

#endif /* STREW_RECORD_H */
