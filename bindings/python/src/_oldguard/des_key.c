/* SPDX-License-Identifier: MIT */
/* Checks, repairs, wraps and unwraps the keys of DES and Triple DES. */
#include "des_key.h"

#include <string.h>

#include "parts.h"

/* Returns 1 if two keys of DES differ in parity bits alone, otherwise 0. Reads all bytes of both. */
static int same_but_parity(const uint8_t *one, const uint8_t *other) {
    unsigned difference = 0;
    for (int i = 0; i < OG_DES_KEY_SIZE; i++) difference |= (one[i] ^ other[i]) & 0xfeu;
    return difference == 0;
}

/* Returns the first check that refuses a key of `parts` keys of DES, or 0. */
static unsigned refusal(const uint8_t *key, size_t parts, unsigned checks) {
    int parity = 1, weak = 0, collapse = 0;
    for (size_t i = 0; i < parts; i++) {
        const uint8_t *part = key + i * OG_DES_KEY_SIZE;
        parity &= og_des_key_has_parity(part);
        weak |= og_des_key_is_weak(part);
        if (i) collapse |= same_but_parity(part, part - OG_DES_KEY_SIZE);
    }
    if ((checks & CHECK_PARITY) && !parity) return CHECK_PARITY;
    if ((checks & CHECK_WEAK) && weak) return CHECK_WEAK;
    if ((checks & CHECK_COLLAPSE) && collapse) return CHECK_COLLAPSE;
    return 0;
}

int choose_cipher(module_state *state, const uint8_t *key, size_t size, int desx, unsigned checks,
                  og_des_cipher *cipher) {
    if (desx && size == 24) {
        *cipher = OG_DESX;
    } else if (!desx && (size == 8 || size == 16 || size == 24)) {
        *cipher = size == 8 ? OG_DES : size == 16 ? OG_DES_EDE : OG_DES_EDE3;
    } else {
        PyErr_Format(PyExc_ValueError, "the key must have %s bytes, not %zu", desx ? "24" : "8, 16 or 24",
                     size);
        return -1;
    }
    switch (refusal(key, desx ? 1 : size / OG_DES_KEY_SIZE, checks)) {
    case CHECK_PARITY:
        PyErr_SetString(
            state->parity_error,
            "a byte of the key does not have odd parity: fix_parity(key) sets the parity bits, and "
            "check=() ignores them, as DES does");
        return -1;
    case CHECK_WEAK:
        PyErr_SetString(state->weak_key_error, "a part of the key is a weak or semi-weak key of DES");
        return -1;
    case CHECK_COLLAPSE:
        PyErr_SetString(state->collapsed_key_error,
                        "two neighbouring parts of the key are equal, which makes it a key of single DES");
        return -1;
    default:
        return 0;
    }
}

/* Makes an exception and adds it to the module. Returns 0, or -1 with an exception. */
static int add_error(PyObject *module, const char *name, const char *doc, PyObject *base, PyObject **place) {
    *place = PyErr_NewExceptionWithDoc(name, doc, base, NULL);
    return *place ? PyModule_AddObjectRef(module, strrchr(name, '.') + 1, *place) : -1;
}

int add_key_errors(PyObject *module, module_state *state) {
    PyObject *base;
    if (add_error(module, "oldguard.des.KeyCheckError", "A check refuses a key.", PyExc_ValueError, &base))
        return -1;
    int failed =
        add_error(module, "oldguard.des.ParityError", "A byte of the key does not have odd parity.", base,
                  &state->parity_error) ||
        add_error(module, "oldguard.des.WeakKeyError",
                  "A part of the key is one of the 4 weak and 12 semi-weak keys (SP 800-67 section 3.3.2).",
                  base, &state->weak_key_error) ||
        add_error(module, "oldguard.des.CollapsedKeyError",
                  "K1 = K2 or K2 = K3 but for parity bits: Triple DES is then equal to single DES.", base,
                  &state->collapsed_key_error);
    Py_DECREF(base);
    return failed ? -1 : 0;
}

/* des_fix_parity(key): returns the key with odd parity in every byte. */
static PyObject *fix_parity(PyObject *module, PyObject *args) {
    (void)module;
    Py_buffer key;
    if (!PyArg_ParseTuple(args, "y*:des_fix_parity", &key)) return NULL;
    PyObject *fixed = NULL;
    if (key.len % OG_DES_KEY_SIZE)
        PyErr_Format(PyExc_ValueError, "the key must have a multiple of 8 bytes, not %zd", key.len);
    else
        fixed = PyBytes_FromStringAndSize(key.buf, key.len);
    if (fixed)
        for (Py_ssize_t i = 0; i < key.len; i += OG_DES_KEY_SIZE)
            og_des_key_fix_parity((uint8_t *)PyBytes_AsString(fixed) + i);
    PyBuffer_Release(&key);
    return fixed;
}

/* Raises ValueError and returns -1 unless an argument has its size in bytes. */
static int check_size(const char *name, Py_ssize_t size, Py_ssize_t wanted) {
    if (size == wanted) return 0;
    PyErr_Format(PyExc_ValueError, "the %s must have %zd bytes, not %zd", name, wanted, size);
    return -1;
}

/* des_wrap(kek, key, iv): returns the wrapped key, 40 bytes. */
static PyObject *wrap(PyObject *module, PyObject *args) {
    Py_buffer kek, key, iv;
    if (!PyArg_ParseTuple(args, "y*y*y*:des_wrap", &kek, &key, &iv)) return NULL;
    uint8_t wrapped[OG_DES3_WRAPPED_SIZE];
    PyObject *result = NULL;
    if (!check_size("wrapping key", kek.len, OG_DES3_KEY_SIZE) &&
        !check_size("key", key.len, OG_DES3_KEY_SIZE) && !check_size("IV", iv.len, OG_DES_BLOCK_SIZE)) {
        int status = og_des3_wrap(kek.buf, key.buf, iv.buf, wrapped);
        result = status ? raise_status(state_of(module), status)
                        : PyBytes_FromStringAndSize((char *)wrapped, sizeof wrapped);
    }
    PyBuffer_Release(&kek);
    PyBuffer_Release(&key);
    PyBuffer_Release(&iv);
    return result;
}

/* des_unwrap(kek, wrapped): returns the key, 24 bytes, or None if the checksum or a parity bit is wrong. */
static PyObject *unwrap(PyObject *module, PyObject *args) {
    Py_buffer kek, wrapped;
    if (!PyArg_ParseTuple(args, "y*y*:des_unwrap", &kek, &wrapped)) return NULL;
    PyObject *key = NULL;
    if (!check_size("wrapping key", kek.len, OG_DES3_KEY_SIZE) &&
        !check_size("wrapped key", wrapped.len, OG_DES3_WRAPPED_SIZE))
        key = PyBytes_FromStringAndSize(NULL, OG_DES3_KEY_SIZE);
    if (key) {
        int status = og_des3_unwrap(kek.buf, wrapped.buf, (uint8_t *)PyBytes_AsString(key));
        if (status) Py_CLEAR(key);
        if (status == OG_ERR_MAC)
            key = Py_NewRef(Py_None);
        else if (status)
            raise_status(state_of(module), status);
    }
    PyBuffer_Release(&kek);
    PyBuffer_Release(&wrapped);
    return key;
}

PyMethodDef des_key_methods[] = {
    {"des_fix_parity", fix_parity, METH_VARARGS, NULL},
    {"des_wrap", wrap, METH_VARARGS, NULL},
    {"des_unwrap", unwrap, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
