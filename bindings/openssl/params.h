/* SPDX-License-Identifier: MIT */
/* Reads and writes OSSL_PARAM without libcrypto. */
#ifndef OG_OPENSSL_PARAMS_H
#define OG_OPENSSL_PARAMS_H

#include <stddef.h>
#include <stdint.h>

#include <openssl/core.h>

/* Returns the parameter of a name, or NULL. params may be NULL. */
const OSSL_PARAM *ogp_param(const OSSL_PARAM *params, const char *name);

/* Reads an integer of any size and sign. Returns 0 if the parameter is no integer, or negative, or if the
 * value does not fit. */
int ogp_get_uint64(const OSSL_PARAM *param, uint64_t *value);
int ogp_get_uint(const OSSL_PARAM *param, unsigned *value);
int ogp_get_size(const OSSL_PARAM *param, size_t *value);

/* Does the same for an int, which may be negative. */
int ogp_get_int(const OSSL_PARAM *param, int *value);

/* Writes an integer of the size and sign that the parameter has. A parameter without memory gets the size
 * alone. Returns 0 if the parameter is no integer or the value does not fit. */
int ogp_set_uint64(OSSL_PARAM *param, uint64_t value);

/* Writes bytes to an octet string, or their address to an octet pointer. Returns 0 if the memory is too
 * small or the parameter has another type. */
int ogp_set_octets(OSSL_PARAM *param, const void *bytes, size_t size);

/* Writes the address of a C string to a UTF-8 pointer. */
int ogp_set_text(OSSL_PARAM *param, const char *text);

/* Sets each parameter whose name is among the `count` numbers. The others remain as they are. Returns 0 if
 * one has the wrong type. */
typedef struct ogp_number {
    const char *name;
    uint64_t value;
} ogp_number;
int ogp_set_numbers(OSSL_PARAM *params, const ogp_number *numbers, size_t count);

#endif
