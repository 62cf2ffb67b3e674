/* SPDX-License-Identifier: MIT */
/* Distributes messages of any lengths over the lanes of a kernel: as many as a vector has bits, or a few. */
#include "des/des_lanes.h"

#include <stddef.h>
#include <string.h>

#include "core/bytes.h"
#include "core/wipe.h"
#include "des/des_gather.h"

/* Blocks of each message per kernel call, for the widest kernel: one cache line, which is read once, and
 * enough to make the cost of the key set-up small. A narrower kernel takes more blocks in the same memory, at
 * most MOST_STEPS. */
#define STEPS 8
#define MOST_STEPS (4 * STEPS)
/* The key set-up of a call costs a quarter of a step, in des_x64_vbmi_lanes 1.4 steps. */
#define STEP_COST 4
#define SETUP_COST 1
#define STEP_SIZE ((size_t)8 * OG_DES_LANES)
/* Bytes per call for the discarded output of a MAC. */
#define SCRATCH 512

typedef struct lanes {
    size_t active; /* lanes 0 .. active - 1 hold a stream */
    size_t width;  /* lanes of the kernel */
    size_t steps;  /* blocks of each message per kernel call, at most: a multiple of STEPS */
    uint8_t *blocks;
    uint8_t *keys; /* the first key of each lane, then the second, ... */
    uint8_t *chain;
    og_des_stream *streams;
} lanes;

/* The arrays of `lanes` for a number of lanes and of steps. */
#define ARRAYS(lanes, steps)                                \
    struct {                                                \
        _Alignas(64) uint8_t blocks[(steps) * 8 * (lanes)]; \
        uint8_t keys[3 * 8 * (lanes)];                      \
        uint8_t chain[8 * (lanes)];                         \
        og_des_stream streams[lanes];                       \
    }

/* The most lanes of a kernel whose arrays are small. A message leaves a wider kernel for one of these. */
#define FEW_LANES 8

typedef ARRAYS(OG_DES_LANES, STEPS) many_arrays;
typedef ARRAYS(FEW_LANES, MOST_STEPS) few_arrays;
/* What is before the streams is cleared. Behind them is padding at most. */
#define STREAMS_END(type) (offsetof(type, streams) + sizeof((type *)NULL)->streams)
_Static_assert(sizeof(many_arrays) - STREAMS_END(many_arrays) < 64, "the streams are last");
_Static_assert(sizeof(few_arrays) - STREAMS_END(few_arrays) < 64, "the streams are last");

/* Returns the number of blocks left, with the partial block. */
static size_t blocks_left(const og_des_stream *s) {
    return s->has_head + s->body + s->has_tail + (s->rest != 0);
}

static size_t key_count(const og_des_job *job) { return job->cipher == OG_DES ? 1 : 3; }

static void copy_lane(const og_des_job *job, lanes *l, size_t to, size_t from) {
    for (size_t i = 0; i < key_count(job); i++) {
        uint8_t *keys = l->keys + 8 * l->width * i;
        memcpy(keys + 8 * to, keys + 8 * from, 8);
    }
    memcpy(l->chain + 8 * to, l->chain + 8 * from, 8);
    l->streams[to] = l->streams[from];
}

static const uint8_t *start(const og_des_job *job, og_des_stream *s, size_t index, uint8_t chain[8]) {
    *s = (og_des_stream){.index = index};
    return job->begin(job->of, s, chain);
}

static void end(const og_des_job *job, const og_des_stream *s, const uint8_t *chain) {
    if (job->end != NULL) {
        job->end(job->of, s->index, chain);
    }
}

/* Puts the next message that is not empty into lane i. Returns 0 if no message is left. */
static int fill(const og_des_job *job, lanes *l, size_t i, size_t *next) {
    og_des_stream *s = &l->streams[i];
    while (*next < job->n) {
        const uint8_t *key = start(job, s, (*next)++, l->chain + 8 * i);
        if (blocks_left(s) > 0) {
            for (size_t k = 0; k < key_count(job); k++) {
                const size_t from = job->cipher == OG_DES_EDE ? k % 2 : k;
                memcpy(l->keys + 8 * (l->width * k + i), key + 8 * from, 8);
            }
            return 1;
        }
        end(job, s, l->chain + 8 * i);
    }
    return 0;
}

/* Returns the number of steps with the most blocks per time. A lane is idle from the step where its message
 * ends. */
static size_t choose_steps(const lanes *l) {
    size_t left[MOST_STEPS + 1] = {0}; /* left[n]: messages with n blocks, in entry l->steps with n or more */
    for (size_t i = 0; i < l->active; i++) {
        const size_t blocks = blocks_left(&l->streams[i]);
        left[blocks < l->steps ? blocks : l->steps]++;
    }
    size_t best = 1, best_done = l->active, alive = l->active, done = 0;
    for (size_t steps = 1; steps <= l->steps; steps++) {
        alive -= left[steps - 1];
        done += alive;
        /* done / cost > best_done / best_cost, without divisions */
        if (done * (SETUP_COST + STEP_COST * best) > best_done * (SETUP_COST + STEP_COST * steps)) {
            best = steps;
            best_done = done;
        }
    }
    return best;
}

/* Copies the next blocks of a message into its lane, for CBC and MACs. */
static void gather(og_des_stream *s, uint8_t *to, size_t stride, size_t steps) {
    if (s->has_head) {
        memcpy(to, s->head, 8);
        s->has_head = 0;
        to += stride;
        steps--;
    }
    const size_t n = s->body < steps ? s->body : steps;
    og_des_copy_blocks(to, stride, s->in, 8, n);
    s->in += 8 * n;
    s->body -= n;
    if (s->has_tail && n < steps) {
        memcpy(to + stride * n, s->tail, 8);
        s->has_tail = 0;
    }
}

/* Prepares a lane for CFB64. The chaining block is the last ciphertext block, so the first input is zero. The
 * inputs of the next steps are the plaintext. */
static void gather_feedback(const og_des_stream *s, uint8_t *to, size_t stride, size_t steps) {
    const size_t n = s->body < steps - 1 ? s->body : steps - 1;
    memset(to, 0, 8);
    og_des_copy_blocks(to + stride, stride, s->in, 8, n);
}

/* Adds the key stream to the next blocks of a message, for CFB64 and OFB. chain gets the last whole block for
 * CFB64, and is NULL for OFB. */
static void add_stream(og_des_stream *s, const uint8_t *stream, size_t stride, size_t steps, uint8_t *chain) {
    const size_t n = s->body < steps ? s->body : steps;
    for (size_t t = 0; t < n; t++) {
        const uint64_t sum = og_load64le(s->in + 8 * t) ^ og_load64le(stream + stride * t);
        og_store64le(s->out + 8 * t, sum);
        if (chain != NULL) {
            og_store64le(chain, sum);
        }
    }
    s->in += 8 * n;
    s->out += 8 * n;
    s->body -= n;
    if (n < steps) {
        for (size_t i = 0; i < s->rest; i++) {
            s->out[i] = s->in[i] ^ stream[stride * n + i];
        }
        s->rest = 0;
    }
}

/* Where the whole blocks of the messages begin: closer together than the streams, which hundreds of lanes
 * walk through between two calls of a kernel. */
typedef struct places {
    const uint8_t *in[OG_DES_LANES];
    uint8_t *out[OG_DES_LANES];
} places;

/* A part of each message: `steps` blocks, a multiple of STEPS or 0, from byte `at` on. */
typedef struct part {
    size_t at, steps;
} part;

/* Prefetches a part of some outputs and another one of their inputs, because the hardware prefetcher does not
 * follow hundreds of streams. */
static inline void prefetch(const places *p, size_t first, size_t count, part out, part in) {
    for (size_t at = 0; at < 8 * out.steps; at += 64) { /* a MAC has no output, so this is no address */
#pragma GCC unroll 4
        for (size_t i = first; i < first + count; i++) {
            __builtin_prefetch((const void *)((uintptr_t)p->out[i] + out.at + at), 1, 2);
        }
    }
    for (size_t at = 0; at < 8 * in.steps; at += 64) {
#pragma GCC unroll 4
        for (size_t i = first; i < first + count; i++) {
            __builtin_prefetch(p->in[i] + in.at + at, 0, 2);
        }
    }
}

#ifdef __SSE2__
/* Does the work of `exchange` for the first `fours` lanes, a multiple of four. */
__attribute__((target("avx2"))) static void exchange_fours(const lanes *l, const places *p, size_t fours,
                                                           part out, part in, part next) {
    const size_t stride = 8 * l->width;
    for (size_t i = 0; i < fours; i += 4) {
        uint8_t *at = l->blocks + 8 * i;
        uint8_t *rows[] = {at, at + stride, at + 2 * stride, at + 3 * stride};
        if (out.steps > 0) {
            uint8_t *to[] = {p->out[i] + out.at, p->out[i + 1] + out.at, p->out[i + 2] + out.at,
                             p->out[i + 3] + out.at};
            og_des_exchange_avx2(to, (const uint8_t *const *)rows, 32, 4 * stride, out.steps);
        }
        if (in.steps > 0) {
            const uint8_t *from[] = {p->in[i] + in.at, p->in[i + 1] + in.at, p->in[i + 2] + in.at,
                                     p->in[i + 3] + in.at};
            og_des_exchange_avx2(rows, from, 4 * stride, 32, in.steps);
        }
        prefetch(p, i, 4, in, next);
    }
}

#endif

/* Copies one part of each message from its lane and another one to it, and prefetches the output of that and
 * the part after it. */
static void exchange(const lanes *l, const places *p, part out, part in, part next) {
    const size_t stride = 8 * l->width, pairs = l->active & ~(size_t)1;
    size_t i = 0;
#ifdef __SSE2__
    if (og_cpu_has("avx2") == 1) {
        i = l->active & ~(size_t)3;
        exchange_fours(l, p, i, out, in, next);
    }
#endif
    for (; i < pairs; i += 2) {
        uint8_t *at = l->blocks + 8 * i;
        if (out.steps > 0) { /* a MAC has no place for it */
            og_des_scatter_pair(p->out[i] + out.at, p->out[i + 1] + out.at, at, stride, out.steps);
        }
        og_des_gather_pair(at, stride, p->in[i] + in.at, p->in[i + 1] + in.at, in.steps);
        prefetch(p, i, 2, in, next);
    }
    if (i < l->active) {
        uint8_t *at = l->blocks + 8 * i;
        if (out.steps > 0) {
            og_des_copy_blocks(p->out[i] + out.at, 8, at, stride, out.steps);
        }
        og_des_copy_blocks(at, stride, p->in[i] + in.at, 8, in.steps);
    }
}

/* Runs steps of CBC or a MAC, a multiple of STEPS, in which every lane has a whole block. */
static void run_whole(const og_des_job *job, const lanes *l, og_des_lanes_fn *kernel, size_t steps) {
    const int mac = job->chain == OG_CHAIN_MAC;
    places p;
    for (size_t i = 0; i < l->active; i++) {
        og_des_stream *s = &l->streams[i];
        p.in[i] = s->in;
        p.out[i] = s->out;
        s->in += 8 * steps;
        s->out = mac ? NULL : s->out + 8 * steps;
        s->body -= steps;
    }
    part out = {0, 0}, in = {0, steps < l->steps ? steps : l->steps};
    while (in.steps > 0) {
        const size_t at = in.at + 8 * in.steps, left = steps - at / 8;
        const part next = {at, left < l->steps ? left : l->steps};
        exchange(l, &p, out, in, next);
        kernel(l->blocks, l->blocks, in.steps, l->keys, l->chain);
        out = mac ? out : in;
        in = next;
    }
    exchange(l, &p, out, in, in);
}

/* Runs steps of any chain, with lanes that may end on the way. */
static void run(const og_des_job *job, lanes *l, og_des_lanes_fn *kernel, size_t steps) {
    const size_t stride = 8 * l->width;
    uint8_t taken[OG_DES_LANES]; /* blocks of each message in this call */
    if (job->chain == OG_CHAIN_OFB) {
        memset(l->blocks, 0, stride * steps);
    }
    for (size_t i = 0; i < l->active; i++) {
        og_des_stream *s = &l->streams[i];
        const size_t blocks = blocks_left(s);
        taken[i] = (uint8_t)(blocks < steps ? blocks : steps);
        if (job->chain == OG_CHAIN_CFB64) {
            gather_feedback(s, l->blocks + 8 * i, stride, steps);
        } else if (job->chain != OG_CHAIN_OFB) {
            gather(s, l->blocks + 8 * i, stride, steps);
        }
    }
    kernel(l->blocks, l->blocks, steps, l->keys, l->chain);
    for (size_t i = 0; i < l->active; i++) {
        og_des_stream *s = &l->streams[i];
        const uint8_t *from = l->blocks + 8 * i;
        uint8_t *chain = l->chain + 8 * i;
        if (job->chain ==
            OG_CHAIN_MAC) { /* l->chain is that of the last step, and the message may have ended before */
            memcpy(chain, from + stride * (taken[i] - 1u), 8);
        } else if (job->chain == OG_CHAIN_CBC) {
            og_des_copy_blocks(s->out, 8, from, stride, taken[i]);
            s->out += 8 * taken[i];
        } else {
            add_stream(s, from, stride, steps, job->chain == OG_CHAIN_CFB64 ? chain : NULL);
        }
    }
}

/* Returns the whole blocks of the shortest message, or 0 if run_whole does not apply. */
static size_t shortest_body(const og_des_job *job, const lanes *l) {
    size_t shortest = job->chain == OG_CHAIN_CBC || job->chain == OG_CHAIN_MAC ? SIZE_MAX : 0;
    for (size_t i = 0; i < l->active && shortest > 0; i++) {
        const size_t body = l->streams[i].has_head ? 0 : l->streams[i].body;
        shortest = body < shortest ? body : shortest;
    }
    return shortest;
}

/* Finishes a message with the kernels for one message. chain gets the last chaining block of a MAC. */
static int run_alone(const og_des_job *job, const og_des_stream *s, const uint8_t *key, uint8_t chain[8]) {
    static const og_des_mode modes[] = {OG_CBC, OG_CFB64, OG_OFB, OG_CBC};
    og_des_ctx ctx;
    uint8_t scratch[SCRATCH];
    int status = og_des_init(&ctx, job->cipher, modes[job->chain], 1, key, og_des_key_size(job->cipher),
                             chain, 8, OG_DES_CHECK_NONE);
    if (status == OG_OK && job->chain != OG_CHAIN_MAC) {
        status = og_des_update(&ctx, s->out, s->in, 8 * s->body + s->rest);
    } else if (status == OG_OK) {
        if (s->has_head) {
            status = og_des_update(&ctx, scratch, s->head, 8);
        }
        for (size_t at = 0, n; at < 8 * s->body && status == OG_OK; at += n) {
            n = 8 * s->body - at < SCRATCH ? 8 * s->body - at : SCRATCH;
            status = og_des_update(&ctx, scratch, s->in + at, n);
        }
        if (s->has_tail && status == OG_OK) {
            status = og_des_update(&ctx, scratch, s->tail, 8);
        }
        memcpy(chain, ctx.iv, 8);
        og_wipe(scratch, sizeof scratch);
    }
    og_des_wipe(&ctx);
    return status;
}

/* The messages of a job that are left in lanes. */
typedef struct left_over {
    const og_des_job *job;
    const lanes *l;
    uint8_t *key; /* room for three keys */
} left_over;

/* An og_des_job's begin and end, whose index is a lane. */
static const uint8_t *begin_left(const void *of, og_des_stream *s, uint8_t chain[8]) {
    const left_over *left = of;
    const size_t i = s->index;
    for (size_t k = 0; k < key_count(left->job); k++) {
        memcpy(left->key + 8 * k, left->l->keys + 8 * (left->l->width * k + i), 8);
    }
    memcpy(chain, left->l->chain + 8 * i, 8);
    *s = left->l->streams[i];
    s->index = i;
    return left->key;
}

static void end_left(const void *of, size_t index, const uint8_t chain[8]) {
    const left_over *left = of;
    end(left->job, &left->l->streams[index], chain);
}

/* Finishes the messages in all lanes by the kernel for their number, or one by one. */
static int finish(const og_des_job *job, const lanes *l) {
    uint8_t key[24];
    const left_over left = {job, l, key};
    og_des_job rest = *job;
    rest.n = l->active;
    rest.of = &left;
    rest.begin = begin_left;
    rest.end = end_left;
    const int status = og_des_lanes(&rest);
    og_wipe(key, sizeof key);
    return status;
}

/* Processes all messages one by one. */
static int run_all_alone(const og_des_job *job) {
    int status = OG_OK;
    og_des_stream s;
    uint8_t chain[8];
    for (size_t i = 0; i < job->n && status == OG_OK; i++) {
        const uint8_t *key = start(job, &s, i, chain);
        if (blocks_left(&s) > 0) {
            status = run_alone(job, &s, key, chain);
        }
        if (status == OG_OK) {
            end(job, &s, chain);
        }
    }
    og_wipe(&s, sizeof s);
    og_wipe(chain, sizeof chain);
    return status;
}

/* Returns 1 if the messages left in the lanes of a kernel are better finished by another one, or one by one.
 */
static int too_few(const lanes *l, og_op op, og_fn alone, const og_kernel *kernel) {
    if (l->active == l->width) {
        return 0;
    }
    const og_kernel *other = og_des_lanes_kernel(op, l->active, OG_DES_LANES, alone);
    return other == NULL || (other->lanes <= FEW_LANES && kernel->lanes > FEW_LANES);
}

/* Processes messages in lanes until none is left, or too few. The arrays but for the streams are zero: idle
 * lanes encrypt old contents. */
static int run_lanes(const og_des_job *job, lanes *l, og_op op, og_fn alone, const og_kernel *kernel) {
    size_t next = 0;
    int status = OG_OK;
    l->width = kernel->lanes;
    l->steps = STEPS * OG_DES_LANES / l->width;
    l->steps = l->steps < MOST_STEPS ? l->steps : MOST_STEPS;
    for (l->active = 0; l->active < l->width && fill(job, l, l->active, &next);) {
        l->active++;
    }
    while (l->active > 0) {
        if (too_few(l, op, alone, kernel)) {
            status = finish(job, l);
            break;
        }
        og_des_lanes_fn *fn = (og_des_lanes_fn *)kernel->fn;
        size_t whole = shortest_body(job, l);
        if (whole < STEPS) {
            run(job, l, fn, choose_steps(l));
        }
        if (whole >= STEPS) {
            run_whole(job, l, fn, whole / STEPS * STEPS);
        }
        for (size_t i = l->active;
             i-- > 0;) { /* downwards: a lane that moves into a closed one has been checked */
            if (blocks_left(&l->streams[i]) > 0) {
                continue;
            }
            end(job, &l->streams[i], l->chain + 8 * i);
            if (!fill(job, l, i, &next) && i != --l->active) {
                copy_lane(job, l, i, l->active);
            }
        }
    }
    return status;
}

/* Run run_lanes with arrays for any kernel, or for one of few lanes. */
__attribute__((noinline)) static int run_many_lanes(const og_des_job *job, og_op op, og_fn alone,
                                                    const og_kernel *kernel) {
    many_arrays a;
    memset(&a, 0, offsetof(many_arrays, streams));
    lanes l = {.blocks = a.blocks, .keys = a.keys, .chain = a.chain, .streams = a.streams};
    const int status = run_lanes(job, &l, op, alone, kernel);
    og_wipe(&a, sizeof a);
    return status;
}

__attribute__((noinline)) static int run_few_lanes(const og_des_job *job, og_op op, og_fn alone,
                                                   const og_kernel *kernel) {
    few_arrays a;
    memset(&a, 0, offsetof(few_arrays, streams));
    lanes l = {.blocks = a.blocks, .keys = a.keys, .chain = a.chain, .streams = a.streams};
    const int status = run_lanes(job, &l, op, alone, kernel);
    og_wipe(&a, sizeof a);
    return status;
}

int og_des_lanes(const og_des_job *job) {
    const og_op op = job->cipher == OG_DES ? OG_OP_DES_LANES : OG_OP_DES3_LANES;
    const og_fn alone = og_dispatch(job->cipher == OG_DES ? OG_OP_DES_CBC_ENC : OG_OP_DES3_CBC_ENC, 8);
    const og_kernel *kernel = og_des_lanes_kernel(op, job->n, OG_DES_LANES, alone);
    if (kernel == NULL) {
        return alone != NULL ? run_all_alone(job) : og_dispatch_status();
    }
    return kernel->lanes > FEW_LANES ? run_many_lanes(job, op, alone, kernel)
                                     : run_few_lanes(job, op, alone, kernel);
}
