// SPDX-License-Identifier: MIT
// Memory that held keys or plain text, wiped when it goes.
#pragma once

#include <oldguard/des.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

namespace og::cli {

// N bytes that are wiped at the end of their life.
template <std::size_t N> struct Secret {
    std::array<std::uint8_t, N> bytes{};
    Secret() = default;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret() { explicit_bzero(bytes.data(), bytes.size()); }
    std::uint8_t *data() { return bytes.data(); }
    const std::uint8_t *data() const { return bytes.data(); }
};

// Keeps a crash from writing secrets to disk. The limit does not bind a program that the system
// pipes core dumps into.
inline void forbid_core_dump() {
    struct rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

// A DES context that wipes itself.
struct DesContext {
    og_des_ctx ctx{};
    DesContext() = default;
    DesContext(const DesContext &) = delete;
    DesContext &operator=(const DesContext &) = delete;
    ~DesContext() { og_des_wipe(&ctx); }
};

}  // namespace og::cli
