#ifdef __APPLE__
#define _DARWIN_C_SOURCE /* sysctlbyname */
#else
#define _POSIX_C_SOURCE 200809L
#endif

#include "system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#ifdef __APPLE__
#include <sys/sysctl.h>
#include <sys/types.h>
#endif

#include <strew/inspect.h>

#include "cpus.h"
#include "machine.h"

#if defined(__clang__)
static const char COMPILER[] = "Clang " __clang_version__;
#elif defined(__GNUC__)
static const char COMPILER[] = "GCC " __VERSION__;
#else
static const char COMPILER[] = "";
#endif

enum { TEXT_BYTES = 256 };

/* ---- Texts --------------------------------------------------------------------------------------------------------------------------- */

/* A string of JSON, or null if it is NULL or empty. */
static void write_text(FILE *file, const char *field, const char *text)
{
    fprintf(file, "\"%s\": ", field);
    if (!text || !*text) {
        fputs("null", file);
        return;
    }
    fputc('"', file);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', file);
        if ((unsigned char)*text >= ' ') fputc(*text, file);
    }
    fputc('"', file);
}

static int read_line(const char *path, char line[TEXT_BYTES])
{
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    const int is_read = fgets(line, TEXT_BYTES, file) != NULL;
    fclose(file);
    if (is_read) line[strcspn(line, "\n")] = 0;
    return is_read;
}

/* ---- The CPU ------------------------------------------------------------------------------------------------------------------------- */

#ifdef __APPLE__

static void find_cpu_name(char name[TEXT_BYTES])
{
    size_t size = TEXT_BYTES;
    if (sysctlbyname("machdep.cpu.brand_string", name, &size, NULL, 0) != 0) name[0] = 0;
}

static void write_caches(FILE *file)
{
    static const char *const NAMES[] = {"hw.l1dcachesize", "hw.l2cachesize", "hw.l3cachesize"};
    const char *comma = "";
    for (int level = 1; level <= 3; level++) {
        int64_t bytes = 0;
        size_t size = sizeof bytes;
        if (sysctlbyname(NAMES[level - 1], &bytes, &size, NULL, 0) != 0 || bytes == 0) continue;
        fprintf(file, "%s{\"level\": \"%d\", \"size\": \"%lldK\"}", comma, level, (long long)bytes / 1024);
        comma = ", ";
    }
}

#else

/* x86 has a line "model name"; others have at least "CPU implementer" and "CPU part", "cpu" or "uarch". */
static void find_cpu_name(char name[TEXT_BYTES])
{
    static const char *const FIELDS[] = {"model name", "CPU implementer", "CPU part", "cpu\t", "uarch"};
    char line[4096];
    size_t used = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    name[0] = 0;
    if (!file) return;
    while (fgets(line, sizeof line, file) && line[0] != '\n') {
        const char *value = strchr(line, ':');
        for (size_t i = 0; value && i < sizeof FIELDS / sizeof *FIELDS; i++) {
            if (strncmp(line, FIELDS[i], strlen(FIELDS[i])) != 0 || used >= TEXT_BYTES / 2) continue;
            value += strspn(value, ": \t");
            used += (size_t)snprintf(name + used, TEXT_BYTES / 4, "%s%.*s", used ? " " : "", (int)strcspn(value, "\n"), value);
            used = strlen(name);
            break;
        }
    }
    fclose(file);
}

static void write_caches(FILE *file)
{
    static const char *const FILES[] = {"level", "type", "size", "shared_cpu_list"};
    for (int i = 0; i < 8; i++) {
        char path[128], text[TEXT_BYTES];
        for (size_t f = 0; f < sizeof FILES / sizeof *FILES; f++) {
            snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/%s", i, FILES[f]);
            if (!read_line(path, text)) {
                if (f == 0) return;
                text[0] = 0;
            }
            fputs(f ? ", " : i ? ", {" : "{", file);
            write_text(file, FILES[f], text);
        }
        fputc('}', file);
    }
}

#endif

/* ------------------------------------------------------------------------------------------------------------------------------------- */

static void write_machine(FILE *file, const bench_counts *readers)
{
    char text[TEXT_BYTES];
    struct utsname system;
    find_cpu_name(text);
    write_text(file, "cpu", text);
    if (uname(&system) == 0) {
        fputs(", ", file);
        write_text(file, "architecture", system.machine);
        snprintf(text, sizeof text, "%.100s %.100s", system.sysname, system.release);
        fputs(", ", file);
        write_text(file, "system", text);
    }
    fprintf(file, ",\n  \"cpus\": %zu, \"cores\": %zu, ", bench_find_cpus(), bench_count_cores());
    write_text(file, "numa_nodes", read_line("/sys/devices/system/node/online", text) ? text : NULL);
    fputs(", \"caches\": [", file);
    write_caches(file);
    fputs("],\n  \"reads_gb_per_s\": {", file);
    for (size_t i = 0; i < readers->n; i++)
        fprintf(file, "%s\"%d\": %.1f", i ? ", " : "", readers->count[i], bench_reading_rate(readers->count[i]));
    bench_machine machine;
    fputs("}, \"cache_line_round_trip_ns\": ", file);
    if (bench_look_at_machine(&machine))
        fprintf(file, "%.0f", machine.round_trip_ns);
    else
        fputs("null", file);
}

void system_write_json(FILE *file, const bench_counts *readers)
{
    write_text(file, "strew", strew_version());
    fputs(", ", file);
    write_text(file, "commit", getenv("STREW_BENCH_COMMIT"));
    fputs(", ", file);
    write_text(file, "isa", strew_isa_name(strew_isa_get_best()));
    fputs(", ", file);
    write_text(file, "compiler", COMPILER);
    fputs(",\n \"machine\": {", file);
    write_machine(file, readers);
    fputc('}', file);
}
