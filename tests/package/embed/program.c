/* A user of the host: the numbers are right, with a NaN and a signed zero that a host's -ffast-math must not lose. */
#include "host.h"

#include <stdio.h>
#include <string.h>

int main(void)
{
    float bins[4] = {1, 2, 0, 4}, expected[4] = {1, 12, 0, 10};
    const int64_t indices[] = {3, -3, 3};
    const float values[] = {2, 10, 4};
    if (host_add(bins, 4, indices, values, 3) != 0 || memcmp(bins, expected, sizeof bins) != 0) {
        printf("bins are %g %g %g %g\n", (double)bins[0], (double)bins[1], (double)bins[2], (double)bins[3]);
        return 1;
    }
    if (host_add_on_threads(bins, 4, indices, values, 3) != 0 || bins[1] != 22 || bins[3] != 16) return 1;
    const uint32_t nan_bits = 0x7fc00000, minus_zero_bits = 0x80000000;
    uint32_t bits[2];
    float special[2], updates[2];
    memcpy(&special[0], &nan_bits, 4);
    memcpy(&special[1], &minus_zero_bits, 4);
    memcpy(updates, special, sizeof updates);
    if (host_add(special, 2, (const int64_t[]){0, 1}, updates, 2) != 0) return 1;
    memcpy(bits, special, sizeof bits);
    if ((bits[0] & 0x7fffffff) <= 0x7f800000 || bits[1] != minus_zero_bits) {
        printf("the special numbers are %x %x\n", (unsigned)bits[0], (unsigned)bits[1]);
        return 1;
    }
    char records[3][3] = {"ab", "cd", "ef"}, again[2][3];
    if (host_move(records, 3, (const int64_t[]){2, 0}, (const char[2][3]){"gh", "ij"}, again, 2) != 0 ||
        memcmp(records, "ij\0cd\0gh\0", 9) != 0 || memcmp(again, "gh\0ij\0", 6) != 0) {
        printf("the records are not where they should be\n");
        return 1;
    }
    printf("the numbers are right\n");
    return 0;
}
