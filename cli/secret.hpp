// SPDX-License-Identifier: MIT
// Memory for keys and plaintext, which is wiped by its destructor.
#pragma once

#include "os/secrets.hpp"

#include <oldguard/des.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace og::cli {

// N bytes that the destructor wipes.
template <std::size_t N> struct Secret {
    std::array<std::uint8_t, N> bytes{};
    Secret() = default;
    Secret(const Secret &) = delete;
    Secret &operator=(const Secret &) = delete;
    ~Secret() { os::wipe(bytes.data(), bytes.size()); }
    std::uint8_t *data() { return bytes.data(); }
    const std::uint8_t *data() const { return bytes.data(); }
};

// A DES context that its destructor wipes.
struct DesContext {
    og_des_ctx ctx{};
    DesContext() = default;
    DesContext(const DesContext &) = delete;
    DesContext &operator=(const DesContext &) = delete;
    ~DesContext() { og_des_wipe(&ctx); }
};

}  // namespace og::cli
