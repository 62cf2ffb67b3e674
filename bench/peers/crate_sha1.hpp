// SPDX-License-Identifier: MIT
// SHA-1 of a static library that Cargo made from Rust crates.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {
void *og_peer_sha1_new(void);
void og_peer_sha1_update(void *, const std::uint8_t *, std::size_t);
void og_peer_sha1_finish(void *, std::uint8_t *);
void og_peer_sha1_whole(const std::uint8_t *, std::size_t, std::uint8_t *);
}

namespace og::peer {

// A hash of RunningJob, DigestJob and DigestManyJob (peer.hpp).
struct Sha1 {
    static constexpr std::size_t size = 20;
    static constexpr auto make = og_peer_sha1_new;
    static constexpr auto update = og_peer_sha1_update;
    static constexpr auto finish = og_peer_sha1_finish;
    static constexpr auto whole = og_peer_sha1_whole;
};

}  // namespace og::peer
