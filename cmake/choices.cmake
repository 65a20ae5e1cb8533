# What is built, of what strew has: the options, and what they choose.
# `dtypes`, `reductions`, `index_dtypes`, `features` and `isas` are each in the order of generated/kernels.cmake.
strew_set_default(STREW_DTYPES all STRING "Data types to build: all, or a list such as float32;int64")
strew_set_default(STREW_REDUCTIONS all STRING "Reductions to build: all, or a list such as none;add")
strew_set_default(STREW_CONVERSIONS all STRING
    "Pairs of types to convert: all, or a list such as float32:bfloat16;int8:int64, of updates to data or of data to what is gathered")
strew_set_default(STREW_INDEX_DTYPES all STRING "Types of indices to build: all, or a list such as int64;int32")
strew_set_default(STREW_FEATURES all STRING "Features to build: all, none, or a list such as threads;gather")
strew_set_default(STREW_ISAS all STRING
    "Instruction sets to build: all that this processor family knows, or a list; scalar is always built")
strew_choose(STREW_DTYPES STREW_KNOWN_DTYPES dtypes)
strew_choose(STREW_REDUCTIONS STREW_KNOWN_REDUCTIONS reductions)
strew_choose(STREW_INDEX_DTYPES STREW_KNOWN_INDEX_DTYPES index_dtypes)
strew_choose(STREW_FEATURES STREW_KNOWN_FEATURES features MAY_BE_NONE)
list(LENGTH dtypes n_dtypes)
if(n_dtypes EQUAL 1)
    list(REMOVE_ITEM features conversions) # there is no other type
endif()
strew_choose(STREW_ISAS STREW_KNOWN_ISAS isas)
