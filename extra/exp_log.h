/* exp and log of strew: sums, products and quotients that IEEE 754 rounds, so that every CPU and every compiler gives the same bits, and no
 * library for mathematics is needed. None of them branches, so loops over them become vector code.
 *
 * exp is for numbers up to 0, and log for normal numbers that are positive. Each result is within 1.1 units in the last place of the exact
 * one. tests/extra/test_exp_log.c holds that against long double, for every float32 in a full run.
 *
 * The polynomials are minimax approximations on the intervals that are left of the argument, by Remez's algorithm; their own errors are
 * below 0.05 units. */
#ifndef STREW_EXP_LOG_H
#define STREW_EXP_LOG_H

#include <stdint.h>
#include <string.h>

/* A product and a sum are each rounded. GCC has no pragma for that; for GCC the build passes -ffp-contract=off. */
#if defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#elif !defined(__GNUC__) || defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

/* exp(x + tail), where the tail is less than half a unit of x: what was rounded off when x was computed. x may be NaN, which gives NaN, and
 * minus infinity, which gives 0; the tail then does not matter. What is above 0 counts as 0.
 *
 * exp(x) = 2^k exp(r): k is the integer next to x / ln 2, which a sum with 1.5 * 2^23 rounds and leaves in its last bits. k * ln2_high is
 * exact. 2^k is multiplied in two halves, because it may be below all normal numbers. */
static inline float strew_exp_f32(float x, float tail)
{
    const float lowest = -104.0F; /* exp of it is below half of the smallest number */
    const float round = 0x1.8p23F, per_ln2 = 0x1.715476p0F, ln2_high = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;
    tail = tail * tail < 0x1p-10F ? tail : 0.0F; /* it is NaN beside an infinite x */
    x = x < lowest ? lowest : x;
    x = x > 0.0F ? 0.0F : x;
    const float sum = x * per_ln2 + round, k = sum - round;
    const float r = (x - k * ln2_high) - (k * ln2_low - tail);
    float p = 0x1.6db234p-10F;
    p = p * r + 0x1.123a44p-7F;
    p = p * r + 0x1.555462p-5F;
    p = p * r + 0x1.55549p-3F;
    p = p * r + 0.5F;
    p = 1.0F + (r + r * r * p);
    uint32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits -= UINT32_C(0x4b400000) - 256; /* k + 256 */
    const uint32_t half = bits >> 1, first = (half - 1) << 23, second = (bits - half - 1) << 23;
    float a, b;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    return p * a * b;
}

/* The same of doubles. */
static inline double strew_exp_f64(double x, double tail)
{
    const double lowest = -746.0;
    const double round = 0x1.8p52, per_ln2 = 0x1.71547652b82fep0, ln2_high = 0x1.62e42fefa4p-1, ln2_low = -0x1.8432a1b0e2634p-43;
    tail = tail * tail < 0x1p-10 ? tail : 0.0; /* it is NaN beside an infinite x */
    x = x < lowest ? lowest : x;
    x = x > 0.0 ? 0.0 : x;
    const double sum = x * per_ln2 + round, k = sum - round;
    const double r = (x - k * ln2_high) - (k * ln2_low - tail);
    double p = 0x1.af84537acad9ep-26;
    p = p * r + 0x1.28aeef349f4d4p-22;
    p = p * r + 0x1.71dde0ab30a88p-19;
    p = p * r + 0x1.a0199843b0d4dp-16;
    p = p * r + 0x1.a01a01ba6da21p-13;
    p = p * r + 0x1.6c16c184ea668p-10;
    p = p * r + 0x1.111111110d7d5p-7;
    p = p * r + 0x1.555555555045ep-5;
    p = p * r + 0x1.5555555555561p-3;
    p = p * r + 0x1.000000000000bp-1;
    p = 1.0 + (r + r * r * p);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    bits -= UINT64_C(0x4338000000000000) - 2048; /* k + 2048 */
    const uint64_t half = bits >> 1, first = (half - 1) << 52, second = (bits - half - 1) << 52;
    double a, b;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    return p * a * b;
}

/* log(x) of a positive normal number. NaN gives NaN.
 *
 * x = 2^k (1 + f), where 1 + f is between the square roots of 1/2 and 2. With s = f / (2 + f), log(1 + f) = 2 atanh(s), a series in s^2,
 * of which f - f^2 / 2 is taken exactly. */
static inline float strew_log_f32(float x)
{
    const float ln2_high = 0x1.62e4p-1F, ln2_low = 0x1.7f7d1cp-20F;
    const uint32_t root = UINT32_C(0x3f3504f3); /* of 1/2, as bits */
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint32_t from_root = bits - root + (UINT32_C(128) << 23), of_factor = (from_root & UINT32_C(0x7fffff)) + root;
    const float k = (float)((int32_t)(from_root >> 23) - 128);
    float factor;
    memcpy(&factor, &of_factor, sizeof factor);
    const float f = factor - 1.0F, s = f / (2.0F + f), z = s * s, half_square = 0.5F * f * f;
    float p = 0x1.ddde5p-3F;
    p = p * z + 0x1.245bf2p-2F;
    p = p * z + 0x1.9999ecp-2F;
    p = p * z + 0x1.555556p-1F;
    const float rest = s * (half_square + z * p), result = k * ln2_high + (f - (half_square - (rest + k * ln2_low)));
    return x != x ? x : result;
}

/* The same of doubles. */
static inline double strew_log_f64(double x)
{
    const double ln2_high = 0x1.62e42fefa4p-1, ln2_low = -0x1.8432a1b0e2634p-43;
    const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t from_root = bits - root + (UINT64_C(1024) << 52), of_factor = (from_root & UINT64_C(0xfffffffffffff)) + root;
    const double k = (double)((int32_t)(from_root >> 52) - 1024);
    double factor;
    memcpy(&factor, &of_factor, sizeof factor);
    const double f = factor - 1.0, s = f / (2.0 + f), z = s * s, half_square = 0.5 * f * f;
    double p = 0x1.0c11348cee62ap-3;
    p = p * z + 0x1.0fbd3d1a064d2p-3;
    p = p * z + 0x1.3b1c42bf11682p-3;
    p = p * z + 0x1.745cf8c2a17edp-3;
    p = p * z + 0x1.c71c7201ff537p-3;
    p = p * z + 0x1.2492492476692p-2;
    p = p * z + 0x1.9999999999a3ap-2;
    p = p * z + 0x1.5555555555555p-1;
    const double rest = s * (half_square + z * p), result = k * ln2_high + (f - (half_square - (rest + k * ln2_low)));
    return x != x ? x : result;
}

#endif /* STREW_EXP_LOG_H */
