/* Every number that was chosen by measuring, each with the workload and the measurement that chose it. Workloads are rows of the benchmark
 * (strew-bench --list); measurements were taken on two cores of AMD Zen 4 and 5 and of Intel's servers. No number changes a result. To
 * change one, see docs/tuning.md. Numbers between #ifndef and #endif are set to other values by tests, so that small tensors take every
 * path. */
#ifndef STREW_TUNING_H
#define STREW_TUNING_H

/* ---- The machine --------------------------------------------------------------------------------------------------------------------- */

/* A cache line and a page. Where a machine has others, only the speed suffers. */
enum { STREW_LINE_BYTES = 64, STREW_PAGE_BYTES = 4096 };

/* Output that exceeds the second-level cache of a core does not stay there, so it is prefetched before it is written. Where it does stay,
 * prefetching costs elem_add a fourth. The size is what the CPU tells (cache.c), or else this: 1 MiB on Zen 4 and 5, 1.25 to 2 on Intel's
 * servers, 0.5 to 2 on Arm's. Tests define STREW_L2_BYTES, and then no CPU is asked. */
enum { STREW_DEFAULT_L2_BYTES = 1 << 20 };

/* What a CPU tells is believed within these limits: 128 KiB to 16 MiB for the second level, 1 MiB or more for the third. */
enum { STREW_MIN_L2_BYTES = 128 << 10, STREW_MAX_L2_BYTES = 16 << 20, STREW_MIN_L3_BYTES = 1 << 20 };

/* A copy of at least so many bytes bypasses the caches: it does not stay in the last-level cache until the updates are applied. A core
 * can expect 4 to 16 MiB of that cache, and twice that where few cores are busy; where the CPU tells of a smaller third-level cache, its
 * size is the limit. example5_full, with a copy of 157 MB, takes a fourth less time than with memcpy. Tests define
 * STREW_MIN_STREAMED_BYTES. */
enum { STREW_MAX_CACHED_COPY_BYTES = 32 << 20 };

/* ---- Blocks -------------------------------------------------------------------------------------------------------------------------- */

/* Tuples of a block. Its slice indices (2 KiB) and its indices (4 KiB a component) stay in the first-level cache between the kernels, and
 * the call of a kernel, some tens of nanoseconds, is spread over enough tuples. 512, 1024 and 2800 differ by no more than the noise of the
 * benchmark, and 512 needs the least stack. Indices that do not lie side by side are gathered on the stack, and fewer of them make a
 * block. */
enum { STREW_BLOCK = 512, STREW_GATHERED_BLOCK = 64 };

/* Tuples that are checked at once: up to 512 KiB a component, because every block begins before the hardware prefetchers have found the
 * stride. hist, which checks 32 MB, takes a tenth less time than with 32 KiB; 128 KiB and 2 MiB differ by no more than noise. */
enum { STREW_CHECK_BLOCK = 1 << 16 };

/* ---- Prefetching --------------------------------------------------------------------------------------------------------------------- */

/* Where output exceeds the second-level cache, kernels prefetch the slice so many tuples ahead, or fewer where a slice is several
 * prefetches, as in kernels for any width. With 40, elements_ax0 and big_elem_add, whose data is in memory, take half as long again and
 * rows32_add a third; 96 and 160 differ by a tenth, either way; without prefetching i64_mul8 loses a fourth. */
enum { STREW_PREFETCH_SLICES = 128, STREW_PREFETCH_WIDE_SLICES = 48 };

/* Of slices of any width, only the first and the last line are prefetched that early. The lines between are prefetched shortly before
 * their turn, and only of slices up to STREW_MAX_WHOLE_BYTES, so few that a core can wait for them beside its work: pillars, with slices of
 * 256 bytes, takes a fourth less time, data of 4 MiB with slices of 100 to 260 bytes up to two fifths. The hardware prefetchers fetch
 * wider ones: emb256, with 1 KiB, takes a twentieth longer where all 16 lines are prefetched at once. */
enum { STREW_PREFETCH_WHOLE_SLICES = 4, STREW_MAX_WHOLE_BYTES = 512 };

/* Updates are read from end to end, and prefetched this far ahead: between other work the hardware prefetcher does not keep up. */
enum { STREW_PREFETCH_UPDATES_BYTES = 2048 };

/* The same for updates of wide slices that one partition takes: into the second-level cache, so that the hardware prefetchers do not fetch
 * the other partitions' slices as well. */
enum { STREW_PREFETCH_PARTITION_BYTES = 16384 };

/* Indices are prefetched this far ahead, unless they are so few that an eighth of them would be behind their end. A pass that only reads
 * takes 50 GB/s instead of 39 with 2 KiB. Blocks of slice indices take a tenth less time in hist, a sixth in slice_assign: the indices of
 * the next block are on their way while one is applied. */
enum { STREW_PREFETCH_INDICES_BYTES = 8192, STREW_MIN_PREFETCHED_INDICES_BYTES = 8 * STREW_PREFETCH_INDICES_BYTES };

/* A copy that bypasses the caches prefetches this far ahead: the hardware prefetchers stop at the end of a page, and such stores leave them
 * less time to find the next one. */
enum { STREW_PREFETCH_COPY_BYTES = 2048 };

/* Between tiles of a block, so many bytes of the next block's output or slice indices are prefetched at once: the 10 to 16 lines that a
 * core can wait for beside its work. elements_ax1, whose blocks need 128 lines, takes a quarter longer with all of them at once;
 * prepared, hist with its 32 takes a fifth longer, while k3_add takes a quarter longer without any. */
enum { STREW_PREFETCH_AT_ONCE_BYTES = 12 * STREW_LINE_BYTES };

/* A block that writes a region with at most one line for so many tuples prefetches the whole region a block ahead, instead of a line for
 * every tuple: on elements_ax1 a quarter as many prefetches. Without any it takes 1.4 times as long, and 2.5 times where fewer tuples
 * name a line, or a line is only written. */
enum { STREW_MIN_TUPLES_OF_REGION_LINE = 2 };

/* ---- Access patterns ----------------------------------------------------------------------------------------------------------------- */

/* Rows of a grid with fewer slices are written from slice indices. In data that fits the second-level cache, rows of 8 elements take up to
 * a fifth longer as wide slices, those of 12 as long or up to a fifth less, those of 16 a sixth to a third less. In data that exceeds it,
 * where kernels prefetch slice indices and not rows, those of 12 take as long or a fourth less. With rows, slice_assign takes three fifths
 * of the time. */
enum { STREW_MIN_GRID_ROW = 12 };

/* A block is tried for runs if of so many pairs of neighbours all but one are joined, and a run of at least STREW_MIN_RUN slices is written
 * as one. Joined, slice_assign takes a sixth less time where indices are trusted, which are not checked for a grid, and no row takes
 * longer. Of random tuples, two pairs are enough to tell. */
enum { STREW_RUN_SAMPLES = 16, STREW_MIN_RUN = 32 };

/* Preparing looks for slices that occur twice where so many bits for a tuple, one for each slice, are enough: no more memory than the slice
 * indices of all tuples, twice. */
enum { STREW_MAX_BITS_OF_TUPLE = 64 };

/* ---- Threads ------------------------------------------------------------------------------------------------------------------------- */

/* A run is shared by at most so many threads: partitions and results of chunks are kept on the stack. */
enum { STREW_MAX_THREADS = 64 };

/* With fewer bytes to read and write, one thread is done before a second one has begun: to wake it and to wait for it takes about ten
 * microseconds, in which one core streams 128 KiB. */
#ifndef STREW_MIN_SHARED_BYTES
#define STREW_MIN_SHARED_BYTES (256 << 10)
#endif

/* Where one thread writes, it gains only the others' part of the check, or of the slice indices, which then come to it from their caches:
 * for indices of half a megabyte that was slower, of 3 MB faster. */
enum { STREW_INDICES_OF_SHARED_BYTE = 4 };

/* Slices are cut into columns of at least so many bytes. The hardware prefetchers read on behind the end of a column, up to the end of the
 * page: of columns of 512 bytes two threads read updates 1.4 times as fast as one, of 2 KiB 1.6 times, of 8 KiB 1.9 times. */
#ifndef STREW_MIN_COLUMN_BYTES
#define STREW_MIN_COLUMN_BYTES STREW_PAGE_BYTES
#endif

/* The same where the tuples cannot be partitioned among all threads instead. */
enum { STREW_MIN_ONLY_COLUMN_BYTES = 8 * STREW_LINE_BYTES };

/* Slices of fewer bytes share lines with each other, which then move from one core to the other and back. Where tuples have positions,
 * neighbours mostly belong to one thread. On two threads rows32_add, with slices of 128 bytes, is 1.3 to 1.4 times as fast as on one;
 * partitioned as well, i64_mul8, with slices of 64, is slower by a fifth. */
enum { STREW_MIN_APART_BYTES = 2 * STREW_LINE_BYTES };

/* Slice indices in a workspace cost three accesses of 4 bytes, where a tuple is only read once more. With those of tuples of 8 bytes, hist
 * takes a third longer than without; with those of 24 bytes, k3_add a fifth less. */
enum { STREW_MIN_STORED_TUPLE_BYTES = 12 };

/* ---- Partitions ---------------------------------------------------------------------------------------------------------------------- */

/* Data of fewer bytes is partitioned only where slices are narrow and tuples are dense. rows32_add, with 21 MiB, gains by it on two
 * threads; f16_add64, with 2 MiB, most of which then is in one core's second-level cache, loses as much. */
#ifndef STREW_MIN_PARTITIONED_BYTES
#define STREW_MIN_PARTITIONED_BYTES (4 << 20)
#endif

/* Neighbours that make so many bytes, a page, have one partition: the hardware prefetchers fetch neighbours, up to the end of the page, and
 * with them what another core writes. On two threads hist takes 1.5 times as long as on one with groups of 512 bytes, and
 * 0.75 times with pages. */
#ifndef STREW_MIN_GROUP_BYTES
#define STREW_MIN_GROUP_BYTES STREW_PAGE_BYTES
#endif

/* A partition has at least so many groups, so that all partitions have about as much to do. */
enum { STREW_MIN_GROUPS = 16 };

/* Data that fits the caches comes to its partitions' caches first, some tens of nanoseconds a line, where a tuple takes one nanosecond. */
enum { STREW_MIN_TUPLES_OF_LINE = 8 };

/* The sample that chooses the partitions: one of so many blocks, at most so many, counted in 2^STREW_LOG2_BINS ranges; a tuple counts so
 * much, an empty range 1, which is all there is to go by where a sample is small. Where no slice has more tuples than another, the chunk of
 * one of two partitions by a sample of 512 is off by 3% (a standard deviation), of one of 64 by a sample of 32768 by 4%. emb256, where a
 * fifth of all tuples name one slice, takes a tenth less time on two threads than with equal ranges. */
enum { STREW_SAMPLE_OF_BLOCKS = 8, STREW_MAX_SAMPLE_BLOCKS = 64, STREW_LOG2_BINS = 10, STREW_SAMPLE_WEIGHT = 4 };

/* ---- Private accumulators ------------------------------------------------------------------------------------------------------------ */

/* An accumulator is cleared, read and added, three passes over data, for a thread's chunk of the updates. Of narrow slices an element of
 * updates takes as long as ten of such a pass, of wide ones as long as one; so updates must have so many times the bytes of all
 * accumulators. A thread has two blocks or more, so that none has twice as many as another. A core's own cache should hold its
 * accumulator: hist, with 256 KiB, is 1.9 times as fast on two threads as on one, and partitioned 1.3 times. strew.h tells the last
 * number. */
enum { STREW_UPDATES_OF_ACCUMULATOR_BYTE = 8, STREW_MIN_ACCUMULATED_TUPLES = 2 * STREW_BLOCK, STREW_MAX_ACCUMULATOR_BYTES = 1 << 20 };

#endif /* STREW_TUNING_H */
