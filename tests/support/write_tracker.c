#include "write_tracker.h"

#include "group.h"
#include "testing.h"

void record_writes(write_tracker *write_tracker, const fixture *fixture, int is_in_place)
{
    const guarded *const of[TOUCHED] = {[TOUCHED_OUTPUT] = &fixture->output,
                                        [TOUCHED_DATA] = is_in_place ? NULL : &fixture->data,
                                        [TOUCHED_INDICES] = &fixture->indices,
                                        [TOUCHED_UPDATES] = &fixture->updates,
                                        [TOUCHED_PREPARED] = fixture->is_prepared ? &fixture->prepared : NULL};

    const int is_narrow = fixture->indices_tensor.dtype == STREW_DTYPE_INT32;

    for (int buffer = 0; buffer < TOUCHED; buffer++) {
        for (placement end = FLUSH_END; end <= FLUSH_START; end++)
            write_tracker->n[is_narrow][is_in_place][buffer][end] += of[buffer] && guarded_is_flush(of[buffer], end);
    }
}

void assert_guards_touched(const write_tracker *write_tracker, touched_buffer n_buffers, const char *of)
{
    static const char *const names[TOUCHED] = {"output", "data", "indices", "updates", "prepared indices"};

    while (next_case()) {
        const size_t buffer = choose("buffer", (size_t)n_buffers), end = choose("end", 2), is_in_place = choose("is_in_place", 2),
                     is_narrow = choose("is_narrow", 2);
        if (write_tracker->n[is_narrow][is_in_place][buffer][end] || (is_in_place && buffer == TOUCHED_DATA)) continue;
        fail_msg("%s: %s never touched the guard page %s with indices of %s %s", of, names[buffer],
                 end == FLUSH_END ? "behind" : "in front", is_narrow ? "int32" : "int64", is_in_place ? "in place" : "out of place");
    }
}
