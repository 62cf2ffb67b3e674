/* SPDX-License-Identifier: MIT */
/* The memory of bytes-like objects, and hexadecimal text. */
#include "state.h"

int get_buffer(PyObject *object, Py_buffer *buffer) {
    if (PyUnicode_Check(object)) {
        PyErr_SetString(PyExc_TypeError, "Strings must be encoded before hashing");
        return -1;
    }
    if (!PyObject_CheckBuffer(object)) {
        PyErr_SetString(PyExc_TypeError, "object supporting the buffer API required");
        return -1;
    }
    return PyObject_GetBuffer(object, buffer, PyBUF_SIMPLE);
}

int get_view(PyObject *object, view *v) {
    if (PyBytes_Check(object)) {
        char *data;
        Py_ssize_t len;
        if (PyBytes_AsStringAndSize(object, &data, &len)) return -1;
        v->data = data;
        v->len = (size_t)len;
        v->buffer.obj = NULL;
        return 0;
    }
    if (get_buffer(object, &v->buffer)) return -1;
    v->data = v->buffer.buf;
    v->len = (size_t)v->buffer.len;
    return 0;
}

void release_view(view *v) {
    if (v->buffer.obj) PyBuffer_Release(&v->buffer);
}

PyObject *to_hex(const uint8_t *bytes, size_t len) {
    static const char digits[] = "0123456789abcdef";
    char text[2 * OG_WHIRLPOOL_DIGEST_SIZE];
    for (size_t i = 0; i < len; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    return PyUnicode_DecodeASCII(text, (Py_ssize_t)(2 * len), NULL);
}
