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

/* What crypt(3) takes: C strings, and for the passwords whose salts are of one form copies of their
 * addresses, and their indices. */
typedef struct crypt_rows {
    Py_ssize_t n, some;
    const char **passwords, **salts, **some_passwords, **some_salts;
    Py_ssize_t *places;
    char *hashes; /* OG_CRYPT_BSDI_SIZE bytes for each */
} crypt_rows;

/* Refuses salts of BSDi's form with more than `most` iterations. Returns 0, or -1 and raises ValueError. */
static int check_counts(const crypt_rows *rows, unsigned long long most) {
    for (Py_ssize_t i = 0; i < rows->n; i++) {
        const uint32_t count = og_crypt_bsdi_count(rows->salts[i]);
        if (count > most) {
            PyErr_Format(PyExc_ValueError, "%u iterations, more than %llu (most_iterations)", (unsigned)count,
                         most);
            raise_at_index("salts", i);
            return -1;
        }
    }
    return 0;
}

/* Hashes the passwords whose salts are of BSDi's form, or of the traditional one, into a list of str. Returns
 * 0, or -1 and raises an exception. */
static int hash_form(module_state *state, crypt_rows *rows, int bsdi, PyObject *list) {
    const size_t size = bsdi ? OG_CRYPT_BSDI_SIZE : OG_CRYPT_DES_SIZE;
    rows->some = 0;
    for (Py_ssize_t i = 0; i < rows->n; i++) {
        if ((rows->salts[i][0] == '_') == bsdi) {
            rows->some_passwords[rows->some] = rows->passwords[i];
            rows->some_salts[rows->some] = rows->salts[i];
            rows->places[rows->some++] = i;
        }
    }
    int status;
    size_t bad;
    const size_t n = (size_t)rows->some;
    WITHOUT_GIL(bsdi ? RELEASE_FROM : rows->some * PASSWORD_COST,
                status = bsdi ? og_crypt_bsdi_many(rows->some_passwords, rows->some_salts, n,
                                                   (char(*)[OG_CRYPT_BSDI_SIZE])rows->hashes, &bad)
                              : og_crypt_des_many(rows->some_passwords, rows->some_salts, n,
                                                  (char(*)[OG_CRYPT_DES_SIZE])rows->hashes, &bad));
    if (status) {
        raise_status(state, status);
        if (bad < n) raise_at_index(status == OG_ERR_SALT ? "salts" : "passwords", rows->places[bad]);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        PyObject *hash = PyUnicode_FromString(rows->hashes + size * i);
        if (!hash || PyList_SetItem(list, rows->places[i], hash)) return -1;
    }
    return 0;
}

/* Hashes all passwords of two tuples of one length. Returns a list of str. */
static PyObject *hash_passwords(module_state *state, PyObject *passwords, PyObject *salts,
                                unsigned long long most) {
    crypt_rows rows = {.n = PyTuple_Size(passwords)};
    const char **strings = PyMem_Calloc((size_t)rows.n, 4 * sizeof *strings);
    rows.places = PyMem_Calloc((size_t)rows.n, sizeof *rows.places);
    rows.hashes = PyMem_Calloc((size_t)rows.n, OG_CRYPT_BSDI_SIZE);
    PyObject *list = strings && rows.places && rows.hashes ? PyList_New(rows.n) : PyErr_NoMemory();
    if (list) {
        rows.passwords = strings;
        rows.salts = strings + rows.n;
        rows.some_passwords = strings + 2 * rows.n;
        rows.some_salts = strings + 3 * rows.n;
        if (read_strings("passwords", passwords, rows.passwords) ||
            read_strings("salts", salts, rows.salts) || check_counts(&rows, most) ||
            hash_form(state, &rows, 0, list) || hash_form(state, &rows, 1, list))
            Py_CLEAR(list);
    }
    PyMem_Free(strings);
    PyMem_Free(rows.places);
    PyMem_Free(rows.hashes);
    return list;
}

/* des_crypt3_many(passwords, salts, most_iterations): returns the list of the hashes of crypt(3). The first
 * two are tuples of bytes. */
static PyObject *crypt_passwords(PyObject *module, PyObject *args) {
    PyObject *passwords, *salts, *most;
    if (!PyArg_ParseTuple(args, "O!O!O:des_crypt3_many", &PyTuple_Type, &passwords, &PyTuple_Type, &salts,
                          &most))
        return NULL;
    const unsigned long long count = PyLong_AsUnsignedLongLong(most);
    if (count == (unsigned long long)-1 && PyErr_Occurred()) return NULL;
    if (PyTuple_Size(passwords) != PyTuple_Size(salts))
        return PyErr_Format(PyExc_ValueError, "there are %zd passwords and %zd salts",
                            PyTuple_Size(passwords), PyTuple_Size(salts));
    return hash_passwords(state_of(module), passwords, salts, count);
}

PyMethodDef des_mac_methods[] = {
    {"des_mac", mac_message, METH_VARARGS, NULL},
    {"des_crypt3_many", crypt_passwords, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
