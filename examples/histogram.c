/* histogram.c FILE: counts the integers in a text file and draws a bar for each. The number itself is the index, so strew does the range
 * check: with STREW_POLICY_SKIP it leaves out what is not between 0 and BINS - 1. */
#include <inttypes.h>
#include <stdio.h>

#include <strew/strew.h>

enum { BINS = 100, BLOCK = 65536 };

static int64_t numbers[BLOCK], ones[BLOCK], counts[BINS];

/* Adds a block of numbers to the counts. Planning is cheap enough to be done for every block. */
static int count(size_t n_numbers)
{
    const int64_t n = (int64_t)n_numbers;
    const strew_tensor data = {.dtype = STREW_DTYPE_INT64, .rank = 1, .shape = (int64_t[]){BINS}, .values = counts};
    const strew_tensor indices = {.dtype = STREW_DTYPE_INT64, .rank = 2, .shape = (int64_t[]){n, 1}, .values = numbers};
    const strew_tensor updates = {.dtype = STREW_DTYPE_INT64, .rank = 1, .shape = (int64_t[]){n}, .values = ones};
    /* By default a negative index counts from the end. Here it is out of bounds. */
    const strew_options options = STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS);
    return strew_scatter_nd(counts, &data, &indices, &updates, STREW_REDUCTION_ADD, &options, NULL) == STREW_OK;
}

int main(int n_arguments, char **arguments)
{
    FILE *file = n_arguments == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        fprintf(stderr, "usage: histogram FILE, a text file of whole numbers\n");
        return 2;
    }
    const long n_bytes = ftell(file);
    rewind(file);
    for (int i = 0; i < BLOCK; i++) ones[i] = 1;

    int64_t n_read = 0;
    for (size_t n = BLOCK; n == BLOCK;) { /* the last block is shorter, and may be empty */
        for (n = 0; n < BLOCK && fscanf(file, "%" SCNd64, &numbers[n]) == 1; n++) continue;
        if (!count(n)) return 1;
        n_read += (int64_t)n;
        fprintf(stderr, "\r%ld of %ld bytes", ftell(file), n_bytes);
    }
    fprintf(stderr, "\n");
    if (!feof(file)) fprintf(stderr, "stopped at what is not a whole number, after %" PRId64 " of them\n", n_read);
    fclose(file);

    int64_t n_counted = 0, largest = 1;
    for (int i = 0; i < BINS; i++) {
        n_counted += counts[i];
        if (counts[i] > largest) largest = counts[i];
    }
    for (int i = 0; i < BINS; i++) {
        if (counts[i] == 0) continue;
        printf("%2d %8" PRId64 " ", i, counts[i]);
        for (int64_t column = 0; column < counts[i] * 60 / largest; column++) putchar('#');
        putchar('\n');
    }
    printf("%" PRId64 " numbers, %" PRId64 " skipped\n", n_read, n_read - n_counted);
    return 0;
}
