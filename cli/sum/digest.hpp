// SPDX-License-Identifier: MIT
// The two hash functions behind one face, chosen by name at run time.
#pragma once

#include <oldguard/sha1dc.h>
#include <oldguard/whirlpool.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

namespace og::cli {

struct Algorithm {
    std::string_view name;  // as --algorithm has it
    std::string_view tag;   // as BSD check files have it
    std::size_t size;       // of a digest, in bytes
};

inline constexpr Algorithm sha1{"sha1", "SHA1", OG_SHA1_DIGEST_SIZE};
inline constexpr Algorithm whirlpool{"whirlpool", "WHIRLPOOL", OG_WHIRLPOOL_DIGEST_SIZE};
inline constexpr std::array<const Algorithm *, 2> algorithms{&sha1, &whirlpool};

// A digest of either; the algorithm says how many bytes count.
using Digest = std::array<std::uint8_t, OG_WHIRLPOOL_DIGEST_SIZE>;

// The digests of many messages, one after the other: OG_OK or an og_status. With verdicts, one for
// each message, SHA-1 looks for collision attacks.
int hash_many(const Algorithm &algorithm, std::span<const og_message> messages, std::uint8_t *digests,
              og_sha1dc_verdict *verdicts);

// One message being hashed. Both functions return OG_OK or an og_status.
class Hasher {
public:
    // detect: look for collision attacks, where there are any on the algorithm.
    Hasher(const Algorithm &algorithm, bool detect);
    int update(const void *data, std::size_t size);
    int final(Digest &digest, bool &attacked);

private:
    std::variant<og_sha1_ctx, og_sha1dc_ctx, og_whirlpool_ctx> context_;
};

}  // namespace og::cli
