/* The words of case files, and the numbers that they stand for. */
#ifndef STREW_TESTS_CASE_WORDS_H
#define STREW_TESTS_CASE_WORDS_H

#include <jansson.h>

#include <strew/strew.h>

#include "case_file.h"

/* Operators of case files: those of reference.h, then those of gathering.h, and these. */
enum {
    FIRST_GATHER = REFERENCE_UPDATE + 1,
    TENSOR_SCATTER = FIRST_GATHER + GATHER_OPERATORS,
    MASKED_SCATTER,
    GROUP,
    SEGMENT_SOFTMAX,
    SEGMENT_LOG_SOFTMAX,
    SEGMENT_LOGSUMEXP,
    SEGMENT,
    N_OPERATORS
};

/* CASE_UNKNOWN_NUMBER for a word that is no name. */
strew_dtype case_dtype_of(const char *word);
strew_dtype case_block_format_of(const char *word);
strew_reduction case_reduction_of(const char *word);

/* An operator's number, or N_OPERATORS for one that the runner does not have. */
int case_operator_of(const char *word);

/* The number of the key's word; 0, the default of every option, where the key is absent. Returns whether the word is known. */
int read_word(const json_t *of, const char *key, int *number);

/* Whether the key can have the word. */
int case_is_word(const char *key, const char *word);

/* The operator's profile of this name, or of a family its newest one, or none. Returns whether the word is known. */
int case_find_profile(const scatter_case *of, const char *word, strew_profile *to);
int read_profile(const json_t *json, scatter_case *to);

#endif /* STREW_TESTS_CASE_WORDS_H */
