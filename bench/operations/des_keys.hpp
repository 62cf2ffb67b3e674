// SPDX-License-Identifier: MIT
#pragma once

#include <oldguard/des.h>

#include <cstdint>

namespace og::bench {

// The three key schedules of the 24 key bytes of a task.
struct DesKeys {
    og_des_key ks[3];

    explicit DesKeys(const std::uint8_t *key) {
        for (int i = 0; i < 3; i++) og_des_key_set(&ks[i], key + i * OG_DES_KEY_SIZE, OG_DES_CHECK_NONE);
    }
};

}  // namespace og::bench
