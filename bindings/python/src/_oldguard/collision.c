/* SPDX-License-Identifier: MIT */
/* What detection reports: the type oldguard.sha1dc.Collision and the exception Sha1CollisionError. */
#include "collision.h"

static PyStructSequence_Field fields[] = {
    {"digest", "the digest of the message, 20 bytes"},
    {"hexdigest", "the digest as 40 hexadecimal digits"},
    {"at", "the offset of the first block of the attack in the message, in bytes"},
    {"vector", "the name of its disturbance vector in the literature, such as 'II(52,0)'"},
    {NULL, NULL}};
static PyStructSequence_Desc description = {"oldguard.sha1dc.Collision",
                                            "A collision attack that a message contains.", fields, 4};

int add_collision_type(PyObject *module, module_state *state) {
    state->collision_type = PyStructSequence_NewType(&description);
    return state->collision_type
               ? PyModule_AddObjectRef(module, "Collision", (PyObject *)state->collision_type)
               : -1;
}

PyObject *new_collision(module_state *state, const uint8_t *digest, const og_sha1dc_verdict *verdict) {
    PyObject *collision = PyStructSequence_New(state->collision_type);
    if (!collision) return NULL;
    /* SetItem takes the reference, also a NULL of a failed call, which dealloc skips. */
    PyStructSequence_SetItem(collision, 0,
                             PyBytes_FromStringAndSize((const char *)digest, OG_SHA1_DIGEST_SIZE));
    PyStructSequence_SetItem(collision, 1, to_hex(digest, OG_SHA1_DIGEST_SIZE));
    PyStructSequence_SetItem(collision, 2, PyLong_FromUnsignedLongLong(verdict->at));
    PyStructSequence_SetItem(collision, 3, PyUnicode_FromString(og_sha1dc_vector_name(verdict->vector)));
    if (PyErr_Occurred()) Py_CLEAR(collision);
    return collision;
}

/* The class is written in Python. It is loaded when it is needed, so that an import of oldguard is short. */
PyObject *raise_collision(const uint8_t *digest, const og_sha1dc_verdict *verdict, Py_ssize_t index) {
    PyObject *module = PyImport_ImportModule("oldguard.sha1dc");
    PyObject *type = module ? PyObject_GetAttrString(module, "Sha1CollisionError") : NULL;
    PyObject *hex = type ? to_hex(digest, OG_SHA1_DIGEST_SIZE) : NULL;
    PyObject *error = NULL;
    if (hex) {
        const char *vector = og_sha1dc_vector_name(verdict->vector);
        error = index < 0 ? PyObject_CallFunction(type, "y#OKs", digest, (Py_ssize_t)OG_SHA1_DIGEST_SIZE, hex,
                                                  (unsigned long long)verdict->at, vector)
                          : PyObject_CallFunction(type, "y#OKsn", digest, (Py_ssize_t)OG_SHA1_DIGEST_SIZE,
                                                  hex, (unsigned long long)verdict->at, vector, index);
    }
    if (error) PyErr_SetObject(type, error);
    Py_XDECREF(error);
    Py_XDECREF(hex);
    Py_XDECREF(type);
    Py_XDECREF(module);
    return NULL;
}
