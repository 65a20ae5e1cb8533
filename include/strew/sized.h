/**
 * @file sized.h
 * Structs that begin with their size, so that a program and a library of different versions understand each other: docs/abi.md.
 */
#ifndef STREW_SIZED_H
#define STREW_SIZED_H

/** STREW_SIZED: the value of a struct that carries its size, with the members that are given and zeros for the others. In C it is a
 * compound literal, whose address can be passed to a call. STREW_SIZED_INIT: for C++ before C++20, and for objects with static storage. */
#ifndef __cplusplus
#define STREW_SIZED(type, ...) ((type){.struct_size = sizeof(type), __VA_ARGS__})
/** Its initialiser: zeros for all other members. */
#define STREW_SIZED_INIT(type)                                                                                                             \
    {                                                                                                                                      \
        .struct_size = sizeof(type)                                                                                                        \
    }
#else
template <class Type>
#if defined(__cpp_constexpr) && __cpp_constexpr >= 201304L
constexpr
#endif
    static Type
    strew_sized()
{
    Type value = Type();
    value.struct_size = sizeof(Type);
    return value;
}
#define STREW_SIZED(type, ...) (type{.struct_size = sizeof(type), __VA_ARGS__})
#define STREW_SIZED_INIT(type) strew_sized<type>()
#endif

#endif /* STREW_SIZED_H */
