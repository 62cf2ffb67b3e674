/* SPDX-License-Identifier: MIT */
/* Parsing of OLDGUARD_CPU, OLDGUARD_KERNEL, OLDGUARD_POLICY and the file of OLDGUARD_TUNE. */
#define _GNU_SOURCE /* secure_getenv */
#include "core/config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"

/* NULL where the variable is unset, empty or the process runs with more rights than its caller. */
static const char *variable(const char *name) {
#if defined(__GLIBC__)
    const char *value = secure_getenv(name);
#else
    const char *value = getenv(name);
#endif
    return value != NULL && value[0] != '\0' ? value : NULL;
}

__attribute__((format(printf, 2, 3))) static void fail(og_config *config, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(config->error, sizeof config->error, format, arguments);
    va_end(arguments);
}

/* The next word of a comma-separated list, or 0 at its end. */
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
            fail(config, "OLDGUARD_CPU: '%.*s': features can only be taken away, as in -avx2",
                 (int)len, word);
            return;
        }
        const uint32_t bit = og_cpu_bit(word + 1, len - 1);
        if (bit == 0) {
            fail(config, "OLDGUARD_CPU: '%.*s' is not the name of a CPU feature", (int)(len - 1),
                 word + 1);
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
            fail(config, "OLDGUARD_KERNEL: '%.*s' is not of the form operation=kernel", (int)len,
                 word);
            return;
        }
        const size_t op_len = (size_t)(equals - word);
        const size_t stem_len = len - op_len - 1;
        const og_op op = og_op_find(word, op_len);
        if (op == OG_OP_COUNT) {
            fail(config, "OLDGUARD_KERNEL: there is no operation '%.*s'", (int)op_len, word);
            return;
        }
        config->forced[op] = og_kernel_find_n(op, equals + 1, stem_len);
        if (config->forced[op] == NULL) {
            fail(config, "OLDGUARD_KERNEL: no kernel '%.*s' serves %s", (int)stem_len, equals + 1,
                 og_op_names[op]);
            return;
        }
    }
}

static void read_policy(og_config *config, const char *name) {
    if (strcmp(name, "constant-time") == 0) {
        config->policy = OG_POLICY_CONSTANT_TIME;
    } else if (strcmp(name, "fastest") != 0) {
        fail(config, "OLDGUARD_POLICY: '%s' is neither 'fastest' nor 'constant-time'", name);
    }
}

/* A cost "12.34", whatever the locale's decimal point. Returns 0 for anything else. */
static int read_cost(const char *text, double *cost) {
    const char *start = text;
    double scale = 1;
    int fraction = 0;
    *cost = 0;
    for (; *text != '\0'; text++) {
        if (*text == '.' && !fraction && text > start) {
            fraction = 1;
        } else if (*text >= '0' && *text <= '9') {
            *cost = *cost * 10 + (*text - '0');
            scale = fraction ? scale * 10 : scale;
        } else {
            return 0;
        }
    }
    *cost /= scale;
    return text > start;
}

/* The line "for MACHINE VERSION": what the order was measured on, and with. */
static void read_origin(og_config *config, const char *path, unsigned number, const char *machine,
                        const char *version) {
    char here[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(here);
    if (version == NULL) {
        fail(config, "OLDGUARD_TUNE: %s:%u: not 'for MACHINE VERSION'", path, number);
    } else if (strcmp(machine, here) != 0) {
        fail(config, "OLDGUARD_TUNE: %s:%u: measured on %s, this is %s", path, number, machine, here);
    } else if (strcmp(version, og_version()) != 0) {
        fail(config, "OLDGUARD_TUNE: %s:%u: measured with oldguard %s, this is %s", path, number,
             version, og_version());
    }
}

/* One line "op stem from-bytes cycles-per-byte" or "for MACHINE VERSION"; comments begin with #. */
static void read_order_line(og_config *config, const char *path, unsigned number, char *line) {
    line[strcspn(line, "#\r\n")] = '\0';
    char *rest = NULL;
    const char *op_name = strtok_r(line, " \t", &rest);
    const char *stem = strtok_r(NULL, " \t", &rest);
    const char *from = strtok_r(NULL, " \t", &rest);
    const char *cost = strtok_r(NULL, " \t", &rest);
    if (op_name == NULL) {
        return;
    }
    if (strcmp(op_name, "for") == 0) {
        read_origin(config, path, number, stem, from);
        return;
    }
    if (cost == NULL || strtok_r(NULL, " \t", &rest) != NULL) {
        fail(config, "OLDGUARD_TUNE: %s:%u: not 'operation kernel from-bytes cycles-per-byte'", path,
             number);
        return;
    }
    const og_op op = og_op_find(op_name, strlen(op_name));
    if (op == OG_OP_COUNT) {
        fail(config, "OLDGUARD_TUNE: %s:%u: there is no operation '%s'", path, number, op_name);
        return;
    }
    const og_kernel *kernel = og_kernel_find_n(op, stem, strlen(stem));
    if (kernel == NULL) {
        fail(config, "OLDGUARD_TUNE: %s:%u: no kernel '%s' serves %s", path, number, stem, op_name);
        return;
    }
    char *from_end;
    errno = 0;
    const unsigned long long bytes = strtoull(from, &from_end, 10);
    double cpb;
    if (errno != 0 || *from_end != '\0' || *from == '-' || !read_cost(cost, &cpb)) {
        fail(config, "OLDGUARD_TUNE: %s:%u: '%s %s' is not a size in bytes and a cost", path, number,
             from, cost);
        return;
    }
    if (config->orders == OG_ORDER_MAX) {
        fail(config, "OLDGUARD_TUNE: %s:%u: more than %d lines", path, number, OG_ORDER_MAX);
        return;
    }
    config->order[config->orders++] = (og_order){op, kernel, (size_t)bytes, cpb, NULL};
}

static void read_order_file(og_config *config, const char *path) {
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fail(config, "OLDGUARD_TUNE: %s: %s", path, strerror(errno));
        return;
    }
    char line[256];
    for (unsigned number = 1; config->error[0] == '\0' && fgets(line, sizeof line, file) != NULL;
         number++) {
        if (strchr(line, '\n') == NULL && !feof(file)) {
            fail(config, "OLDGUARD_TUNE: %s:%u: the line is too long", path, number);
        } else {
            read_order_line(config, path, number, line);
        }
    }
    if (config->error[0] == '\0' && ferror(file)) {
        fail(config, "OLDGUARD_TUNE: %s: %s", path, strerror(errno));
    }
    fclose(file);
}

/* A file that is corrupt, or of another machine or version, costs speed and nothing else: it is left
 * aside as a whole. */
static void read_order(og_config *config, const char *path) {
    read_order_file(config, path);
    if (config->error[0] != '\0') {
        snprintf(config->note, sizeof config->note, "%s: the file is left aside, the default order "
                 "serves", config->error);
        config->error[0] = '\0';
        config->orders = 0;
    }
}

void og_config_read(og_config *config) {
    static const struct {
        const char *name;
        void (*read)(og_config *config, const char *value);
    } variables[] = {{"OLDGUARD_CPU", read_cpu},
                     {"OLDGUARD_POLICY", read_policy},
                     {"OLDGUARD_TUNE", read_order},
                     {"OLDGUARD_KERNEL", read_kernels}};
    memset(config, 0, sizeof *config);
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = variable(variables[i].name);
        if (value != NULL && config->error[0] == '\0') {
            variables[i].read(config, value);
        }
    }
}
