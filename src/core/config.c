/* SPDX-License-Identifier: MIT */
/* Reads OLDGUARD_CPU, OLDGUARD_KERNEL, OLDGUARD_MEASURE and OLDGUARD_POLICY. */
#define _DEFAULT_SOURCE /* issetugid */
#include "core/config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"

#if defined(__linux__)
#include <sys/auxv.h>

/* Returns 1 if the process has other rights than its caller: set-user-ID, set-group-ID or file capabilities.
 * Every libc of Linux has getauxval, but not every one has secure_getenv. */
static int is_privileged(void) { return getauxval(AT_SECURE) != 0; }
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__NetBSD__) || defined(__OpenBSD__) || \
    defined(__DragonFly__) || defined(__sun)
#include <unistd.h>

static int is_privileged(void) { return issetugid() != 0; }
#elif defined(_WIN32)
static int is_privileged(void) { return 0; /* Windows has no set-user-ID programs. */ }
#else
static int is_privileged(void) { return 1; /* Unknown, so the variables are ignored. */ }
#endif

/* The length and start of a word for "%.*s". Cuts long words, to leave room for the reason. */
#define SHOWN(at, len) (int)((len) < 64 ? (len) : 64), (at)

/* Returns the value of a variable, or NULL if it is unset or empty. */
static const char *variable(const char *name) {
    const char *value = getenv(name);
    return value != NULL && value[0] != '\0' ? value : NULL;
}

/* Reads the next word of a comma-separated list and moves *list behind it. Returns 0 at the end. */
static int next_word(const char **list, const char **word, size_t *len) {
    if (**list == '\0') {
        return 0;
    }
    *word = *list;
    *len = strcspn(*list, ",");
    *list += *len + ((*list)[*len] == ',');
    return 1;
}

static void read_cpu(og_config *config, const char *list) {
    const char *word;
    size_t len;
    while (next_word(&list, &word, &len)) {
        if (word[0] != '-') {
            snprintf(config->error, sizeof config->error,
                     "OLDGUARD_CPU: '%.*s': features can only be taken away, as in -avx2", SHOWN(word, len));
            return;
        }
        const uint32_t bit = og_cpu_bit(word + 1, len - 1);
        if (bit == 0) {
            snprintf(config->error, sizeof config->error,
                     "OLDGUARD_CPU: '%.*s' is not the name of a CPU feature, which are ",
                     SHOWN(word + 1, len - 1));
            og_cpu_append_names(config->error, sizeof config->error, UINT32_MAX);
            return;
        }
        config->hidden |= og_cpu_with_dependents(bit);
    }
}

static void read_kernels(og_config *config, const char *list) {
    const char *word;
    size_t len;
    while (next_word(&list, &word, &len)) {
        const char *equals = memchr(word, '=', len);
        if (equals == NULL) {
            snprintf(config->error, sizeof config->error,
                     "OLDGUARD_KERNEL: '%.*s' is not of the form operation=kernel", SHOWN(word, len));
            return;
        }
        const size_t op_len = (size_t)(equals - word);
        const size_t stem_len = len - op_len - 1;
        const og_op op = og_op_find(word, op_len);
        if (op == OG_OP_COUNT) {
            snprintf(config->error, sizeof config->error, "OLDGUARD_KERNEL: there is no operation '%.*s'",
                     SHOWN(word, op_len));
            return;
        }
        config->forced[op] = og_kernel_find_n(op, equals + 1, stem_len);
        if (config->forced[op] == NULL) {
            snprintf(config->error, sizeof config->error, "OLDGUARD_KERNEL: no kernel '%.*s' serves %s",
                     SHOWN(equals + 1, stem_len), og_op_names[op]);
            return;
        }
    }
}

static void read_policy(og_config *config, const char *name) {
    if (strcmp(name, "constant-time") == 0) {
        config->policy = OG_POLICY_CONSTANT_TIME;
    } else if (strcmp(name, "fastest") != 0) {
        snprintf(config->error, sizeof config->error,
                 "OLDGUARD_POLICY: '%.*s' is neither 'fastest' nor 'constant-time'",
                 SHOWN(name, strlen(name)));
    }
}

static void read_measure(og_config *config, const char *value) {
    if (strcmp(value, "0") == 0) {
        config->measure = OG_MEASURE_NEVER;
    } else if (strcmp(value, "1") == 0) {
        config->measure = OG_MEASURE_ALWAYS;
    } else {
        snprintf(config->error, sizeof config->error, "OLDGUARD_MEASURE: '%.*s' is neither '0' nor '1'",
                 SHOWN(value, strlen(value)));
    }
}

void og_config_read(og_config *config) {
    static const struct {
        const char *name;
        void (*read)(og_config *config, const char *value);
    } variables[] = {{"OLDGUARD_CPU", read_cpu},
                     {"OLDGUARD_POLICY", read_policy},
                     {"OLDGUARD_KERNEL", read_kernels},
                     {"OLDGUARD_MEASURE", read_measure}};
    memset(config, 0, sizeof *config);
    if (is_privileged()) {
        return;
    }
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = variable(variables[i].name);
        if (value != NULL && config->error[0] == '\0') {
            variables[i].read(config, value);
        }
    }
    og_make_printable(config->error);
}
