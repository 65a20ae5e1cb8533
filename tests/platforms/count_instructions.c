/* A plugin of qemu-user that counts instructions. A program says where counting begins and ends by a system call that does not exist,
 * of the number BORDER: at the program's end, the instructions between each of these calls and the next are printed, one number a line.
 *
 *     cc -shared -fPIC -O2 tests/platforms/count_instructions.c -o count.so && qemu-riscv64 -plugin ./count.so -d plugin PROGRAM
 *
 * The declarations are those of version 1 of QEMU's interface for plugins, which distributions do not install. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))
#define BORDER INT64_C(0x57e3)

struct qemu_plugin_tb;
typedef struct qemu_info_t qemu_info_t;
typedef void (*syscall_fn)(uint64_t id, unsigned cpu, int64_t number, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                           uint64_t);

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, void (*translate)(uint64_t id, struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int operation, void *counter, uint64_t added);
void qemu_plugin_register_vcpu_syscall_cb(uint64_t id, syscall_fn call);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*end)(uint64_t id, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
void qemu_plugin_outs(const char *text);

EXPORT int qemu_plugin_version = 1;

enum { ADD_U64, MAX_BORDERS = 1 << 16 };

static uint64_t executed, borders[MAX_BORDERS];
static size_t n_borders;

static void count_block(uint64_t id, struct qemu_plugin_tb *tb)
{
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, ADD_U64, &executed, qemu_plugin_tb_n_insns(tb));
}

static void note_border(uint64_t id, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e, uint64_t f,
                        uint64_t g, uint64_t h)
{
    (void)id, (void)cpu, (void)a, (void)b, (void)c, (void)d, (void)e, (void)f, (void)g, (void)h;
    if (number == BORDER && n_borders < MAX_BORDERS) borders[n_borders++] = executed;
}

static void print_counts(uint64_t id, void *data)
{
    (void)id, (void)data;
    for (size_t i = 1; i < n_borders; i++) {
        char text[32];
        snprintf(text, sizeof text, "%" PRIu64 "\n", borders[i] - borders[i - 1]);
        qemu_plugin_outs(text);
    }
}

EXPORT int qemu_plugin_install(uint64_t id, const qemu_info_t *info, int argc, char **argv)
{
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
    qemu_plugin_register_vcpu_syscall_cb(id, note_border);
    qemu_plugin_register_atexit_cb(id, print_counts, NULL);
    return 0;
}
