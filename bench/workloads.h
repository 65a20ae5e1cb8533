/* The workloads of the bench: scatters and gathers as they occur in networks, from a call on 64 floats to one that copies 154 MB.
 *
 * A workload is a row of a table; a job (jobs.h) has its arrays. */
#ifndef STREW_BENCH_WORKLOADS_H
#define STREW_BENCH_WORKLOADS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

enum { BENCH_MAX_RANK = 8 };

typedef struct bench_shape {
    int32_t rank;
    int64_t size[BENCH_MAX_RANK];
} bench_shape;

typedef enum bench_operator {
    BENCH_ND,
    BENCH_ELEMENTS,
    BENCH_UPDATE,
    BENCH_TOKENS, /* tensor_scatter of one token for each batch, described as the scatter_update with batch_dims that it is */
    BENCH_GATHER_ND,
    BENCH_GATHER_ELEMENTS,
    BENCH_GATHER
} bench_operator;

/* Which slices the tuples name. */
typedef enum bench_distribution {
    BENCH_UNIFORM,  /* every slice as likely as any other, tuples independent */
    BENCH_DISTINCT, /* no slice twice, in random order */
    BENCH_EQUAL,    /* all to one slice, in the middle of data */
    BENCH_ZIPF,     /* slice i (from 1) with a probability proportional to i^-1.2, as words of a language */
    BENCH_GRID,     /* a dense box in the middle of data, in row-major order */
    BENCH_RUNS,     /* runs of 64 neighbouring slices, each in a row of its own, from a random start */
    BENCH_ROWS      /* a random slice in each row, row by row */
} bench_distribution;

/* How strew gets the components of the tuples. */
typedef enum bench_components {
    BENCH_TOGETHER, /* side by side, as the plain loop does */
    BENCH_APART,    /* each as a tensor of its own */
    BENCH_STACKED,  /* the same, and whoever calls copies them side by side before each call */
    BENCH_FLAT      /* none: strew gets data as a transposed matrix of BENCH_FLAT_ROWS rows, and flat indices of that */
} bench_components;

/* Who multiplies updates of float32 by BENCH_FACTOR. The plain loop does, as it goes. */
typedef enum bench_products {
    BENCH_NO_PRODUCTS,
    BENCH_TIMES_ALPHA, /* strew: options.alpha */
    BENCH_MULTIPLIED   /* the caller, into a copy before each call */
} bench_products;
#define BENCH_FACTOR 0.7f

/* What a gather writes for a tuple that it skips. */
#define BENCH_FILL 0.5f

enum { BENCH_FLAT_ROWS = 412 };

/* Strides of the last dimension and of the one before it, in elements. Zeros: the array is dense. */
typedef struct bench_gaps {
    int64_t element, row;
} bench_gaps;

typedef struct bench_workload {
    const char *name;
    strew_dtype dtype;
    strew_reduction reduction;
    bench_shape data, indices;
    bench_distribution distribution;
    const char *stands_for;
    const char *group; /* its name chooses all its workloads; BENCH_STANDARD is the default */
    bench_operator op;
    int32_t axis;           /* of all but scatter_nd and gather_nd */
    int excludes_self;      /* options.excludes_self */
    strew_dtype accumulate; /* options.accumulate */
    int is_padded;          /* options.ignore_index is -1, which no tuple has */
    int is_expanded;        /* strew gets each index once for every element of its slice, expanded by a stride of 0: scatter_elements */
    int is_swapped; /* strew gets views of data and updates whose first two dimensions are swapped: scatter_update or gather, axis 0 */
    bench_components components; /* of scatter_nd and gather_nd; BENCH_FLAT is for scatter_update and gather of single elements */
    bench_products products;     /* of sums */
    strew_dtype index_dtype;     /* the type of the indices that strew gets; 0 for int64 */
    bench_gaps output, updates;  /* of a scatter: strew gets such views, and the plain loop dense arrays */
    int32_t batch_dims;          /* of gather_nd, or gather along the dimension after them */
    int is_joined;               /* strew gets the one batch dimension and the next one as one, and indices for that */
    int skips;                   /* of gathers and sums of float32: options.policy is STREW_POLICY_SKIP, and options.fill BENCH_FILL */
    uint64_t n_of_100_skipped;   /* tuples that are out of bounds */
    const char *beside;          /* the workload whose time per update is compared with this one's; NULL for none */
    int is_planned_anew;         /* strew plans before each run */
    const char *or_by[2];        /* workloads that do the same otherwise: the row is that of the slowest, of these and this one */
} bench_workload;

#define BENCH_STANDARD "standard"

enum { BENCH_MAX_WORKLOADS = 128 };
extern const bench_workload BENCH_WORKLOADS[];
extern const size_t BENCH_N_WORKLOADS;

/* As the function of strew: "scatter_nd", "gather", and so on. */
const char *bench_operator_name(bench_operator op);

int bench_is_gather(const bench_workload *workload);

/* Whether strew cannot run without one. */
int bench_needs_workspace(const bench_workload *workload);

/* Whether the workload can be told to another library: it has no batches, and no index is out of bounds. */
int bench_is_for_peers(const bench_workload *workload);

/* NULL for an unknown name. */
const bench_workload *bench_find_workload(const char *name);

#endif /* STREW_BENCH_WORKLOADS_H */
