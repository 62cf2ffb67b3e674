// SPDX-License-Identifier: MIT
#include "second_hash.hpp"

#include <gcrypt.h>

namespace og::test {

namespace {

Bytes by_libgcrypt(int algorithm, const Bytes &message) {
    Bytes digest(gcry_md_get_algo_dlen(algorithm));
    gcry_md_hash_buffer(algorithm, digest.data(), message.data(), message.size());
    return digest;
}

}  // namespace

Bytes second_sha1(const Bytes &message) { return by_libgcrypt(GCRY_MD_SHA1, message); }
Bytes second_whirlpool(const Bytes &message) { return by_libgcrypt(GCRY_MD_WHIRLPOOL, message); }

}  // namespace og::test
