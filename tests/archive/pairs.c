/* Linked against a library whose only pair of types is float32 to bfloat16: of updates to data, and of data to what is gathered. */
#include <stdio.h>
#include <string.h>

#include <strew/strew.h>

static const int64_t shape[] = {2}, tuples[] = {1, 1}, one[] = {1};
static int n_failed;

static void expect(const strew_call *call, const char *sentence)
{
    strew_plan plan;
    strew_fault fault;
    char found[STREW_MESSAGE_BYTES];
    (void)strew_plan_call(&plan, call, &fault);
    strew_fault_describe(&fault, found, sizeof found);
    if (strcmp(found, sentence) == 0) return;
    printf("%s, and not: %s\n", found, sentence);
    n_failed++;
}

static void expect_updates(strew_dtype data, strew_dtype updates, strew_reduction reduction, const char *sentence)
{
    expect(&STREW_CALL(.op = STREW_OPERATOR_SCATTER_ND, .reduction = reduction, .data = {data, 1, shape, NULL, NULL},
                       .indices = {STREW_DTYPE_INT64, 2, tuples, NULL, NULL}, .updates = {updates, 1, one, NULL, NULL}),
           sentence);
}

static void expect_gathered(strew_dtype data, strew_dtype output, const char *sentence)
{
    expect(&STREW_CALL(.op = STREW_OPERATOR_GATHER, .data = {data, 1, shape, NULL, NULL},
                       .indices = {STREW_DTYPE_INT64, 1, one, NULL, NULL}, .output = {output, 1, one, NULL, NULL}),
           sentence);
}

#define LACKS(what) "this build of strew was trimmed: it has no conversion of " what

int main(void)
{
    expect_updates(STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_NONE, "no fault");
    expect_updates(STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, STREW_REDUCTION_ADD, "no fault");
    expect_updates(STREW_DTYPE_FLOAT32, STREW_DTYPE_BFLOAT16, STREW_REDUCTION_NONE, LACKS("bfloat16 to float32"));
    expect_updates(STREW_DTYPE_FLOAT32, STREW_DTYPE_INT8, STREW_REDUCTION_ADD, LACKS("int8 to float32"));
    expect_updates(STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT16, STREW_REDUCTION_NONE, LACKS("float16 to float32"));
    expect_gathered(STREW_DTYPE_FLOAT32, STREW_DTYPE_BFLOAT16, "no fault");
    expect_gathered(STREW_DTYPE_BFLOAT16, STREW_DTYPE_FLOAT32, LACKS("bfloat16 to float32"));
    return n_failed != 0;
}
