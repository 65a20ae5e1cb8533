/* Tensors of DLPack, Arrow and std::mdspan as views. Compiled as test_front.cpp is, and with a library that has std::mdspan by
 * script/compilers. */
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include <strew/views.hpp>

/* What dlpack.h and abi.h declare, for a program that includes them too: DLPack's in the global namespace, Arrow's between its guards. */
extern "C" {
typedef enum { kDLCPU = 1, kDLCUDA = 2 } DLDeviceType;
typedef struct {
    DLDeviceType device_type;
    int32_t device_id;
} DLDevice;
typedef struct {
    uint8_t code, bits;
    uint16_t lanes;
} DLDataType;
typedef struct {
    void *data;
    DLDevice device;
    int32_t ndim;
    DLDataType dtype;
    int64_t *shape, *strides;
    uint64_t byte_offset;
} DLTensor;
typedef struct DLManagedTensor {
    DLTensor dl_tensor;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensor *self);
} DLManagedTensor;
typedef struct {
    uint32_t major, minor;
} DLPackVersion;
typedef struct DLManagedTensorVersioned {
    DLPackVersion version;
    void *manager_ctx;
    void (*deleter)(struct DLManagedTensorVersioned *self);
    uint64_t flags;
    DLTensor dl_tensor;
} DLManagedTensorVersioned;
#ifndef ARROW_C_DATA_INTERFACE
#error "views.hpp defines the guard"
#endif

#include "guarded.h"
#include "testing.h" /* after the headers of C++, some of whose names cmocka has as macros */
}

static_assert(sizeof(DLManagedTensor) == sizeof(strew::dlpack::ManagedTensor), "");
static_assert(offsetof(DLTensor, byte_offset) == offsetof(strew::dlpack::Tensor, byte_offset), "");
static_assert(offsetof(DLTensor, dtype) == offsetof(strew::dlpack::Tensor, dtype), "");
static_assert(offsetof(DLManagedTensorVersioned, dl_tensor) == offsetof(strew::dlpack::ManagedTensorVersioned, dl_tensor), "");
static_assert(sizeof(DLManagedTensorVersioned) == sizeof(strew::dlpack::ManagedTensorVersioned), "");

namespace
{

using strew::any_view;
using strew::view_fault;

/* ---- DLPack -------------------------------------------------------------------------------------------------------------------------- */

std::int64_t two_three[] = {2, 3}, columns[] = {1, 2}, rows[] = {3, 1};
float six[] = {0, 1, 2, 3, 4, 5};

DLManagedTensorVersioned versioned()
{
    DLManagedTensorVersioned managed = {};
    managed.version.major = 1;
    managed.dl_tensor = {six, {kDLCPU, 0}, 2, {2, 32, 1}, two_three, nullptr, 0};
    return managed;
}

#if defined(__cpp_exceptions)
/* Whether an error says so. A library of C++ without MemorySanitizer has stored it, so that the latter does not know its end. */
bool says(const std::exception &error, const char *sentence)
{
    guarded_allow(error.what(), std::strlen(sentence) + 1);
    return std::strcmp(error.what(), sentence) == 0;
}
#endif

void is_rejected(const DLManagedTensorVersioned &managed, const char *sentence)
{
    any_view to;
    view_fault fault;
    assert_false(strew::from_dlpack(to, managed, fault));
    assert_string_equal(fault.sentence, sentence);
#if defined(__cpp_exceptions)
    bool is_said = false;
    try {
        strew::from_dlpack(managed);
    } catch (const strew::view_error &error) {
        is_said = says(error, sentence);
    }
    assert_true(is_said);
#endif
}

TEST(tensors_of_dlpack_are_views)
{
    any_view to;
    view_fault fault;
    DLManagedTensorVersioned managed = versioned();
    assert_true(strew::from_dlpack(to, managed, fault) && fault.sentence[0] == '\0');
    assert_true(to.values == six && to.dtype == STREW_DTYPE_FLOAT32 && !to.is_read_only);
    assert_true(to.tensor().rank == 2 && to.tensor().shape[1] == 3 && to.tensor().strides == nullptr);

    managed.dl_tensor.strides = rows; /* dense, and said so */
    assert_true(strew::from_dlpack(to, managed, fault) && to.tensor().strides == nullptr);
    managed.dl_tensor.strides = columns;
    managed.flags = 1;
    managed.dl_tensor.byte_offset = 4;
    assert_true(strew::from_dlpack(to, managed, fault) && to.is_read_only);
    assert_true(to.values == six + 1 && to.tensor().strides[0] == 1 && to.tensor().strides[1] == 2);
    managed.flags = 2; /* it is a copy, of which everything may be written */
    assert_true(strew::from_dlpack(to, managed, fault) && !to.is_read_only);
    std::int64_t one_three[] = {1, 3}, spread[] = {77, 1}; /* of one row, there is no next one */
    managed.dl_tensor.shape = one_three;
    managed.dl_tensor.strides = spread;
    assert_true(strew::from_dlpack(to, managed, fault) && to.tensor().strides == nullptr);
    std::int64_t large[] = {2, INT64_MAX / 2, 4}, steps[] = {1, 4, 1}; /* the last two of these dense, and more than an int64 counts */
    managed.dl_tensor.ndim = 3;
    managed.dl_tensor.shape = large;
    managed.dl_tensor.strides = steps;
    assert_true(strew::from_dlpack(to, managed, fault) && to.tensor().strides[0] == 1);

    DLManagedTensor old = {};
    old.dl_tensor = versioned().dl_tensor;
    old.dl_tensor.ndim = 0;
    old.dl_tensor.shape = nullptr;
    assert_true(strew::from_dlpack(to, old, fault) && to.tensor().rank == 0 && !to.is_read_only);
    strew::dlpack::ManagedTensor own = {};
    std::memcpy(&own, &old, sizeof own);
    assert_true(strew::from_dlpack(to, own, fault) && to.values == six);
}

TEST(types_of_dlpack)
{
    const struct {
        std::uint8_t code, bits;
        int dtype, padded;
    } types[] = {
        {0, 8, STREW_DTYPE_INT8, 0},          {0, 16, STREW_DTYPE_INT16, 0},      {0, 32, STREW_DTYPE_INT32, 0},
        {0, 64, STREW_DTYPE_INT64, 0},        {1, 8, STREW_DTYPE_UINT8, 0},       {1, 16, STREW_DTYPE_UINT16, 0},
        {1, 32, STREW_DTYPE_UINT32, 0},       {1, 64, STREW_DTYPE_UINT64, 0},     {2, 16, STREW_DTYPE_FLOAT16, 0},
        {2, 32, STREW_DTYPE_FLOAT32, 0},      {2, 64, STREW_DTYPE_FLOAT64, 0},    {4, 16, STREW_DTYPE_BFLOAT16, 0},
        {5, 64, STREW_DTYPE_COMPLEX64, 0},    {6, 8, STREW_DTYPE_BOOL, 0},        {5, 128, STREW_DTYPE_COMPLEX128, 0},
        {10, 8, STREW_DTYPE_FLOAT8E4M3FN, 0}, {12, 8, STREW_DTYPE_FLOAT8E5M2, 0}, {7, 8, STREW_DTYPE_OPAQUE(1), 0},
        {8, 8, STREW_DTYPE_OPAQUE(1), 0},     {9, 8, STREW_DTYPE_OPAQUE(1), 0},   {11, 8, STREW_DTYPE_OPAQUE(1), 0},
        {13, 8, STREW_DTYPE_OPAQUE(1), 0},    {14, 8, STREW_DTYPE_OPAQUE(1), 0},  {0, 4, STREW_DTYPE_INT4, 0},
        {1, 4, STREW_DTYPE_UINT4, 0},         {1, 4, STREW_DTYPE_OPAQUE(1), 1},   {0, 4, STREW_DTYPE_OPAQUE(1), 1},
        {17, 4, STREW_DTYPE_OPAQUE(1), 1},    {15, 6, STREW_DTYPE_OPAQUE(1), 1},  {16, 6, STREW_DTYPE_OPAQUE(1), 1},
    };
    for (const auto &type : types) {
        DLManagedTensorVersioned managed = versioned();
        managed.dl_tensor.dtype = {type.code, type.bits, 1};
        managed.flags = type.padded ? 4 : 3;
        any_view to;
        view_fault fault;
        assert_true(strew::from_dlpack(to, managed, fault));
        assert_int_equal(to.dtype, type.dtype);
    }
}

TEST(what_dlpack_has_and_strew_has_not)
{
    DLManagedTensorVersioned managed = versioned();
    managed.dl_tensor.device.device_type = kDLCUDA;
    is_rejected(managed, "the tensor is on a device of type 2, and must be on the CPU, which is 1");
    managed = versioned();
    managed.dl_tensor.dtype.lanes = 4;
    is_rejected(managed, "the elements have 4 lanes, and must have 1");
    managed = versioned();
    managed.version.major = 2;
    is_rejected(managed, "the tensor is of DLPack 2, whose ABI is not that of 1");
    managed = versioned();
    managed.dl_tensor.ndim = 65;
    is_rejected(managed, "the tensor has 65 dimensions, and may have 0 to 64");
    managed.dl_tensor.ndim = -1;
    is_rejected(managed, "the tensor has -1 dimensions, and may have 0 to 64");
    const std::uint8_t types[][2] = {{3, 64},  {2, 80}, {17, 4}, {15, 6},  {16, 6}, {5, 32}, {0, 1},
                                     {1, 128}, {4, 8},  {6, 1},  {10, 16}, {12, 4}, {99, 8}, {7, 4}};
    for (const auto &type : types) {
        managed = versioned();
        managed.dl_tensor.dtype = {type[0], type[1], 1};
        any_view to;
        view_fault fault;
        assert_false(strew::from_dlpack(to, managed, fault));
        char said[64];
        std::snprintf(said, sizeof said, "DLPack's type code %d of %d bits has no dtype", type[0], type[1]);
        assert_string_equal(fault.sentence, said);
    }
}

/* ---- Arrow --------------------------------------------------------------------------------------------------------------------------- */

void release_nothing(ArrowArray *) {}
void release_nothing(ArrowSchema *) {}

/* An array with its schema, and one of its elements if it is a list. */
struct arrow {
    ArrowArray array = {}, *children[1] = {nullptr};
    ArrowSchema schema = {}, *types[1] = {nullptr};
    const void *buffers[2] = {nullptr, nullptr};

    arrow(const char *format, std::int64_t length, const void *values)
    {
        array.length = length;
        array.n_buffers = 2;
        array.buffers = buffers;
        buffers[1] = values;
        schema.format = format;
        array.release = release_nothing;
        schema.release = release_nothing;
    }

    arrow(const char *format, std::int64_t length, arrow &elements) : arrow(format, length, static_cast<const void *>(nullptr))
    {
        array.n_buffers = 1;
        array.n_children = schema.n_children = 1;
        children[0] = &elements.array;
        types[0] = &elements.schema;
        array.children = children;
        schema.children = types;
    }

    arrow(const arrow &) = delete;
    arrow &operator=(const arrow &) = delete;

    void is_rejected(const char *sentence)
    {
        any_view to;
        view_fault fault;
        assert_false(strew::from_arrow(to, array, schema, fault));
        assert_string_equal(fault.sentence, sentence);
    }
};

TEST(arrays_of_arrow_are_views)
{
    any_view to;
    view_fault fault;
    arrow plain("f", 4, six);
    plain.array.offset = 1;
    plain.array.null_count = -1;
    assert_true(strew::from_arrow(to, plain.array, plain.schema, fault));
    assert_true(to.values == six + 1 && to.is_read_only && to.tensor().rank == 1 && to.tensor().shape[0] == 4);

    const char *formats[] = {"c", "C", "s", "S", "i", "I", "l", "L", "e", "f", "g"};
    const int dtypes[] = {STREW_DTYPE_INT8,    STREW_DTYPE_UINT8,   STREW_DTYPE_INT16,  STREW_DTYPE_UINT16,
                          STREW_DTYPE_INT32,   STREW_DTYPE_UINT32,  STREW_DTYPE_INT64,  STREW_DTYPE_UINT64,
                          STREW_DTYPE_FLOAT16, STREW_DTYPE_FLOAT32, STREW_DTYPE_FLOAT64};
    for (std::size_t i = 0; i < sizeof dtypes / sizeof *dtypes; i++) {
        arrow each(formats[i], 0, six);
        assert_true(strew::from_arrow(to, each.array, each.schema, fault));
        assert_int_equal(to.dtype, dtypes[i]);
    }

    arrow elements("f", 6, six), list("+w:2", 2, elements);
    list.array.offset = 1; /* the second and the third row */
    assert_true(strew::from_arrow(to, list.array, list.schema, fault));
    assert_true(to.values == six + 2 && to.tensor().rank == 2 && to.tensor().shape[0] == 2 && to.tensor().shape[1] == 2);
    arrow short_elements("f", 3, six);
    short_elements.array.offset = 1;
    arrow inner("+w:1", 3, short_elements), outer("+w:3", 1, inner);
    assert_true(strew::from_arrow(to, outer.array, outer.schema, fault));
    assert_true(to.values == six + 1 && to.tensor().rank == 3 && to.tensor().shape[1] == 3 && to.tensor().shape[2] == 1);
    arrow nothing("+w:0", 5, elements);
    assert_true(strew::from_arrow(to, nothing.array, nothing.schema, fault) && to.tensor().shape[1] == 0);
}

TEST(a_fault_is_empty_after_success)
{
    any_view to;
    view_fault fault;
    arrow array("f", 6, six);
    DLManagedTensorVersioned managed = versioned();
    array.array.length = -1;
    assert_false(strew::from_arrow(to, array.array, array.schema, fault));
    assert_true(fault.sentence[0] != '\0' && strew::from_dlpack(to, managed, fault) && fault.sentence[0] == '\0');
    managed.version.major = 2;
    array.array.length = 6;
    assert_false(strew::from_dlpack(to, managed, fault));
    assert_true(fault.sentence[0] != '\0' && strew::from_arrow(to, array.array, array.schema, fault) && fault.sentence[0] == '\0');
}

TEST(nulls_of_arrow_are_rejected)
{
    const unsigned char all_but_the_third[] = {0xfb};
    any_view to;
    view_fault fault;
    arrow holey("f", 4, six);
    holey.buffers[0] = all_but_the_third;
    holey.array.null_count = 1;
    holey.is_rejected("the array has 1 nulls: fill them first");
    holey.array.null_count = -1;
    holey.is_rejected("the array has 1 nulls: fill them first");
    holey.array.offset = 3; /* behind the null */
    holey.array.length = 2;
    assert_true(strew::from_arrow(to, holey.array, holey.schema, fault));
    holey.array.offset = 0;
    holey.array.length = 6;
    arrow list("+w:2", 3, holey);
    list.is_rejected("the array has 1 nulls: fill them first");
    list.array.length = 1;
    assert_true(strew::from_arrow(to, list.array, list.schema, fault));
    list.buffers[0] = all_but_the_third;
    list.array.length = 3;
    list.array.null_count = 1;
    list.is_rejected("the array has 1 nulls: fill them first");
}

TEST(what_arrow_has_and_strew_has_not)
{
    for (const char *format : {"u", "z", "tdD", "vu", "+l", "+s", "+w:", "+w:x", "+w:99999999999", "n", "", "d:38,0", "w:4", "ff"}) {
        char said[128];
        std::snprintf(said, sizeof said, "the format %s has no dtype: it must be of integers, floats, or fixed-size lists of them", format);
        arrow(format, 1, six).is_rejected(said);
    }
    arrow("b", 1, six).is_rejected("the format b has a bit for each bool, and strew's bools have a byte");
    arrow coded("i", 1, six);
    coded.array.dictionary = &coded.array;
    coded.is_rejected("the array is a dictionary's: decode it first");
    coded.array.dictionary = nullptr;
    coded.schema.dictionary = &coded.schema;
    coded.is_rejected("the array is a dictionary's: decode it first");
    arrow done("i", 1, six);
    done.array.release = nullptr;
    done.is_rejected("the array was released");
    done.array.release = release_nothing;
    done.schema.release = nullptr;
    done.is_rejected("the array was released");
    arrow few("f", 1, six);
    few.array.n_buffers = 1;
    few.is_rejected("the array has 1 buffers, and must have 2");
    arrow negative("f", -1, six);
    negative.is_rejected("the length -1 or the offset 0 is negative or too large");
    negative.array.length = 1;
    negative.array.offset = -1;
    negative.is_rejected("the length 1 or the offset -1 is negative or too large");
    negative.array.offset = INT64_MAX;
    negative.is_rejected("the length 1 or the offset 9223372036854775807 is negative or too large");
}

TEST(lists_of_arrow_without_their_elements)
{
    arrow elements("f", 6, six), list("+w:4", 2, elements);
    list.is_rejected("a list has 6 elements, but its rows are of 8");
    list.array.length = 1;
    list.array.offset = 1;
    list.is_rejected("a list has 6 elements, but its rows are of 8");
    elements.array.offset = -1;
    list.is_rejected("the elements of a list begin at -1 and are 2 rows of 4: negative or too large");
    elements.array.offset = INT64_MAX - 3;
    list.is_rejected("the elements of a list begin at 9223372036854775804 and are 2 rows of 4: negative or too large");
    arrow large("+w:2147483647", INT64_MAX / 4, elements);
    large.is_rejected(
        "the elements of a list begin at 9223372036854775804 and are 2305843009213693951 rows of 2147483647: negative or too large");
    arrow childless("+w:4", 2, six);
    childless.is_rejected("a fixed-size list has 0 children, and its type 0: each must have 1");
    list.schema.n_children = 0;
    list.is_rejected("a fixed-size list has 1 children, and its type 0: each must have 1");

    arrow single("f", 1, six);
    std::vector<std::unique_ptr<arrow>> lists;
    any_view to;
    view_fault fault;
    for (int depth = 1; depth < 65; depth++) {
        lists.push_back(std::make_unique<arrow>("+w:1", 1, depth == 1 ? single : *lists.back()));
        if (depth < 64)
            assert_true(strew::from_arrow(to, lists.back()->array, lists.back()->schema, fault) && to.sizes.rank() == depth + 1);
    }
    lists.back()->is_rejected("the lists have more than 64 dimensions");
}

/* ---- Types, and calls ---------------------------------------------------------------------------------------------------------------- */

#if defined(__cpp_exceptions)
template <class Call> void throws(const char *sentence, const Call &call)
{
    bool is_said = false;
    try {
        call();
    } catch (const std::invalid_argument &error) {
        is_said = says(error, sentence);
    }
    assert_true(is_said);
}

TEST(views_of_other_libraries_are_called_with)
{
    std::int64_t at[] = {1, 0}, n[] = {2};
    float sums[6] = {};
    DLManagedTensorVersioned managed = versioned();
    managed.dl_tensor.data = sums;
    DLManagedTensorVersioned indices = {};
    indices.version.major = 1;
    indices.dl_tensor = {at, {kDLCPU, 0}, 1, {0, 64, 1}, n, nullptr, 0};
    arrow elements("f", 6, six), updates("+w:3", 2, elements);
    const auto output = strew::from_dlpack<float>(managed);
    strew::scatter_update(output, output, strew::from_dlpack<const std::int64_t>(indices),
                          strew::from_arrow<const float>(updates.array, updates.schema), 0, STREW_REDUCTION_ADD);
    assert_true(sums[0] == 3 && sums[2] == 5 && sums[3] == 0 && sums[5] == 2);

    throws("the elements are float32, and float64 are wanted", [&] { strew::from_dlpack<double>(managed); });
    managed.flags = 1;
    throws("the tensor is read only: ask for const elements", [&] { strew::from_dlpack<float>(managed); });
    assert_true(strew::from_dlpack<const float>(managed).values == sums);
    throws("the elements are float32, and int32 are wanted",
           [&] { strew::from_arrow<const std::int32_t>(elements.array, elements.schema); });
    elements.array.release = nullptr;
    throws("the array was released", [&] { strew::from_arrow(elements.array, elements.schema); });
}
#endif

#if defined(__cpp_lib_mdspan)
TEST(an_mdspan_is_a_view)
{
    const auto right = strew::from_mdspan(std::mdspan(six, 2, 3));
    assert_true(right.values == six && right.sizes.rank() == 2 && right.sizes.sizes()[1] == 3 && right.sizes.strides() == nullptr);
    const std::mdspan<const float, std::dextents<int, 2>, std::layout_left> columnwise(six, 2, 3);
    const strew::view<const float> left = strew::from_mdspan(columnwise);
    assert_true(left.sizes.strides()[0] == 1 && left.sizes.strides()[1] == 2);
    const std::array<std::size_t, 2> apart = {3, 2};
    const std::layout_stride::mapping<std::extents<std::size_t, 2, 2>> mapping(std::extents<std::size_t, 2, 2>(), apart);
    const std::mdspan<float, std::extents<std::size_t, 2, 2>, std::layout_stride> strided(six, mapping);
    const auto view = strew::from_mdspan(strided);
    assert_true(view.sizes.strides()[0] == 3 && view.sizes.strides()[1] == 2 && view.sizes.sizes()[0] == 2);
    assert_true(strew::from_mdspan(std::mdspan<float, std::extents<int>>(six)).sizes.rank() == 0);

    std::vector<float> output(6), data(6, 1);
    const std::vector<std::int32_t> rows_of = {1};
    const std::vector<float> updates = {7, 8, 9};
    strew_fault fault;
    const auto to = strew::from_mdspan(std::mdspan(output.data(), 2, 3));
    const std::mdspan<float, std::dextents<int, 2>, std::layout_left> from(data.data(), 2, 3);
    assert_true(strew::scatter_update(to, strew::from_mdspan(from), rows_of, strew::from_mdspan(std::mdspan(updates.data(), 1, 3)), 0,
                                      STREW_REDUCTION_ADD, 0, strew::default_options, fault));
    assert_true((output == std::vector<float>{1, 1, 1, 8, 9, 10}));
}
#endif

} // namespace
