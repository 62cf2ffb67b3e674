// SPDX-License-Identifier: MIT
// Memory for keys and plaintext, which is wiped by its destructor.
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

// N bytes that the destructor wipes.
template <std::size_t N> struct Secret {
    std::array<std::uint8_t, N> bytes{};
    Secret() = default;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret() { explicit_bzero(bytes.data(), bytes.size()); }
    std::uint8_t *data() { return bytes.data(); }
    const std::uint8_t *data() const { return bytes.data(); }
};

// Disables core dumps, which would write secrets to the disk. PR_SET_DUMPABLE is needed because the limit
// does not apply if the system pipes core dumps into a program.
inline void forbid_core_dump() {
    struct rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

// A DES context that its destructor wipes.
struct DesContext {
    og_des_ctx ctx{};
    DesContext() = default;
    DesContext(const DesContext &) = delete;
    DesContext &operator=(const DesContext &) = delete;
    ~DesContext() { og_des_wipe(&ctx); }
};

}  // namespace og::cli
