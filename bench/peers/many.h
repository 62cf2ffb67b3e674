/* SPDX-License-Identifier: MIT */
/* Divides the input of sha1.many, whirlpool.many and their _mixed forms into messages, one after another. */
#ifndef OLDGUARD_PEER_MANY_H
#define OLDGUARD_PEER_MANY_H

#include <stddef.h>

#define OG_PEER_MESSAGES 64

/* Returns the bytes of message i of a task of `size` bytes: equal parts, or (mixed) parts proportional to 1
 * to 64 in a scrambled order. The last message gets the bytes that rounding leaves over. */
static inline size_t og_peer_message_size(size_t size, size_t i, int mixed) {
    const size_t shares = OG_PEER_MESSAGES * (OG_PEER_MESSAGES + 1) / 2;
    size_t before = 0;
    if (!mixed) return size / OG_PEER_MESSAGES;
    if (i + 1 < OG_PEER_MESSAGES) return size * (1 + 37 * i % OG_PEER_MESSAGES) / shares;
    for (size_t j = 0; j < i; j++) before += og_peer_message_size(size, j, 1);
    return size - before;
}

#endif
