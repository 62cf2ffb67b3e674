// SPDX-License-Identifier: MIT
// libxcrypt: crypt_r of most GNU/Linux systems.
#include "peer.hpp"

#include <crypt.h>

namespace {

using namespace og::peer;

struct Crypt {
    char password[9] = {};
    crypt_data data = {};
    explicit Crypt(const og_peer_task &task) { std::memcpy(password, task.iv, 8); }
    void call() { crypt_r(password, OG_PEER_SALT, &data); }
    std::size_t answer(std::uint8_t *out) {
        const std::size_t size = std::strlen(data.output);
        std::memcpy(out, data.output, size);
        return size;
    }
};

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    static const og_peer_row rows[] = {row<Crypt>("libxcrypt", "des.crypt")};
    static const og_peer_module module = {OG_PEER_ABI, "libxcrypt", XCRYPT_VERSION_STR, rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
