/* SPDX-License-Identifier: MIT */
/* The functions that make objects of oldguard.Hash. Functions, not types: a call of a type takes longer. */
#include "hash.h"
#include "parts.h"

#include <string.h>

/* name(data=b"", *, usedforsecurity=True, string=None), which takes the calls of every CPython from 3.11 on
 */
static PyObject *make(PyObject *module, const algorithm *a, PyObject *const *args, Py_ssize_t nargs,
                      PyObject *kwnames) {
    static const char *const keywords[] = {"data", "string", "usedforsecurity", NULL};
    PyObject *values[3] = {NULL, NULL,
                           NULL}; /* usedforsecurity is accepted and has no effect, as in hashlib */
    if (nargs > 1 && check_arguments(a->name, nargs, 0, 1, NULL)) return NULL;
    if (kwnames && find_keywords(a->name, args, nargs, kwnames, keywords, values)) return NULL;
    if (nargs + (values[0] != NULL) + (values[1] != NULL) > 1) {
        PyErr_Format(PyExc_TypeError, "%s() takes the message once: by position, as data or as string",
                     a->name);
        return NULL;
    }
    PyObject *message = nargs ? args[0] : values[0] ? values[0] : values[1];
    module_state *state = state_of(module);
    if (!message) return new_hash(state, a);
    view v;
    if (get_view(message, &v)) return NULL;
    PyObject *hash = new_hash(state, a);
    if (hash && update_hash(state, (hash_object *)hash, &v)) Py_CLEAR(hash);
    release_view(&v);
    return hash;
}

#define MAKER(function, a)                                                                           \
    static PyObject *function(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kw) { \
        return make(module, &a, args, n, kw);                                                        \
    }
MAKER(make_sha1, sha1)
MAKER(make_sha1dc, sha1dc)
MAKER(make_mitigate, sha1dc_mitigate)
MAKER(make_whirlpool, whirlpool)

/* import_state(state, /) */
static PyObject *import_state(PyObject *module, PyObject *bytes) {
    static const struct {
        const char *magic;
        const algorithm *a;
    } kinds[] = {{"OGS1", &sha1}, {"OGSD", &sha1dc}, {"OGWP", &whirlpool}};
    module_state *state = state_of(module);
    view v;
    if (get_view(bytes, &v)) return NULL;
    PyObject *hash = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !hash; i++) {
        const algorithm *a = kinds[i].a;
        if (v.len != a->state_size || memcmp(v.data, kinds[i].magic, 4) != 0) continue;
        hash = new_hash(state, a);
        if (!hash) break;
        hash_object *object = (hash_object *)hash;
        int status = a->restore(&object->ctx, v.data);
        if (status != OG_OK) {
            Py_CLEAR(hash);
            raise_status(state, status);
            break;
        }
        if (a->detects && object->ctx.sha1dc.flags & OG_SHA1DC_SAFE_HASH) object->a = &sha1dc_mitigate;
    }
    release_view(&v);
    return hash || PyErr_Occurred() ? hash : raise_status(state, OG_ERR_STATE);
}

#define KEYWORDS METH_FASTCALL | METH_KEYWORDS
#define MAKER_TEXT                                                                                          \
    "data or string is any C-contiguous bytes-like object, the first part of the message. usedforsecurity " \
    "is "                                                                                                   \
    "accepted\n"                                                                                            \
    "as hashlib does and has no effect. Raises TypeError for str and for objects without a buffer,\n"       \
    "ConfigError or NoKernelError if no kernel can serve."

PyMethodDef new_methods[] = {
    {"sha1", (PyCFunction)(void (*)(void))make_sha1, KEYWORDS,
     "sha1($module, data=b'', *, usedforsecurity=True, string=None)\n--\n\n"
     "Starts a SHA-1 hash (FIPS 180-4): a Hash with a digest of 20 bytes.\n\n" MAKER_TEXT},
    {"whirlpool", (PyCFunction)(void (*)(void))make_whirlpool, KEYWORDS,
     "whirlpool($module, data=b'', *, usedforsecurity=True, string=None)\n--\n\n"
     "Starts a Whirlpool hash (ISO/IEC 10118-3): a Hash with a digest of 64 bytes.\n\n" MAKER_TEXT},
    {"sha1dc", (PyCFunction)(void (*)(void))make_sha1dc, KEYWORDS,
     "sha1dc($module, data=b'', *, usedforsecurity=True, string=None)\n--\n\n"
     "Starts a SHA-1 hash with detection of collision attacks (M. Stevens, D. Shumow, USENIX Security "
     "2017).\n"
     "digest() and hexdigest() raise Sha1CollisionError for an attack.\n\n" MAKER_TEXT},
    {"sha1dc_mitigate", (PyCFunction)(void (*)(void))make_mitigate, KEYWORDS,
     "sha1dc_mitigate($module, data=b'', *, usedforsecurity=True, string=None)\n--\n\n"
     "Starts a SHA-1 hash that gives each message of a collision another digest than SHA-1's, and never\n"
     "raises for an attack.\n\n" MAKER_TEXT},
    {"import_state", import_state, METH_O,
     "import_state($module, state, /)\n--\n\nReturns a Hash that continues the message of export_state().\n\n"
     "Raises ValueError if the state is damaged, of another hash or impossible. Its checksum is no\n"
     "protection against an attacker. Raises TypeError for other objects than bytes-like ones."},
    {NULL, NULL, 0, NULL}};
