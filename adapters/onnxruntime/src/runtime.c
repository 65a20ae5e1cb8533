#include "runtime.h"

#include <stdio.h>

/* The text of a version begins with "1.", in all versions so far. 0: another one. */
static int minor_of(const char *text)
{
    if (text[0] != '1' || text[1] != '.') return 0;
    int minor = 0;
    for (const char *at = text + 2; *at >= '0' && *at <= '9' && minor < 10000; at++) minor = 10 * minor + (*at - '0');
    return minor;
}

int strew_ort_load(ort_functions *functions, const ort_base *base, int min_version)
{
    const int version = minor_of(base->get_version());
    if (version < min_version) return 0;
    /* A table of the oldest version is enough to be given: all tables begin alike. */
    const void *const *const api = base->get_api((uint32_t)min_version);
    if (!api) return 0;
    functions->version = version;
#define LOAD(position, since, name, result, parameters) functions->name = version >= (since) ? (result(*) parameters)table[position] : NULL;
    const void *const *table = api;
    ORT_FUNCTIONS(LOAD)
    if (functions->GetEpApi) {
        table = functions->GetEpApi();
        ORT_EP_FUNCTIONS(LOAD)
    }
#undef LOAD
    return 1;
}

ort_status *strew_ort_reject(const ort_base *base, const char *what, int min_version)
{
    typedef ort_status *create_status(int code, const char *message);
    const void *const *const api = base->get_api(1); /* each runtime has the table of the first version */
    if (!api) return NULL;
    char sentence[128];
    snprintf(sentence, sizeof sentence, "strew's %s need ONNX Runtime 1.%d or a newer 1.x, and this is %.32s", what, min_version,
             base->get_version());
    return ((create_status *)api[0])(ORT_CODE_FAIL, sentence);
}
