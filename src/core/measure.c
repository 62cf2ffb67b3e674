/* SPDX-License-Identifier: MIT */
/* Times the kernels of hashes of many messages and the bit-sliced kernels of DES: on other processors than
 * those of the default order their order differs most. The least time of some calls counts: of a hash six,
 * after one that fills the caches; of DES three, or one where a larger batch takes less. The calls are
 * counted, so no clock is waited for. All buffers are zero, so no secret is copied.
 *
 * There is no lock. Each figure is a word that is written once, by the first thread that has measured it. All
 * threads use the figures that stand there, so they make the same choice. A child of fork has the figures of
 * its parent. */
#include "core/measure.h"

#include <limits.h>
#include <string.h>

#include "core/counter.h"
#include "core/dispatch.h"

enum {
    CALLS = 6,        /* timed calls of a kernel of a hash */
    DES_CALLS = 3,    /* of a kernel of DES, whose calls take longer; the first counts, too */
    BETTER = 105,     /* percent: the least advantage of a kernel over that of the default order */
    CANDIDATES = 12,  /* kernels of an operation that are timed */
    SLOWEST = 3,      /* kernels that cost more than this multiple of the best line's cost are not timed */
    BLOCKS = 4,       /* blocks of a long step */
    MESSAGES = 16,    /* the most messages of a choice, and the most lanes of a kernel */
    FULL = 2,         /* blocks of all lanes, times BLOCKS: the least between two readings of the counter */
    DES_BLOCKS = 512, /* the largest batch of a kernel of DES */
    DES_SIZES = 8192, /* bytes: the choice at this size serves all above */
    BATCH = 64,       /* blocks: the least batch for which a kernel of DES counts as bit-sliced */
    SMALL = 64        /* bytes: a kernel of DES that serves only less is not timed */
};

/* The costs of a kernel in ticks, times 64: of a step with one block in each lane, and of a block in each
 * lane of a step of BLOCKS. A kernel of DES has one cost, that of the blocks of timed_blocks. 0: not
 * measured. */
typedef struct figure {
    _Atomic(const og_kernel *) kernel; /* NULL: the place is free */
    _Atomic(uint32_t) one, each;
} figure;

typedef enum kind { OTHER, SHA1, SHA1DC, WHIRLPOOL, DES_ECB, DES_CBC } kind;

static const struct {
    const char *op;
    kind kind;
} measured[] = {{"sha1.lanes", SHA1},     {"sha1dc.lanes", SHA1DC}, {"whirlpool.lanes", WHIRLPOOL},
                {"des.ecb", DES_ECB},     {"des.cbc_dec", DES_CBC}, {"des3.ecb", DES_ECB},
                {"des3.cbc_dec", DES_CBC}};
enum { MEASURED = sizeof measured / sizeof measured[0] };

static figure figures[MEASURED][CANDIDATES];

const og_cpu_class og_measured_here = {.name = "here", .source = "measured here", .measured = 1};

/* Returns the index of an operation in `measured`, or MEASURED. */
static size_t place_of(og_op op) {
    size_t i = 0;
    while (i < MEASURED && strcmp(measured[i].op, og_op_names[op]) != 0) {
        i++;
    }
    return i;
}

int og_measure_decides(const og_settings *settings, og_op op, const og_cpu_id *cpu) {
    if (place_of(op) == MEASURED || settings->measure == OG_MEASURE_NEVER) {
        return 0;
    }
    for (size_t i = 0; i < og_cpu_classes_count; i++) {
        const og_cpu_class *class = &og_cpu_classes[i];
        if (class->measured && class->models[0].vendor != NULL && og_cpu_is(cpu, class)) {
            return 0;
        }
    }
    for (unsigned i = 0; i < OG_OP_COUNT; i++) {
        if (atomic_load(&og_tuned_order[i][0].kernel) != NULL) {
            return 0;
        }
    }
    return og_counter_rate() > 0;
}

/* Returns the number of blocks that a kernel of DES processes at a time: N of a stem that ends with _xN. */
static size_t batch_of(const og_kernel *kernel) {
    const char *end = strrchr(kernel->stem, '_');
    size_t batch = 0;
    if (end != NULL && end[1] == 'x') {
        for (const char *at = end + 2; *at >= '0' && *at <= '9'; at++) {
            batch = 10 * batch + (size_t)(*at - '0');
        }
    }
    return batch > 0 ? batch : 1;
}

/* Returns 1 if a kernel of DES is bit-sliced. */
static int is_sliced(const og_kernel *kernel) { return batch_of(kernel) >= BATCH; }

/* Returns the number of blocks with which a kernel of DES is timed. */
static size_t timed_blocks(const og_kernel *kernel) {
    const size_t batch = batch_of(kernel), least = 8;
    return batch < least ? least : batch < DES_BLOCKS ? batch : DES_BLOCKS;
}

/* The arguments of a hash kernel. Lanes share their blocks. */
typedef struct hash_buffers {
    _Alignas(64) uint8_t cv[MESSAGES * 64];
    uint32_t info[BLOCKS * 6 * MESSAGES];
    og_sha1dc_block_info block_info[BLOCKS];
    uint8_t blocks[BLOCKS * 64];
    const uint8_t *at[MESSAGES];
} hash_buffers;

static void hash_call(kind kind, og_fn fn, int alone, hash_buffers *b, size_t n) {
    uint32_t(*const cv)[5] = (uint32_t(*)[5])(void *)b->cv;
    if (kind == SHA1 && alone) {
        ((og_sha1_blocks_fn *)fn)(cv[0], b->blocks, n);
    } else if (kind == SHA1) {
        ((og_sha1_lanes_fn *)fn)(cv, b->at, n);
    } else if (kind == SHA1DC && alone) {
        ((og_sha1dc_blocks_fn *)fn)(cv[0], b->blocks, n, b->block_info);
    } else if (kind == SHA1DC) {
        ((og_sha1dc_lanes_fn *)fn)(cv, b->at, n, b->info);
    } else if (alone) {
        ((og_whirlpool_blocks_fn *)fn)(b->cv, b->blocks, n);
    } else {
        ((og_whirlpool_lanes_fn *)fn)((uint8_t(*)[64])b->cv, b->at, n);
    }
}

/* The arguments of a kernel of DES. */
typedef struct des_buffers {
    uint8_t data[8 * DES_BLOCKS], iv[8];
    og_des_key keys[3];
} des_buffers;

/* A kernel that is timed, and the least ticks for one block in each lane and for the longer call. */
typedef struct timing {
    const og_kernel *kernel;
    og_fn fn;
    uint32_t repeat; /* calls between two readings of the counter */
    uint64_t one, each;
} timing;

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Returns the ticks of `repeat` calls on n blocks. */
static uint64_t time_hash(kind kind, const timing *t, hash_buffers *b, size_t n, uint32_t repeat) {
    const uint64_t begin = og_counter();
    for (uint32_t i = 0; i < repeat; i++) {
        hash_call(kind, t->fn, t->kernel == &og_one_by_one, b, n);
    }
    return og_counter() - begin;
}

/* Times kernels of a hash in turn, so that a disturbance finds all of them. */
__attribute__((noinline)) static void time_hashes(kind kind, timing *t, size_t count) {
    hash_buffers b;
    memset(&b, 0, sizeof b);
    for (size_t i = 0; i < MESSAGES; i++) {
        b.at[i] = b.blocks;
    }
    uint64_t empty = UINT64_MAX; /* ticks between two readings of the counter */
    for (int call = 0; call < 1 + CALLS; call++) {
        const uint64_t begin = og_counter();
        empty = least(empty, og_counter() - begin);
        for (size_t i = 0; i < count; i++) {
            const uint64_t one = time_hash(kind, &t[i], &b, 1, BLOCKS * t[i].repeat);
            const uint64_t each = time_hash(kind, &t[i], &b, BLOCKS, t[i].repeat);
            t[i].one = call == 0 ? UINT64_MAX : least(t[i].one, one);
            t[i].each = call == 0 ? UINT64_MAX : least(t[i].each, each);
        }
    }
    for (size_t i = 0; i < count; i++) {
        t[i].one -= least(t[i].one, empty);
        t[i].each -= least(t[i].each, empty);
    }
}

/* Returns 1 if a batch of kernel i has cost more than one with more blocks, so that no size is for it. */
static int is_useless(const timing *t, size_t count, size_t i) {
    for (size_t j = 0; j < count; j++) {
        if (is_sliced(t[i].kernel) && timed_blocks(t[j].kernel) > timed_blocks(t[i].kernel) &&
            t[j].each * BETTER < t[i].each * 100) {
            return 1;
        }
    }
    return 0;
}

/* Times kernels of DES in turn. */
__attribute__((noinline)) static void time_des(kind kind, timing *t, size_t count) {
    des_buffers b;
    memset(&b, 0, sizeof b);
    for (int call = 0; call < DES_CALLS; call++) {
        for (size_t i = 0; i < count; i++) {
            const size_t n = timed_blocks(t[i].kernel);
            if (call > 0 && is_useless(t, count, i)) {
                continue;
            }
            const uint64_t begin = og_counter();
            for (uint32_t j = 0; j < t[i].repeat; j++) {
                if (kind == DES_ECB) {
                    ((og_des_ecb_fn *)t[i].fn)(b.data, b.data, n, b.keys, 1);
                } else {
                    ((og_des_cbc_fn *)t[i].fn)(b.data, b.data, n, b.keys, b.iv);
                }
            }
            const uint64_t ticks = og_counter() - begin;
            t[i].one = t[i].each = call == 0 ? ticks : least(t[i].each, ticks);
        }
    }
}

/* Returns ticks of `calls` calls as the cost of one: at least 1, and small enough for sums of costs. */
static uint32_t cost_of(uint64_t ticks, uint32_t calls) {
    const uint64_t cost = ticks < UINT64_MAX / 64 ? ticks * 64 / calls : UINT64_MAX;
    return cost == 0 ? 1 : (uint32_t)least(cost, UINT32_MAX / 64);
}

/* Returns the place of a kernel among those of an operation, or NULL if it has none. With `take` it gets a
 * free one. */
static figure *figure_of(size_t place, const og_kernel *kernel, int take) {
    for (size_t i = 0; i < CANDIDATES; i++) {
        figure *f = &figures[place][i];
        const og_kernel *owner = atomic_load(&f->kernel);
        if (owner == NULL && (!take || atomic_compare_exchange_strong(&f->kernel, &owner, kernel))) {
            return take ? f : NULL;
        }
        if (owner == kernel) {
            return f;
        }
    }
    return NULL;
}

/* Returns 1 if a kernel has been measured. */
static int is_known(size_t place, const og_kernel *kernel) {
    const figure *f = figure_of(place, kernel, 0);
    return f != NULL && atomic_load(&f->one) != 0 && atomic_load(&f->each) != 0;
}

/* Stores the figures of a kernel, unless another thread has. */
static void keep(size_t place, kind kind, const timing *t) {
    figure *f = figure_of(place, t->kernel, 1);
    const uint32_t blocks = kind < DES_ECB ? BLOCKS : 1;
    uint32_t none = 0;
    if (f != NULL) {
        atomic_compare_exchange_strong(&f->one, &none, cost_of(t->one, t->repeat * blocks));
        none = 0;
        atomic_compare_exchange_strong(&f->each, &none, cost_of(t->each, t->repeat * blocks));
    }
}

/* Measures the kernels of a list unless that was done. Those without a function are left out. */
static void measure(size_t place, og_op op, const og_kernel *const *kernels, size_t count) {
    const kind kind = measured[place].kind;
    const uint32_t rate = og_counter_rate();
    timing t[CANDIDATES];
    size_t n = 0;
    int known = 1;
    for (size_t i = 0; i < count; i++) {
        const og_kernel *kernel = kernels[i];
        const int alone = kernel == &og_one_by_one;
        const char *instead = og_op_instead(og_op_names[op]);
        const og_fn fn = alone ? og_dispatch(og_op_find(instead, strlen(instead)), 64 * BLOCKS) : kernel->fn;
        const uint32_t lanes = alone || kind >= DES_ECB ? 1 : kernel->lanes;
        const uint32_t full = kind < DES_ECB && lanes < FULL ? (FULL + lanes - 1) / lanes : 1;
        if (fn != NULL) {
            t[n++] = (timing){.kernel = kernel, .fn = fn, .repeat = rate * full};
            known &= is_known(place, kernel);
        }
    }
    if (known) {
        return;
    }
    if (kind < DES_ECB) {
        time_hashes(kind, t, n);
    } else {
        time_des(kind, t, n);
    }
    for (size_t i = 0; i < n; i++) {
        keep(place, kind, &t[i]);
    }
}

/* Returns the cost of one step of a kernel that serves messages of a length, 0 if it was not measured. */
static uint64_t step_cost(size_t place, const og_kernel *kernel, og_length length) {
    figure *f = figure_of(place, kernel, 0);
    if (f == NULL) {
        return 0;
    }
    const uint32_t one = atomic_load(&f->one), each = atomic_load(&f->each);
    return one == 0 || each == 0 ? 0 : length == OG_SHORT ? one : each;
}

/* Returns the class of a size. */
static const og_order *class_at(const og_order *picked, size_t classes, size_t size) {
    size_t i = 0;
    while (i + 1 < classes && size < picked[i].from) {
        i++;
    }
    return &picked[i];
}

/* Adds the class of the next smaller size. Returns the number of classes, or OG_SIZE_CLASSES + 1 if there are
 * too many. */
static size_t add_class(og_order *made, size_t n, const og_order *line, size_t size) {
    if (n > 0 && n <= OG_SIZE_CLASSES && made[n - 1].kernel == line->kernel) {
        made[n - 1].from = size;
        return n;
    }
    if (n >= OG_SIZE_CLASSES) {
        return OG_SIZE_CLASSES + 1;
    }
    made[n] = *line;
    made[n].from = size;
    made[n].to = n == 0 ? SIZE_MAX : made[n - 1].from - 1;
    return n + 1;
}

/* Returns the line of a kernel among n, or one without a cost. */
static og_order line_of(og_op op, const og_order *lines, size_t n, const og_kernel *kernel) {
    for (size_t i = 0; i < n; i++) {
        if (lines[i].kernel == kernel) {
            return lines[i];
        }
    }
    return (og_order){op, kernel, 0, SIZE_MAX, OG_ANY_LENGTH, 0, &og_measured_here};
}

/* Chooses for each number of messages. The messages that a kernel leaves are served by the choice for their
 * number. */
static size_t choose_lanes(size_t place, og_op op, og_length length, const og_order *lines, size_t n,
                           const og_order *picked, size_t classes, unsigned percent, og_order *made) {
    const og_kernel *choice[MESSAGES + 1];
    uint64_t cost[MESSAGES + 1] = {0};
    const uint64_t one = step_cost(place, &og_one_by_one, length);
    cost[1] = one;
    choice[1] = &og_one_by_one;
    for (size_t messages = 2; messages <= MESSAGES; messages++) {
        const og_kernel *best = class_at(picked, classes, 64 * messages)->kernel;
        if (best->lanes > MESSAGES || 64 * messages < best->min_size) {
            best = &og_one_by_one;
        }
        uint64_t lowest = UINT64_MAX;
        for (size_t i = 0; i <= n + 1; i++) { /* the default's, each message by itself, the others */
            const og_kernel *kernel = i == 0 ? best : i == 1 ? &og_one_by_one : lines[i - 2].kernel;
            const size_t width = kernel == &og_one_by_one ? 1 : kernel->lanes;
            const uint64_t step = step_cost(place, kernel, length);
            if (step == 0 || width > MESSAGES || 64 * messages < kernel->min_size) {
                continue;
            }
            const uint64_t all = step + cost[messages < width ? 0 : messages - width];
            if (lowest == UINT64_MAX || all * percent < lowest * 100) {
                lowest = all;
                choice[messages] = kernel;
            }
        }
        if (lowest == UINT64_MAX) {
            return 0;
        }
        cost[messages] = lowest;
    }
    size_t count = 0;
    for (size_t messages = MESSAGES; messages >= 2; messages--) {
        const og_order line = line_of(op, lines, n, choice[messages]);
        count = add_class(made, count, &line, messages > 2 ? 64 * messages : 0);
    }
    return count;
}

/* A kernel of DES at any size: the line, and the cost of a batch. */
typedef struct batches {
    const og_order *line;
    uint64_t cost; /* times DES_BLOCKS */
    size_t blocks; /* of a batch; 1 unless it is bit-sliced */
} batches;

/* Describes the measured kernels of n lines. Returns their number. */
static size_t measured_batches(size_t place, const og_order *lines, size_t n, batches b[CANDIDATES]) {
    size_t count = 0;
    for (size_t i = 0; i < n && count < CANDIDATES; i++) {
        const og_kernel *kernel = lines[i].kernel;
        const uint64_t cost = step_cost(place, kernel, OG_LONG);
        if (cost != 0 && !og_order_has(lines, i, kernel)) {
            const size_t blocks = is_sliced(kernel) ? batch_of(kernel) : 1;
            b[count++] = (batches){&lines[i], cost * blocks * DES_BLOCKS / timed_blocks(kernel), blocks};
        }
    }
    return count;
}

/* Chooses for each size in bytes. A bit-sliced kernel takes whole batches. Of two others the order decides.
 * percent: 100 plus how much better a kernel must be. */
static size_t choose_des(size_t place, const og_order *lines, size_t n, const og_order *picked,
                         size_t classes, unsigned percent, og_order *made) {
    batches b[CANDIDATES];
    const size_t known = measured_batches(place, lines, n, b);
    size_t count = 0;
    for (size_t size = DES_SIZES; size > 0 && count <= OG_SIZE_CLASSES; size -= 8) {
        const og_order *best = class_at(picked, classes, size);
        size_t i = 0;
        while (i < known && b[i].line->kernel != best->kernel) {
            i++;
        }
        if (i < known) { /* otherwise that kernel stays */
            int sliced = b[i].blocks > 1;
            uint64_t lowest = (size / 8 + b[i].blocks - 1) / b[i].blocks * b[i].cost;
            for (i = 0; i < known; i++) {
                const uint64_t all = (size / 8 + b[i].blocks - 1) / b[i].blocks * b[i].cost;
                if (all * percent < lowest * 100 && (sliced || b[i].blocks > 1)) {
                    lowest = all;
                    best = b[i].line;
                    sliced = b[i].blocks > 1;
                }
            }
        }
        count = add_class(made, count, best, size > 8 ? size : 0);
    }
    return count;
}

/* Returns 1 if a kernel is among n. */
static int has(const og_kernel *const *kernels, size_t n, const og_kernel *kernel) {
    for (size_t i = 0; i < n; i++) {
        if (kernels[i] == kernel) {
            return 1;
        }
    }
    return 0;
}

/* Returns 1 if a line's kernel is worth timing. */
static int is_candidate(kind kind, const og_order *line, double least) {
    const int known = line->cpb > 0 && line->cpb <= SLOWEST * least;
    return line->kernel != &og_one_by_one && known && line->kernel->fn != NULL &&
           (kind >= DES_ECB ? is_sliced(line->kernel) && batch_of(line->kernel) <= DES_BLOCKS
                            : line->kernel->lanes <= MESSAGES);
}

size_t og_measure_classes(og_op op, og_length length, const og_order *lines, size_t n,
                          og_order picked[OG_SIZE_CLASSES], size_t classes) {
    if (classes == 0) { /* no kernel can run here */
        return 0;
    }
    const size_t place = place_of(op);
    const kind kind = measured[place].kind;
    double least_cost = 0;
    for (size_t i = 0; i < n; i++) {
        if (lines[i].cpb > 0 && (least_cost == 0 || lines[i].cpb < least_cost)) {
            least_cost = lines[i].cpb;
        }
    }
    const og_kernel *kernels[CANDIDATES];
    size_t candidates = 0;
    if (kind < DES_ECB) {
        kernels[candidates++] = &og_one_by_one;
    }
    for (size_t i = 0; i < classes + n; i++) { /* for DES also the kernels of small sizes */
        const og_order *line = i < classes ? &picked[i] : &lines[i - classes];
        if (candidates < CANDIDATES && !has(kernels, candidates, line->kernel) &&
            (i < classes && kind >= DES_ECB ? line->kernel->fn != NULL && line->to >= SMALL
                                            : is_candidate(kind, line, least_cost))) {
            kernels[candidates++] = line->kernel;
        }
    }
    measure(place, op, kernels, candidates);
    og_order made[OG_SIZE_CLASSES];
    size_t count;
    unsigned percent = BETTER;
    do { /* large differences only, if there are too many classes */
        count = kind < DES_ECB ? choose_lanes(place, op, length, lines, n, picked, classes, percent, made)
                               : choose_des(place, lines, n, picked, classes, percent, made);
        percent += percent / 8;
    } while (count > OG_SIZE_CLASSES && percent < 200);
    if (count == 0 || count > OG_SIZE_CLASSES) {
        return classes;
    }
    for (size_t i = 0; i < count; i++) {
        picked[i] = made[i];
        og_measure_note(&picked[i]);
    }
    return count;
}

void og_measure_note(og_order *line) {
    const size_t place = place_of(line->op);
    const uint64_t cost = place == MEASURED ? 0 : step_cost(place, line->kernel, OG_LONG);
    if (cost != 0) {
        const size_t lanes = line->kernel == &og_one_by_one ? 1 : line->kernel->lanes;
        const size_t bytes = measured[place].kind < DES_ECB ? 64 * lanes : 8 * timed_blocks(line->kernel);
        line->cpb = (double)cost / 64 / (double)bytes;
        line->cpu = &og_measured_here;
    }
}
