/* SPDX-License-Identifier: MIT */
/* Hashes files: oldguard.sha1_file, oldguard.whirlpool_file, oldguard.sha1dc.sha1_file and oldguard.files. */
#include <errno.h>
#include <string.h>

#include "hash_files.h"
#include "parts.h"
#include "paths.h"
#include "threads.h"

/* The digest, the collision or the error of a file. Returns NULL with an exception if none can be made. */
static PyObject *result_of(module_state *state, const file_job *job, size_t i, PyObject *path) {
    const file_result *result = &job->results[i];
    size_t size = job->l->a->digest_size;
    if (result->error) return new_os_error(result->error, NULL, path);
    if (job->l->a->detects && result->verdict.vector >= 0)
        return new_collision(state, job->digests + i * size, &result->verdict);
    return PyBytes_FromStringAndSize((char *)job->digests + i * size, (Py_ssize_t)size);
}

/* Raises the error or the collision of the first file that has one. Returns 1, or 0 if there is none. */
static int raise_first(const file_job *job, PyObject *objects) {
    for (size_t i = 0; i < job->n; i++) {
        const file_result *result = &job->results[i];
        if (result->error) {
            PyObject *error = new_os_error(result->error, NULL, PyTuple_GetItem(objects, (Py_ssize_t)i));
            if (error) PyErr_SetObject((PyObject *)Py_TYPE(error), error);
            Py_XDECREF(error);
            return 1;
        }
        if (job->l->a->detects && result->done && result->verdict.vector >= 0) {
            raise_collision(job->digests + i * OG_SHA1_DIGEST_SIZE, &result->verdict, (Py_ssize_t)i);
            return 1;
        }
    }
    return 0;
}

/* Hashes the files of a job and returns the list of results. */
static PyObject *run_files(module_state *state, file_job *job, work *w, const paths *p) {
    job->digests = PyMem_Calloc(p->n, job->l->a->digest_size);
    job->results = PyMem_Calloc(p->n, sizeof *job->results);
    PyObject *list = NULL;
    if (!job->digests || !job->results)
        PyErr_NoMemory();
    else if (!run_work(state, job, w, hash_files) && !(job->stop_at_error && raise_first(job, p->objects)))
        list = PyList_New((Py_ssize_t)p->n);
    for (size_t i = 0; list && i < p->n; i++) {
        PyObject *result = result_of(state, job, i, PyTuple_GetItem(p->objects, (Py_ssize_t)i));
        if (result)
            PyList_SetItem(list, (Py_ssize_t)i, result);
        else
            Py_CLEAR(list);
    }
    PyMem_Free(job->digests);
    PyMem_Free(job->results);
    return list;
}

static PyObject *files(PyObject *module, PyObject *args, PyObject *keywords) {
    static char *names[] = {"", "algorithm", "threads", "errors", "progress", NULL};
    PyObject *iterable, *threads = NULL, *progress = Py_None;
    const char *name = "sha1", *errors = "raise";
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s$OsO:files", names, &iterable, &name, &threads,
                                     &errors, &progress))
        return NULL;
    file_job job = {.l = find_lanes(name), .stop_at_error = !strcmp(errors, "raise")};
    if (!job.l)
        return PyErr_Format(PyExc_ValueError,
                            "algorithm is \"sha1\", \"sha1dc\" or \"whirlpool\", not \"%s\"", name);
    if (!job.stop_at_error && strcmp(errors, "return") != 0)
        return PyErr_Format(PyExc_ValueError, "errors is \"raise\" or \"return\", not \"%s\"", errors);
    int wrong;
    work w = {.progress = get_progress(progress, &wrong)};
    if (wrong) return NULL;
    w.threads = get_threads(threads, 0);
    paths p;
    if (!w.threads || get_paths(iterable, &p)) return NULL;
    if (w.threads > p.n) w.threads = p.n ? p.n : 1;
    if (w.threads > most_file_threads()) w.threads = most_file_threads();
    job.paths = p.names;
    job.n = p.n;
    PyObject *list = run_files(state_of(module), &job, &w, &p);
    free_paths(&p);
    return list;
}

/* Opens a path, and retries after signals. Returns a descriptor, or -1 with an exception. */
static int open_path(PyObject *path) {
    PyObject *one = PyTuple_Pack(1, path);
    paths p;
    if (!one || get_paths(one, &p)) {
        Py_XDECREF(one);
        return -1;
    }
    int fd, signalled = 0;
    do {
        Py_BEGIN_ALLOW_THREADS;
        fd = os_file_open(p.names[0]);
        Py_END_ALLOW_THREADS;
        if (fd < 0 && errno == EINTR) signalled = PyErr_CheckSignals();
    } while (fd < 0 && errno == EINTR && !signalled);
    if (fd < 0 && !signalled) PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, path);
    free_paths(&p);
    Py_DECREF(one);
    return fd;
}

/* Returns the digest of a finished job, or NULL with the exception of the file. */
static PyObject *range_result(const range_job *job, PyObject *file) {
    if (job->result.error) {
        errno = job->result.error;
        if (PyLong_Check(file)) return PyErr_SetFromErrno(PyExc_OSError);
        return PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, file);
    }
    if (job->a->detects && job->result.verdict.vector >= 0)
        return raise_collision(job->digest, &job->result.verdict, -1);
    return PyBytes_FromStringAndSize((char *)job->digest, (Py_ssize_t)job->a->digest_size);
}

static PyObject *hash_file(PyObject *module, const algorithm *a, PyObject *args, PyObject *keywords) {
    static char *names[] = {"", "offset", "size", "progress", NULL};
    PyObject *file, *size = Py_None, *progress = Py_None;
    long long offset = 0, most = -1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$LOO", names, &file, &offset, &size, &progress))
        return NULL;
    if (size != Py_None && (most = PyLong_AsLongLong(size)) == -1 && PyErr_Occurred()) return NULL;
    if (offset < 0 || (size != Py_None && most < 0))
        return PyErr_Format(PyExc_ValueError, "%s must be 0 or more", offset < 0 ? "offset" : "size");
    int wrong, opened = !PyLong_Check(file);
    work w = {.progress = get_progress(progress, &wrong), .threads = 1};
    if (wrong) return NULL;
    range_job job = {.a = a, .offset = offset, .size = size == Py_None ? UINT64_MAX : (uint64_t)most};
    job.fd = opened ? open_path(file) : PyObject_AsFileDescriptor(file);
    if (job.fd < 0) return NULL;
    /* A stream has no positions. */
    if (offset == 0 && !os_file_has_positions(job.fd)) job.offset = OS_FILE_HERE;
    int failed = run_work(state_of(module), &job, &w, hash_range);
    if (opened) os_file_close(job.fd);
    return failed ? NULL : range_result(&job, file);
}

static PyObject *sha1_file(PyObject *module, PyObject *args, PyObject *keywords) {
    return hash_file(module, &sha1, args, keywords);
}

static PyObject *sha1dc_file(PyObject *module, PyObject *args, PyObject *keywords) {
    return hash_file(module, &sha1dc, args, keywords);
}

static PyObject *whirlpool_file(PyObject *module, PyObject *args, PyObject *keywords) {
    return hash_file(module, &whirlpool, args, keywords);
}

#define FILE_SIGNATURE "($module, file, /, *, offset=0, size=None, progress=None)\n--\n\n"
#define FILE_TEXT                                                                                     \
    "Reads from the byte offset, at most size bytes or to the end, and returns the digest. file is\n" \
    "a path, or an int, a descriptor, whose position does not move. With offset=0 it may be a\n"      \
    "stream such as a pipe, which is read from where it is. The path of a FIFO waits for a\n"         \
    "writer. A file that shrinks gives the digest of what was read.\n\n"                              \
    "progress(bytes, files) is called every 16 MiB and at the end. An exception that it raises\n"     \
    "cancels the work. OSError with the filename if the file cannot be read, ValueError for a\n"      \
    "negative number. Any thread. The GIL is released."

#define FUNCTION(f) (PyCFunction)(void (*)(void))(f)

PyMethodDef files_methods[] = {
    {"sha1_file", FUNCTION(sha1_file), METH_VARARGS | METH_KEYWORDS,
     "sha1_file" FILE_SIGNATURE
     "Hashes a file with SHA-1 (FIPS 180-4). The digest has 20 bytes.\n\n" FILE_TEXT},
    {"sha1dc_file", FUNCTION(sha1dc_file), METH_VARARGS | METH_KEYWORDS,
     "sha1dc_file" FILE_SIGNATURE
     "Hashes a file with SHA-1 (FIPS 180-4). Raises Sha1CollisionError for a collision attack.\n"
     "The digest has 20 bytes.\n\n" FILE_TEXT},
    {"whirlpool_file", FUNCTION(whirlpool_file), METH_VARARGS | METH_KEYWORDS,
     "whirlpool_file" FILE_SIGNATURE
     "Hashes a file with Whirlpool (ISO/IEC 10118-3). The digest has 64 bytes.\n\n" FILE_TEXT},
    {"files", FUNCTION(files), METH_VARARGS | METH_KEYWORDS,
     "files($module, paths, /, algorithm='sha1', *, threads=0, errors='raise', progress=None)\n--\n\n"
     "Hashes files and returns the list of their digests.\n\n"
     "algorithm is 'sha1', 'sha1dc' or 'whirlpool'. threads=0 is one thread for each processor. A\n"
     "thread has 1 MiB of memory, in which short files are hashed together, and up to 17 open files.\n"
     "A file that shrinks gives the digest of what was read. A FIFO or an idle terminal gives an\n"
     "OSError at once, a device such as /dev/zero has no end.\n\n"
     "errors='raise' raises the first OSError, with its filename, or Sha1CollisionError, with its\n"
     "index. errors='return' puts the OSError or the Collision into the list instead of the digest.\n"
     "progress(bytes, files) is called in the calling thread every 16 MiB or 4096 files and at the\n"
     "end. An exception that it raises cancels the work. TypeError for paths that are one path,\n"
     "ValueError for another name. Any thread. The GIL is released."},
    {NULL, NULL, 0, NULL},
};
