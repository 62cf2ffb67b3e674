/* SPDX-License-Identifier: MIT */
/* The functions that hash many messages in one call, in the lanes of multi-buffer kernels. */
#include "collision.h"
#include "messages.h"
#include "parts.h"
#include "threads.h"

/* Fewer bytes than this are not worth a thread. */
#define BYTES_PER_THREAD 65536

typedef enum kind { SHA1, SHA1DC, WHIRLPOOL } kind;

static const struct {
    const char *function;
    size_t digest_size;
} kinds[] = {{"sha1_many", OG_SHA1_DIGEST_SIZE},
             {"many", OG_SHA1_DIGEST_SIZE},
             {"whirlpool_many", OG_WHIRLPOOL_DIGEST_SIZE}};

/* Messages to hash, and the place of the results. Part i has the messages bounds[i] to bounds[i + 1] - 1. */
typedef struct job {
    kind kind;
    const messages *m;
    uint8_t *digests;            /* m->n digests */
    og_sha1dc_verdict *verdicts; /* m->n verdicts for SHA1DC */
    size_t bounds[THREADS_MAX + 1];
    int status[THREADS_MAX]; /* of the parts */
    size_t bad[THREADS_MAX]; /* the message of a status, or bounds[i + 1] */
} job;

static void hash_part(void *work, size_t i) {
    job *j = work;
    size_t from = j->bounds[i], n = j->bounds[i + 1] - from, bad = n;
    const og_message *one = j->m->one ? j->m->one + from : NULL;
    const og_two_part *two = j->m->two ? j->m->two + from : NULL;
    uint8_t(*digests)[OG_SHA1_DIGEST_SIZE] = (void *)(j->digests + from * OG_SHA1_DIGEST_SIZE);
    switch (j->kind) {
    case SHA1:
        j->status[i] =
            two ? og_sha1_two_part_many(two, n, digests, &bad) : og_sha1_many(one, n, digests, &bad);
        break;
    case SHA1DC:
        j->status[i] =
            two ? og_sha1dc_two_part_many(two, n, OG_SHA1DC_NO_WIPE, digests, j->verdicts + from, &bad)
                : og_sha1dc_many(one, n, OG_SHA1DC_NO_WIPE, digests, j->verdicts + from, &bad);
        break;
    case WHIRLPOOL:
        j->status[i] =
            og_whirlpool_many(one, n, (void *)(j->digests + from * OG_WHIRLPOOL_DIGEST_SIZE), &bad);
        break;
    }
    j->bad[i] = from + bad;
}

/* Divides the messages into at most `threads` parts of about equal bytes. Returns the number of parts. */
static size_t divide(job *j, size_t threads) {
    const messages *m = j->m;
    size_t parts = m->bytes / BYTES_PER_THREAD + 1;
    if (parts > threads) parts = threads;
    size_t share = m->bytes / parts + 1, sum = 0, part = 0;
    j->bounds[0] = 0;
    for (size_t i = 0; i < m->n && parts > 1; i++) {
        if (sum >= share * (part + 1) && part + 1 < parts) j->bounds[++part] = i;
        sum += m->one ? m->one[i].size : m->two[i].head_size + m->two[i].size;
    }
    j->bounds[part + 1] = m->n;
    return part + 1;
}

/* Hashes all messages of a job. Returns 0, or -1 with an exception that names the message. */
static int run(module_state *state, job *j, size_t threads) {
    size_t parts = divide(j, threads);
    WITHOUT_GIL(j->m->bytes, run_parts(parts, hash_part, j));
    for (size_t i = 0; i < parts; i++) {
        if (j->status[i] == OG_OK) continue;
        raise_status(state, j->status[i]);
        if (j->bad[i] < j->bounds[i + 1]) raise_at_index("messages", (Py_ssize_t)j->bad[i]);
        return -1;
    }
    return 0;
}

/* Returns the list of digests. With verdicts, a message with an attack has a Collision in its place. */
static PyObject *to_list(module_state *state, const job *j) {
    size_t size = kinds[j->kind].digest_size;
    PyObject *list = PyList_New((Py_ssize_t)j->m->n);
    for (size_t i = 0; list && i < j->m->n; i++) {
        const uint8_t *digest = j->digests + i * size;
        PyObject *item = j->verdicts && j->verdicts[i].vector >= 0
                             ? new_collision(state, digest, &j->verdicts[i])
                             : PyBytes_FromStringAndSize((const char *)digest, (Py_ssize_t)size);
        if (!item || PyList_SetItem(list, (Py_ssize_t)i, item)) Py_CLEAR(list);
    }
    return list;
}

/* The keyword arguments of a call. */
typedef struct options {
    int joined;  /* the result is one bytes */
    int attacks; /* the result has attacks, instead of an exception for the first */
    size_t threads;
    PyObject *prefix;
} options;

/* Reads joined, threads, prefix and errors. Whirlpool has no two-part messages, and detection alone has
 * errors. */
static int get_options(kind kind, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames, options *o) {
    static const char *const names[][5] = {{"joined", "threads", "prefix", NULL},
                                           {"joined", "threads", "prefix", "errors", NULL},
                                           {"joined", "threads", NULL}};
    PyObject *values[4] = {NULL, NULL, NULL, NULL};
    if (check_arguments(kinds[kind].function, nargs, 1, 1, NULL)) return -1;
    if (find_keywords(kinds[kind].function, args, nargs, kwnames, names[kind], values)) return -1;
    o->joined = values[0] ? PyObject_IsTrue(values[0]) : 0;
    o->threads = get_threads(values[1], 1);
    o->prefix = values[2] == Py_None ? NULL : values[2];
    o->attacks = 0;
    if (o->joined < 0 || !o->threads) return -1;
    if (values[3]) {
        int raise = PyUnicode_Check(values[3]) && PyUnicode_CompareWithASCIIString(values[3], "raise") == 0;
        o->attacks = PyUnicode_Check(values[3]) && PyUnicode_CompareWithASCIIString(values[3], "return") == 0;
        if (!raise && !o->attacks) {
            PyErr_SetString(PyExc_ValueError, "errors must be 'raise' or 'return'");
            return -1;
        }
        if (o->attacks && o->joined) {
            PyErr_SetString(PyExc_ValueError, "joined digests have no place for a Collision: errors='raise'");
            return -1;
        }
    }
    return 0;
}

/* Raises Sha1CollisionError for the first message with an attack. Returns 0 without one, or -1. */
static int raise_first(const job *j) {
    for (size_t i = 0; i < j->m->n; i++)
        if (j->verdicts[i].vector >= 0) {
            raise_collision(j->digests + i * OG_SHA1_DIGEST_SIZE, &j->verdicts[i], (Py_ssize_t)i);
            return -1;
        }
    return 0;
}

/* Hashes messages and returns the result. */
static PyObject *hash_messages(module_state *state, kind kind, const options *o, const messages *m) {
    size_t size = kinds[kind].digest_size;
    if (m->n > PY_SSIZE_T_MAX / (size + sizeof(og_sha1dc_verdict))) return PyErr_NoMemory();
    job j = {.kind = kind, .m = m};
    PyObject *joined = o->joined ? PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(m->n * size)) : NULL;
    j.digests = joined ? (uint8_t *)PyBytes_AsString(joined) : PyMem_Malloc(m->n * size);
    if (kind == SHA1DC) j.verdicts = PyMem_Malloc(m->n * sizeof *j.verdicts);
    PyObject *result = NULL;
    if ((o->joined && !joined) || !j.digests || (kind == SHA1DC && !j.verdicts)) {
        if (!PyErr_Occurred()) PyErr_NoMemory();
    } else if (run(state, &j, o->threads) == 0 && (!j.verdicts || o->attacks || raise_first(&j) == 0))
        result = joined ? Py_NewRef(joined) : to_list(state, &j);
    PyMem_Free(j.verdicts);
    if (!joined) PyMem_Free(j.digests);
    Py_XDECREF(joined);
    return result;
}

static PyObject *many(PyObject *module, kind kind, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames) {
    options o;
    view prefix;
    messages m;
    PyObject *result = NULL;
    if (get_options(kind, args, nargs, kwnames, &o)) return NULL;
    if (o.prefix && get_view(o.prefix, &prefix)) return NULL;
    if (get_messages(args[0], o.prefix ? &prefix : NULL, kind != WHIRLPOOL, &m) == 0) {
        result = hash_messages(state_of(module), kind, &o, &m);
        release_messages(&m);
    }
    if (o.prefix) release_view(&prefix);
    return result;
}

#define MANY(function, kind)                                                                         \
    static PyObject *function(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kw) { \
        return many(module, kind, args, n, kw);                                                      \
    }
MANY(sha1_many, SHA1)
MANY(sha1dc_many, SHA1DC)
MANY(whirlpool_many, WHIRLPOOL)

/* sha1_pieces(data, size, /): in batches, so that the array of messages is small. */
static PyObject *sha1_pieces(PyObject *module, PyObject *const *args, Py_ssize_t nargs) {
    enum { BATCH = 256 };
    if (check_arguments("sha1_pieces", nargs, 2, 2, NULL)) return NULL;
    Py_ssize_t size = PyNumber_AsSsize_t(args[1], NULL); /* a larger number is the largest */
    if (size == -1 && PyErr_Occurred()) return NULL;
    if (size < 1) {
        PyErr_SetString(PyExc_ValueError, "the size of a piece must be 1 or more");
        return NULL;
    }
    view v;
    if (get_view(args[0], &v)) return NULL;
    size_t piece = (size_t)size, n = v.len / piece + (v.len % piece != 0);
    PyObject *digests = n > PY_SSIZE_T_MAX / OG_SHA1_DIGEST_SIZE
                            ? PyErr_NoMemory()
                            : PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * OG_SHA1_DIGEST_SIZE));
    int status = OG_OK;
    if (digests) {
        uint8_t(*out)[OG_SHA1_DIGEST_SIZE] = (void *)PyBytes_AsString(digests);
        PyThreadState *saved = v.len >= RELEASE_FROM ? PyEval_SaveThread() : NULL;
        for (size_t from = 0; from < n && status == OG_OK; from += BATCH) {
            og_message batch[BATCH];
            size_t count = n - from < BATCH ? n - from : BATCH;
            for (size_t i = 0; i < count; i++) {
                size_t at = (from + i) * piece;
                batch[i].data = (const uint8_t *)v.data + at;
                batch[i].size = v.len - at < piece ? v.len - at : piece;
            }
            status = og_sha1_many(batch, count, out + from, NULL);
        }
        if (saved) PyEval_RestoreThread(saved);
    }
    release_view(&v);
    if (status != OG_OK) {
        Py_CLEAR(digests);
        raise_status(state_of(module), status);
    }
    return digests;
}

#define KEYWORDS METH_FASTCALL | METH_KEYWORDS
#define RESULT                                                                                             \
    "messages is any iterable of bytes-like objects, whose objects are kept until the call ends. The "     \
    "digests\n"                                                                                            \
    "come as a list of bytes, or with joined=True as one bytes, in the order of the messages. threads is " \
    "the\n"                                                                                                \
    "number of threads among which the bytes are divided, 0 for one per processor.\n"
#define TWO_PART                                                                                           \
    "A message may be a tuple (header, body), whose digest is that of the joined message. prefix is one\n" \
    "header for all messages.\n"
#define ERRORS                                                                                          \
    "Raises TypeError or BufferError with the index ('messages[17]: ...') before anything is hashed,\n" \
    "ConfigError or NoKernelError if no kernel can serve."

PyMethodDef many_methods[] = {
    {"sha1_many", (PyCFunction)(void (*)(void))sha1_many, KEYWORDS,
     "sha1_many($module, messages, /, *, joined=False, threads=1, prefix=None)\n--\n\n"
     "Returns the SHA-1 digests (FIPS 180-4) of many messages, 20 bytes each.\n\n" RESULT TWO_PART ERRORS},
    {"sha1dc_many", (PyCFunction)(void (*)(void))sha1dc_many, KEYWORDS,
     "sha1dc_many($module, messages, /, *, joined=False, threads=1, prefix=None, errors='raise')\n--\n\n"
     "Returns the SHA-1 digests of many messages, 20 bytes each, and detects collision attacks.\n\n"
     "errors='raise' raises Sha1CollisionError for the first message with an attack, and its attribute "
     "index\n"
     "is that of the message. errors='return' puts a Collision in the place of its digest.\n" RESULT TWO_PART
         ERRORS},
    {"whirlpool_many", (PyCFunction)(void (*)(void))whirlpool_many, KEYWORDS,
     "whirlpool_many($module, messages, /, *, joined=False, threads=1)\n--\n\n"
     "Returns the Whirlpool digests (ISO/IEC 10118-3) of many messages, 64 bytes each.\n\n" RESULT ERRORS},
    {"sha1_pieces", (PyCFunction)(void (*)(void))sha1_pieces, METH_FASTCALL,
     "sha1_pieces($module, data, size, /)\n--\n\n"
     "Returns the SHA-1 digests of the pieces of data, 20 bytes each, as one bytes.\n\n"
     "Each piece has size bytes, the last one the rest: the field `pieces` of a torrent (BEP 3). data is "
     "any\n"
     "C-contiguous bytes-like object. Empty data gives b''. Raises ValueError for a size below 1."},
    {NULL, NULL, 0, NULL}};
