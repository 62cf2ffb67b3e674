// SPDX-License-Identifier: MIT
#include "identity.hpp"

#include "text/hex.hpp"

namespace og::cli {

std::string identity_of(const Manifest &manifest, bool detect) {
    Hasher hasher(sha1, false);
    const std::uint8_t first[]{1, detect};  // the version of what follows
    hasher.update(first, sizeof first);
    for (std::size_t i = 0; i < manifest.size(); i++) {
        const ManifestEntry &entry = manifest[i];
        hasher.update(entry.name.data(), entry.name.size());
        for (const Hash hash : hashes) {
            const std::uint8_t mark[]{0, entry.has(hash)};  // no name contains a NUL
            hasher.update(mark, sizeof mark);
            if (entry.has(hash)) hasher.update(manifest.digest(entry, hash).data(), size_of(hash));
        }
    }
    Digest digest{};
    og_sha1dc_verdict verdict{};
    hasher.final(digest, verdict);
    std::string text;
    append_hex(text, digest.data(), OG_SHA1_DIGEST_SIZE);
    return text;
}

}  // namespace og::cli
