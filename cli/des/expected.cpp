// SPDX-License-Identifier: MIT
#include "expected.hpp"

#include "manifest/read_manifest.hpp"
#include "text/quote.hpp"

#include <algorithm>

namespace og::cli {
namespace {

template <std::size_t N> using Digests = std::vector<std::array<std::uint8_t, N>>;

template <std::size_t N> void collect(const Manifest &manifest, Hash hash, Digests<N> &digests) {
    for (std::size_t i = 0; i < manifest.size(); i++)
        if (manifest[i].has(hash))
            std::ranges::copy(manifest.digest(manifest[i], hash), digests.emplace_back().begin());
    std::ranges::sort(digests);
}

template <std::size_t N> bool contains(const Digests<N> &digests, const std::uint8_t *digest) {
    std::array<std::uint8_t, N> wanted;
    std::copy_n(digest, N, wanted.begin());
    return std::ranges::binary_search(digests, wanted);
}

}  // namespace

std::string Expected::read(const std::string &file) {
    Manifest manifest;
    if (std::string why = read_manifest(file, {.names = {.anywhere = true}}, manifest); !why.empty())
        return why;
    if (!manifest.problems.empty()) return manifest.problems.front();
    collect(manifest, Hash::sha1, sha1_);
    collect(manifest, Hash::whirlpool, whirlpool_);
    return sha1_.empty() && whirlpool_.empty()
               ? shell_quoted(file) + ": no digest of a file is SHA-1 or Whirlpool"
               : "";
}

bool Expected::lists(const std::uint8_t *sha1, const std::uint8_t *whirlpool) const {
    return contains(sha1_, sha1) || contains(whirlpool_, whirlpool);
}

}  // namespace og::cli
