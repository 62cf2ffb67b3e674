/* SPDX-License-Identifier: MIT */
/* The pieces of a torrent: oldguard.torrent.pieces. */
#include <errno.h>

#include "hash_torrent.h"
#include "parts.h"
#include "paths.h"
#include "threads.h"

/* Raises the error of a job: OSError with the filename. */
static void raise_torrent(torrent_job *job, const paths *p) {
    int error = atomic_load(&job->error);
    PyObject *path = PyTuple_GetItem(p->objects, (Py_ssize_t)atomic_load(&job->error_file));
    PyObject *raised = error == FILE_SHRANK
                           ? new_os_error(EIO, "the file became shorter while it was read", path)
                           : new_os_error(error, NULL, path);
    if (raised) PyErr_SetObject((PyObject *)Py_TYPE(raised), raised);
    Py_XDECREF(raised);
}

/* Measures the files of a job without the GIL, hashes them, and returns the digests of all pieces. */
static PyObject *run_torrent(module_state *state, torrent_job *job, work *w, const paths *p) {
    if (!p->n) return PyBytes_FromStringAndSize(NULL, 0);
    job->ends = PyMem_Calloc(p->n, sizeof *job->ends);
    if (!job->ends) return PyErr_NoMemory();
    int wrong;
    Py_BEGIN_ALLOW_THREADS;
    wrong = measure_torrent(job, w->threads);
    Py_END_ALLOW_THREADS;
    PyObject *digests = NULL;
    if (!wrong) digests = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(job->pieces * OG_SHA1_DIGEST_SIZE));
    if (digests) {
        job->digests = (uint8_t *)PyBytes_AsString(digests);
        if (run_work(state, job, w, hash_torrent)) Py_CLEAR(digests);
    }
    if (!PyErr_Occurred() && atomic_load(&job->error)) {
        Py_CLEAR(digests);
        raise_torrent(job, p);
    }
    PyMem_Free(job->ends);
    return digests;
}

static PyObject *torrent_pieces(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"", "", "threads", "progress", NULL};
    PyObject *iterable, *threads = NULL, *progress = Py_None;
    long long size;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OL|O$O:pieces", names, &iterable, &size, &threads,
                                     &progress))
        return NULL;
    if (size < 1) return PyErr_Format(PyExc_ValueError, "size must be at least 1");
    int wrong;
    work w = {.progress = get_progress(progress, &wrong)};
    if (wrong) return NULL;
    w.threads = get_threads(threads, 0);
    paths p;
    if (!w.threads || get_paths(iterable, &p)) return NULL;
    if (w.threads > most_file_threads()) w.threads = most_file_threads();
    torrent_job job = {.paths = p.names, .n = p.n, .size = (uint64_t)size};
    PyObject *digests = run_torrent(state_of(module), &job, &w, &p);
    free_paths(&p);
    return digests;
}

PyMethodDef torrent_methods[] = {
    {"torrent_pieces", (PyCFunction)(void (*)(void))torrent_pieces, METH_VARARGS | METH_KEYWORDS,
     "torrent_pieces($module, paths, size, /, threads=0, *, progress=None)\n--\n\n"
     "Hashes the files of a torrent, one after the other, in pieces of size bytes.\n\n"
     "Returns the SHA-1 digests of all pieces, 20 bytes each: the value of \"pieces\" in the info\n"
     "dictionary (BEP 3). The last piece may be shorter. No files, or empty ones, give b\"\".\n"
     "threads=0 is one thread for each processor. A thread has 1 MiB of memory.\n\n"
     "The sizes of the files are those at the beginning. OSError with the filename for what is not a\n"
     "regular file, cannot be read, or becomes shorter. ValueError for size < 1. progress(bytes,\n"
     "files) is called every 16 MiB and at the end, and files is 0. An exception that it raises\n"
     "cancels the work. Any thread. The GIL is released."},
    {NULL, NULL, 0, NULL},
};
