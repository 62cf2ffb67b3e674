/* SPDX-License-Identifier: MIT */
/* Encrypts and decrypts many messages with DES in one call, and computes their MACs. oldguard/des.py has the
 * functions for the user. */
#include "des_cipher.h"
#include "des_rows.h"
#include "parts.h"

/* The cost of one message beside its bytes, in bytes of DES: the key schedules. */
#define MESSAGE_COST 16

/* Encrypts or decrypts messages one after the other. Keeps the key schedule while the key stays at its place.
 */
static int run_in_turn(const des_rows *rows, int mode, int encrypt, size_t *bad) {
    og_des_ctx ctx;
    int status = OG_OK;
    size_t key_size = og_des_key_size(rows->cipher), iv_size = mode == OG_ECB ? 0 : OG_DES_BLOCK_SIZE;
    *bad = (size_t)rows->n;
    for (Py_ssize_t i = 0; i < rows->n && !status; i++) {
        const og_des_message *m = &rows->messages[i];
        if (i && m->key == m[-1].key)
            status = og_des_restart(&ctx, encrypt, m->iv, iv_size);
        else
            status = og_des_init(&ctx, rows->cipher, (og_des_mode)mode, encrypt, m->key, key_size, m->iv,
                                 iv_size, OG_DES_CHECK_NONE);
        if (!status) status = og_des_update(&ctx, m->out, m->in, m->size);
        if (status) *bad = (size_t)i;
    }
    if (rows->n) og_des_wipe(&ctx);
    return status;
}

/* Runs all messages. og_des_many takes the serial modes; in the others one message fills the lanes. */
static int run(const des_rows *rows, int mode, int encrypt, size_t *bad) {
    int serial = (encrypt && (mode == OG_CBC || mode == OG_CFB64)) || mode == OG_OFB;
    if (serial && rows->cipher != OG_DESX)
        return og_des_many(rows->cipher, (og_des_mode)mode, rows->messages, (size_t)rows->n,
                           OG_DES_CHECK_NONE, bad);
    return run_in_turn(rows, mode, encrypt, bad);
}

/* Raises the exception of a status, with the row that caused it if there is one. Returns NULL. */
static PyObject *raise_at_row(module_state *state, int status, size_t bad, Py_ssize_t n) {
    raise_status(state, status);
    if (bad < (size_t)n) raise_at_index("items", (Py_ssize_t)bad);
    return NULL;
}

/* Makes a list of bytes objects for the outputs of all rows. Returns NULL with MemoryError. */
static PyObject *make_outputs(des_rows *rows) {
    PyObject *outputs = PyList_New(rows->n);
    for (Py_ssize_t i = 0; outputs && i < rows->n; i++) {
        PyObject *out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)rows->messages[i].size);
        if (out) {
            rows->messages[i].out = (uint8_t *)PyBytes_AsString(out);
            PyList_SetItem(outputs, i, out);
        } else {
            Py_CLEAR(outputs);
        }
    }
    return outputs;
}

/* des_many(items, desx, mode, encrypt, checks): returns the list of results. items: read_rows. */
static PyObject *crypt_many(PyObject *module, PyObject *args) {
    PyObject *items;
    int desx, mode, encrypt;
    unsigned checks;
    if (!PyArg_ParseTuple(args, "OpipI:des_many", &items, &desx, &mode, &encrypt, &checks)) return NULL;
    module_state *state = state_of(module);
    des_rows rows;
    if (read_rows(state, items, 1, desx, mode, checks, &rows)) return NULL;
    PyObject *outputs = make_outputs(&rows);
    if (outputs) {
        int status;
        size_t bad;
        WITHOUT_GIL((rows.total + (size_t)rows.n * MESSAGE_COST) * DES_COST,
                    status = run(&rows, mode, encrypt, &bad));
        if (status) {
            Py_CLEAR(outputs);
            raise_at_row(state, status, bad, rows.n);
        }
    }
    free_rows(&rows);
    return outputs;
}

/* Computes the MAC of each row. og_des_mac_many has no CMAC. */
static int run_macs(const des_rows *rows, int algorithm, int padding, uint8_t (*macs)[OG_DES_MAC_SIZE],
                    size_t *bad) {
    if (algorithm != OG_MAC_CMAC)
        return og_des_mac_many((og_mac_algorithm)algorithm, (og_mac_padding)padding, rows->cipher,
                               rows->messages, (size_t)rows->n, OG_DES_CHECK_NONE, macs, bad);
    size_t key_size = og_des_key_size(rows->cipher);
    int status = OG_OK;
    *bad = (size_t)rows->n;
    for (Py_ssize_t i = 0; i < rows->n && !status; i++) {
        const og_des_message *m = &rows->messages[i];
        status = og_des_mac(OG_MAC_CMAC, (og_mac_padding)padding, rows->cipher, m->key, key_size, m->in,
                            m->size, OG_DES_CHECK_NONE, macs[i], OG_DES_MAC_SIZE);
        if (status) *bad = (size_t)i;
    }
    return status;
}

/* des_mac_many(items, algorithm, padding, size, checks): returns the list of MACs of `size` bytes. */
static PyObject *mac_many(PyObject *module, PyObject *args) {
    PyObject *items;
    int algorithm, padding;
    Py_ssize_t size;
    unsigned checks;
    if (!PyArg_ParseTuple(args, "OiinI:des_mac_many", &items, &algorithm, &padding, &size, &checks))
        return NULL;
    if (size < 1 || size > OG_DES_MAC_SIZE)
        return PyErr_Format(PyExc_ValueError, "a MAC has 1 to 8 bytes, not %zd", size);
    module_state *state = state_of(module);
    des_rows rows;
    if (read_rows(state, items, 0, 0, OG_ECB, checks, &rows)) return NULL;
    uint8_t(*macs)[OG_DES_MAC_SIZE] = PyMem_Calloc((size_t)rows.n, sizeof *macs);
    PyObject *list = macs ? PyList_New(rows.n) : PyErr_NoMemory();
    if (list) {
        int status;
        size_t bad;
        WITHOUT_GIL((rows.total + (size_t)rows.n * MESSAGE_COST) * DES_COST,
                    status = run_macs(&rows, algorithm, padding, macs, &bad));
        if (status) {
            Py_CLEAR(list);
            raise_at_row(state, status, bad, rows.n);
        }
    }
    for (Py_ssize_t i = 0; list && i < rows.n; i++) {
        PyObject *mac = PyBytes_FromStringAndSize((char *)macs[i], size);
        if (mac)
            PyList_SetItem(list, i, mac);
        else
            Py_CLEAR(list);
    }
    PyMem_Free(macs);
    free_rows(&rows);
    return list;
}

PyMethodDef des_many_methods[] = {
    {"des_many", crypt_many, METH_VARARGS, NULL},
    {"des_mac_many", mac_many, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
