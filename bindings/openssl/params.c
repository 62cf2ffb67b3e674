/* SPDX-License-Identifier: MIT */
/* Reads and writes OSSL_PARAM. Its integers have the byte order of the machine and any size. */
#include "params.h"

#include <limits.h>
#include <string.h>

#include <openssl/params.h>

const OSSL_PARAM *ogp_param(const OSSL_PARAM *params, const char *name) {
    for (; params != NULL && params->key != NULL; params++) {
        if (strcmp(params->key, name) == 0) {
            return params;
        }
    }
    return NULL;
}

/* Returns the index of byte i of an integer of size bytes. Byte 0 is the least significant. */
static size_t place(size_t i, size_t size) {
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return size - 1 - i;
#else
    (void)size;
    return i;
#endif
}

int ogp_get_uint64(const OSSL_PARAM *param, uint64_t *value) {
    const uint8_t *data = param->data;
    const size_t size = param->data_size;
    if ((param->data_type != OSSL_PARAM_INTEGER && param->data_type != OSSL_PARAM_UNSIGNED_INTEGER) ||
        data == NULL || size == 0) {
        return 0;
    }
    if (param->data_type == OSSL_PARAM_INTEGER && (data[place(size - 1, size)] & 0x80) != 0) {
        return 0;
    }
    uint64_t sum = 0;
    for (size_t i = 0; i < size; i++) {
        const uint64_t byte = data[place(i, size)];
        if (i >= sizeof sum && byte != 0) {
            return 0;
        }
        sum |= i < sizeof sum ? byte << 8 * i : 0;
    }
    *value = sum;
    return 1;
}

int ogp_get_uint(const OSSL_PARAM *param, unsigned *value) {
    uint64_t wide;
    if (!ogp_get_uint64(param, &wide) || wide > UINT_MAX) {
        return 0;
    }
    *value = (unsigned)wide;
    return 1;
}

int ogp_get_size(const OSSL_PARAM *param, size_t *value) {
    uint64_t wide;
    if (!ogp_get_uint64(param, &wide) || wide > SIZE_MAX) {
        return 0;
    }
    *value = (size_t)wide;
    return 1;
}

int ogp_get_int(const OSSL_PARAM *param, int *value) {
    uint64_t wide;
    if (param->data_type == OSSL_PARAM_INTEGER && param->data_size == sizeof *value && param->data != NULL) {
        memcpy(value, param->data, sizeof *value);
        return 1;
    }
    if (!ogp_get_uint64(param, &wide) || wide > INT_MAX) {
        return 0;
    }
    *value = (int)wide;
    return 1;
}

int ogp_set_uint64(OSSL_PARAM *param, uint64_t value) {
    if (param->data_type != OSSL_PARAM_INTEGER && param->data_type != OSSL_PARAM_UNSIGNED_INTEGER) {
        return 0;
    }
    if (param->data == NULL) {
        param->return_size = sizeof value;
        return 1;
    }
    const size_t size = param->data_size;
    const unsigned sign = param->data_type == OSSL_PARAM_INTEGER;
    if (size == 0 || (size < sizeof value && value >> (8 * size - sign) != 0) ||
        (size == sizeof value && sign && value > INT64_MAX)) {
        return 0;
    }
    uint8_t *data = param->data;
    for (size_t i = 0; i < size; i++) {
        data[place(i, size)] = (uint8_t)(i < sizeof value ? value >> 8 * i : 0);
    }
    param->return_size = size;
    return 1;
}

int ogp_set_octets(OSSL_PARAM *param, const void *bytes, size_t size) {
    param->return_size = size;
    if (param->data_type == OSSL_PARAM_OCTET_PTR) {
        if (param->data != NULL) {
            *(const void **)param->data = bytes;
        }
        return 1;
    }
    if (param->data_type != OSSL_PARAM_OCTET_STRING) {
        return 0;
    }
    if (param->data == NULL) {
        return 1;
    }
    if (param->data_size < size) {
        return 0;
    }
    if (size > 0) {
        memcpy(param->data, bytes, size);
    }
    return 1;
}

int ogp_set_text(OSSL_PARAM *param, const char *text) {
    if (param->data_type != OSSL_PARAM_UTF8_PTR) {
        return 0;
    }
    param->return_size = strlen(text);
    if (param->data != NULL) {
        *(const char **)param->data = text;
    }
    return 1;
}

int ogp_set_numbers(OSSL_PARAM *params, const ogp_number *numbers, size_t count) {
    for (; params != NULL && params->key != NULL; params++) {
        for (size_t i = 0; i < count; i++) {
            if (strcmp(params->key, numbers[i].name) == 0 && !ogp_set_uint64(params, numbers[i].value)) {
                return 0;
            }
        }
    }
    return 1;
}
