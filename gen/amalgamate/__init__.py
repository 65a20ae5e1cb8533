"""All of strew in one file: strew.c and strew.h. See script/amalgamate."""
