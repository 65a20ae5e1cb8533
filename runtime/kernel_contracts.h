/* What kernels require of their callers and ensure in return, kind by kind, and what their loops keep to. contract.h has the words. */
#ifndef STREW_KERNEL_CONTRACTS_H
#define STREW_KERNEL_CONTRACTS_H

#include "contract.h"

/* Kernels that apply. After slice indices come as many as are prefetched; updates follow each other or have numbers. */
#define STREW_APPLY_CONTRACT(bytes, updates_bytes)                                                                                         \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES)                                                                                          \
    STREW_REQUIRES_BYTES(slices, sizeof *slices)                                                                                           \
    STREW_REQUIRES((bytes) > 0 && (bytes) <= STREW_MANY_TUPLES && (bytes) <= strew_any_bytes)                                              \
    STREW_REQUIRES_BYTES(slice_indices, STREW_AND_PREFETCHED(slices->prefetches_output) * sizeof *slice_indices)                           \
    STREW_REQUIRES_BYTES(slices->tuples, n_tuples * sizeof *slices->tuples)                                                                \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(updates, updates_bytes)                                                                                           \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_AND_PREFETCHED(prefetches) (n_tuples + ((prefetches) ? STREW_PREFETCH_SLICES : 0))

/* Parts of those whose updates have another type than output. */
#define STREW_STAGES(bytes, out_bytes)                                                                                                     \
    STREW_REQUIRES(n > 0 && n <= STREW_CONVERTED)                                                                                          \
    STREW_REQUIRES_BYTES(output, n * (out_bytes))                                                                                          \
    STREW_REQUIRES_BYTES(updates, n * (bytes))                                                                                             \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_COMBINES(out_bytes)                                                                                                          \
    STREW_REQUIRES(n <= STREW_CONVERTED)                                                                                                   \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(staged, n * (out_bytes))                                                                                          \
    STREW_REQUIRES_BYTES(slice_indices, (n + (prefetches_output ? STREW_PREFETCH_SLICES : 0)) * sizeof *slice_indices)                     \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_STAGES_EACH                                                                                                                  \
    STREW_ASSIGNS(t, n, STREW_ALL_BYTES(output))                                                                                           \
    STREW_INVARIANT(t <= n_tuples)

/* Kernels of indices: these may be anything and change at any time, and the slice indices that come out are in bounds, or the sentinel. The
 * last number of `reach` is what in bounds is. */
#define STREW_INDICES_CONTRACT(n_components, indices_bytes)                                                                                \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES)                                                                                          \
    STREW_REQUIRES_BYTES(components, sizeof *components)                                                                                   \
    STREW_REQUIRES(components->k == (n_components) && components->k > 0 && components->k <= STREW_MAX_RANK)                                \
    STREW_REQUIRES_BYTES(components->low, components->k * sizeof(int64_t))                                                                 \
    STREW_REQUIRES_BYTES(components->size, components->k * sizeof(int64_t))                                                                \
    STREW_REQUIRES_BYTES(indices, indices_bytes)
#define STREW_LOCATES_CONTRACT(n_components, indices_bytes)                                                                                \
    STREW_INDICES_CONTRACT(n_components, indices_bytes)                                                                                    \
    STREW_REQUIRES_BYTES(components->stride, components->k * sizeof(uint64_t))                                                             \
    STREW_REQUIRES_BYTES(components->reach, (components->k + 1) * sizeof(uint64_t))                                                        \
    STREW_REQUIRES_BYTES(slice_indices, n_tuples * sizeof *slice_indices)                                                                  \
    STREW_ASSIGNS(STREW_BYTES(slice_indices, n_tuples * sizeof *slice_indices))                                                            \
    STREW_ENSURES(strew_any >= n_tuples || STREW_IS_LOCATED(slice_indices[strew_any]))                                                     \
    STREW_ENSURES(strew_any >= n_tuples || slice_indices[strew_any] <= STREW_RESULT)
#define STREW_IS_LOCATED(slice_index) ((slice_index) == UINT32_MAX || (slice_index) <= components->reach[components->k])

/* Their loops, over tuples and over the components of each. */
#define STREW_CHECKS_TUPLES                                                                                                                \
    STREW_ASSIGNS(i, is_out_of_bounds)                                                                                                     \
    STREW_INVARIANT(i <= n_tuples)
#define STREW_LOCATES_TUPLES                                                                                                               \
    STREW_ASSIGNS(i, largest, STREW_BYTES(slice_indices, n_tuples * sizeof *slice_indices))                                                \
    STREW_INVARIANT(i <= n_tuples)                                                                                                         \
    STREW_INVARIANT(strew_any >= i || STREW_IS_LOCATED(slice_indices[strew_any]))                                                          \
    STREW_INVARIANT(strew_any >= i || slice_indices[strew_any] <= largest)
#define STREW_CHECKS_EACH(n)                                                                                                               \
    STREW_ASSIGNS(c, is_out_of_bounds)                                                                                                     \
    STREW_INVARIANT(c <= (n))
#define STREW_LINEARISES_EACH(n)                                                                                                           \
    STREW_ASSIGNS(c, is_out_of_bounds, slice_index)                                                                                        \
    STREW_INVARIANT(c <= (n))                                                                                                              \
    STREW_INVARIANT(is_out_of_bounds || slice_index <= components->reach[c])
#define STREW_CLAMPS_EACH(n)                                                                                                               \
    STREW_ASSIGNS(c, slice_index)                                                                                                          \
    STREW_INVARIANT(c <= (n))                                                                                                              \
    STREW_INVARIANT(slice_index <= components->reach[c])

/* Kernels that gather. */
#define STREW_GATHER_CONTRACT(bytes, output_bytes)                                                                                         \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES)                                                                                          \
    STREW_REQUIRES((bytes) > 0 && (bytes) <= STREW_MANY_TUPLES && (bytes) <= strew_any_bytes)                                              \
    STREW_REQUIRES_BYTES(slice_indices, STREW_AND_PREFETCHED(prefetches) * sizeof *slice_indices)                                          \
    STREW_REQUIRES_BYTES(data, strew_any_bytes)                                                                                            \
    STREW_REQUIRES_BYTES(output, output_bytes)                                                                                             \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))

/* Kernels that take and put elements whose indices they read, and their parts. Updates are where the caller says. */
#define STREW_READS_CONTRACT(index_bytes)                                                                                                  \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES && row > 0 && row <= STREW_MANY_TUPLES)                                                   \
    STREW_REQUIRES_BYTES(components, sizeof *components)                                                                                   \
    STREW_REQUIRES_BYTES(components->low, sizeof *components->low)                                                                         \
    STREW_REQUIRES_BYTES(components->size, sizeof *components->size)                                                                       \
    STREW_REQUIRES(components->size[0] >= 0 && (uint64_t)components->size[0] <= STREW_MANY_TUPLES)                                         \
    STREW_REQUIRES_BYTES(indices, n_tuples * (index_bytes))
#define STREW_TAKE_CONTRACT(index_bytes, bytes)                                                                                            \
    STREW_READS_CONTRACT(index_bytes)                                                                                                      \
    STREW_REQUIRES_BYTES(data, strew_any_bytes)                                                                                            \
    STREW_REQUIRES_BYTES(output, n_tuples * (bytes))                                                                                       \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_PUT_CONTRACT(index_bytes)                                                                                                    \
    STREW_READS_CONTRACT(index_bytes)                                                                                                      \
    STREW_REQUIRES(step >= -(ptrdiff_t)STREW_MANY_TUPLES && step <= (ptrdiff_t)STREW_MANY_TUPLES)                                          \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_TAKES_PLAIN(index_bytes, bytes)                                                                                              \
    STREW_TAKES_FROM_ROW(index_bytes, bytes)                                                                                               \
    STREW_ENSURES(i <= STREW_RESULT && STREW_RESULT <= end)
#define STREW_TAKES_WRAPPED(index_bytes, bytes)                                                                                            \
    STREW_TAKES_FROM_ROW(index_bytes, bytes)                                                                                               \
    STREW_ENSURES(STREW_RESULT == 0 || STREW_RESULT == 1)
#define STREW_TAKES_FROM_ROW(index_bytes, bytes)                                                                                           \
    STREW_REQUIRES(i <= end && end <= STREW_MANY_TUPLES && size <= STREW_MANY_TUPLES)                                                      \
    STREW_REQUIRES_BYTES(output, end * (bytes))                                                                                            \
    STREW_REQUIRES_BYTES(in, size * (bytes))                                                                                               \
    STREW_REQUIRES_BYTES(indices, end * (index_bytes))                                                                                     \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_PUTS_PLAIN(index_bytes, bytes)                                                                                               \
    STREW_PUTS_INTO_ROW(index_bytes, bytes)                                                                                                \
    STREW_ENSURES(i <= STREW_RESULT && STREW_RESULT <= end)
#define STREW_PUTS_WRAPPED(index_bytes, bytes)                                                                                             \
    STREW_PUTS_INTO_ROW(index_bytes, bytes)                                                                                                \
    STREW_ENSURES(STREW_RESULT == 0 || STREW_RESULT == 1)
#define STREW_PUTS_INTO_ROW(index_bytes, bytes)                                                                                            \
    STREW_REQUIRES(i <= end && end <= STREW_MANY_TUPLES && size <= STREW_MANY_TUPLES)                                                      \
    STREW_REQUIRES(step >= -(ptrdiff_t)STREW_MANY_TUPLES && step <= (ptrdiff_t)STREW_MANY_TUPLES)                                          \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_REQUIRES_BYTES(output, size * (bytes))                                                                                           \
    STREW_REQUIRES_BYTES(indices, end * (index_bytes))                                                                                     \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))

/* Their loops. */
#define STREW_TAKES_ROWS                                                                                                                   \
    STREW_ASSIGNS(i, at, STREW_ALL_BYTES(output))                                                                                          \
    STREW_INVARIANT(i <= n_tuples)
#define STREW_PUTS_EACH                                                                                                                    \
    STREW_ASSIGNS(i, from, STREW_ALL_BYTES(output))                                                                                        \
    STREW_INVARIANT(__CPROVER_loop_entry(i) <= i && i <= end)
#define STREW_PUTS_EACH_OF(at, n, step)                                                                                                    \
    STREW_ASSIGNS(at, from, STREW_ALL_BYTES(output))                                                                                       \
    STREW_INVARIANT(at <= (n) && at % (step) == 0)

/* Kernels that select, and their loop. The prover has slice indices apart from those that are copied, as no address depends on one. */
#define STREW_SELECT_CONTRACT(bytes)                                                                                                       \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES)                                                                                          \
    STREW_REQUIRES_BYTES(selection, sizeof *selection)                                                                                     \
    STREW_REQUIRES(selection->shift < 32)                                                                                                  \
    STREW_REQUIRES_BYTES(slice_indices, n_tuples * sizeof *slice_indices)                                                                  \
    STREW_REQUIRES_BYTES(updates, n_tuples * (bytes))                                                                                      \
    STREW_REQUIRES_BYTES(own_slice_indices, n_tuples * sizeof *own_slice_indices)                                                          \
    STREW_REQUIRES_BYTES(own_updates, n_tuples * (bytes))                                                                                  \
    STREW_ENSURES(STREW_RESULT <= n_tuples)                                                                                                \
    STREW_ASSIGNS(STREW_ALL_BYTES(own_slice_indices), STREW_ALL_BYTES(own_updates))
#define STREW_SELECTS_EACH                                                                                                                 \
    STREW_ASSIGNS(i, n_own, STREW_ALL_BYTES(own_slice_indices), STREW_ALL_BYTES(own_updates))                                              \
    STREW_INVARIANT(n_own <= i && i <= n_tuples)

/* What combines n elements of a row with as many numbers, and such loops. */
#define STREW_COMBINES_ROW(numbers, row, bytes)                                                                                            \
    STREW_REQUIRES(n <= STREW_COLUMNS)                                                                                                     \
    STREW_REQUIRES_BYTES(numbers, STREW_COLUMNS * sizeof *numbers)                                                                         \
    STREW_REQUIRES_BYTES(row, n * (bytes))                                                                                                 \
    STREW_ASSIGNS(STREW_ALL_BYTES(numbers))
#define STREW_COMBINES_EACH(numbers)                                                                                                       \
    STREW_ASSIGNS(j, STREW_ALL_BYTES(numbers))                                                                                             \
    STREW_INVARIANT(j <= n)

/* Elements from byte i of each slice on, of which there are n. */
#define STREW_HAS_COLUMNS(bytes)                                                                                                           \
    STREW_REQUIRES_BYTES(slices, sizeof *slices)                                                                                           \
    STREW_REQUIRES(slices->slice_bytes <= strew_any_bytes && i < slices->slice_bytes)                                                      \
    STREW_REQUIRES(n <= STREW_COLUMNS && n * (bytes) <= slices->slice_bytes - i)
#define STREW_HAS_WHOLE_ELEMENTS(bytes)                                                                                                    \
    STREW_REQUIRES_BYTES(slices, sizeof *slices)                                                                                           \
    STREW_REQUIRES(slices->slice_bytes > 0 && slices->slice_bytes % (bytes) == 0 && slices->slice_bytes <= strew_any_bytes)

/* Kernels that reduce segments, and their parts. Updates are as many as lengths add up to. */
#define STREW_REDUCE_CONTRACT(bytes)                                                                                                       \
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)                                                                                                 \
    STREW_HAS_WHOLE_ELEMENTS(bytes)                                                                                                        \
    STREW_REQUIRES_BYTES(lengths, n * sizeof *lengths)                                                                                     \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_REDUCES_SEGMENTS                                                                                                             \
    STREW_ASSIGNS(s, begin, end, STREW_ALL_BYTES(output))                                                                                  \
    STREW_INVARIANT(s <= n)
#define STREW_REDUCES_COLUMN(bytes)                                                                                                        \
    STREW_REQUIRES(begin < end)                                                                                                            \
    STREW_REQUIRES_BYTES(slices, sizeof *slices)                                                                                           \
    STREW_REQUIRES(slices->slice_bytes <= strew_any_bytes && i < slices->slice_bytes && (bytes) <= slices->slice_bytes - i)                \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_ASSIGNS()
#define STREW_REDUCES_ROWS                                                                                                                 \
    STREW_ASSIGNS(t, value)                                                                                                                \
    STREW_INVARIANT(begin < t && t <= end)

/* Kernels that sum up the tuples of slices, and their parts. Lists are in order, and `distance` tuples more are prefetched. */
#define STREW_SUM_CONTRACT(bytes)                                                                                                          \
    STREW_HAS_WHOLE_ELEMENTS(bytes)                                                                                                        \
    STREW_REQUIRES_BYTES(lists, sizeof *lists)                                                                                             \
    STREW_REQUIRES(lists->n <= STREW_MANY_TUPLES && lists->n_tuples <= STREW_MANY_TUPLES)                                                  \
    STREW_REQUIRES_BYTES(lists->ends, lists->n * sizeof *lists->ends)                                                                      \
    STREW_REQUIRES_BYTES(lists->tuples, lists->n_tuples * sizeof *lists->tuples)                                                           \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_SUMS_SLICES                                                                                                                  \
    STREW_ASSIGNS(s, begin, end, STREW_ALL_BYTES(output))                                                                                  \
    STREW_INVARIANT(s <= lists->n)
#define STREW_SUMS_SLICE(bytes)                                                                                                            \
    STREW_ASSIGNS(i, n, STREW_ALL_BYTES(output))                                                                                           \
    STREW_INVARIANT(i <= slice_bytes && i % (bytes) == 0)
#define STREW_SUMS_COLUMNS(bytes)                                                                                                          \
    STREW_HAS_COLUMNS(bytes)                                                                                                               \
    STREW_REQUIRES(n_tuples <= STREW_MANY_TUPLES && distance <= STREW_PREFETCH_LISTED)                                                     \
    STREW_REQUIRES_BYTES(tuples, (n_tuples + distance) * sizeof *tuples)                                                                   \
    STREW_REQUIRES_BYTES(output, n * (bytes))                                                                                              \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_SUMS_TUPLES                                                                                                                  \
    STREW_ASSIGNS(t, STREW_ALL_BYTES(sums))                                                                                                \
    STREW_INVARIANT(t <= n_tuples)

/* Kernels that reduce bags, and their parts. Lengths add up to no more than there are tuples. */
#define STREW_BAGS                                                                                                                         \
    STREW_REQUIRES_BYTES(bags, sizeof *bags)                                                                                               \
    STREW_REQUIRES(bags->n <= STREW_MANY_TUPLES && bags->n_tuples <= STREW_MANY_TUPLES && bags->n_rows > 0)                                \
    STREW_REQUIRES(bags->index_bytes == 4 || bags->index_bytes == 8)                                                                       \
    STREW_REQUIRES_BYTES_OR_NULL(bags->indices, bags->n_tuples * bags->index_bytes)
#define STREW_HAS_WEIGHTS(bytes, number_bytes)                                                                                             \
    STREW_REQUIRES(bags->weight_bytes == (bytes) || bags->weight_bytes == (number_bytes))                                                  \
    STREW_REQUIRES_BYTES_OR_NULL(bags->weights, bags->n_tuples * bags->weight_bytes)
#define STREW_BAG_CONTRACT(bytes, number_bytes)                                                                                            \
    STREW_HAS_WHOLE_ELEMENTS(bytes)                                                                                                        \
    STREW_BAGS                                                                                                                             \
    STREW_HAS_WEIGHTS(bytes, number_bytes)                                                                                                 \
    STREW_REQUIRES_BYTES(bags->lengths, bags->n * sizeof *bags->lengths)                                                                   \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(table, strew_any_bytes)                                                                                           \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_BAGS_SEGMENTS                                                                                                                \
    STREW_ASSIGNS(s, first, end, STREW_ALL_BYTES(output))                                                                                  \
    STREW_INVARIANT(s <= bags->n)
#define STREW_BAGS_COLUMNS(bytes, number_bytes)                                                                                            \
    STREW_HAS_COLUMNS(bytes)                                                                                                               \
    STREW_BAGS                                                                                                                             \
    STREW_HAS_WEIGHTS(bytes, number_bytes)                                                                                                 \
    STREW_REQUIRES(first < end && end <= bags->n_tuples)                                                                                   \
    STREW_REQUIRES_BYTES(output, n * (bytes))                                                                                              \
    STREW_REQUIRES_BYTES(table, strew_any_bytes)                                                                                           \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_BAGS_ROWS                                                                                                                    \
    STREW_ASSIGNS(t, STREW_ALL_BYTES(values))                                                                                              \
    STREW_INVARIANT(first <= t && t <= end)

/* Kernels that combine rows of a table, and their parts. After slice indices and rows come as many as are prefetched. */
#define STREW_ROW_TUPLES(number_bytes)                                                                                                     \
    STREW_REQUIRES_BYTES(tuples, sizeof *tuples)                                                                                           \
    STREW_REQUIRES(tuples->n <= STREW_MANY_TUPLES)                                                                                         \
    STREW_REQUIRES_BYTES(tuples->slice_indices, (tuples->n + STREW_PREFETCH_ROWS) * sizeof *tuples->slice_indices)                         \
    STREW_REQUIRES_BYTES(tuples->rows, (tuples->n + STREW_PREFETCH_ROWS) * sizeof *tuples->rows)                                           \
    STREW_REQUIRES_BYTES_OR_NULL(tuples->weights, tuples->n * (number_bytes))
#define STREW_FUSE_CONTRACT(bytes, number_bytes)                                                                                           \
    STREW_HAS_WHOLE_ELEMENTS(bytes)                                                                                                        \
    STREW_REQUIRES(slices->slice_bytes / (bytes) * (number_bytes) <= strew_any_bytes)                                                      \
    STREW_ROW_TUPLES(number_bytes)                                                                                                         \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(table, strew_any_bytes)                                                                                           \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_FUSES_SLICES                                                                                                                 \
    STREW_ASSIGNS(first, t, STREW_ALL_BYTES(output))                                                                                       \
    STREW_INVARIANT(first <= tuples->n && t <= tuples->n)
#define STREW_FUSES_SLICE(bytes)                                                                                                           \
    STREW_ASSIGNS(i, n, t, STREW_ALL_BYTES(output))                                                                                        \
    STREW_INVARIANT(i <= slice_bytes && i % (bytes) == 0 && t <= tuples->n)
#define STREW_FUSES_COLUMNS(bytes, number_bytes)                                                                                           \
    STREW_HAS_COLUMNS(bytes)                                                                                                               \
    STREW_ROW_TUPLES(number_bytes)                                                                                                         \
    STREW_REQUIRES(first < tuples->n)                                                                                                      \
    STREW_REQUIRES_BYTES(output, n * (number_bytes))                                                                                       \
    STREW_REQUIRES_BYTES(table, strew_any_bytes)                                                                                           \
    STREW_ENSURES(first < STREW_RESULT && STREW_RESULT <= tuples->n)                                                                       \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_FUSES_ROWS                                                                                                                   \
    STREW_ASSIGNS(t, STREW_ALL_BYTES(values))                                                                                              \
    STREW_INVARIANT(first + replaces <= t && t <= tuples->n)

/* Kernels that store which tuples win, and their parts: of one number; of the elements of a slice and their numbers; and of all tuples. */
#define STREW_IS_ARG                                                                                                                       \
    STREW_REQUIRES(arg_bytes == sizeof(int32_t) || arg_bytes == sizeof(int64_t))                                                           \
    STREW_REQUIRES_BYTES(arg, arg_bytes)
#define STREW_COMPARES(n, bytes)                                                                                                           \
    STREW_REQUIRES((n) <= STREW_MANY_TUPLES && (arg_bytes == sizeof(int32_t) || arg_bytes == sizeof(int64_t)))                             \
    STREW_REQUIRES_BYTES(order, sizeof *order)                                                                                             \
    STREW_REQUIRES_BYTES(out, (n) * (bytes))                                                                                               \
    STREW_REQUIRES_BYTES(arg, (n) * arg_bytes)                                                                                             \
    STREW_REQUIRES_BYTES(in, (n) * (bytes))                                                                                                \
    STREW_ASSIGNS(STREW_ALL_BYTES(out), STREW_ALL_BYTES(arg))
#define STREW_COMPARES_EACH                                                                                                                \
    STREW_ASSIGNS(j, STREW_ALL_BYTES(out), STREW_ALL_BYTES(arg))                                                                           \
    STREW_INVARIANT(j <= n)
#define STREW_NUMBERS_EACH                                                                                                                 \
    STREW_ASSIGNS(i, STREW_ALL_BYTES(arg))                                                                                                 \
    STREW_INVARIANT(i <= n)
#define STREW_PREFETCHES_ALL(j)                                                                                                            \
    STREW_ASSIGNS(j)                                                                                                                       \
    STREW_INVARIANT(j % STREW_LINE_BYTES == 0)
#define STREW_ARG_CONTRACT(bytes)                                                                                                          \
    STREW_REQUIRES_BYTES(slices, sizeof *slices)                                                                                           \
    STREW_REQUIRES(slices->arg_bytes == sizeof(int32_t) || slices->arg_bytes == sizeof(int64_t))                                           \
    STREW_REQUIRES(slices->n_elements > 0 && slices->n_elements <= STREW_MANY_TUPLES)                                                      \
    STREW_REQUIRES(slices->n_elements * 8 <= strew_any_bytes && slices->n_elements * (bytes) <= strew_any_bytes)                           \
    STREW_REQUIRES_BYTES(order, sizeof *order)                                                                                             \
    STREW_REQUIRES_BYTES(tuples, sizeof *tuples)                                                                                           \
    STREW_REQUIRES(tuples->n <= STREW_MANY_TUPLES)                                                                                         \
    STREW_REQUIRES_BYTES(tuples->slice_indices, STREW_WITH_ARGS_PREFETCHED * sizeof *tuples->slice_indices)                                \
    STREW_REQUIRES_BYTES(tuples->tuples, tuples->n * sizeof *tuples->tuples)                                                               \
    STREW_REQUIRES_BYTES_OR_NULL(tuples->numbers, tuples->n * sizeof *tuples->numbers)                                                     \
    STREW_REQUIRES_BYTES_OR_NULL(tuples->ordinals, tuples->n * sizeof *tuples->ordinals)                                                   \
    STREW_REQUIRES(tuples->numbers != NULL || tuples->ordinals != NULL)                                                                    \
    STREW_REQUIRES_BYTES(output, strew_any_bytes)                                                                                          \
    STREW_REQUIRES_BYTES(args, strew_any_bytes)                                                                                            \
    STREW_REQUIRES_BYTES(updates, strew_any_bytes)                                                                                         \
    STREW_ASSIGNS(STREW_ALL_BYTES(output), STREW_ALL_BYTES(args))
#define STREW_WITH_ARGS_PREFETCHED (tuples->n + (slices->prefetches ? STREW_PREFETCH_ARGS : 0))
#define STREW_COMPARES_TUPLES(n)                                                                                                           \
    STREW_ASSIGNS(t, STREW_ALL_BYTES(output), STREW_ALL_BYTES(args))                                                                       \
    STREW_INVARIANT(t <= (n))
#define STREW_COMPARES_ELEMENTS                                                                                                            \
    STREW_ASSIGNS(i, STREW_ALL_BYTES(output), STREW_ALL_BYTES(args))                                                                       \
    STREW_INVARIANT(i <= n)

/* Kernels that start sums of means and that divide them. */
#define STREW_STARTS_MEANS(bytes)                                                                                                          \
    STREW_REQUIRES(n <= STREW_MANY_TUPLES)                                                                                                 \
    STREW_REQUIRES_BYTES(sums, n * 16)                                                                                                     \
    STREW_REQUIRES_BYTES_OR_NULL(old, n * (bytes))                                                                                         \
    STREW_ASSIGNS(STREW_ALL_BYTES(sums))
#define STREW_DIVIDES_MEANS(bytes, sum_bytes)                                                                                              \
    STREW_REQUIRES(n <= STREW_MANY_TUPLES && count > 0)                                                                                    \
    STREW_REQUIRES_BYTES(output, n * (bytes))                                                                                              \
    STREW_REQUIRES_BYTES(sums, n * (sum_bytes))                                                                                            \
    STREW_ASSIGNS(STREW_ALL_BYTES(output))
#define STREW_MEANS_EACH(written)                                                                                                          \
    STREW_ASSIGNS(i, STREW_ALL_BYTES(written))                                                                                             \
    STREW_INVARIANT(i <= n)

#endif /* STREW_KERNEL_CONTRACTS_H */
