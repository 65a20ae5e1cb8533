/* Every number that was chosen by measuring, each with the workload and the measurement that decided. Workloads are rows of the benchmark
 * (strew-bench --list); measurements were taken on two cores of AMD Zen 3, 4 and 5 and of Intel servers. No number changes a result. To
 * change one, see docs/tuning.md. Tests set the numbers between #ifndef and #endif to other values, so that small tensors take every
 * path. */
#ifndef STREW_TUNING_H
#define STREW_TUNING_H

/* ---- The machine --------------------------------------------------------------------------------------------------------------------- */

/* A cache line and a page. On a machine with other sizes, only the speed suffers. */
enum { STREW_LINE_BYTES = 64, STREW_PAGE_BYTES = 4096 };

/* Output that exceeds the second-level cache of a core does not stay there, so it is prefetched before it is written. For output that does
 * stay, prefetching costs elem_add a fourth. The size is what the CPU reports (cache.c), or else this: 1 MiB on Zen 4 and 5, 1.25 to 2 on
 * Intel servers, 0.5 to 2 on Arm servers. Tests define STREW_L2_BYTES; then no CPU is asked. */
enum { STREW_DEFAULT_L2_BYTES = 1 << 20 };

/* A size that a CPU reports is used only within these limits: 128 KiB to 16 MiB for the second level, 1 MiB or more for the third. */
enum { STREW_MIN_L2_BYTES = 128 << 10, STREW_MAX_L2_BYTES = 16 << 20, STREW_MIN_L3_BYTES = 1 << 20 };

/* A copy of at least so many bytes bypasses the caches, because it does not stay in the last-level cache until the updates are applied. A
 * core can expect 4 to 16 MiB of that cache, and twice that if few cores are busy; if the CPU reports a smaller third-level cache, its size
 * is the limit. example5_full, with a copy of 157 MB, takes a fourth less time than with memcpy. Tests define STREW_MIN_STREAMED_BYTES. */
enum { STREW_MAX_CACHED_COPY_BYTES = 32 << 20 };

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Tuples of a block. Its slice indices (2 KiB) and its indices (4 KiB per component) stay in the first-level cache between the kernels,
 * and the cost of calling a kernel, some tens of nanoseconds, is spread over enough tuples. 512, 1024 and 2800 differ by no more than
 * the noise of the benchmark. A one-call form has three blocks of slice indices on the stack beside its plan: with 512 it took 400 bytes
 * more than 16 KiB on IBM Z. Indices of rows are staged on the stack, with fewer tuples in a block. */
enum { STREW_BLOCK = 448, STREW_GATHERED_BLOCK = 64 };

/* Indices and updates that kernels cannot read where they are, are staged in so many bytes: 72 indices of 64 bits, or the longest tuple.
 * More would need too much of the stack that a call may take, on IBM Z. With 64 indices, apart_k2_add takes a tenth longer. Copies of
 * updates take STREW_STAGED_BYTES where tuples are grouped by their first touch. */
enum { STREW_STAGED_INDICES_BYTES = 576, STREW_STAGED_BYTES = 512, STREW_STAGED_UPDATES_BYTES = 1024 };

/* Tuples that are checked at once: up to 512 KiB per component, because at the start of each block the hardware prefetchers must find the
 * stride again. hist, which checks 32 MB, takes a tenth less time than with 32 KiB; 128 KiB and 2 MiB differ by no more than noise. */
enum { STREW_CHECK_BLOCK = 1 << 16 };

/* Slices of a short call, which are fewer than those of which a run is looked for (STREW_RUN_SAMPLES), or by which kernels prefetch. */
enum { STREW_MAX_SHORT_SLICES = 31 };

/* ---- Prefetching --------------------------------------------------------------------------------------------------------------------- */

/* If output exceeds the second-level cache, kernels prefetch the slice so many tuples ahead, or fewer if a slice needs several prefetches,
 * as in kernels for any width. With 40, elements_ax0 and big_elem_add, whose data is in memory, take half as long again and rows32_add a
 * third longer; 96 and 160 differ by a tenth, in either direction; without prefetching i64_mul8 loses a fourth. */
enum { STREW_PREFETCH_SLICES = 128, STREW_PREFETCH_WIDE_SLICES = 48 };

/* In slices of any width, only the first and the last line are prefetched that early. The lines between are prefetched shortly before use,
 * and only in slices up to STREW_MAX_WHOLE_BYTES, which have so few lines that a core can wait for all of them while it works: pillars,
 * with slices of 256 bytes, takes a fourth less time, data of 4 MiB with slices of 100 to 260 bytes up to two fifths less. The hardware
 * prefetchers fetch wider slices: emb256, with 1 KiB, takes a twentieth longer if all 16 lines are prefetched at once. */
enum { STREW_PREFETCH_WHOLE_SLICES = 4, STREW_MAX_WHOLE_BYTES = 512 };

/* Elements of at most so many bytes of data are taken by their indices as they are stored. With 4 MB this makes no difference, and with the
 * 64 MB of g_big_elem prefetching by slice indices takes a fourth less time. A row needs divisions and a call of the kernel; shorter ones
 * that are evenly apart, in data that needs no prefetching, are one call for all, and experts_512x8 takes 0.7 times as long as by slice
 * indices. With rows of 4, elements take 0.75 times as long. */
enum { STREW_MAX_TAKEN_BYTES = 8 << 20, STREW_MIN_TAKEN_ROW = 32, STREW_MIN_SHORT_ROW = 4 };

/* Elements are put and taken by indices as they are stored until one is negative; from there on, so many are wrapped. If all are wrapped,
 * mask_128x2048 takes a fifth longer; if none but the negative ones, it takes twice as long where a tenth are, in no order. */
enum { STREW_WRAPPED_ELEMENTS = 64 };

/* A gather whose output has gaps between slices prefetches the lines that it writes so many slices ahead: the hardware prefetchers do not
 * pass the gaps. Rows of 32 floats take 17 ns instead of 44, with gaps as wide; 8, 32 and 64 make no difference. */
enum { STREW_PREFETCH_GAPPED_SLICES = 16 };

/* Sums of a mean that exceed a line, which are in the workspace, are prefetched so many slices ahead: all their lines, while the loop that
 * adds to a slice takes some tens of nanoseconds. mean_bf16_64 takes a fourth longer without. */
enum { STREW_PREFETCH_SUMS = 8 };

/* Updates of single elements are converted so many at a time, by vectors, and then combined one by one. One at a time, float16 took 3.8 ns
 * instead of 2.7. */
enum { STREW_CONVERTED = 64 };

/* Updates that are listed by their slices are prefetched so many tuples ahead. Sums in registers of 65,536 rows of 64 float16 took a fifth
 * longer with 32, and two fifths with 128. */
enum { STREW_PREFETCH_LISTED = 64 };

/* Slices whose sums have fewer bytes, in registers or in a tile, are not listed if the record has a place for the sums of each. Four tuples
 * to a slice of float16: sums in registers took 5.7 ns a tuple instead of 6.4 with 32 elements, and 9.1 instead of 7.4 with 16. In a tile,
 * differences took 17 ns instead of 16 with 64 elements, and a mean of int8, whose sums have 8 bytes, 51 instead of 66. */
enum { STREW_MIN_SUMMED_BYTES = 128, STREW_MIN_TILED_BYTES = 512 };

/* Updates are read in order, and prefetched this far ahead: the hardware prefetcher does not keep up between the other accesses. */
enum { STREW_PREFETCH_UPDATES_BYTES = 2048 };

/* The prefetch distance for updates of wide slices, of which a thread applies only its own: into the second-level cache, so that the
 * hardware prefetchers do not fetch those of other threads too. */
enum { STREW_PREFETCH_OWN_BYTES = 16384 };

/* Tuples with updates of so many bytes are applied by one call of the kernel, which costs 3 ns, and in between their lines are
 * prefetched. */
enum { STREW_LISTED_BYTES = 1024 };

/* Indices are prefetched this far ahead, unless they are so few that an eighth of the prefetches would be past their end. A pass that only
 * reads reaches 50 GB/s instead of 39 with 2 KiB. Making slice indices block by block takes a tenth less time in hist and a sixth less in
 * slice_assign: the indices of the next block are loaded while one is applied. */
enum { STREW_PREFETCH_INDICES_BYTES = 8192, STREW_MIN_PREFETCHED_INDICES_BYTES = 8 * STREW_PREFETCH_INDICES_BYTES };

/* A copy that bypasses the caches prefetches this far ahead: the hardware prefetchers stop at the end of a page, and such stores leave them
 * less time to start on the next one. */
enum { STREW_PREFETCH_COPY_BYTES = 2048 };

/* Between the groups of a block, so many bytes of the next block's output or slice indices are prefetched at once: the 10 to 16 lines that
 * a core can wait for while it works. elements_ax1, whose blocks need 128 lines, takes a quarter longer if all are prefetched at once;
 * prepared hist, with its 32 lines, a fifth longer; k3_add takes a quarter longer without any. */
enum { STREW_PREFETCH_AT_ONCE_BYTES = 12 * STREW_LINE_BYTES };

/* If a block writes a region with at most one line for so many tuples, the whole region is prefetched a block ahead, instead of a line for
 * every tuple: on elements_ax1 that is a quarter of the prefetches. Without any, it takes 1.4 times as long, and 2.5 times if fewer tuples
 * name a line, or a line is only written. */
enum { STREW_MIN_TUPLES_OF_REGION_LINE = 2 };

/* ---- Args ---------------------------------------------------------------------------------------------------------------------------- */

/* Slices of output and of args are prefetched so many tuples ahead, all their lines. */
enum { STREW_PREFETCH_ARGS = 16 };

/* Updates of listed tuples are prefetched so many tuples ahead, to the second-level cache: rows of 64 floats took 44 to 53 ms with 24, and
 * 53 to 60 with 12 to the first level. */
enum { STREW_PREFETCH_COMPARED = 24 };

/* Slices of at least so many bytes have lists of their tuples: 10^6 rows of 128 floats took 1.2 to 1.6 times as long as their maximum, and
 * 2.1 to 3.1 without lists. Rows of 32 floats took 2.5 to 3.5 and 2.2 to 3.6. */
enum { STREW_MIN_LISTED_BYTES = 256 };

/* A thread begins and merges so many records of 64 bits in a nanosecond. */
enum { STREW_RECORDS_OF_NS = 1 };

/* ---- Segments ------------------------------------------------------------------------------------------------------------------------ */

/* Segments of slices of at most so many bytes are reduced one after the other, without slice indices. */
enum { STREW_MAX_REDUCED_BYTES = 32 };

/* Lengths are read from sorted indices if there are so many for each slice, and rows have so many bytes, unless they are small floats: a
 * million rows of 64 bytes in 10^5 slices took 9.1 ms by lengths and 7.7 without, and rows of 1 KiB 2.9 and 3.5. */
enum { STREW_MIN_TUPLES_OF_LENGTH = 2, STREW_MIN_SORTED_BYTES = 512 };

/* Filling so many bytes takes as long as reading an index: to find slices without tuples takes longer than to fill all of fewer. */
enum { STREW_FILLED_BYTES_OF_TUPLE = 16 };

/* ---- Rows of a table ----------------------------------------------------------------------------------------------------------------- */

/* Rows are prefetched so many tuples before they are read, to the second-level cache, and so are the slices that they belong to. On
 * 1,166,243 rows of 32 floats in 169,343 segments, a call took 26 ms with 16 tuples and the first-level cache, 23 with 32 tuples, 22 with
 * the second-level cache then, and 23 with 64 tuples; of 128 floats 77, 81, 71 and 73. */
enum { STREW_PREFETCH_ROWS = 32 };

/* ---- Gather -------------------------------------------------------------------------------------------------------------------------- */

/* If the output of a gather exceeds the caches, slices of at least STREW_MIN_STREAMED_SLICE_BYTES go through a buffer of
 * STREW_GATHERED_BYTES and from there past the caches. Slices of 512 to 2048 bytes then take 0.85 to 0.95 times as long, and 0.8 if data
 * fits the caches, those of 4 KiB as long, those of 16 KiB 0.95 times. Narrower ones gain nothing, and with data in the caches lose up to a
 * sixth. With 4096 a call on IBM Z and on Windows exceeds 16 KiB of stack. */
enum { STREW_GATHERED_BYTES = 3072 };
#ifndef STREW_MIN_STREAMED_SLICE_BYTES
#define STREW_MIN_STREAMED_SLICE_BYTES 512
#endif

/* Up to so many tuples of several outer indices are repeated to fill a block; a call of a kernel costs as much as some of them. */
enum { STREW_MAX_REPEATED_TUPLES = 64 };

/* Gathered slices of up to so many bytes are filled after one call of the kernel for all; wider ones, run by run. Where half of 512 bytes
 * are skipped, copying what is then overwritten costs as much as the calls. */
enum { STREW_MAX_FILLED_BYTES = 256 };

/* Few tuples of wide slices are cut into so many blocks for each thread, so that none has a quarter too much. */
enum { STREW_GATHER_BLOCKS_OF_THREAD = 4 };

/* ---- Access patterns ----------------------------------------------------------------------------------------------------------------- */

/* Rows of a grid with fewer slices are written from slice indices. In data that fits the second-level cache, rows of 8 elements take up to
 * a fifth longer as wide slices, those of 12 the same time or up to a fifth less, those of 16 a sixth to a third less. In data that exceeds
 * it, where kernels prefetch slice indices and not rows, rows of 12 take the same time or a fourth less. Written as rows, slice_assign
 * takes three fifths of the time. */
enum { STREW_MIN_GRID_ROW = 12 };

/* A block is applied run by run if in a sample of so many pairs of neighbours all but one are consecutive; a run of at least STREW_MIN_RUN
 * slices is written as one. This way slice_assign takes a sixth less time with trusted indices, which are not checked for a grid, and no
 * row takes longer. With random tuples, two pairs are enough to decide. */
enum { STREW_RUN_SAMPLES = 16, STREW_MIN_RUN = 32 };

/* Preparing looks for slices that occur twice if this takes at most so many bits per tuple, one for each slice: no more memory than twice
 * the slice indices of all tuples. */
enum { STREW_MAX_BITS_OF_TUPLE = 64 };

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* A run is shared by at most so many threads, because selections and results of chunks are kept on the stack. */
enum { STREW_MAX_THREADS = 64 };

/* With fewer bytes to read and write, one thread is done before a second one has begun: waking it and waiting for it takes about ten
 * microseconds, in which one core streams 128 KiB. */
#ifndef STREW_MIN_SHARED_BYTES
#define STREW_MIN_SHARED_BYTES (256 << 10)
#endif

/* Each part of a run copies its own data, so many bytes a nanosecond. */
enum { STREW_COPIED_BYTES_OF_NS = 16 };

/* If one thread writes, the others only help with the check or with the slice indices, which the writing thread must then fetch from their
 * caches. For indices of half a megabyte that was slower, for 3 MB faster. */
enum { STREW_INDICES_OF_SHARED_BYTE = 4 };

/* Slices are cut into columns of at least so many bytes. The hardware prefetchers read past the end of a column, up to the end of the page:
 * with columns of 512 bytes two threads read updates 1.4 times as fast as one, with 2 KiB 1.6 times, with 8 KiB 1.9 times. */
#ifndef STREW_MIN_COLUMN_BYTES
#define STREW_MIN_COLUMN_BYTES STREW_PAGE_BYTES
#endif

/* The same if not all threads can select their own tuples instead. */
enum { STREW_MIN_ONLY_COLUMN_BYTES = 8 * STREW_LINE_BYTES };

/* Slices of fewer bytes share lines with each other, and these lines then move between the cores. If tuples have positions, neighbours
 * mostly belong to one thread. On two threads rows32_add, with slices of 128 bytes, is 1.3 to 1.4 times as fast as on one; i64_mul8, with
 * slices of 64 bytes, becomes slower by a fifth if its tuples are selected too. */
enum { STREW_MIN_APART_BYTES = 2 * STREW_LINE_BYTES };

/* Slice indices in a workspace cost three accesses of 4 bytes; without them, the tuple is read once more. With tuples of 8 bytes, hist
 * takes a third longer with them; with tuples of 24 bytes, k3_add takes a fifth less. */
enum { STREW_MIN_STORED_TUPLE_BYTES = 12 };

/* ---- Selections ---------------------------------------------------------------------------------------------------------------------- */

/* In data of fewer bytes, tuples are selected only if slices are narrow and there are many tuples per line. rows32_add, with 21 MiB, gains
 * by it on two threads; f16_add64, with 2 MiB, most of which fits one core's second-level cache, loses as much. */
#ifndef STREW_MIN_SELECTED_BYTES
#define STREW_MIN_SELECTED_BYTES (4 << 20)
#endif

/* Neighbouring slices of so many bytes, a page, belong to one selection: the hardware prefetchers fetch neighbours up to the end of the
 * page, including what another core writes. On two threads hist takes 1.5 times as long as on one with groups of 512 bytes, and 0.75 times
 * with pages. */
#ifndef STREW_MIN_GROUP_BYTES
#define STREW_MIN_GROUP_BYTES STREW_PAGE_BYTES
#endif

/* A selection has at least so many groups, so that all selections have about as much to do. */
enum { STREW_MIN_GROUPS = 16 };

/* Data that fits the caches must first move to the caches of its threads, which takes some tens of nanoseconds per line, where a tuple
 * takes one nanosecond. */
enum { STREW_MIN_TUPLES_OF_LINE = 8 };

/* The sample that chooses the selections: one of STREW_SAMPLE_OF_BLOCKS blocks, but at most STREW_MAX_SAMPLE_BLOCKS, counted in
 * 2^STREW_LOG2_BINS ranges. A tuple adds STREW_SAMPLE_WEIGHT and each range begins with 1, which balances the ranges if the sample is
 * small. If no slice has more tuples than another, the size of one of two selections is off by 3% (a standard deviation) with a sample of
 * 512, and that of one of 64 selections by 4% with a sample of 32768. emb256, where a fifth of all tuples name one slice, takes a tenth
 * less time on two threads than with equal ranges. */
enum { STREW_SAMPLE_OF_BLOCKS = 8, STREW_MAX_SAMPLE_BLOCKS = 64, STREW_LOG2_BINS = 10, STREW_SAMPLE_WEIGHT = 4 };

/* ---- Estimates ----------------------------------------------------------------------------------------------------------------------- */

/* Picoseconds for a tuple, of which only the ratios matter: they are between those of a Zen 3 and a Zen 5. To turn it into a slice index
 * takes as long as its bytes say: k3_add, with 24, takes 2.3 ns, elem_add 1. To apply it takes 1 ns, and 1 ns more for each 25 bytes:
 * f16_add64 takes 6.2 ns, emb256 42. A row of a segment, whose sum stays in registers, takes 1 ns for each 100 bytes: 2.7 ns for 64 float32
 * of a table in the caches. Rows of halves, which are converted, and rounded in the end or each time, take 1 ns for each 5 to 10 bytes: the
 * combine of a mixture, 256 of 2816 float16, 170 to 290 us, which two threads halve. */
enum { STREW_MAKE_PS = 400, STREW_MAKE_PS_OF_BYTE = 80, STREW_APPLY_PS_OF_BYTE = 40, STREW_REDUCE_PS_OF_BYTE = 10 };
enum { STREW_CONVERT_PS_OF_BYTE = 100 };
#ifndef STREW_APPLY_PS
#define STREW_APPLY_PS 1000
#endif

/* To find whether a slice is touched for the first time, or to count its updates and to divide by them, takes 3.4 ns an update in
 * mean_elem, beside elem_add. */
enum { STREW_TOUCH_PS = 3400 };

/* If a run touches more bytes, prefetching does not hide all misses any more, and each doubling costs as much again: k3_add, with 8 MiB,
 * 1.5 ns a tuple, elements_ax0, with 25 MB, 4.5, big_elem_add, with 64 MB, 6. Second-level caches of half a megabyte and of one showed the
 * same, so the estimates need not ask the CPU. A wide slice is waited for line by line, rows32_add 9 ns, until the hardware prefetchers
 * know that more lines follow. */
enum { STREW_PREFETCHED_BYTES = 6 << 20, STREW_MISS_PS = 1500, STREW_MISSED_LINES = 4 };

/* What a partition needs besides, as elem_add and f32_w3 show: counting a tuple, and moving it to its bundle. A bundle fits the
 * second-level cache: big_elem_add takes 0.6 ns to bring a slice there. If only the number of a tuple is moved, its update is read out of
 * order: i64_mul8 takes 5 ns longer, f16_add64 5 to 8. emb256 takes 20 to 50, and two threads gain nothing, so its slices count as much.
 * Prepared elem_add takes 3.5 to 4.5 ns to gather an update. */
enum { STREW_COUNT_PS = 800, STREW_MOVE_PS = 1500, STREW_MOVE_PS_OF_BYTE = 100, STREW_BUNDLE_MISS_PS = 600 };
enum { STREW_LISTED_PS = 2000, STREW_LISTED_PS_OF_BYTE = 50, STREW_GATHER_PS = 4500 };

/* A thread that selects its own tuples takes so long for each of all: 0.25 ns with a vector kernel, 1 ns without. */
enum { STREW_SELECT_PS = 250, STREW_SELECT_WIDE_PS = 1000 };

/* What a part takes besides its sample to find its range, however few tuples there are: it sums up the weights of 1,024 bins. Without it,
 * two parts took 1.6 times as long as one thread for a sum of 500 rows of 64 (bench --running). */
enum { STREW_RANGES_NS = 2000 };

/* A thread that applies columns of all slices begins each of them: 2 ns a tuple. */
enum { STREW_BEGIN_SLICE_PS = 2000 };

/* Another way must be faster by one part in so many: on one thread a sixth, because the estimates are wrong by a fifth on most rows; on
 * threads a third, because two cores seldom read memory twice as fast as one. */
enum { STREW_GAIN_OF_ONE = 6, STREW_GAIN_OF_THREADS = 3 };

/* Waking a pool and waiting for it, if the caller does not say: threads that have slept for a short time take 5 to 10 microseconds. No
 * pool takes less than STREW_MIN_WAKE_NS, and a workspace is asked for that is enough for such a pool. */
enum { STREW_DEFAULT_WAKE_NS = 10000 };
#ifndef STREW_MIN_WAKE_NS
#define STREW_MIN_WAKE_NS 1000
#endif

/* ---- The stable partition ------------------------------------------------------------------------------------------------------------ */

/* What one thread does for each thread of a partition: it adds up the counts of all bins. f16_add64 spends 12 microseconds on 64. */
enum { STREW_SERIAL_NS_OF_THREAD = 200 };

/* The work is cut between bins, so with 4 bins for each thread no thread has more than an eighth too much. The sample, 2048 tuples in
 * 4 blocks, finds bins that have more than their share; a bin may have STREW_SAMPLE_NOISE tuples more by chance. */
enum { STREW_BINS_OF_THREAD = 4, STREW_SAMPLE_BLOCKS = 4 };
#ifndef STREW_SAMPLE_NOISE
#define STREW_SAMPLE_NOISE 16
#endif

/* A bundle should stay in a second-level cache, next to its tuples: half of the smallest usual one. Tuples of more bundles at once would
 * miss the TLB. */
#ifndef STREW_BUNDLE_BYTES
#define STREW_BUNDLE_BYTES (512 << 10)
#endif
enum { STREW_MAX_SMALL_BUNDLES = 60 };

/* Updates of so many bytes are moved with their tuples, larger ones are read where they are. A bin with many tuples is cut into columns if
 * its slices have two lines or more. */
enum { STREW_MAX_MOVED_BYTES = 32, STREW_MIN_SPLIT_BYTES = 2 * STREW_LINE_BYTES };

/* Sums of integers in a hot bin are divided among threads. Each has sums of its own for a bin of at most so many bytes, which one thread
 * adds up at the end, those of 64 threads in a few microseconds. In the model, zipf_i64 is 4.3 times as fast on 16 threads as on one, and
 * 11.7 times on 64, instead of 2.7 and 4.0 times. With a fourth of the bytes it gains less, with four times as many the same. */
enum { STREW_MAX_OWN_SUMS_BYTES = 1024 };

/* Where a tuple is moved to, the lines are prefetched so many tuples ahead: elem_add takes 1.7 ns a tuple instead of 2.5. */
enum { STREW_PREFETCH_MOVED = 32 };

/* Tuples are sorted when they are prepared if one thread takes at least so long to apply them, so that a pool that spins could gain. */
#ifndef STREW_MIN_SORTED_NS
#define STREW_MIN_SORTED_NS 20000
#endif

/* Prepared tuples are sorted by their numbers, and narrow updates are gathered so many at a time, prefetched so many tuples ahead. */
enum { STREW_GATHERED_TUPLES = 128, STREW_PREFETCH_GATHERED = 32 };

/* On fewer threads a partition does not pay if most tuples name a slice close to the one before: one thread finds it in its
 * first-level cache. */
enum { STREW_MIN_THREADS_IF_CLOSE = 4 };

/* ---- Private accumulators ------------------------------------------------------------------------------------------------------------ */

/* An accumulator is cleared, read and added. Clearing and adding take a nanosecond for STREW_CLEARED_BYTES_OF_NS bytes, and all
 * accumulators together may have STREW_ACCUMULATOR_BYTES_OF_NS bytes for each nanosecond that one thread would take: then clearing and
 * adding take less than half of the time. A thread has two blocks or more, so that none has twice as many as another. A core's own cache
 * should hold its accumulator: hist, with 256 KiB, is 1.9 to 2.5 times as fast on two threads as on one, and 1.3 times if each thread
 * selects its own tuples. strew.h states the last number. */
enum { STREW_ACCUMULATOR_BYTES_OF_NS = 4, STREW_CLEARED_BYTES_OF_NS = 12, STREW_MIN_ACCUMULATED_TUPLES = 1024 };
enum { STREW_MAX_ACCUMULATOR_BYTES = 1 << 20 };

/* ---- The shadow ---------------------------------------------------------------------------------------------------------------------- */

/* Data of a shadow is copied twice, and a core's own cache should hold it beside what streams through. With this, hist
 * and elem_add take as long with a workspace as with trusted indices. */
enum { STREW_MAX_SHADOW_BYTES = 1 << 20 };

#endif /* STREW_TUNING_H */
