"""NEON as every AArch64 has it: registers of 16 bytes; narrower packs use their low end."""

from gen.isa import Hwcap, IndexVector, Isa, Pack, Word, available
from gen.isa.shared import (
    FLAG,
    REDUCERS,
    ROUND_TO_BFLOAT16,
    TO_FLAGGED_SLICE_INDICES,
    WRAP,
    SmallFloat,
    by_parts,
    byte_floats,
    if_native,
    number,
    reducer,
)

BYTES = 16
V = "simde_uint8x16_t"

# Two int64 in unsigned lanes, because those wrap around: signed ones overflow, which is undefined in C.
INDICES = IndexVector(lanes=2, type="simde_uint64x2_t", slice_indices_type="simde_uint32x2_t")


def read(ctype: str, *operands: str) -> str:
    """Registers, read as vectors of NEON's lanes (s64, f32, ...)."""
    return ", ".join(operand if ctype == "u8" else f"simde_vreinterpretq_{ctype}_u8({operand})" for operand in operands)


def back(ctype: str, expression: str) -> str:
    return expression if ctype == "u8" else f"simde_vreinterpretq_u8_{ctype}({expression})"


def call(word: str, ctype: str, *operands: str, result: str = "") -> str:
    """An intrinsic from registers to a register."""
    return back(result or ctype, f"simde_v{word}q_{ctype}({read(ctype, *operands)})")


def native(body, otherwise):
    return if_native("SIMDE_ARM_NEON_A64V8_NATIVE", body, otherwise)


def memory():
    yield Word("load_16", V, "const void *from", ("return simde_vld1q_u8(from);",))
    yield Word("store_16", "void", f"void *to, {V} value", ("simde_vst1q_u8(to, value);",))
    # Narrower packs have zeros above; what a word computes from those is not stored.
    for bytes_ in (8, 4, 2, 1):
        bits = 8 * bytes_
        yield Word(
            f"load_{bytes_}",
            V,
            "const void *from",
            (
                f"uint{bits}_t bits;",
                "memcpy(&bits, from, sizeof bits);",
                "return simde_vcombine_u8(simde_vcreate_u8(bits), simde_vdup_n_u8(0));",
            ),
        )
        yield Word(
            f"store_{bytes_}",
            "void",
            f"void *to, {V} value",
            (f"const uint{bits}_t bits = simde_vgetq_lane_u{bits}({read(f'u{bits}', 'value')}, 0);", "memcpy(to, &bits, sizeof bits);"),
        )


def integers():
    for bytes_ in (1, 2, 4, 8):
        bits = 8 * bytes_
        signed, unsigned = f"s{bits}", f"u{bits}"

        def word(reduction, sign, *body, why=""):
            return reducer(reduction, f"{sign}{bits}", BYTES // bytes_, BYTES, V, *body, why=why)

        yield word("add", "i", f"return {call('add', unsigned, 'a', 'b')};")
        yield word("sub", "i", f"return {call('sub', unsigned, 'a', 'b')};")
        if bytes_ == 4:
            yield word(
                "mul",
                "i",
                f"const simde_uint32x4_t x = {read('u32', 'a')}, y = {read('u32', 'b')};",
                *native(
                    (f"return {back('u32', 'simde_vmulq_u32(x, y)')};",),
                    (
                        "const simde_uint64x2_t low = simde_vmull_u32(simde_vget_low_u32(x), simde_vget_low_u32(y));",
                        "const simde_uint64x2_t high = simde_vmull_u32(simde_vget_high_u32(x), simde_vget_high_u32(y));",
                        f"return {back('u32', 'simde_vuzp1q_u32(simde_vreinterpretq_u32_u64(low), simde_vreinterpretq_u32_u64(high))')};",
                    ),
                ),
                why="SIMDe's version multiplies signed numbers, whose overflow C leaves undefined.",
            )
        elif bytes_ == 8:
            yield word(
                "mul",
                "i",
                f"const {V} crossed = mul_i32x4(a, {call('rev64', 'u32', 'b')});",
                f"const simde_uint64x2_t high = simde_vshlq_n_u64(simde_vpaddlq_u32({read('u32', 'crossed')}), 32);",
                f"const simde_uint32x2_t low_a = simde_vmovn_u64({read('u64', 'a')}), low_b = simde_vmovn_u64({read('u64', 'b')});",
                f"return {back('u64', 'simde_vmlal_u32(high, low_a, low_b)')};",
                why="low * low + ((low * high + high * low) << 32), modulo 2^64.",
            )
        else:
            yield word("mul", "i", f"return {call('mul', unsigned, 'a', 'b')};")
        for sign, ctype in (("i", signed), ("u", unsigned)):
            for reduction, chosen in (("min", "b, a"), ("max", "a, b")):
                if bytes_ < 8:
                    yield word(reduction, sign, f"return {call(reduction, ctype, 'a', 'b')};")
                else:
                    yield word(reduction, sign, f"return simde_vbslq_u8({call('cgt', ctype, 'a', 'b', result='u64')}, {chosen});")


def floats():
    for ctype, bytes_, mask in (("f32", 4, "u32"), ("f64", 8, "u64")):
        lanes = BYTES // bytes_
        operands = f"const simde_float{8 * bytes_}x{lanes}_t x = {read(ctype, 'a')}, y = {read(ctype, 'b')};"

        def word(reduction, *body, why=""):
            return reducer(reduction, ctype, lanes, BYTES, V, *body, why=why)

        def greater(first, second):
            return back(mask, f"simde_vcgtq_{ctype}({first}, {second})")

        for reduction in ("add", "sub", "mul"):
            yield word(reduction, f"return {call(reduction, ctype, 'a', 'b')};")
        yield word(
            "min",
            operands,
            *native(
                (f"return {back(ctype, f'simde_vminq_{ctype}(x, y)')};",),
                (
                    f"const {V} one = simde_vbslq_u8({greater('y', 'x')}, a, b);",
                    f"const {V} other = simde_vbslq_u8({greater('x', 'y')}, b, a);",
                    "return simde_vorrq_u8(one, other);",
                ),
            ),
            why="The instruction is IEEE 754-2019's minimum, but SIMDe's version of it gives two zeros no order. There the choice is made both\n"
            "ways and joined by OR: a zero is negative if either is, and a NaN stays one.",
        )
        minimum = f"min_{ctype}x{lanes}({back(ctype, f'simde_vnegq_{ctype}(x)')}, {back(ctype, f'simde_vnegq_{ctype}(y)')})"
        yield word(
            "max",
            operands,
            *native(
                (f"return {back(ctype, f'simde_vmaxq_{ctype}(x, y)')};",),
                (f"return {call('neg', ctype, minimum)};",),
            ),
        )
        for reduction in ("min", "max"):
            a, b = (
                f"simde_vbslq_u8({back(mask, f'simde_vceqq_{ctype}({read(ctype, one)}, {read(ctype, one)})')}, {one}, {other})"
                for one, other in (("a", "b"), ("b", "a"))
            )
            yield number(reduction, ctype, lanes, BYTES, V, a, b)


def float16():
    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    yield word(
        "widen_f16x4",
        "simde_float32x4_t",
        "simde_uint16x4_t a",
        *native(
            ("return vcvt_f32_f16(vreinterpret_f16_u16(a));",),
            ("return simde_vcvt_f32_f16(simde_vreinterpret_f16_u16(a));",),
        ),
        why="Every AArch64 converts in one instruction. SIMDe, which waits for the arithmetic of Armv8.2, would do it lane by lane.",
    )
    yield word(
        "narrow_f16x4",
        "simde_uint16x4_t",
        "simde_float32x4_t a",
        *native(
            ("return vreinterpret_u16_f16(vcvt_f16_f32(a));",),
            ("return simde_vreinterpret_u16_f16(simde_vcvt_f16_f32(a));",),
        ),
    )
    for half in ("low", "high"):
        widened = f"widen_f16x4(simde_vget_{half}_u16({read('u16', 'a')}))"
        yield word(f"{half}_f16x8", V, f"{V} a", f"return {back('f32', widened)};")
    joined = f"simde_vcombine_u16(narrow_f16x4({read('f32', 'low')}), narrow_f16x4({read('f32', 'high')}))"
    yield word("join_f16x8", V, f"{V} low, {V} high", f"return {back('u16', joined)};")
    yield from by_parts("f16", 8, BYTES, V, ("low", "high"))


def bfloat16():
    """The odd lanes of bfloat16 already are the high halves of float32 lanes; the even ones need a shift."""

    def word(name, parameters, *body, why=""):
        return Word(name, V, parameters, body, why)

    yield word("even_bf16x8", f"{V} a", f"return {back('u32', 'simde_vshlq_n_u32(%s, 16)' % read('u32', 'a'))};")
    yield word("odd_bf16x8", f"{V} a", f"return simde_vandq_u8(a, {back('u32', 'simde_vdupq_n_u32(0xffff0000)')});")
    yield word("join_bf16x8", f"{V} even, {V} odd", f"return {back('u32', 'simde_vsriq_n_u32(%s, 16)' % read('u32', 'odd', 'even'))};")
    yield word(
        "round_bf16x4",
        f"{V} a",
        f"const simde_uint32x4_t bits = {read('u32', 'a')};",
        "const simde_uint32x4_t last = simde_vandq_u32(simde_vshrq_n_u32(bits, 16), simde_vdupq_n_u32(1));",
        f"return {back('u32', 'simde_vaddq_u32(bits, simde_vaddq_u32(last, simde_vdupq_n_u32(0x7fff)))')};",
        why=ROUND_TO_BFLOAT16,
    )
    yield from by_parts("bf16", 8, BYTES, V, ("even", "odd"), rounds=True)


def float8():
    """Sixteen bytes widen to four registers of float32. Four bytes or fewer need only one of them."""
    wide, parts = "simde_uint32x4_t", ("first", "second", "third", "fourth")

    def all_(number) -> str:
        return f"simde_vdupq_n_u32({number})"

    def float_bits(number: str) -> str:
        return f"simde_vreinterpretq_u32_f32(simde_vdupq_n_f32({number}))"

    for f in byte_floats():
        ctype = f.ctype
        number = f"simde_vmulq_f32(simde_vreinterpretq_f32_u32(magnitude), simde_vdupq_n_f32({f.rebias}))"
        yield Word(
            f"widen_{ctype}x4",
            V,
            "simde_uint16x4_t a",
            (
                f"const {wide} bits = simde_vmovl_u16(a);",
                f"const {wide} magnitude = simde_vshlq_n_u32(simde_vandq_u32(bits, {all_('0x7f')}), {f.shift});",
                f"const simde_float32x4_t number = {number};",
                f"const {wide} special = simde_vcgeq_u32(magnitude, {all_(f'{f.special:#x}')});",
                f"const {wide} exponent = simde_vandq_u32(special, {all_('0x7f800000')});",
                f"const {wide} sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 7), 31);",
                f"return {back('u32', 'simde_vorrq_u32(simde_vorrq_u32(simde_vreinterpretq_u32_f32(number), exponent), sign)')};",
            ),
            why="A product rebiases a number; infinity and NaN get all bits of the exponent.",
        )
        is_nan = f"simde_vcgtq_u32(magnitude, {all_('0x7f800000')})"
        nan = f"const {wide} nan = simde_vandq_u32({is_nan}, {all_(f'{f.quiet:#x}')});"
        yield Word(
            f"narrow_{ctype}x4",
            "simde_uint16x4_t",
            f"{V} a",
            (
                f"const {wide} bits = {read('u32', 'a')};",
                f"const simde_float32x4_t magic = simde_vdupq_n_f32({f.magic});",
                f"const {wide} magnitude = simde_vandq_u32(bits, {all_('0x7fffffff')});",
                f"const {wide} minimum = simde_vmaxq_u32(magnitude, {float_bits(f.min_normal)});",
                f"const {wide} last = simde_vandq_u32(simde_vshrq_n_u32(minimum, {f.shift}), {all_(1)});",
                f"const {wide} rebiased = simde_vsubq_u32(minimum, {all_(f'{f.exponents:#x}')});",
                f"const {wide} half = simde_vaddq_u32(last, {all_(f'{f.half:#x}')});",
                f"const {wide} normal = simde_vshrq_n_u32(simde_vaddq_u32(rebiased, half), {f.shift});",
                "const simde_float32x4_t sum = simde_vaddq_f32(simde_vreinterpretq_f32_u32(magnitude), magic);",
                f"const {wide} subnormal = simde_vsubq_u32(simde_vreinterpretq_u32_f32(sum), simde_vreinterpretq_u32_f32(magic));",
                f"const {wide} rounded = simde_vminq_u32(simde_vminq_u32(normal, subnormal), {all_(f'{f.overflow:#x}')});",
                f"const {wide} sign = simde_vshlq_n_u32(simde_vshrq_n_u32(bits, 31), 7);",
                *((nan,) if f.quiet else ()),
                f"return simde_vmovn_u32(simde_vorrq_u32({'simde_vorrq_u32(rounded, nan)' if f.quiet else 'rounded'}, sign));",
            ),
            why=SmallFloat.NARROW,
        )
        for n, part in enumerate(parts):
            half, quarter = ("low", "high")[n // 2], ("low", "high")[n % 2]
            words = f"simde_vmovl_u8(simde_vget_{half}_u8(a))"
            yield Word(f"{part}_{ctype}x16", V, f"{V} a", (f"return widen_{ctype}x4(simde_vget_{quarter}_u16({words}));",))
        yield Word(
            f"join_{ctype}x16",
            V,
            ", ".join(f"{V} {part}" for part in parts),
            (
                *(
                    f"const simde_uint16x8_t {half} = simde_vcombine_u16(narrow_{ctype}x4({one}), narrow_{ctype}x4({other}));"
                    for half, one, other in (("low", *parts[:2]), ("high", *parts[2:]))
                ),
                "return simde_vcombine_u8(simde_vmovn_u16(low), simde_vmovn_u16(high));",
            ),
        )
        yield from by_parts(ctype, 16, BYTES, V, parts)
        for reduction in REDUCERS:
            word = f"{reduction.name}_f32x4"
            combined = f"{word}(first_{ctype}x16(a), first_{ctype}x16(b))"
            joined = f"return join_{ctype}x16(first, first, first, first);"
            yield reducer(reduction.name, ctype, 4, 4, V, f"const {V} first = {combined};", joined, needs=word)


def booleans():
    one = "simde_vdupq_n_u8(1)"
    truth = ", ".join(f"simde_vminq_u8({operand}, {one})" for operand in "ab")
    for reduction, expression in (
        ("add", f"simde_vminq_u8(simde_vorrq_u8(a, b), {one})"),
        ("sub", f"simde_veorq_u8({truth})"),
        ("mul", f"simde_vandq_u8({truth})"),
    ):
        yield reducer(reduction, "bool", BYTES, BYTES, V, f"return {expression};")


def complexes():
    for ctype, part, type_, swapped, first_sign in (
        ("c64", "f32", "simde_float32x4_t", "simde_vrev64q_f32(y)", "simde_vdupq_n_u64(UINT64_C(1) << 31)"),
        (
            "c128",
            "f64",
            "simde_float64x2_t",
            "simde_vextq_f64(y, y, 1)",
            "simde_vcombine_u64(simde_vdup_n_u64(UINT64_C(1) << 63), simde_vdup_n_u64(0))",
        ),
    ):
        yield reducer(
            "mul",
            ctype,
            2 if ctype == "c64" else 1,
            BYTES,
            V,
            f"const {type_} x = {read(part, 'a')}, y = {read(part, 'b')};",
            f"const {type_} by_real = simde_vmulq_{part}(simde_vtrn1q_{part}(x, x), y);",
            f"const {type_} by_imaginary = simde_vmulq_{part}(simde_vtrn2q_{part}(x, x), {swapped});",
            f"const {V} sign = {back('u64', first_sign)};",
            f"const {V} added = simde_veorq_u8({back(part, 'by_imaginary')}, sign);",
            f"return {back(part, f'simde_vaddq_{part}(by_real, %s)' % read(part, 'added'))};",
            why="The real part's second product is subtracted by adding its opposite.",
        )


def indices():
    v, slice_indices = INDICES.type, INDICES.slice_indices_type

    def word(name, result, parameters, *body, why=""):
        return Word(name, result, parameters, body, why)

    yield word("load_indices_i64", v, "const void *from", "return simde_vreinterpretq_u64_u8(simde_vld1q_u8(from));")
    yield word(
        "load_indices_i32",
        v,
        "const void *from",
        "return simde_vreinterpretq_u64_s64(simde_vmovl_s32(simde_vreinterpret_s32_u8(simde_vld1_u8(from))));",
    )
    yield word(
        "out_of_bounds",
        v,
        f"{v} index, {v} low, {v} high",
        "return simde_vorrq_u64(simde_vsubq_u64(index, low), simde_vsubq_u64(high, index));",
        why="The sign bit of a lane is set where index < low or index > high.",
    )
    yield word("join_out_of_bounds", v, f"{v} a, {v} b", "return simde_vorrq_u64(a, b);")
    yield word(
        "is_any_out_of_bounds",
        "int",
        f"{v} out_of_bounds",
        "return (simde_vgetq_lane_u64(out_of_bounds, 0) | simde_vgetq_lane_u64(out_of_bounds, 1)) >> 63 != 0;",
    )
    yield word("is_negative", v, f"{v} index", "return simde_vcltzq_s64(simde_vreinterpretq_s64_u64(index));")
    yield word("highest", v, f"{v} size", "return simde_vsubq_u64(size, simde_vdupq_n_u64(1));")
    yield word("no_out_of_bounds", v, "void", "return simde_vdupq_n_u64(0);")
    yield word(
        "wrap",
        v,
        f"{v} index, {v} low",
        "return simde_vsubq_u64(index, simde_vandq_u64(is_negative(index), low));",
        why=WRAP,
    )
    yield word(
        "flag",
        v,
        f"{v} slice_index, {v} wrapped, {v} high",
        "const simde_uint64x2_t out_of_bounds = is_negative(simde_vorrq_u64(wrapped, simde_vsubq_u64(high, wrapped)));",
        "return simde_vbslq_u64(out_of_bounds, simde_vdupq_n_u64(UINT64_C(1) << 32), slice_index);",
        why=FLAG,
    )
    yield word(
        "clamp",
        v,
        f"{v} wrapped, {v} high",
        "const simde_uint64x2_t minimum = simde_vbicq_u64(wrapped, is_negative(wrapped));",
        "return simde_vbslq_u64(simde_vcgtq_u64(minimum, high), high, minimum);",
    )
    yield word("load_positions", v, "const uint32_t *from", "return simde_vmovl_u32(simde_vld1_u32(from));")
    yield word("add_positions", v, f"{v} slice_indices, {v} positions", "return simde_vaddq_u64(slice_indices, positions);")
    yield word(
        "scale",
        v,
        f"{v} index, {v} stride",
        "return simde_vmull_u32(simde_vmovn_u64(index), simde_vmovn_u64(stride));",
    )
    yield word("sum_k2", v, f"{v} a, {v} b", "return simde_vpaddq_u64(a, b);")
    yield word(
        "sum_k3",
        v,
        f"{v} a, {v} b, {v} c",
        "return simde_vaddq_u64(simde_vpaddq_u64(a, c), b);",
        why="a b c hold x0 y0, z0 x1, y1 z1: b has what the pairs in a and c lack, in the lane of its tuple.",
    )
    yield word("sum_k4", v, f"{v} a, {v} b, {v} c, {v} d", "return simde_vpaddq_u64(simde_vaddq_u64(a, b), simde_vaddq_u64(c, d));")
    yield word("to_slice_indices", slice_indices, f"{v} sums", "return simde_vmovn_u64(sums);")
    yield word("to_flagged_slice_indices", slice_indices, f"{v} sums", "return simde_vqmovn_u64(sums);", why=TO_FLAGGED_SLICE_INDICES)
    yield word("store_slice_indices", "void", f"uint32_t *to, {slice_indices} slice_indices", "simde_vst1_u32(to, slice_indices);")
    yield word("larger_slice_indices", slice_indices, f"{slice_indices} a, {slice_indices} b", "return simde_vmax_u32(a, b);")
    yield word("no_slice_indices", slice_indices, "void", "return simde_vdup_n_u32(0);")
    yield word("largest_slice_index", "uint32_t", f"{slice_indices} slice_indices", "return simde_vmaxv_u32(slice_indices);")


def vocabulary():
    yield from memory()
    yield from integers()
    yield from floats()
    yield from booleans()
    yield from complexes()
    yield from float16()
    yield from bfloat16()
    yield from float8()
    yield from indices()


ISA = Isa(
    name="neon",
    title="NEON (AArch64)",
    number=3,
    rank=20,
    guard="defined(__aarch64__) || defined(_M_ARM64)",
    processors=("aarch64", "arm64", "ARM64"),
    flags=(),
    native_macro="SIMDE_ARM_NEON_A64V8_NATIVE",
    features=(Hwcap(1),),  # ASIMD
    includes=("simde/arm/neon.h",),
    words=available(vocabulary()),
    vector_packs=tuple(Pack(bytes_, BYTES, V, f"load_{bytes_}", f"store_{bytes_}") for bytes_ in (16, 8, 4, 2, 1)),
    indices=INDICES,
)
