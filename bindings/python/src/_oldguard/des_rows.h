/* SPDX-License-Identifier: MIT */
/* The rows of a call for many messages of DES: keys, IVs and messages as Python passes them. */
#ifndef OLDGUARD_PYTHON_DES_ROWS_H
#define OLDGUARD_PYTHON_DES_ROWS_H

#include "state.h"

/* n messages with their keys and IVs. The objects stay alive and their buffers exported until free_rows, also
 * if another thread changes the list that they come from. */
typedef struct des_rows {
    Py_ssize_t n;
    size_t total;             /* message bytes */
    og_des_cipher cipher;     /* that of every key */
    og_des_message *messages; /* out is NULL */
    view *views;              /* `parts` for each row */
    PyObject **tuples;        /* the rows */
    int parts;
} des_rows;

/* Reads an iterable of rows: (key, iv, message), or (key, message) for has_iv = 0. iv is None for ECB. All
 * keys have one size. mode is ignored for has_iv = 0. desx and checks: choose_cipher. Returns 0, or -1 with
 * an exception that names the row. free_rows must follow a success. */
int read_rows(module_state *state, PyObject *items, int has_iv, int desx, int mode, unsigned checks,
              des_rows *rows);

/* Releases the buffers and the objects of rows. */
void free_rows(des_rows *rows);

#endif
