/* SPDX-License-Identifier: MIT */
/* Makes arrays for the library from an iterable of bytes-like objects. */
#include "messages.h"

#include <string.h>

/* Returns the number of buffers that the items need, and whether one of them is a pair. bytes need none. */
static size_t count_buffers(PyObject *items, size_t n, int *has_pairs) {
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        PyObject *item = PyTuple_GetItem(items, (Py_ssize_t)i);
        if (PyTuple_Check(item)) {
            *has_pairs = 1;
            count += 2;
        } else
            count += !PyBytes_Check(item);
    }
    return count;
}

/* Writes the memory of an object to part. Returns 0, or -1 with an exception. A buffer stays where it was
 * filled, because it may contain a pointer to itself. */
static int get_part(messages *m, PyObject *object, og_message *part) {
    if (PyBytes_Check(object)) {
        char *data;
        Py_ssize_t len;
        if (PyBytes_AsStringAndSize(object, &data, &len)) return -1;
        part->data = data;
        part->size = (size_t)len;
    } else {
        Py_buffer *buffer = &m->buffers[m->nbuffers];
        if (get_buffer(object, buffer)) return -1;
        m->nbuffers++;
        part->data = buffer->buf;
        part->size = (size_t)buffer->len;
    }
    m->bytes = part->size > SIZE_MAX - m->bytes ? SIZE_MAX : m->bytes + part->size;
    return 0;
}

/* Fills message i of two parts from an item. */
static int get_two_part(messages *m, PyObject *item, const og_message *prefix, og_two_part *message) {
    og_message head = *prefix, body;
    if (PyTuple_Check(item)) {
        if (PyTuple_Size(item) != 2) {
            PyErr_SetString(PyExc_TypeError, "a tuple must have a header and a body");
            return -1;
        }
        if (get_part(m, PyTuple_GetItem(item, 0), &head)) return -1;
        item = PyTuple_GetItem(item, 1);
    }
    if (get_part(m, item, &body)) return -1;
    *message = (og_two_part){head.data, head.size, body.data, body.size};
    return 0;
}

static int fill(messages *m, const og_message *prefix) {
    for (size_t i = 0; i < m->n; i++) {
        PyObject *item = PyTuple_GetItem(m->items, (Py_ssize_t)i);
        if (m->two ? get_two_part(m, item, prefix, &m->two[i]) : get_part(m, item, &m->one[i])) {
            raise_at_index("messages", (Py_ssize_t)i);
            return -1;
        }
    }
    return 0;
}

int get_messages(PyObject *iterable, const view *prefix, int pairs, messages *m) {
    memset(m, 0, sizeof *m);
    if (PyUnicode_Check(iterable) || PyBytes_Check(iterable)) {
        PyErr_Format(PyExc_TypeError, "messages must be an iterable of bytes-like objects, not one %s",
                     PyBytes_Check(iterable) ? "bytes" : "str");
        return -1;
    }
    m->items = PySequence_Tuple(iterable);
    if (!m->items) return -1;
    m->n = (size_t)PyTuple_Size(m->items);
    int has_pairs = 0;
    size_t buffers = count_buffers(m->items, m->n, &has_pairs);
    og_message head = {NULL, 0};
    if (prefix) head = (og_message){prefix->data, prefix->len};
    if (has_pairs && (prefix || !pairs)) {
        PyErr_SetString(PyExc_TypeError, prefix ? "messages that are tuples already have a header: no prefix"
                                                : "a message must be a bytes-like object, not a tuple");
        release_messages(m);
        return -1;
    }
    /* PyMem_Calloc of 0 elements is not NULL. */
    if (prefix || has_pairs)
        m->two = PyMem_Calloc(m->n, sizeof *m->two);
    else
        m->one = PyMem_Calloc(m->n, sizeof *m->one);
    if (buffers) m->buffers = PyMem_Calloc(buffers, sizeof *m->buffers);
    int result = -1;
    if ((!m->one && !m->two) || (buffers && !m->buffers))
        PyErr_NoMemory();
    else
        result = fill(m, &head);
    if (result) release_messages(m);
    return result;
}

void release_messages(messages *m) {
    for (size_t i = 0; i < m->nbuffers; i++) PyBuffer_Release(&m->buffers[i]);
    PyMem_Free(m->buffers);
    PyMem_Free(m->one);
    PyMem_Free(m->two);
    Py_XDECREF(m->items);
    memset(m, 0, sizeof *m);
}
