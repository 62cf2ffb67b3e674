/* SPDX-License-Identifier: MIT */
/*
 * The traditional, DES-based crypt(3): the password hash of Unix since its seventh edition (R. Morris and
 * K. Thompson, "Password Security: A Case History", CACM 22(11), 1979). The hashes are those of libxcrypt
 * and glibc. The extended form of BSDi has more salt, a count of iterations, and passwords of any length.
 *
 * Use it only for existing password files. Only eight characters of a traditional password count, and an
 * attacker can search all keys.
 *
 * All functions that hash return OG_OK or a negative og_status. A NULL pointer gives OG_ERR_NULL.
 * OG_ERR_CONFIG and OG_ERR_NO_KERNEL (kernels.h) are possible from all that hash. No function allocates
 * memory.
 *
 * Thread safety: any thread, at any time. The functions keep no state.
 */
#ifndef OLDGUARD_CRYPT_H
#define OLDGUARD_CRYPT_H

#include <stddef.h>
#include <stdint.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of a hash: 2 characters of salt, 11 for the 64 bits, and a NUL. */
#define OG_CRYPT_DES_SIZE 14

/* Bytes of a hash of the extended form: _, 4 characters of count, 4 of salt, 11 for the 64 bits, and a NUL.
 */
#define OG_CRYPT_BSDI_SIZE 21

#ifndef OLDGUARD_NO_DES

/*
 * Hashes a password and writes the hash with its NUL to out. password is a C string. Its first 8 bytes
 * count, and the lower 7 bits of each.
 *
 * setting is a C string: the salt, 2 characters of ./0-9A-Za-z, and at most 11 more, such as the rest of a
 * hash. They have no effect, as in crypt(3), but must be printable ASCII other than space and ! * : ; \. Any
 * other setting gives OG_ERR_SALT, and crypt(3) fails for it. A longer setting also gives OG_ERR_SALT,
 * although crypt(3) may use it for bigcrypt. An error leaves out unwritten. out may overlap password and
 * setting.
 *
 * By default the kernel looks tables up at addresses that depend on the password. Under
 * OG_POLICY_CONSTANT_TIME the function works as og_crypt_des_many does, at about 20 times the cost.
 *
 * The function reads no byte after the NUL of a password. So the time reveals the length of the password up
 * to 8, under every policy. Under OG_POLICY_CONSTANT_TIME it reveals nothing else of the password. Of the
 * setting it reveals the salt, the length, and whether the setting is refused.
 */
OG_API int og_crypt_des(const char *password, const char *setting, char out[OG_CRYPT_DES_SIZE]);

/*
 * Hashes n passwords, each with its own setting: out[i] gets what og_crypt_des returns for passwords[i] and
 * settings[i]. OG_ERR_ARGUMENT if out overlaps a password, a setting or one of the arrays.
 *
 * The passwords fill the lanes of a bit-sliced kernel (des.crypt_lanes, or des.one_salt_lanes
 * where all salts of a batch are equal), which runs in constant time and pays from about 20 passwords on. A
 * full batch, 256 passwords with AVX2 or 512 with AVX-512, takes as long as one of 20. Fewer passwords are
 * hashed one by one with tables, as by og_crypt_des, unless OG_POLICY_CONSTANT_TIME is in force. The function
 * uses about 25 KiB of stack.
 *
 * OG_ERR_NULL, OG_ERR_SALT, OG_ERR_ARGUMENT and OG_ERR_TOO_LONG (n exceeds the address space) are reported
 * before any hash is written. bad: status.h.
 */
OG_API int og_crypt_des_many(const char *const *passwords, const char *const *settings, size_t n,
                             char (*out)[OG_CRYPT_DES_SIZE], size_t *bad);

/*
 * Returns the count of iterations of a setting of BSDi's extended form, 1 to 16777215, or 0 if it is none or
 * NULL. A setting is a C string: _, the count and the salt, 4 characters of ./0-9A-Za-z each with the lowest
 * first, and at most 11 more, such as the rest of a hash. For these the rule of og_crypt_des holds. A count
 * of zeros is 1, as in libxcrypt. Who takes settings from others limits the count: the highest one takes a
 * core half a minute.
 */
OG_API uint32_t og_crypt_bsdi_count(const char *setting);

/*
 * Hashes n passwords in the extended form, each with its own setting and count: out[i] gets the hash of
 * passwords[i] with its NUL. All characters of a password count, and the lower 7 bits of each. OG_ERR_SALT
 * for a setting of which og_crypt_bsdi_count returns 0, OG_ERR_TOO_LONG for a password of more than 511
 * bytes, as in libxcrypt. The other errors are those of og_crypt_des_many.
 *
 * The passwords fill the lanes of a bit-sliced kernel (des.bsdi_lanes), under every policy. So the time
 * reveals the lengths of the passwords up to multiples of 8, and nothing else of them. One password takes as
 * long as a full batch with the same count. The function uses about 32 KiB of stack.
 */
OG_API int og_crypt_bsdi_many(const char *const *passwords, const char *const *settings, size_t n,
                              char (*out)[OG_CRYPT_BSDI_SIZE], size_t *bad);

#endif /* OLDGUARD_NO_DES */

#ifdef __cplusplus
}
#endif
#endif
