/* SPDX-License-Identifier: MIT */
/* The functions that hash one message in one call. */
#include "collision.h"
#include "hash.h"
#include "parts.h"

/* Hashes an object into digest. Returns 0, or -1 with an exception. */
static int hash_object_of(PyObject *module, const algorithm *a, PyObject *data, uint8_t *digest) {
    view v;
    if (get_view(data, &v)) return -1;
    og_sha1dc_verdict verdict = {-1, 0};
    int status;
    WITHOUT_GIL(v.len, status = a->hash(v.data, v.len, digest, &verdict));
    release_view(&v);
    if (status != OG_OK)
        raise_status(state_of(module), status);
    else if (verdict.vector < 0 || !a->raises)
        return 0;
    else
        raise_collision(digest, &verdict, -1);
    return -1;
}

static PyObject *digest_of(PyObject *module, const algorithm *a, PyObject *data) {
    uint8_t digest[DIGEST_MAX];
    if (hash_object_of(module, a, data, digest)) return NULL;
    return PyBytes_FromStringAndSize((char *)digest, (Py_ssize_t)a->digest_size);
}

static PyObject *hexdigest_of(PyObject *module, const algorithm *a, PyObject *data) {
    uint8_t digest[DIGEST_MAX];
    if (hash_object_of(module, a, data, digest)) return NULL;
    return to_hex(digest, a->digest_size);
}

#define ONE_SHOT(name, a)                                                                                    \
    static PyObject *name##_digest(PyObject *module, PyObject *data) { return digest_of(module, &a, data); } \
    static PyObject *name##_hexdigest(PyObject *module, PyObject *data) {                                    \
        return hexdigest_of(module, &a, data);                                                               \
    }
ONE_SHOT(sha1, sha1)
ONE_SHOT(sha1dc, sha1dc)
ONE_SHOT(mitigate, sha1dc_mitigate)
ONE_SHOT(whirlpool, whirlpool)

#define TEXT                                                                                              \
    "\n\ndata is any C-contiguous bytes-like object. Raises TypeError for str and for objects without a " \
    "buffer,\n"                                                                                           \
    "ConfigError or NoKernelError if no kernel can serve."

PyMethodDef one_shot_methods[] = {
    {"sha1_digest", sha1_digest, METH_O,
     "sha1_digest($module, data, /)\n--\n\nReturns the SHA-1 digest of data (FIPS 180-4), 20 bytes." TEXT},
    {"sha1_hexdigest", sha1_hexdigest, METH_O,
     "sha1_hexdigest($module, data, /)\n--\n\nReturns the SHA-1 digest of data (FIPS 180-4) as 40 "
     "hexadecimal digits." TEXT},
    {"sha1dc_digest", sha1dc_digest, METH_O,
     "sha1dc_digest($module, data, /)\n--\n\nReturns the SHA-1 digest of data, 20 bytes, or raises\n"
     "Sha1CollisionError if data contains a collision attack." TEXT},
    {"sha1dc_hexdigest", sha1dc_hexdigest, METH_O,
     "sha1dc_hexdigest($module, data, /)\n--\n\nReturns the SHA-1 digest of data as 40 hexadecimal digits, "
     "or\n"
     "raises Sha1CollisionError if data contains a collision attack." TEXT},
    {"sha1dc_mitigate_digest", mitigate_digest, METH_O,
     "sha1dc_mitigate_digest($module, data, /)\n--\n\nReturns the SHA-1 digest of data, 20 bytes, or another "
     "digest if\n"
     "data contains a collision attack." TEXT},
    {"sha1dc_mitigate_hexdigest", mitigate_hexdigest, METH_O,
     "sha1dc_mitigate_hexdigest($module, data, /)\n--\n\nReturns the SHA-1 digest of data as 40 hexadecimal "
     "digits, or\n"
     "another digest if data contains a collision attack." TEXT},
    {"whirlpool_digest", whirlpool_digest, METH_O,
     "whirlpool_digest($module, data, /)\n--\n\nReturns the Whirlpool digest of data (ISO/IEC 10118-3), 64 "
     "bytes." TEXT},
    {"whirlpool_hexdigest", whirlpool_hexdigest, METH_O,
     "whirlpool_hexdigest($module, data, /)\n--\n\nReturns the Whirlpool digest of data (ISO/IEC 10118-3) as "
     "128\n"
     "hexadecimal digits." TEXT},
    {NULL, NULL, 0, NULL}};
