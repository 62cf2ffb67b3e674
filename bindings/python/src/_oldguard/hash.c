/* SPDX-License-Identifier: MIT */
/* The type oldguard.Hash: a running hash with the methods of hashlib's objects. */
#include "hash.h"

#include "collision.h"

#include <string.h>

static module_state *state_of_hash(PyObject *self) { return PyType_GetModuleState(Py_TYPE(self)); }

PyObject *new_hash(module_state *state, const algorithm *a) {
    hash_object *hash = PyObject_New(hash_object, state->hash_type);
    if (!hash) return NULL;
    hash->a = a;
    atomic_init(&hash->lock.users, 0);
    atomic_init(&hash->lock.semaphore, NULL);
    int status = a->init(&hash->ctx);
    if (status == OG_OK) return (PyObject *)hash;
    Py_DECREF(hash);
    return raise_status(state, status);
}

static void dealloc(PyObject *self) {
    PyTypeObject *type = Py_TYPE(self);
    free_lock(&((hash_object *)self)->lock);
    PyObject_Free(self);
    Py_DECREF(type);
}

int update_hash(module_state *state, hash_object *hash, const view *v) {
    int status;
    WITHOUT_GIL(v->len, status = hash->a->update(&hash->ctx, v->data, v->len));
    if (status == OG_OK) return 0;
    raise_status(state, status);
    return -1;
}

static PyObject *update(PyObject *self, PyObject *data) {
    hash_object *hash = (hash_object *)self;
    view v;
    if (get_view(data, &v)) return NULL;
    int status = take_lock(&hash->lock);
    if (status == 0) {
        status = update_hash(state_of_hash(self), hash, &v);
        give_lock(&hash->lock);
    }
    release_view(&v);
    if (status) return NULL;
    Py_RETURN_NONE;
}

/* Copies the context of an object. Returns 0, or -1 with an exception. */
static int copy_context(PyObject *self, context *ctx) {
    hash_object *hash = (hash_object *)self;
    if (take_lock(&hash->lock)) return -1;
    memcpy(ctx, &hash->ctx, hash->a->context_size);
    give_lock(&hash->lock);
    return 0;
}

/* Computes the digest of the message so far, and the verdict: its vector is -1 without an attack. Returns 0,
 * or -1 with an exception. */
static int finish(PyObject *self, uint8_t *digest, og_sha1dc_verdict *verdict) {
    context ctx;
    if (copy_context(self, &ctx)) return -1;
    verdict->vector = -1;
    int status = ((hash_object *)self)->a->final(&ctx, digest, verdict);
    if (status == OG_OK) return 0;
    raise_status(state_of_hash(self), status);
    return -1;
}

/* Does the same, and raises Sha1CollisionError if the algorithm raises and there is an attack. */
static int finish_or_raise(PyObject *self, uint8_t *digest) {
    og_sha1dc_verdict verdict;
    if (finish(self, digest, &verdict)) return -1;
    if (verdict.vector < 0 || !((hash_object *)self)->a->raises) return 0;
    raise_collision(digest, &verdict, -1);
    return -1;
}

static PyObject *digest(PyObject *self, PyObject *unused) {
    (void)unused;
    uint8_t bytes[DIGEST_MAX];
    if (finish_or_raise(self, bytes)) return NULL;
    return PyBytes_FromStringAndSize((char *)bytes, (Py_ssize_t)((hash_object *)self)->a->digest_size);
}

static PyObject *hexdigest(PyObject *self, PyObject *unused) {
    (void)unused;
    uint8_t bytes[DIGEST_MAX];
    if (finish_or_raise(self, bytes)) return NULL;
    return to_hex(bytes, ((hash_object *)self)->a->digest_size);
}

static PyObject *copy(PyObject *self, PyObject *unused) {
    (void)unused;
    PyObject *other = new_hash(state_of_hash(self), ((hash_object *)self)->a);
    if (other && copy_context(self, &((hash_object *)other)->ctx)) Py_CLEAR(other);
    return other;
}

static PyObject *export_state(PyObject *self, PyObject *unused) {
    (void)unused;
    const algorithm *a = ((hash_object *)self)->a;
    uint8_t bytes[STATE_MAX];
    context ctx;
    if (copy_context(self, &ctx)) return NULL;
    int status = a->save(&ctx, bytes);
    if (status != OG_OK) return raise_status(state_of_hash(self), status);
    return PyBytes_FromStringAndSize((char *)bytes, (Py_ssize_t)a->state_size);
}

static PyObject *refuse_pickle(PyObject *self, PyObject *unused) {
    (void)self, (void)unused;
    PyErr_SetString(PyExc_TypeError,
                    "cannot pickle 'oldguard.Hash' object: pickle the bytes of its export_state()");
    return NULL;
}

static PyObject *get_name(PyObject *self, void *unused) {
    (void)unused;
    return PyUnicode_FromString(((hash_object *)self)->a->name);
}

static PyObject *get_digest_size(PyObject *self, void *unused) {
    (void)unused;
    return PyLong_FromSize_t(((hash_object *)self)->a->digest_size);
}

static PyObject *get_block_size(PyObject *self, void *unused) {
    (void)self, (void)unused;
    return PyLong_FromLong(OG_SHA1_BLOCK_SIZE);
}
_Static_assert(OG_SHA1_BLOCK_SIZE == OG_WHIRLPOOL_BLOCK_SIZE, "one block size");

static PyObject *get_collision(PyObject *self, void *unused) {
    (void)unused;
    uint8_t bytes[DIGEST_MAX];
    og_sha1dc_verdict verdict;
    if (!((hash_object *)self)->a->detects) {
        PyErr_Format(PyExc_AttributeError, "a %s of oldguard without detection has no 'collision'",
                     ((hash_object *)self)->a->name);
        return NULL;
    }
    if (finish(self, bytes, &verdict)) return NULL;
    if (verdict.vector < 0) Py_RETURN_NONE;
    return new_collision(state_of_hash(self), bytes, &verdict);
}

static PyObject *represent(PyObject *self) {
    return PyUnicode_FromFormat("<%s oldguard.Hash object @ %p>", ((hash_object *)self)->a->name, self);
}

static PyMethodDef methods[] = {
    {"update", update, METH_O,
     "update($self, data, /)\n--\n\nAppends the bytes of data to the message.\n\n"
     "data is any C-contiguous bytes-like object. Raises TypeError for str and for objects without a "
     "buffer,\n"
     "OverflowError if a message of SHA-1 would exceed 2**61 - 1 bytes. An error leaves the object "
     "unchanged."},
    {"digest", digest, METH_NOARGS,
     "digest($self, /)\n--\n\nReturns the digest of the message so far as bytes, 20 for SHA-1 and 64 for\n"
     "Whirlpool. The message may continue.\n\n"
     "An object of oldguard.sha1dc.sha1 raises Sha1CollisionError if the message contains an attack."},
    {"hexdigest", hexdigest, METH_NOARGS,
     "hexdigest($self, /)\n--\n\nReturns the digest as str of hexadecimal digits, with the errors of "
     "digest()."},
    {"copy", copy, METH_NOARGS, "copy($self, /)\n--\n\nReturns another object with the same message so far."},
    {"export_state", export_state, METH_NOARGS,
     "export_state($self, /)\n--\n\nReturns the state of the running hash as bytes for import_state().\n\n"
     "104 bytes for SHA-1, 120 with detection, 172 for Whirlpool, the same on every machine. They contain "
     "up\n"
     "to 63 bytes of the message. The format is oldguard/state.h's."},
    {"__reduce__", refuse_pickle, METH_NOARGS, "Raises TypeError: pickle the bytes of export_state()."},
    {NULL, NULL, 0, NULL}};

static PyGetSetDef attributes[] = {
    {"name", get_name, NULL, "The name of the algorithm: 'sha1' or 'whirlpool'.", NULL},
    {"digest_size", get_digest_size, NULL, "The size of the digest in bytes.", NULL},
    {"block_size", get_block_size, NULL, "The size of a block in bytes, 64.", NULL},
    {"collision", get_collision, NULL,
     "None or the Collision that the message so far contains. Only for the objects of oldguard.sha1dc.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {
    {Py_tp_doc,
     "A running hash. The functions oldguard.sha1, oldguard.whirlpool and oldguard.sha1dc.sha1 make it.\n\n"
     "Any number of threads may use one object: each method call is atomic."},
    {Py_tp_dealloc, (void *)(uintptr_t)dealloc},
    {Py_tp_repr, (void *)(uintptr_t)represent},
    {Py_tp_methods, methods},
    {Py_tp_getset, attributes},
    {0, NULL}};

static PyType_Spec spec = {.name = "oldguard.Hash",
                           .basicsize = sizeof(hash_object),
                           .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION |
                                    Py_TPFLAGS_IMMUTABLETYPE,
                           .slots = slots};

int add_hash_type(PyObject *module, module_state *state) {
    state->hash_type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);
    return state->hash_type ? PyModule_AddObjectRef(module, "Hash", (PyObject *)state->hash_type) : -1;
}
