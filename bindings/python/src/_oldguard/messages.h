/* SPDX-License-Identifier: MIT */
/* The messages of a call with many messages. */
#ifndef OLDGUARD_PYTHON_MESSAGES_H
#define OLDGUARD_PYTHON_MESSAGES_H

#include "state.h"

/* n messages, in one part or in two. */
typedef struct messages {
    PyObject *items;    /* a tuple: another thread cannot change it, and it keeps every object alive */
    size_t n;           /* the number of messages */
    og_message *one;    /* n messages in one part, or NULL */
    og_two_part *two;   /* n messages in two parts, or NULL */
    size_t bytes;       /* of all messages together, SIZE_MAX if they are more */
    Py_buffer *buffers; /* of the objects that are not bytes */
    size_t nbuffers;
} messages;

/* Fills m with the messages of an iterable. A message is a bytes-like object. If `pairs` is not 0, it may
 * also be a tuple of two, a header and a body. prefix, if not NULL, is the header of all messages, and there
 * are no pairs then; the caller keeps its memory. Returns 0, or -1 and raises the error of get_view with
 * "messages[index]: " before its text. release_messages must follow a success. */
int get_messages(PyObject *iterable, const view *prefix, int pairs, messages *m);

/* Releases what get_messages took. */
void release_messages(messages *m);

#endif
