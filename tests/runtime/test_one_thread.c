/* One thread uses nothing of pool.c: this program has a function of the same name that fails, so that the linker takes none from the
 * library. */
#include "call_text.h"
#include "calls.h"
#include "pool.h"
#include "testing.h"

#include "configurations.h"
#include "fixture.h"
#include "group.h"
#include "operators.h"

int strew_share_chunks(const strew_threads *threads, size_t n_units, strew_chunk *chunk, const void *context)
{
    fail();
    return 0;
}

TEST(a_gather_without_a_pool_does_not_enter_it)
{
    static unsigned char data[4096], output[2048];
    static int64_t indices[2048];
    const strew_resources resources = STREW_RESOURCES(.n_threads = 8);
    const strew_plan plan = plan_text("gather data=uint8[4096] indices=int64[2048]");

    for (size_t i = 0; i < COUNT(indices); i++) indices[i] = (int64_t)(i * 7 % sizeof data);
    for (size_t i = 0; i < sizeof data; i++) data[i] = (unsigned char)(i * 3);
    assert_int_equal(run_gather(&plan, output, data, indices, &resources, NULL), STREW_OK);
    for (size_t i = 0; i < COUNT(indices); i++) assert_int_equal(output[i], data[i * 7 % sizeof data]);
}

TEST(a_run_without_a_pool_does_not_enter_it)
{
    while (next_case()) {
        static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_CLAMP};
        const configuration *const configuration = &configurations[choose("configuration", n_configurations)];
        scatter scatter = {
            .op = configuration->op, .dtype = STREW_DTYPE_INT32, .reduction = STREW_REDUCTION_ADD, .index_dtype = STREW_DTYPE_INT64};
        strew_plan plan;
        scatter.options.policy = policies[choose("policy", COUNT(policies))];
        configuration->draw(&scatter, &buffers.random);
        fixture_place(&buffers, &scatter);
        if (plan_call(&plan, &buffers.call, NULL) != STREW_OK) continue; /* clamped to nothing */
        draw_indices(&buffers, configuration->likeness, NONE_OUT_OF_BOUNDS);
        fixture_expect(&buffers);
        buffers.n_threads = 0;
        for (unsigned way = 0; way < 6; way++) {
            buffers.has_workspace = (int)(way % 2);
            buffers.is_prepared = way / 2 == 2;
            assert_true(fixture_run(&buffers, &plan, way / 2 == 1));
        }
    }
}

int main(void)
{
    return run_on_fixture(2 << 20, 7);
}
