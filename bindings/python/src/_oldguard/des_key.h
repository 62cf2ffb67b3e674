/* SPDX-License-Identifier: MIT */
/* The keys of DES and Triple DES: their cipher by size, and the checks that the caller asks for. */
#ifndef OLDGUARD_PYTHON_DES_KEY_H
#define OLDGUARD_PYTHON_DES_KEY_H

#include "state.h"

/* The checks of a key, combined with |. oldguard/des.py has the same numbers. */
enum {
    CHECK_PARITY = 1,   /* every byte has odd parity */
    CHECK_WEAK = 2,     /* no part is one of the 4 weak and 12 semi-weak keys (SP 800-67 section 3.3.2) */
    CHECK_COLLAPSE = 4, /* K1 differs from K2, and K2 from K3, in more than parity bits */
};

/* Chooses the cipher of a key by its size: 8 bytes DES, 16 and 24 Triple DES, and 24 bytes DESX if desx is
 * not 0. Applies the checks, of DESX to the key of DES alone. Returns 0, or -1 and raises ValueError for
 * another size or a subclass of KeyCheckError for the first check that refuses the key. The library need not
 * check the key again. */
int choose_cipher(module_state *state, const uint8_t *key, size_t size, int desx, unsigned checks,
                  og_des_cipher *cipher);

/* Adds KeyCheckError and its subclasses to the module. Returns 0, or -1 with an exception. */
int add_key_errors(PyObject *module, module_state *state);

#endif
