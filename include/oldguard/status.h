/* SPDX-License-Identifier: MIT */
/* The status codes that every oldguard function returns unless its comment says otherwise: OG_OK or a
 * negative value.
 *
 * A function that takes n messages, streams, passwords or derivations in one call has a last argument
 * `size_t *bad`, which may be NULL. It sets *bad to the index of the first element that causes the error. If
 * no single element does, or if the function succeeds, it sets *bad to n. */
#ifndef OLDGUARD_STATUS_H
#define OLDGUARD_STATUS_H

/* Marks the functions that the shared library exports. The static library is compiled with OLDGUARD_STATIC:
 * a module that it is linked into exports none of its functions. oldguard_EXPORTS is CMake's macro for the
 * sources of the shared library. On Windows OLDGUARD_DLL lets a program call the functions of the DLL without
 * a jump in between. The CMake target oldguard::oldguard defines it. Without it the program links with
 * both libraries. */
#if defined(OLDGUARD_STATIC)
#define OG_API
#elif defined(_WIN32) && defined(oldguard_EXPORTS)
#define OG_API __declspec(dllexport)
#elif defined(_WIN32) && defined(OLDGUARD_DLL)
#define OG_API __declspec(dllimport)
#elif defined(_WIN32)
#define OG_API
#else
#define OG_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Source: no standard defines these codes. */

/* The results of a call. */
typedef enum og_status {
    OG_OK = 0,            /* success */
    OG_ERR_NULL = -1,     /* a pointer is NULL and must not be */
    OG_ERR_LENGTH = -2,   /* a length is not allowed: a partial block, a key of the wrong size */
    OG_ERR_TOO_LONG = -3, /* an input or output is longer than the standard or the address space allows */
    OG_ERR_PARITY = -4,   /* a byte of a DES key does not have odd parity */
    OG_ERR_WEAK_KEY = -5, /* a weak or semi-weak DES key, or a Triple DES key that is equal to one DES */
    OG_ERR_ARGUMENT = -6, /* a value is outside its enumeration, two exclude each other, or memory overlaps */
    OG_ERR_UNKNOWN = -7,  /* no kernel, operation or CPU feature has that name */
    OG_ERR_UNUSABLE = -8, /* the kernel cannot run here, or the policy refuses it */
    OG_ERR_CONFIG = -9,   /* an OLDGUARD_* variable is wrong: og_config_error() describes the mistake */
    OG_ERR_NO_KERNEL = -10, /* CPU, policy and OLDGUARD_CPU leave no kernel for the operation */
    OG_ERR_SALT = -11,      /* the setting is not a salt of crypt(3) */
    OG_ERR_MAC = -12, /* the message has a different authentication code, or a wrapped key a wrong checksum */
    OG_ERR_ORDER = -13, /* the order is malformed, or from another processor or version */
    OG_ERR_STATE = -14  /* the saved state is damaged, of another hash or impossible */
} og_status;

/* Returns one line of English for a status. Never NULL; static storage; any thread. */
OG_API const char *og_strerror(int status);

/* Returns the version of the library, "major.minor.patch". Static storage; any thread. */
OG_API const char *og_version(void);

#ifdef __cplusplus
}
#endif
#endif
