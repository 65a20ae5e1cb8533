/* Compiled once for each instruction set, with generated/<isa>/ on the include path, as
 *   STREW_WORDS_TABLE   the name of the table to define
 *   STREW_WORDS_ISA     the name of the instruction set, a string
 *   STREW_WORDS_BY_CTYPE defined where a register is one lane, and loads are named by compute type instead of by bytes */
#include "words.h"

#include "vocabulary.h"

#ifdef STREW_WORDS_BY_CTYPE
#define LOAD(ctype, bytes, from) load_##ctype(from)
#define STORE(ctype, bytes, to, value) store_##ctype(to, value)
#else
#define LOAD(ctype, bytes, from) load_##bytes(from)
#define STORE(ctype, bytes, to, value) store_##bytes(to, value)
#endif

#define STREW_WORD(reduction, ctype, bytes, function)                                                                                      \
    static void apply_##function(void *result, const void *a, const void *b)                                                               \
    {                                                                                                                                      \
        STORE(ctype, bytes, result, function(LOAD(ctype, bytes, a), LOAD(ctype, bytes, b)));                                               \
    }
#include "words.inc"

static const word words[] = {
#define STREW_WORD(reduction, ctype, bytes, function) {#function, #reduction, #ctype, bytes, apply_##function},
#include "words.inc"
};

extern const word_table STREW_WORDS_TABLE;
const word_table STREW_WORDS_TABLE = {STREW_WORDS_ISA, words, sizeof words / sizeof *words};
