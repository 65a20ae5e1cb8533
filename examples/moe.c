/* moe.c: a layer of a mixture of experts. Each token goes to its two best experts. Tokens are sorted by expert and aligned: each
 * computes whole blocks of rows, and each token is the weighted sum of what its experts make of it. */
#include <stdio.h>

#include <strew/group.h>

enum { TOKENS = 100, TOP = 2, EXPERTS = 8, WIDTH = 32, BLOCK = 16, MAX_ROWS = TOKENS * TOP + EXPERTS * (BLOCK - 1), NO_TOKEN = -1 };

static float tokens[TOKENS][WIDTH], rows[MAX_ROWS][WIDTH], output[TOKENS][WIDTH];
static int32_t experts[TOKENS][TOP]; /* what the router chooses */
static float weights[TOKENS][TOP];

static int fail(const strew_fault *fault)
{
    char message[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, message, sizeof message);
    fprintf(stderr, "%s\n", message);
    return 1;
}

/* An expert stands for a network here. All numbers are small enough to be exact. */
static float apply_expert(int expert, float x)
{
    return x * (float)(expert + 1) + (float)expert;
}

int main(void)
{
    for (int t = 0; t < TOKENS; t++) {
        experts[t][0] = t * t % 7; /* expert 7 has no token of these */
        experts[t][1] = (experts[t][0] + 1 + t % 3) % EXPERTS;
        weights[t][0] = 0.625F;
        weights[t][1] = 0.375F;
        for (int i = 0; i < WIDTH; i++) tokens[t][i] = (float)((t * WIDTH + i) % 51 - 25);
    }
    strew_fault fault;

    /* Align: order has the pairs of a token and an expert, by expert. The rows of each expert begin at a multiple of BLOCK. */
    const int64_t of_pairs[] = {TOKENS, TOP};
    const strew_tensor chosen = {STREW_DTYPE_INT32, 2, of_pairs, experts, NULL};
    int64_t starts[EXPERTS + 1], n_rows = 0;
    int32_t order[TOKENS * TOP], row_of_pair[TOKENS * TOP], token_of_row[MAX_ROWS], expert_of_block[MAX_ROWS / BLOCK];
    if (strew_group_by_index(starts, order, STREW_DTYPE_INT32, NULL, NULL, &chosen, EXPERTS, NULL, NULL, &fault) != STREW_OK)
        return fail(&fault);
    for (int e = 0; e < EXPERTS; e++) {
        for (int64_t i = starts[e]; i < starts[e + 1]; i++, n_rows++) {
            row_of_pair[order[i]] = (int32_t)n_rows;
            token_of_row[n_rows] = order[i] / TOP;
            expert_of_block[n_rows / BLOCK] = e;
        }
        for (; n_rows % BLOCK != 0; n_rows++) token_of_row[n_rows] = NO_TOKEN;
    }

    /* Permute: a gather of the tokens' rows, and of zeros where a block has none. */
    const int64_t of_tokens[] = {TOKENS, WIDTH}, of_rows[] = {n_rows, WIDTH};
    const strew_tensor all_tokens = {STREW_DTYPE_FLOAT32, 2, of_tokens, tokens, NULL},
                       permutation = {STREW_DTYPE_INT32, 1, &n_rows, token_of_row, NULL};
    const strew_options skips = STREW_OPTIONS(.policy = STREW_POLICY_SKIP, .negative = STREW_NEGATIVE_OUT_OF_BOUNDS);
    if (strew_gather(rows, &all_tokens, &permutation, 0, 0, &skips, &fault) != STREW_OK) return fail(&fault);

    for (int64_t row = 0; row < n_rows; row++) {
        for (int i = 0; i < WIDTH; i++) rows[row][i] = apply_expert(expert_of_block[row / BLOCK], rows[row][i]);
    }

    /* Combine: output[token of the pair] += weight of the pair * rows[row of the pair], in one call that makes no other rows. */
    int32_t token_of_pair[TOKENS * TOP];
    for (int pair = 0; pair < TOKENS * TOP; pair++) token_of_pair[pair] = pair / TOP;
    const int64_t n_pairs = TOKENS * TOP;
    const strew_call combine =
        STREW_CALL(.op = STREW_OPERATOR_SCATTER_UPDATE, .reduction = STREW_REDUCTION_ADD,
                   .data = {STREW_DTYPE_FLOAT32, 2, of_tokens, NULL, NULL}, .indices = {STREW_DTYPE_INT32, 1, &n_pairs, NULL, NULL},
                   .updates = {STREW_DTYPE_FLOAT32, 2, of_rows, NULL, NULL}, .update_indices = {STREW_DTYPE_INT32, 1, &n_pairs, NULL, NULL},
                   .weights = {STREW_DTYPE_FLOAT32, 1, &n_pairs, NULL, NULL});
    const strew_buffers buffers = STREW_BUFFERS(.output = output, .data = output, .indices = token_of_pair, .updates = rows,
                                                .update_indices = row_of_pair, .weights = weights);
    strew_plan plan;
    if (strew_plan_call(&plan, &combine, &fault) != STREW_OK) return fail(&fault);
    if (strew_run(&plan, &buffers, NULL, &fault) != STREW_OK) return fail(&fault);

    int n_right = 0;
    for (int t = 0; t < TOKENS; t++) {
        for (int i = 0; i < WIDTH; i++) {
            float sum = 0;
            for (int k = 0; k < TOP; k++) sum += weights[t][k] * apply_expert(experts[t][k], tokens[t][i]);
            n_right += output[t][i] == sum;
        }
    }
    printf("%d tokens in %d blocks of %d experts: %d of %d numbers are right\n", TOKENS, (int)(n_rows / BLOCK), EXPERTS, n_right,
           TOKENS * WIDTH);
    return n_right != TOKENS * WIDTH;
}
