/* SPDX-License-Identifier: MIT */
/* What the files of the extension module share: its state, errors, buffers and the GIL. */
#ifndef OLDGUARD_PYTHON_STATE_H
#define OLDGUARD_PYTHON_STATE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <oldguard/oldguard.h>

/* The objects of one interpreter's module. Each is a strong reference. */
typedef struct module_state {
    PyObject *config_error;        /* oldguard.ConfigError */
    PyObject *no_kernel_error;     /* oldguard.NoKernelError */
    PyTypeObject *hash_type;       /* oldguard.Hash */
    PyTypeObject *collision_type;  /* oldguard.sha1dc.Collision */
    PyTypeObject *cipher_type;     /* oldguard.des.Cipher */
    PyObject *parity_error;        /* oldguard.des.ParityError */
    PyObject *weak_key_error;      /* oldguard.des.WeakKeyError */
    PyObject *collapsed_key_error; /* oldguard.des.CollapsedKeyError */
} module_state;

/* Returns the state of a module. Functions of the module get the module as their first argument. */
static inline module_state *state_of(PyObject *module) { return (module_state *)PyModule_GetState(module); }

/* From this number of bytes on, a call releases the GIL. Releasing it takes 21 ns. */
#define RELEASE_FROM 2048

/* Runs a statement, without the GIL if `bytes` are many. The statement must not use Python objects. */
#define WITHOUT_GIL(bytes, statement)                                      \
    do {                                                                   \
        PyThreadState *saved_ = NULL;                                      \
        if ((size_t)(bytes) >= RELEASE_FROM) saved_ = PyEval_SaveThread(); \
        statement;                                                         \
        if (saved_) PyEval_RestoreThread(saved_);                          \
    } while (0)

/* status.c */

/* Raises the exception of a status of the library: ConfigError with the text of og_config_error,
 * NoKernelError, OverflowError, MemoryError or ValueError. Returns NULL. */
PyObject *raise_status(module_state *state, int status);

/* Raises the pending exception again with "what[index]: " before its text, a UnicodeError as ValueError.
 * Leaves exceptions unchanged that need other arguments, such as OSError, and those that are no Exception. */
void raise_at_index(const char *what, Py_ssize_t index);

/* Returns 0 if a call has no keyword arguments and from `least` to `most` positional ones. Otherwise raises
 * TypeError and returns -1. */
int check_arguments(const char *function, Py_ssize_t nargs, Py_ssize_t least, Py_ssize_t most,
                    PyObject *kwnames);

/* Finds the values of keyword arguments, which follow the positional ones in args (METH_FASTCALL). names ends
 * with NULL. values[i] gets a borrowed reference, or stays as it is if there is no argument names[i]. Returns
 * 0, or -1 and raises TypeError for another keyword. */
int find_keywords(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                  const char *const *names, PyObject **values);

/* view.c */

/* The memory of a bytes-like object. */
typedef struct view {
    const void *data;
    size_t len;       /* in bytes */
    Py_buffer buffer; /* buffer.obj is NULL if the object is bytes, which need no release */
} view;

/* Fills the buffer of an object that is not bytes, with the errors of get_view. Returns 0 or -1.
 * PyBuffer_Release must follow a success. */
int get_buffer(PyObject *object, Py_buffer *buffer);

/* Fills a view of an object that the caller keeps alive. Returns 0, or -1 and raises TypeError for str
 * ("Strings must be encoded before hashing") and for objects without a buffer, BufferError for one that is
 * not C-contiguous. release_view must follow a success. */
int get_view(PyObject *object, view *v);

/* Releases the buffer of a view. */
void release_view(view *v);

/* Returns 20, 64 or another number of bytes as hexadecimal str. */
PyObject *to_hex(const uint8_t *bytes, size_t len);

#endif
