/* SPDX-License-Identifier: MIT */
/* Processes many chained messages with the kernels of des.lanes and des3.lanes, and fills a lane with the
 * next message when one ends. og_des_many and og_des_mac_many share it. */
#ifndef OG_DES_LANES_H
#define OG_DES_LANES_H

#include <oldguard/des.h>

#include "core/dispatch.h"

/* Lanes of the widest kernel that is used for messages. */
#define OG_DES_LANES 256

typedef enum og_des_chain {
    OG_CHAIN_CBC,
    OG_CHAIN_CFB64,
    OG_CHAIN_OFB,
    OG_CHAIN_MAC /* CBC whose output is only the final chaining block */
} og_des_chain;

/* A message in process: a head block, the whole blocks of in, and a tail block or a partial block. */
typedef struct og_des_stream {
    const uint8_t *in;
    uint8_t *out;
    size_t body;  /* whole blocks left */
    size_t index; /* of the message */
    uint8_t head[8], tail[8];
    uint8_t has_head, has_tail; /* for MACs only */
    uint8_t rest;               /* bytes of the partial block; for CFB64 and OFB only */
} og_des_stream;

typedef struct og_des_job {
    og_des_cipher cipher;
    og_des_chain chain;
    size_t n;       /* messages */
    const void *of; /* the messages, as begin and end know them */
    /* Describes message s->index in s, which is zero otherwise. Writes the first chaining block and returns
     * the key. */
    const uint8_t *(*begin)(const void *of, og_des_stream *s, uint8_t chain[8]);
    /* Receives the last chaining block of a finished message. May be NULL. */
    void (*end)(const void *of, size_t index, const uint8_t chain[8]);
} og_des_job;

/* Processes all messages of a job. Returns OG_OK, OG_ERR_CONFIG or OG_ERR_NO_KERNEL. */
int og_des_lanes(const og_des_job *job);

/* Returns the multi-buffer kernel for a number of messages, or NULL if a kernel for one message is faster.
 * alone is that kernel, or NULL if the policy leaves none. A kernel of more than `most` lanes is not used. */
static inline const og_kernel *og_des_lanes_kernel(og_op op, size_t messages, size_t most, og_fn alone) {
    const size_t size = 8 * (messages < most ? messages : most);
    const og_kernel *kernel = og_dispatch_kernel(op, size);
    const int pays = kernel != NULL && kernel->lanes <= most && (alone == NULL || size >= kernel->min_size);
    return pays ? kernel : NULL;
}

#endif
