/* SPDX-License-Identifier: MIT */
/* Many chained streams at once over the kernels of des.lanes and des3.lanes, refilled as streams end:
 * what og_des_many and og_des_mac_many share. */
#ifndef OG_DES_LANES_H
#define OG_DES_LANES_H

#include <oldguard/des.h>

#include "core/dispatch.h"

/* The widest kernel that is made use of. */
#define OG_DES_LANES 256

typedef enum og_des_chain {
    OG_CHAIN_CBC,
    OG_CHAIN_CFB64,
    OG_CHAIN_OFB,
    OG_CHAIN_MAC /* CBC of which nothing is kept but the chain */
} og_des_chain;

/* A message on its way: a head block, the whole blocks of in, a tail block or the rest. */
typedef struct og_des_stream {
    const uint8_t *in;
    uint8_t *out;
    size_t body;  /* whole blocks left */
    size_t index; /* of the message */
    uint8_t head[8], tail[8];
    uint8_t has_head, has_tail; /* MACs alone */
    uint8_t rest;               /* bytes behind the body: CFB64 and OFB alone */
} og_des_stream;

typedef struct og_des_job {
    og_des_cipher cipher;
    og_des_chain chain;
    size_t n;       /* messages */
    const void *of; /* what begin and end know of them */
    /* Message s->index, as it starts: everything else of s is zero. Writes the first chaining value
     * and returns the cipher's key. */
    const uint8_t *(*begin)(const void *of, og_des_stream *s, uint8_t chain[8]);
    /* The message is done, and the last chaining value known. NULL: that is all. */
    void (*end)(const void *of, size_t index, const uint8_t chain[8]);
} og_des_job;

/* Does it: OG_OK, or why there is no kernel. */
int og_des_lanes(const og_des_job *job);

/* The kernel of an operation of lanes for so many messages, or NULL where they are better done one by
 * one. alone: what does that, or NULL where nothing may. */
static inline const og_kernel *og_des_lanes_kernel(og_op op, size_t messages, og_fn alone) {
    const size_t size = 8 * (messages < OG_DES_LANES ? messages : OG_DES_LANES);
    const og_kernel *kernel = og_dispatch_kernel(op, size);
    const int pays =
        kernel != NULL && kernel->lanes <= OG_DES_LANES && (alone == NULL || size >= kernel->min_size);
    return pays ? kernel : NULL;
}

#endif
