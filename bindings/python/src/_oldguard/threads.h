/* SPDX-License-Identifier: MIT */
/* Work in several threads that end within the call. */
#ifndef OLDGUARD_PYTHON_THREADS_H
#define OLDGUARD_PYTHON_THREADS_H

#include "state.h"

/* The most threads of a call. */
#define THREADS_MAX 256

/* Reads an argument `threads`. NULL means `absent`, and 0 the number of processors that this process may use.
 * Returns at most THREADS_MAX, or 0 with TypeError, OverflowError or ValueError. */
size_t get_threads(PyObject *argument, Py_ssize_t absent);

/* Does part i of some work. Must not use Python objects. */
typedef void part_function(void *work, size_t i);

/* Calls part(work, i) for each i below n, at most THREADS_MAX, each in its own thread. The calling thread
 * does the last part, and those for which no thread could be started. Call it without the GIL. */
void run_parts(size_t n, part_function *part, void *work);

#endif
