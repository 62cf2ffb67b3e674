/* SPDX-License-Identifier: MIT */
/* Reads the text of og_set_order, and puts the kernels of an operation in order. */
#include "core/order.h"

#include <stdio.h>
#include <string.h>

#include "core/cpu.h"
#include "core/dispatch.h"

/* A word of the text, not terminated. */
typedef struct word {
    const char *at;
    size_t len;
} word;

/* A line that was read. */
typedef struct line {
    og_order order;  /* kernel NULL: a comment, or a line "for MACHINE VERSION" */
    char wrong[160]; /* what is wrong with the line, or "" */
} line;

/* Reads the next word before end and moves *at behind it. Returns 0 if there is none. */
static int next_word(const char **at, const char *end, word *w) {
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r')) {
        (*at)++;
    }
    w->at = *at;
    while (*at < end && **at != ' ' && **at != '\t' && **at != '\r') {
        (*at)++;
    }
    w->len = (size_t)(*at - w->at);
    return w->len > 0;
}

static int is(word w, const char *text) { return w.len == strlen(text) && memcmp(w.at, text, w.len) == 0; }

/* The length and start of a word for "%.*s". Cuts long words, to leave room for the reason. */
#define SHOWN(w) ((w).len < 48 ? (int)(w).len : 48), (w).at

/* Returns 1 if the word consists of decimal digits from position `from` on. */
static int digits_from(word w, size_t from) {
    for (size_t i = from; i < w.len; i++) {
        if (w.at[i] < '0' || w.at[i] > '9') {
            return 0;
        }
    }
    return 1;
}

/* Reads a decimal number. Returns 0 if the word is no number or exceeds most. */
static int read_number(word w, uint64_t most, uint64_t *value) {
    *value = 0;
    for (size_t i = 0; i < w.len; i++) {
        const unsigned digit = (unsigned char)w.at[i] - (unsigned)'0';
        if (digit > 9 || *value > (most - digit) / 10) {
            return 0;
        }
        *value = *value * 10 + digit;
    }
    return w.len > 0;
}

/* The largest cost that a line can state, in hundredths: a word of og_tuned_order holds it. */
#define MOST_COST UINT32_C(4000000000)

/* Reads a cost such as "12.34" into hundredths, and drops further digits. A cost above MOST_COST counts as
 * MOST_COST, since an interrupted measurement has no upper bound. Returns 0 if it is no cost. The point is
 * the decimal separator in every locale. */
static int read_cost(word w, uint64_t *hundredths) {
    const char *point = memchr(w.at, '.', w.len);
    const word whole = {w.at, point != NULL ? (size_t)(point - w.at) : w.len};
    word rest = {point != NULL ? point + 1 : w.at, point != NULL ? w.len - whole.len - 1 : 0};
    uint64_t units;
    uint64_t part = 0;
    if (whole.len == 0 || !digits_from(whole, 0) || !digits_from(rest, 2)) {
        return 0;
    }
    rest.len = rest.len < 2 ? rest.len : 2;
    if (rest.len > 0 && !read_number(rest, 99, &part)) {
        return 0;
    }
    const int fits = read_number(whole, MOST_COST / 100 - 1, &units);
    *hundredths = fits ? units * 100 + (rest.len == 1 ? part * 10 : part) : MOST_COST;
    return 1;
}

/* Reads the words after "for": the processor and the version that the order was measured with. */
static void read_origin(line *l, const char *at, const char *end) {
    char here[OG_CPU_IDENTITY_SIZE];
    word machine;
    word version;
    og_cpu_identity(here);
    if (!next_word(&at, end, &machine) || !next_word(&at, end, &version)) {
        snprintf(l->wrong, sizeof l->wrong, "not 'for MACHINE VERSION'");
    } else if (!is(machine, here)) {
        snprintf(l->wrong, sizeof l->wrong, "measured on %.*s, this is %s", SHOWN(machine), here);
    } else if (!is(version, og_version())) {
        snprintf(l->wrong, sizeof l->wrong, "measured with oldguard %.*s, this is %s", SHOWN(version),
                 og_version());
    }
}

/* Reads a line: "operation kernel from-bytes cycles-per-byte" or "for MACHINE VERSION". A # starts a
 * comment. */
static line read_line(const char *at, const char *end) {
    line l = {.order = {.kernel = NULL}};
    const char *comment = memchr(at, '#', (size_t)(end - at));
    word words[5];
    size_t n = 0;
    end = comment != NULL ? comment : end;
    while (n < 5 && next_word(&at, end, &words[n])) {
        if (n++ == 0 && is(words[0], "for")) {
            read_origin(&l, at, end);
            return l;
        }
    }
    if (n == 0) {
        return l;
    }
    if (n != 4) {
        snprintf(l.wrong, sizeof l.wrong, "not 'operation kernel from-bytes cycles-per-byte'");
        return l;
    }
    uint64_t from;
    uint64_t cost;
    const og_op op = og_op_find(words[0].at, words[0].len);
    const og_kernel *kernel = op == OG_OP_COUNT ? NULL : og_kernel_find_n(op, words[1].at, words[1].len);
    if (op == OG_OP_COUNT) {
        snprintf(l.wrong, sizeof l.wrong, "there is no operation '%.*s'", SHOWN(words[0]));
    } else if (kernel == NULL) {
        snprintf(l.wrong, sizeof l.wrong, "no kernel '%.*s' serves %s", SHOWN(words[1]), og_op_names[op]);
    } else if (!read_number(words[2], SIZE_MAX, &from) || !read_cost(words[3], &cost)) {
        snprintf(l.wrong, sizeof l.wrong, "'%.*s %.*s' is not a size in bytes and a cost", SHOWN(words[2]),
                 SHOWN(words[3]));
    } else {
        l.order = (og_order){op, kernel, (size_t)from, (double)cost / 100, NULL};
    }
    return l;
}

/* Reads all lines of a text. Stores them in og_tuned_order if keep is 1. At a wrong line it returns
 * OG_ERR_ORDER, and writes the number of the line and the reason to why. */
static int read_text(const char *text, size_t size, int keep, char *why, size_t why_size) {
    const char *const end = text + size;
    for (size_t number = 1; text < end; number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        const line l = read_line(text, stop);
        if (l.wrong[0] != '\0') {
            if (why != NULL && why_size > 0) {
                snprintf(why, why_size, "%zu: %s", number, l.wrong);
                og_make_printable(why);
            }
            return OG_ERR_ORDER;
        }
        if (keep && l.order.kernel != NULL) {
            og_tuned *tuned = &og_tuned_order[l.order.kernel - og_kernels];
            if (atomic_load(&tuned->rank) == 0) { /* the first line of a kernel counts */
                atomic_store(&tuned->from, l.order.from);
                atomic_store(&tuned->cost, (uint32_t)(l.order.cpb * 100 + 0.5));
                atomic_store(&tuned->rank, number);
            }
        }
        text = newline != NULL ? newline + 1 : end;
    }
    return OG_OK;
}

int og_set_order(const char *text, size_t size, char *why, size_t why_size) {
    if (text == NULL && size > 0) {
        return OG_ERR_NULL;
    }
    int status = size > 0 ? read_text(text, size, 0, why, why_size) : OG_OK;
    if (status == OG_OK) {
        for (size_t i = 0; i < og_kernels_count; i++) {
            atomic_store(&og_tuned_order[i].rank, 0);
        }
        if (size > 0) {
            status = read_text(text, size, 1, why, why_size);
        }
        og_dispatch_renew_all();
    }
    return status;
}

/* Appends a line unless its kernel has one already. Returns the new number of lines. */
static size_t add(og_order *lines, size_t n, og_order line) {
    for (size_t i = 0; i < n; i++) {
        if (lines[i].kernel == line.kernel) {
            return n;
        }
    }
    if (n < OG_ORDER_LINES) {
        lines[n++] = line;
    }
    return n;
}

/* Returns the kernel of an operation with the least rank above *rank in the order of the program, and
 * stores its rank. Returns NULL if there is none. */
static const og_kernel *next_tuned(og_op op, size_t *rank) {
    const og_kernel *next = NULL;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i < og_kernels_count; i++) {
        const size_t found = atomic_load(&og_tuned_order[i].rank);
        if (found > *rank && found < least && strcmp(og_kernels[i].op, og_op_names[op]) == 0) {
            next = &og_kernels[i];
            least = found;
        }
    }
    *rank = least;
    return next;
}

size_t og_order_lines(og_op op, og_order lines[OG_ORDER_LINES]) {
    size_t n = 0;
    size_t rank = 0;
    const og_kernel *kernel;
    while ((kernel = next_tuned(op, &rank)) != NULL) {
        const og_tuned *tuned = &og_tuned_order[kernel - og_kernels];
        const double cpb = atomic_load(&tuned->cost) / 100.0;
        n = add(lines, n, (og_order){op, kernel, atomic_load(&tuned->from), cpb, NULL});
    }
    for (size_t i = 0; i < og_default_orders_count; i++) {
        const og_order *line = &og_default_orders[i];
        if (line->op == op && (line->cpu == NULL || og_cpu_is(line->cpu))) {
            n = add(lines, n, *line);
        }
    }
    for (size_t i = 0; i < og_kernels_count; i++) {
        if (strcmp(og_kernels[i].op, og_op_names[op]) == 0) {
            n = add(lines, n, (og_order){op, &og_kernels[i], og_kernels[i].min_size, 0, NULL});
        }
    }
    return n;
}
