/* SPDX-License-Identifier: MIT */
/* Errors: the statuses of the library, and the arguments of calls. */
#include "state.h"

PyObject *raise_status(module_state *state, int status) {
    char text[320];
    switch (status) {
    case OG_ERR_CONFIG:
        /* Another thread may have corrected the environment meanwhile. */
        if (og_config_error(text, sizeof text) == OG_OK)
            PyErr_SetString(state->config_error, og_strerror(status));
        else
            PyErr_SetString(state->config_error, text);
        return NULL;
    case OG_ERR_NO_KERNEL:
        PyErr_SetString(state->no_kernel_error, og_strerror(status));
        return NULL;
    case OG_ERR_TOO_LONG:
        PyErr_SetString(PyExc_OverflowError, og_strerror(status));
        return NULL;
    default:
        PyErr_SetString(PyExc_ValueError, og_strerror(status));
        return NULL;
    }
}

/* Returns 1 if an exception of this type is made from one text, as ValueError is, otherwise 0. */
static int is_made_from_text(PyObject *type) {
    PyTypeObject *given = (PyTypeObject *)type, *known = (PyTypeObject *)PyExc_ValueError;
    return PyType_GetSlot(given, Py_tp_new) == PyType_GetSlot(known, Py_tp_new) &&
           PyType_GetSlot(given, Py_tp_init) == PyType_GetSlot(known, Py_tp_init);
}

void raise_at_index(const char *what, Py_ssize_t index) {
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    /* The constructor of UnicodeEncodeError needs five arguments. */
    PyObject *raised = PyErr_GivenExceptionMatches(type, PyExc_UnicodeError) ? PyExc_ValueError : type;
    if (!value || !PyErr_GivenExceptionMatches(type, PyExc_Exception) || !is_made_from_text(raised))
        PyErr_Restore(type, value, traceback);
    else {
        PyErr_Format(raised, "%s[%zd]: %S", what, index, value);
        Py_DECREF(type);
        Py_DECREF(value);
        Py_XDECREF(traceback);
    }
}

int check_arguments(const char *function, Py_ssize_t nargs, Py_ssize_t least, Py_ssize_t most,
                    PyObject *kwnames) {
    if (kwnames && PyTuple_Size(kwnames) != 0) {
        PyErr_Format(PyExc_TypeError, "%s() takes no keyword arguments", function);
        return -1;
    }
    if (nargs >= least && nargs <= most) return 0;
    if (least == most)
        PyErr_Format(PyExc_TypeError, "%s() takes %zd positional argument%s but %zd were given", function,
                     most, most == 1 ? "" : "s", nargs);
    else
        PyErr_Format(PyExc_TypeError, "%s() takes from %zd to %zd positional arguments but %zd were given",
                     function, least, most, nargs);
    return -1;
}

int find_keywords(const char *function, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames,
                  const char *const *names, PyObject **values) {
    Py_ssize_t n = kwnames ? PyTuple_Size(kwnames) : 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *name = PyTuple_GetItem(kwnames, i);
        size_t k = 0;
        while (names[k] && PyUnicode_CompareWithASCIIString(name, names[k]) != 0) k++;
        if (!names[k]) {
            PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument '%U'", function, name);
            return -1;
        }
        values[k] = args[nargs + i];
    }
    return 0;
}
