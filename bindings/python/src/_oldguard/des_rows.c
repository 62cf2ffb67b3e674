/* SPDX-License-Identifier: MIT */
/* Reads keys, IVs and messages from an iterable of tuples. */
#include "des_rows.h"

#include "des_cipher.h"
#include "des_key.h"

void free_rows(des_rows *rows) {
    for (Py_ssize_t i = 0; i < rows->n; i++) {
        for (int part = 0; part < rows->parts; part++) release_view(&rows->views[i * rows->parts + part]);
        Py_DECREF(rows->tuples[i]);
    }
    PyMem_Free(rows->tuples);
    PyMem_Free(rows->views);
    PyMem_Free(rows->messages);
}

/* Fills the views of a row. Returns 0, or -1 with an exception and no view held. */
static int view_row(PyObject *row, view *views, int parts) {
    if (PyTuple_Size(row) != parts) {
        PyErr_Format(PyExc_ValueError, "%s is needed, not %zd values",
                     parts == 3 ? "(key, iv, message)" : "(key, message)", PyTuple_Size(row));
        return -1;
    }
    for (int part = 0; part < parts; part++) {
        PyObject *value = PyTuple_GetItem(row, part);
        if (parts == 3 && part == 1 && value == Py_None) {
            views[part] = (view){.data = NULL, .len = 0, .buffer.obj = NULL};
        } else if (get_view(value, &views[part])) {
            while (part--) release_view(&views[part]);
            return -1;
        }
    }
    return 0;
}

/* Checks a row and describes it for the library. Returns 0, or -1 with an exception. */
static int check_row(module_state *state, des_rows *rows, int desx, int mode, unsigned checks) {
    const view *key = &rows->views[rows->n * rows->parts], *message = key + rows->parts - 1;
    const view *iv = rows->parts == 3 ? key + 1 : NULL;
    og_des_cipher cipher;
    if (choose_cipher(state, key->data, key->len, desx, checks, &cipher)) return -1;
    if (rows->n == 0) rows->cipher = cipher;
    if (cipher != rows->cipher) {
        PyErr_Format(PyExc_ValueError, "the key has %zu bytes, the first one %zu", key->len,
                     og_des_key_size(rows->cipher));
        return -1;
    }
    if (iv && (check_iv(mode, iv->data, iv->len) || check_blocks(mode, message->len))) return -1;
    rows->messages[rows->n] = (og_des_message){
        .key = key->data, .iv = iv ? iv->data : NULL, .in = message->data, .size = message->len};
    rows->total += message->len;
    return 0;
}

int read_rows(module_state *state, PyObject *items, int has_iv, int desx, int mode, unsigned checks,
              des_rows *rows) {
    PyObject *all = PySequence_Tuple(items);
    if (!all) return -1;
    size_t n = (size_t)PyTuple_Size(all);
    *rows = (des_rows){.parts = has_iv ? 3 : 2, .cipher = OG_DES};
    rows->messages = PyMem_Calloc(n, sizeof *rows->messages);
    rows->views = PyMem_Calloc(n, (size_t)rows->parts * sizeof *rows->views);
    rows->tuples = PyMem_Calloc(n, sizeof *rows->tuples);
    int wrong = 0;
    if (!rows->messages || !rows->views || !rows->tuples) {
        PyErr_NoMemory();
        wrong = 1;
    }
    for (Py_ssize_t i = 0; !wrong && (size_t)i < n; i++) {
        view *views = &rows->views[i * rows->parts];
        PyObject *row = PySequence_Tuple(PyTuple_GetItem(all, i));
        wrong = !row || view_row(row, views, rows->parts);
        if (!wrong && check_row(state, rows, desx, mode, checks)) {
            for (int part = 0; part < rows->parts; part++) release_view(&views[part]);
            wrong = 1;
        }
        if (wrong) {
            Py_XDECREF(row);
            raise_at_index("items", i);
        } else {
            rows->tuples[rows->n++] = row;
        }
    }
    Py_DECREF(all);
    if (wrong) free_rows(rows);
    return wrong ? -1 : 0;
}
