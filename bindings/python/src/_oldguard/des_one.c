/* SPDX-License-Identifier: MIT */
/* Encrypts and decrypts one message with DES, and makes objects of oldguard.des.Cipher. oldguard/des.py has
 * the functions for the user. */
#include "des_cipher.h"
#include "des_key.h"
#include "parts.h"

const char *const des_mode_names[] = {"ecb", "cbc", "cfb1", "cfb8", "cfb64", "ofb", "ctr"};

int check_iv(int mode, const void *iv, size_t size) {
    if (mode < OG_ECB || mode > OG_CTR)
        PyErr_Format(PyExc_ValueError, "there is no mode %d", mode);
    else if (mode == OG_ECB && iv)
        PyErr_SetString(PyExc_ValueError, "ecb takes no IV");
    else if (mode != OG_ECB && !iv)
        PyErr_Format(PyExc_ValueError, "%s needs an IV of 8 bytes", des_mode_names[mode]);
    else if (iv && size != OG_DES_BLOCK_SIZE)
        PyErr_Format(PyExc_ValueError, "the IV must have 8 bytes, not %zu", size);
    else
        return 0;
    return -1;
}

int check_blocks(int mode, size_t size) {
    if ((mode != OG_ECB && mode != OG_CBC) || size % OG_DES_BLOCK_SIZE == 0) return 0;
    PyErr_Format(PyExc_ValueError, "%s takes whole blocks of 8 bytes, not %zu bytes", des_mode_names[mode],
                 size);
    return -1;
}

int start_message(module_state *state, og_des_ctx *ctx, const Py_buffer *key, int desx, int mode, int encrypt,
                  const Py_buffer *iv, unsigned checks) {
    og_des_cipher cipher;
    if (check_iv(mode, iv->buf, (size_t)iv->len)) return -1;
    if (choose_cipher(state, key->buf, (size_t)key->len, desx, checks, &cipher)) return -1;
    int status = og_des_init(ctx, cipher, (og_des_mode)mode, encrypt, key->buf, (size_t)key->len, iv->buf,
                             mode == OG_ECB ? 0 : OG_DES_BLOCK_SIZE, OG_DES_CHECK_NONE);
    if (status) raise_status(state, status);
    return status ? -1 : 0;
}

/* des_new(key, desx, mode, encrypt, iv, checks): returns a Cipher. */
static PyObject *new_cipher(PyObject *module, PyObject *args) {
    Py_buffer key, iv;
    int desx, mode, encrypt;
    unsigned checks;
    if (!PyArg_ParseTuple(args, "y*pipz*I:des_new", &key, &desx, &mode, &encrypt, &iv, &checks)) return NULL;
    module_state *state = state_of(module);
    allocfunc alloc = (allocfunc)PyType_GetSlot(state->cipher_type, Py_tp_alloc);
    cipher_object *cipher = (cipher_object *)alloc(state->cipher_type, 0);
    if (cipher && start_message(state, &cipher->ctx, &key, desx, mode, encrypt, &iv, checks))
        Py_CLEAR(cipher);
    PyBuffer_Release(&key);
    PyBuffer_Release(&iv);
    return (PyObject *)cipher;
}

/* des_crypt(key, desx, mode, encrypt, iv, checks, data): returns the encrypted or decrypted message. */
static PyObject *crypt_message(PyObject *module, PyObject *args) {
    Py_buffer key, iv, data;
    int desx, mode, encrypt;
    unsigned checks;
    if (!PyArg_ParseTuple(args, "y*pipz*Iy*:des_crypt", &key, &desx, &mode, &encrypt, &iv, &checks, &data))
        return NULL;
    module_state *state = state_of(module);
    og_des_ctx ctx;
    PyObject *out = NULL;
    if (!check_blocks(mode, (size_t)data.len) &&
        !start_message(state, &ctx, &key, desx, mode, encrypt, &iv, checks)) {
        out = PyBytes_FromStringAndSize(NULL, data.len);
        if (out) {
            uint8_t *to = (uint8_t *)PyBytes_AsString(out);
            int status;
            WITHOUT_GIL(data.len * DES_COST, status = og_des_update(&ctx, to, data.buf, (size_t)data.len));
            if (status) {
                Py_CLEAR(out);
                raise_status(state, status);
            }
        }
        og_des_wipe(&ctx);
    }
    PyBuffer_Release(&key);
    PyBuffer_Release(&iv);
    PyBuffer_Release(&data);
    return out;
}

PyMethodDef des_one_methods[] = {
    {"des_new", new_cipher, METH_VARARGS, NULL},
    {"des_crypt", crypt_message, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};
