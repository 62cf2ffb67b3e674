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

#include <stddef.h>

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
 * Salted tables are looked up at secret indices. Under OG_POLICY_CONSTANT_TIME the hash is made as
 * og_crypt_des_many makes it, at some 20 times the cost.
 *
 * Nothing behind a password's NUL may be read. So the time shows the length of a password, counted up
 * to eight, under every policy. Under OG_POLICY_CONSTANT_TIME, and in the lanes of og_crypt_des_many,
 * it shows nothing else of the password. Of the setting it shows the salt, the length, and whether the
 * setting is refused.
 *
 * out gets the hash and its NUL; on an error it is left unwritten.
 */
OG_API int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]);

/*
 * Hashes n passwords, each under a setting of its own: out[i] belongs to passwords[i] and settings[i],
 * as og_crypt_des takes them. They go through the lanes of a bit-sliced kernel (des.crypt_lanes), in
 * constant time; from some 20 passwords on that pays, and 256 take what 20 do. Where fewer are left
 * they are hashed one by one, by tables; under OG_POLICY_CONSTANT_TIME never. Nothing is allocated,
 * some 25 KiB of stack are used. OG_ERR_NULL and OG_ERR_SALT are found in all before any out is
 * written; out overlaps no password and no setting.
 */
OG_API int og_crypt_des_many(const char *const *passwords, const char *const *settings, size_t n,
                             char (*out)[OG_CRYPT_DES_SIZE]);

#ifdef __cplusplus
}
#endif
#endif
