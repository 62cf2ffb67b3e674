// SPDX-License-Identifier: MIT
#include "selection.hpp"

#include "compare.hpp"

#include <cmath>

namespace og::cli {

// The 64-bit FNV-1a hash of the seed and the name, mixed by the finalizer of MurmurHash3, is uniform enough.
bool in_sample(std::string_view name, std::uint64_t seed, double fraction) {
    constexpr std::uint64_t prime = 0x100000001b3;
    std::uint64_t x = 0xcbf29ce484222325;
    for (int i = 0; i < 8; i++) x = (x ^ (seed >> 8 * i & 255)) * prime;
    for (const char c : name) x = (x ^ static_cast<unsigned char>(c)) * prime;
    x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
    x ^= x >> 33;
    return std::ldexp(static_cast<double>(x >> 11), -53) < fraction;
}

bool must_read(const ManifestEntry &entry, const FileState &state, const AuditOptions &options) {
    if ((!options.quick && !options.sample) || entry.differed) return true;
    if (options.sample && in_sample(entry.name, options.seed, *options.sample)) return true;
    if (!options.quick) return entry.has_size && entry.has_mtime && !is_as_recorded(entry, state);
    const bool too_old = options.oldest && (!entry.has_checked || entry.checked < *options.oldest);
    return too_old || !is_as_recorded(entry, state);
}

}  // namespace og::cli
