/* SPDX-License-Identifier: MIT */
/* A message in memory, in one part or in two. */
#ifndef OLDGUARD_MESSAGE_H
#define OLDGUARD_MESSAGE_H

#include <stddef.h>

/* A message, or a part of one. */
typedef struct og_message {
    const void *data; /* size bytes; may be NULL when size is 0 */
    size_t size;      /* in bytes */
} og_message;

/* A message in two parts: head_size bytes at head, then size bytes at data. Either pointer may be NULL if its
 * length is 0. */
typedef struct og_two_part {
    const void *head;
    size_t head_size;
    const void *data;
    size_t size;
} og_two_part;

#endif
