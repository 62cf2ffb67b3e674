/* SPDX-License-Identifier: MIT */
/* What the files of DES share: the arguments of a message, and the type oldguard.des.Cipher. */
#ifndef OLDGUARD_PYTHON_DES_CIPHER_H
#define OLDGUARD_PYTHON_DES_CIPHER_H

#include "lock.h"
#include "state.h"

/* A byte of DES costs as much as several bytes of a hash. WITHOUT_GIL gets the product. */
#define DES_COST 8

/* The names of the modes, by og_des_mode. */
extern const char *const des_mode_names[];

/* An object of oldguard.des.Cipher. */
typedef struct cipher_object {
    PyObject ob_base;
    lock lock; /* protects ctx */
    og_des_ctx ctx;
} cipher_object;

/* Makes the type oldguard.des.Cipher and adds it to the module. Returns 0, or -1 with an exception. */
int add_cipher_type(PyObject *module, module_state *state);

/* Returns 0 if a mode takes this IV, otherwise raises ValueError and returns -1. iv is NULL for None. ECB
 * takes None, every other mode 8 bytes. */
int check_iv(int mode, const void *iv, size_t size);

/* Returns 0 if a mode takes a piece of this size, otherwise raises ValueError and returns -1. ECB and CBC
 * take whole blocks of 8 bytes. */
int check_blocks(int mode, size_t size);

/* Starts a message. iv->buf is NULL for None. desx and checks: choose_cipher. Returns 0, or -1 with an
 * exception, and then ctx holds no key. */
int start_message(module_state *state, og_des_ctx *ctx, const Py_buffer *key, int desx, int mode, int encrypt,
                  const Py_buffer *iv, unsigned checks);

#endif
