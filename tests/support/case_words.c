#include "case_words.h"

#include <string.h>

#include <strew/group.h>
#include <strew/softmax.h>

#include "blocks.h"
#include "case_values.h"
#include "conversions.h"
#include "profiles.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

strew_dtype case_dtype_of(const char *word)
{
    for (int number = 1; number < CASE_UNKNOWN_NUMBER; number++) {
        const char *const name = block_elements((strew_dtype)number) ? NULL : reference_dtype_name((strew_dtype)number);
        if (name && strcmp(name, word) == 0) return (strew_dtype)number;
    }
    return (strew_dtype)CASE_UNKNOWN_NUMBER;
}

strew_dtype case_block_format_of(const char *word)
{
    strew_dtype dtype;
    if (strcmp(word, "int4") == 0) return STREW_DTYPE_INT4;
    if (strcmp(word, "uint4") == 0 || strcmp(word, "uint4_block32") == 0) return STREW_DTYPE_UINT4;
    for (size_t n = 0; (dtype = block_dtype_at(n)) != 0; n++) {
        if (strcmp(strew_dtype_name(dtype), word) == 0) return dtype;
    }
    return (strew_dtype)CASE_UNKNOWN_NUMBER;
}

strew_reduction case_reduction_of(const char *word)
{
    const char *name;
    for (int number = 0; (name = reference_reduction_name((strew_reduction)number)) != NULL; number++) {
        if (strcmp(name, word) == 0) return (strew_reduction)number;
    }
    return (strew_reduction)CASE_UNKNOWN_NUMBER;
}

/* The other words: those that a key can have, and their numbers. The statuses are those that a case can be rejected with. */
#define STATUS(name)                                                                                                                       \
    {                                                                                                                                      \
        "status", #name, name                                                                                                              \
    }
static const struct {
    const char *key, *word;
    int number;
} words[] = {
    {"op", "scatter_nd", REFERENCE_ND},
    {"op", "scatter_elements", REFERENCE_ELEMENTS},
    {"op", "scatter_update", REFERENCE_UPDATE},
    {"op", "gather_nd", FIRST_GATHER + GATHER_ND},
    {"op", "gather_elements", FIRST_GATHER + GATHER_ELEMENTS},
    {"op", "gather", FIRST_GATHER + GATHER},
    {"op", "tensor_scatter", TENSOR_SCATTER},
    {"op", "masked_scatter", MASKED_SCATTER},
    {"op", "group", GROUP},
    {"op", "segment_softmax", SEGMENT_SOFTMAX},
    {"op", "segment_log_softmax", SEGMENT_LOG_SOFTMAX},
    {"op", "segment_logsumexp", SEGMENT_LOGSUMEXP},
    {"op", "segment", SEGMENT},
    {"offsets_end", "given", STREW_OFFSETS_END_GIVEN},
    {"offsets_end", "implied", STREW_OFFSETS_END_IMPLIED},
    {"initial", "zero", STREW_INITIAL_ZERO},
    {"initial", "identity", STREW_INITIAL_IDENTITY},
    {"initial", "data", STREW_INITIAL_DATA},
    {"mode", "linear", STREW_CACHE_LINEAR},
    {"mode", "circular", STREW_CACHE_CIRCULAR},
    {"policy", "error", STREW_POLICY_ERROR},
    {"policy", "trusted", STREW_POLICY_TRUSTED},
    {"policy", "skip", STREW_POLICY_SKIP},
    {"policy", "clamp", STREW_POLICY_CLAMP},
    {"update_policy", "error", STREW_POLICY_ERROR},
    {"update_policy", "trusted", STREW_POLICY_TRUSTED},
    {"update_policy", "skip", STREW_POLICY_SKIP},
    {"update_policy", "clamp", STREW_POLICY_CLAMP},
    {"nan", "wins", STREW_NAN_WINS},
    {"nan", "loses", STREW_NAN_LOSES},
    {"mean_rounding", "floors", STREW_MEAN_ROUNDING_FLOORS},
    {"mean_rounding", "truncates", STREW_MEAN_ROUNDING_TRUNCATES},
    {"accumulate", "float32", STREW_DTYPE_FLOAT32},
    {"accumulate", "float64", STREW_DTYPE_FLOAT64},
    {"accumulate", "int64", STREW_DTYPE_INT64},
    {"overflow", "wraps", STREW_OVERFLOW_WRAPS},
    {"overflow", "saturates", STREW_OVERFLOW_SATURATES},
    {"arg_rule", "first", STREW_ARG_RULE_FIRST},
    {"arg_rule", "last", STREW_ARG_RULE_LAST},
    {"arg_counts", "tuples", STREW_ARG_COUNTS_TUPLES},
    {"arg_counts", "axis", STREW_ARG_COUNTS_AXIS},
    {"scale_rule", "divides", STREW_SCALE_RULE_DIVIDES},
    {"scale_rule", "multiplies", STREW_SCALE_RULE_MULTIPLIES},
    STATUS(STREW_STATUS_RANK_OUT_OF_RANGE),
    STATUS(STREW_STATUS_NEGATIVE_DIMENSION),
    STATUS(STREW_STATUS_TOO_LARGE),
    STATUS(STREW_STATUS_TUPLE_TOO_LONG),
    STATUS(STREW_STATUS_AXIS_OUT_OF_RANGE),
    STATUS(STREW_STATUS_INDICES_RANK_MISMATCH),
    STATUS(STREW_STATUS_INDICES_SHAPE_MISMATCH),
    STATUS(STREW_STATUS_UPDATES_RANK_MISMATCH),
    STATUS(STREW_STATUS_UPDATES_SHAPE_MISMATCH),
    STATUS(STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION),
    STATUS(STREW_STATUS_UNKNOWN_DTYPE),
    STATUS(STREW_STATUS_DTYPE_MISMATCH),
    STATUS(STREW_STATUS_UNSUPPORTED_INDEX_DTYPE),
    STATUS(STREW_STATUS_UNKNOWN_REDUCTION),
    STATUS(STREW_STATUS_UNSUPPORTED_REDUCTION),
    STATUS(STREW_STATUS_PROFILE_LACKS_OPERATOR),
    STATUS(STREW_STATUS_PROFILE_LACKS_DTYPE),
    STATUS(STREW_STATUS_PROFILE_LACKS_INDEX_DTYPE),
    STATUS(STREW_STATUS_PROFILE_LACKS_REDUCTION),
    STATUS(STREW_STATUS_INDEX_OUT_OF_BOUNDS),
    STATUS(STREW_STATUS_BATCH_DIMS_OUT_OF_RANGE),
    STATUS(STREW_STATUS_BATCH_SHAPE_MISMATCH),
    STATUS(STREW_STATUS_TOO_MANY_TOKENS),
    STATUS(STREW_STATUS_PROFILE_LACKS_OPTION),
    STATUS(STREW_STATUS_TOO_FEW_UPDATES),
    STATUS(STREW_STATUS_UNUSED_ARGUMENT),
    STATUS(STREW_STATUS_NOT_SORTED),
    STATUS(STREW_STATUS_NO_IDENTITY),
    STATUS(STREW_STATUS_CONFLICT),
    STATUS(STREW_STATUS_UNSUPPORTED_MASK_DTYPE),
};

int case_operator_of(const char *word)
{
    for (size_t i = 0; i < COUNT(words); i++) {
        if (strcmp(words[i].key, "op") == 0 && strcmp(words[i].word, word) == 0) return words[i].number;
    }
    return N_OPERATORS;
}

int case_is_word(const char *key, const char *word)
{
    int is_known = 0;
    for (size_t i = 0; !is_known && i < COUNT(words); i++) is_known = strcmp(words[i].key, key) == 0 && strcmp(words[i].word, word) == 0;
    return is_known;
}

int read_word(const json_t *of, const char *key, int *number)
{
    const json_t *const json = json_object_get(of, key);
    const char *const word = json_string_value(json);

    *number = 0;
    if (!json || json_is_null(json)) return 1;
    for (size_t i = 0; word && i < COUNT(words); i++) {
        if (strcmp(words[i].key, key) == 0 && strcmp(words[i].word, word) == 0) {
            *number = words[i].number;
            return 1;
        }
    }
    return malformed("%s is no word", key);
}

/* Newer rows come later. */
int case_find_profile(const scatter_case *of, const char *word, strew_profile *to)
{
    const int is_onnx = strcmp(word, "onnx") == 0, is_openvino = strcmp(word, "openvino") == 0;
    const char *const prefix = is_onnx ? "ONNX " : "OpenVINO ";

    *to = STREW_PROFILE_NONE;
    for (size_t i = 0; of->is_gather && i < GATHER_PROFILE_ROWS; i++) {
        const gather_profile_row *const row = &gather_profile_rows[i];
        const int is_of_operator = strcmp(row->operator_name, gather_operator_name(of->gather_op)) == 0;
        if (is_onnx || is_openvino ? is_of_operator && strncmp(row->name, prefix, strlen(prefix)) == 0 : strcmp(row->name, word) == 0)
            *to = row->profile;
    }
    for (size_t i = 0; of->is_token && i < TOKEN_PROFILE_ROWS; i++) {
        const token_profile_row *const row = &token_profile_rows[i];
        if (is_onnx ? strncmp(row->name, prefix, strlen(prefix)) == 0 : strcmp(row->name, word) == 0) *to = row->profile;
    }
    for (size_t i = 0; !of->is_gather && !of->is_token && i < PROFILE_ROWS; i++) {
        const profile_row *const row = &profile_rows[i];
        if (is_onnx || is_openvino ? row->op == of->op && strncmp(row->name, prefix, strlen(prefix)) == 0 : strcmp(row->name, word) == 0)
            *to = row->profile;
    }
    return is_onnx || is_openvino || *to != STREW_PROFILE_NONE;
}

int read_profile(const json_t *json, scatter_case *to)
{
    if (!json || json_is_null(json)) return 1;
    if (!json_is_string(json)) return malformed("profile is no word");
    return case_find_profile(to, json_string_value(json), &to->options.profile);
}
