/* SPDX-License-Identifier: MIT */
/* Reads the text of og_set_order. */
#include <stdio.h>
#include <string.h>

#include "core/dispatch.h"
#include "core/order.h"

og_tuned og_tuned_order[OG_OP_COUNT][OG_TUNED_LINES];

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

/* Reads "FROM" or "FROM-TO" in bytes. Stores SIZE_MAX for the TO that is not there. Returns 0 if the word is
 * neither, or if FROM exceeds TO. */
static int read_range(word w, uint64_t *from, uint64_t *to) {
    const char *dash = memchr(w.at, '-', w.len);
    const word first = {w.at, dash != NULL ? (size_t)(dash - w.at) : w.len};
    *to = SIZE_MAX;
    if (dash != NULL && !read_number((word){dash + 1, w.len - first.len - 1}, SIZE_MAX, to)) {
        return 0;
    }
    return read_number(first, SIZE_MAX, from) && *from <= *to;
}

/* Removes "/short" or "/long" from the end of a word. Returns the lengths of messages that it says. */
static unsigned take_lengths(word *w) {
    static const struct {
        const char *text;
        og_length length;
    } known[] = {{"/short", OG_SHORT}, {"/long", OG_LONG}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t len = strlen(known[i].text);
        if (w->len > len && memcmp(w->at + w->len - len, known[i].text, len) == 0) {
            w->len -= len;
            return 1u << known[i].length;
        }
    }
    return OG_ANY_LENGTH;
}

/* Reads a line: "operation kernel sizes cycles-per-byte" or "for MACHINE VERSION". A # starts a comment. */
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
        snprintf(l.wrong, sizeof l.wrong, "not 'operation kernel sizes cycles-per-byte'");
        return l;
    }
    uint64_t from;
    uint64_t to;
    uint64_t cost;
    const og_op op = og_op_find(words[0].at, words[0].len);
    const og_kernel *kernel = op == OG_OP_COUNT ? NULL : og_kernel_find_n(op, words[1].at, words[1].len);
    const unsigned lengths = take_lengths(&words[2]);
    if (op == OG_OP_COUNT) {
        snprintf(l.wrong, sizeof l.wrong, "there is no operation '%.*s'", SHOWN(words[0]));
    } else if (kernel == NULL && is(words[1], og_one_by_one.stem)) {
        snprintf(l.wrong, sizeof l.wrong, "%s has no choice one-by-one", og_op_names[op]);
    } else if (kernel == NULL) {
        snprintf(l.wrong, sizeof l.wrong, "no kernel '%.*s' serves %s", SHOWN(words[1]), og_op_names[op]);
    } else if (lengths != OG_ANY_LENGTH && !og_op_has_lengths(op)) {
        snprintf(l.wrong, sizeof l.wrong, "%s does not distinguish short messages from long ones",
                 og_op_names[op]);
    } else if (!read_range(words[2], &from, &to)) {
        snprintf(l.wrong, sizeof l.wrong,
                 "'%.*s' is no size in bytes, and no range of sizes such as 256-4095", SHOWN(words[2]));
    } else if (!read_cost(words[3], &cost)) {
        snprintf(l.wrong, sizeof l.wrong, "'%.*s' is no cost in cycles per byte", SHOWN(words[3]));
    } else {
        l.order = (og_order){op, kernel, (size_t)from, (size_t)to, lengths, (double)cost / 100, NULL};
    }
    return l;
}

/* Stores a line as line `place` of its operation, the last one so far. The next element, if there is one,
 * ends the list. */
static void keep_line(const og_order *order, size_t place) {
    og_tuned *tuned = &og_tuned_order[order->op][place];
    if (place + 1 < OG_TUNED_LINES) {
        atomic_store(&tuned[1].kernel, NULL);
    }
    atomic_store(&tuned->from, order->from);
    atomic_store(&tuned->to, order->to);
    atomic_store(&tuned->cost, (uint32_t)(order->cpb * 100 + 0.5));
    atomic_store(&tuned->lengths, order->lengths);
    atomic_store(&tuned->kernel, order->kernel);
}

/* Reads all lines of a text. Stores them in og_tuned_order if keep is 1. At a wrong line it returns
 * OG_ERR_ORDER, and writes the number of the line and the reason to why. */
static int read_text(const char *text, size_t size, int keep, char *why, size_t why_size) {
    const char *const end = text + size;
    size_t lines[OG_OP_COUNT] = {0}; /* of each operation */
    for (size_t number = 1; text < end; number++) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        line l = read_line(text, stop);
        const og_op op = l.order.op;
        if (l.order.kernel != NULL && lines[op] == OG_TUNED_LINES) {
            snprintf(l.wrong, sizeof l.wrong, "more than %d lines for %s", OG_TUNED_LINES, og_op_names[op]);
        }
        if (l.wrong[0] != '\0') {
            if (why != NULL && why_size > 0) {
                snprintf(why, why_size, "%zu: %s", number, l.wrong);
                og_make_printable(why);
            }
            return OG_ERR_ORDER;
        }
        if (l.order.kernel != NULL) {
            if (keep) {
                keep_line(&l.order, lines[op]);
            }
            lines[op]++;
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
        for (unsigned op = 0; op < OG_OP_COUNT; op++) {
            atomic_store(&og_tuned_order[op][0].kernel, NULL);
        }
        if (size > 0) {
            status = read_text(text, size, 1, why, why_size);
        }
        og_dispatch_renew_all();
    }
    return status;
}
