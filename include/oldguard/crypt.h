/* SPDX-License-Identifier: MIT */
/*
 * The traditional, DES-based crypt(3): the password hash of Unix from its seventh edition on, with
 * the answers of libxcrypt and glibc.
 *
 * For password files that exist. Only eight characters count, and the whole of its keys can be
 * searched: do not choose it for anything new.
 *
 * Thread safety: any thread, at any time; nothing is kept between calls.
 */
#ifndef OLDGUARD_CRYPT_H
#define OLDGUARD_CRYPT_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a hash: two of salt, eleven for the 64 bits, a NUL. */
#define OG_CRYPT_DES_SIZE 14

/*
 * Hashes a password, a C string whose first eight bytes count, of each the lower seven bits.
 *
 * setting is the salt, two of ./0-9A-Za-z, or a hash that begins with it: up to 13 characters, those
 * after the salt being without effect but printable ASCII other than space and ! * : ; \. Otherwise
 * OG_ERR_SALT, as crypt(3) would fail; longer settings, which there may mean bigcrypt, as well.
 * Salted tables are looked up at secret indices: OG_ERR_NO_KERNEL under OG_POLICY_CONSTANT_TIME.
 *
 * out gets the hash and its NUL; on an error it is left unwritten.
 */
OG_API int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
