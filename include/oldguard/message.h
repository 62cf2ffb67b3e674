/* SPDX-License-Identifier: MIT */
/* A message in memory, for the functions that take many messages in one call. */
#ifndef OLDGUARD_MESSAGE_H
#define OLDGUARD_MESSAGE_H

#include <stddef.h>

/* A message, or a part of one. */
typedef struct og_message {
    const void *data; /* len bytes; may be NULL when len is 0 */
    size_t len;       /* in bytes */
} og_message;

#endif
