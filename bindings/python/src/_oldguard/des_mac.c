/* SPDX-License-Identifier: MIT */
/* MACs with DES of one message, and the DES-based crypt(3). oldguard/des.py has the functions for the user.
 */
#include "des_cipher.h"
#include "des_key.h"
#include "parts.h"

/* The cost of crypt(3) for one password, in bytes of a hash. */
#define PASSWORD_COST 1024

/* des_mac(key, data, algorithm, padding, checks, mac): returns the MAC of 8 bytes if mac is None. Otherwise
 * returns whether mac, 1 to 8 bytes, is equal to the first bytes of the MAC. */
static PyObject *mac_message(PyObject *module, PyObject *args) {
    Py_buffer key, data,
        given; /* given.obj is NULL for None. The memory of an empty object may be at NULL too. */
    int algorithm, padding;
    unsigned checks;
    if (!PyArg_ParseTuple(args, "y*y*iiIz*:des_mac", &key, &data, &algorithm, &padding, &checks, &given))
        return NULL;
    module_state *state = state_of(module);
    PyObject *result = NULL;
    og_des_mac_ctx ctx;
    og_des_cipher cipher;
    if (given.obj && (given.len < 1 || given.len > OG_DES_MAC_SIZE)) {
        PyErr_Format(PyExc_ValueError, "a MAC has 1 to 8 bytes, not %zd", given.len);
    } else if (!choose_cipher(state, key.buf, (size_t)key.len, 0, checks, &cipher)) {
        uint8_t mac[OG_DES_MAC_SIZE];
        int status = og_des_mac_init(&ctx, (og_mac_algorithm)algorithm, (og_mac_padding)padding, cipher,
                                     key.buf, (size_t)key.len, (uint64_t)data.len, OG_DES_CHECK_NONE);
        if (!status)
            WITHOUT_GIL(data.len * DES_COST, status = og_des_mac_update(&ctx, data.buf, (size_t)data.len));
        if (!status)
            status = given.obj ? og_des_mac_verify(&ctx, given.buf, (size_t)given.len)
                               : og_des_mac_final(&ctx, mac, sizeof mac);
        og_des_mac_wipe(&ctx);
        if (given.obj && (status == OG_OK || status == OG_ERR_MAC))
            result = PyBool_FromLong(!status);
        else if (status)
            raise_status(state, status);
        else
            result = PyBytes_FromStringAndSize((char *)mac, sizeof mac);
    }
    PyBuffer_Release(&key);
    PyBuffer_Release(&data);
    PyBuffer_Release(&given);
    return result;
}

/* Fills C strings of a tuple of bytes objects. Returns 0, or -1 and raises TypeError, or ValueError for a
 * zero byte. */
static int read_strings(const char *what, PyObject *tuple, const char **strings) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); i++) {
        char *text;
        if (PyBytes_AsStringAndSize(PyTuple_GetItem(tuple, i), &text, NULL)) {
            raise_at_index(what, i);
            return -1;
        }
        strings[i] = text;
    }
    return 0;
}

/* Hashes all passwords of two tuples of one length. Returns a list of str. */
static PyObject *hash_passwords(module_state *state, PyObject *passwords, PyObject *salts) {
    Py_ssize_t n = PyTuple_Size(passwords);
    const char **strings = PyMem_Calloc((size_t)n, 2 * sizeof *strings);
    char(*hashes)[OG_CRYPT_DES_SIZE] = PyMem_Calloc((size_t)n, sizeof *hashes);
    PyObject *list = strings && hashes ? PyList_New(n) : PyErr_NoMemory();
    if (list && (read_strings("passwords", passwords, strings) || read_strings("salts", salts, strings + n)))
        Py_CLEAR(list);
    if (list) {
        int status;
        size_t bad;
        WITHOUT_GIL(n * PASSWORD_COST,
                    status = og_crypt_des_many(strings, strings + n, (size_t)n, hashes, &bad));
        if (status) {
            Py_CLEAR(list);
            raise_status(state, status);
            if (bad < (size_t)n)
                raise_at_index(status == OG_ERR_SALT ? "salts" : "passwords", (Py_ssize_t)bad);
        }
    }
    for (Py_ssize_t i = 0; list && i < n; i++) {
        PyObject *hash = PyUnicode_FromString(hashes[i]);
        if (hash)
            PyList_SetItem(list, i, hash);
        else
            Py_CLEAR(list);
    }
    PyMem_Free(strings);
    PyMem_Free(hashes);
    return list;
}

/* des_crypt3_many(passwords, salts): returns the list of the hashes of crypt(3). Both are tuples of bytes. */
static PyObject *crypt_passwords(PyObject *module, PyObject *args) {
    PyObject *passwords, *salts;
    if (!PyArg_ParseTuple(args, "O!O!:des_crypt3_many", &PyTuple_Type, &passwords, &PyTuple_Type, &salts))
        return NULL;
    if (PyTuple_Size(passwords) != PyTuple_Size(salts))
        return PyErr_Format(PyExc_ValueError, "there are %zd passwords and %zd salts",
                            PyTuple_Size(passwords), PyTuple_Size(salts));
    return hash_passwords(state_of(module), passwords, salts);
}

PyMethodDef des_mac_methods[] = {
    {"des_mac", mac_message, METH_VARARGS, NULL},
    {"des_crypt3_many", crypt_passwords, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
