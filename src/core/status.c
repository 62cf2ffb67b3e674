/* SPDX-License-Identifier: MIT */
/* Status codes and the version as text. */
#include <oldguard/status.h>

const char *og_strerror(int status) {
    switch ((og_status)status) {
    case OG_OK:
        return "success";
    case OG_ERR_NULL:
        return "a required pointer is NULL";
    case OG_ERR_LENGTH:
        return "a length that the operation cannot take";
    case OG_ERR_TOO_LONG:
        return "the message is longer than the standard allows";
    case OG_ERR_PARITY:
        return "a DES key byte does not have odd parity";
    case OG_ERR_WEAK_KEY:
        return "a weak DES key";
    case OG_ERR_ARGUMENT:
        return "a value outside its enumeration";
    case OG_ERR_UNKNOWN:
        return "no kernel, operation or CPU feature of that name";
    case OG_ERR_UNUSABLE:
        return "the kernel cannot be used here";
    case OG_ERR_CONFIG:
        return "an OLDGUARD_* variable is wrong";
    case OG_ERR_NO_KERNEL:
        return "the CPU and the policy leave no kernel for the operation";
    case OG_ERR_SALT:
        return "not a salt of the password hash";
    case OG_ERR_MAC:
        return "the message has another authentication code";
    case OG_ERR_ORDER:
        return "not an order measured on this processor with this version";
    case OG_ERR_STATE:
        return "not a valid state of this hash";
    }
    return "an unknown status";
}

const char *og_version(void) { return OLDGUARD_VERSION; }
