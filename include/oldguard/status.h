/* SPDX-License-Identifier: MIT */
/* Status codes: what every oldguard function that can fail returns. */
#ifndef OLDGUARD_STATUS_H
#define OLDGUARD_STATUS_H

#if defined(_WIN32) || defined(OLDGUARD_STATIC)
#define OG_API
#else
#define OG_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum og_status {
    OG_OK = 0,
    OG_ERR_NULL = -1,       /* a pointer that must not be NULL was */
    OG_ERR_LENGTH = -2,     /* a length that the operation cannot take (not whole blocks, short key) */
    OG_ERR_TOO_LONG = -3,   /* the message is longer than the standard's length field can say */
    OG_ERR_PARITY = -4,     /* a DES key byte does not have odd parity */
    OG_ERR_WEAK_KEY = -5,   /* a weak or semi-weak DES key, or two equal keys of a triple */
    OG_ERR_ARGUMENT = -6,   /* a value outside its enumeration */
    OG_ERR_UNKNOWN = -7,    /* no kernel, operation or CPU bit of that name */
    OG_ERR_UNUSABLE = -8,   /* the kernel exists but cannot run here or serves another operation */
    OG_ERR_CONFIG = -9,     /* an OLDGUARD_* variable is wrong: og_config_error() says how */
    OG_ERR_NO_KERNEL = -10, /* CPU, policy and OLDGUARD_CPU leave no kernel for the operation */
    OG_ERR_SALT = -11,      /* not a salt of the password hash */
    OG_ERR_MAC = -12,       /* the message has another authentication code */
    OG_ERR_ORDER = -13      /* not an order measured on this processor with this version */
} og_status;

/* One line of English for a status; never NULL, static storage, thread safe. */
OG_API const char *og_strerror(int status);

/* The library's version, "major.minor.patch"; static storage. */
OG_API const char *og_version(void);

#ifdef __cplusplus
}
#endif
#endif
