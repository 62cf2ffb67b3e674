/* SPDX-License-Identifier: MIT */
/* Converts paths for the system's functions, and its errors for Python. */
#include "paths.h"

#include <string.h>

/* Converts a path. *owner keeps the result alive. Returns NULL with an exception. */
static const os_path_char *convert(PyObject *path, PyObject **owner) {
#ifdef _WIN32
    PyObject *text;
    if (!PyUnicode_FSDecoder(path, &text)) return NULL;
    Py_ssize_t length;
    wchar_t *wide = PyUnicode_AsWideCharString(text, &length);
    Py_DECREF(text);
    if (!wide) return NULL;
    *owner = PyBytes_FromStringAndSize((char *)wide, (length + 1) * (Py_ssize_t)sizeof *wide);
    PyMem_Free(wide);
    return *owner ? (wchar_t *)PyBytes_AsString(*owner) : NULL;
#else
    return PyUnicode_FSConverter(path, owner) ? PyBytes_AsString(*owner) : NULL;
#endif
}

void free_paths(paths *p) {
    for (size_t i = 0; i < p->n; i++) Py_DECREF(p->owners[i]);
    PyMem_Free(p->owners);
    PyMem_Free(p->names);
    Py_XDECREF(p->objects);
}

int get_paths(PyObject *iterable, paths *p) {
    *p = (paths){.objects = NULL};
    if (PyUnicode_Check(iterable) || PyBytes_Check(iterable)) {
        PyErr_SetString(PyExc_TypeError, "an iterable of paths is needed, not one path");
        return -1;
    }
    p->objects = PySequence_Tuple(iterable);
    if (!p->objects) return -1;
    size_t n = (size_t)PyTuple_Size(p->objects);
    p->names = PyMem_Calloc(n, sizeof *p->names);
    p->owners = PyMem_Calloc(n, sizeof *p->owners);
    if (!p->names || !p->owners) {
        PyErr_NoMemory();
        free_paths(p);
        return -1;
    }
    while (p->n < n) {
        size_t i = p->n;
        p->names[i] = convert(PyTuple_GetItem(p->objects, (Py_ssize_t)i), &p->owners[i]);
        if (!p->names[i]) {
            raise_at_index("paths", (Py_ssize_t)i);
            free_paths(p);
            return -1;
        }
        p->n++;
    }
    return 0;
}

PyObject *new_os_error(int error, const char *message, PyObject *path) {
    return PyObject_CallFunction(PyExc_OSError, "isO", error, message ? message : strerror(error), path);
}
