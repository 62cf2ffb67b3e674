// SPDX-License-Identifier: MIT
#include "bench/peers/peer.h"

extern "C" const og_peer_module *og_peer_open(const char **) {
    static const og_peer_module module = {OG_PEER_ABI + 1, "outdated", "0", nullptr, 0};
    return &module;
}
