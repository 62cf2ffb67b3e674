/* SPDX-License-Identifier: MIT */
/* The paths of a call, as the system's functions take them. */
#ifndef OLDGUARD_PYTHON_PATHS_H
#define OLDGUARD_PYTHON_PATHS_H

#include "state.h"
#include "os_file.h"

/* n paths. */
typedef struct paths {
    PyObject *objects; /* a tuple: the paths that the caller passed, for OSError.filename */
    size_t n;
    const os_path_char **names;
    PyObject **owners; /* the memory of the names */
} paths;

/* Converts an iterable of str, bytes or os.PathLike. Returns 0, or -1 with an exception that names the path
 * by its index. free_paths must follow a success. */
int get_paths(PyObject *iterable, paths *p);

void free_paths(paths *p);

/* Returns a new OSError for a path of a call, with its filename. message is NULL for that of errno. */
PyObject *new_os_error(int error, const char *message, PyObject *path);

#endif
