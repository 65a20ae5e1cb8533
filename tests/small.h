/* Numbers of runtime/tuning.h by which work is shared, copies streamed and data taken for large however small they are: tensors that are
 * quick to compare take every path. Included by -include in the builds of CMakePresets.json that watch memory and threads. */
#define STREW_MIN_SHARED_BYTES 1
#define STREW_MIN_COLUMN_BYTES 256
#define STREW_MIN_SELECTED_BYTES 1
#define STREW_MIN_GROUP_BYTES 64
#define STREW_MIN_STREAMED_BYTES 1
#define STREW_L2_BYTES 1
#define STREW_APPLY_PS 100000000
#define STREW_SAMPLE_NOISE 0
#define STREW_BUNDLE_BYTES 256
#define STREW_MIN_WAKE_NS 1
#define STREW_MIN_SORTED_NS 2
