// SPDX-License-Identifier: MIT
// bindings/libdes against the functions of the same names in OpenSSL, libdes's descendant.
#include "support.hpp"

#include <cstring>

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/des.h>

#include <des.h>  // bindings/libdes

namespace og::test {

namespace {

class LibDes : public testing::Test {
protected:
    static constexpr int runs = 1000;
    Rng rng{1};
    des_key_schedule ours[3];
    DES_key_schedule theirs[3];

    void new_keys() {
        for (int i = 0; i < 3; i++) {
            DES_cblock key;
            rng.fill(key, sizeof key);
            des_set_key_unchecked(&key, ours[i]);
            DES_set_key_unchecked(&key, &theirs[i]);
        }
    }

    // Both functions on the same random words.
    template <typename Ours, typename Theirs> void expect_same(Ours our_function, Theirs their_function) {
        std::uint32_t a[2];
        rng.fill(a, sizeof a);
        unsigned b[2] = {a[0], a[1]};
        our_function(a);
        their_function(b);
        ASSERT_EQ(a[0], b[0]);
        ASSERT_EQ(a[1], b[1]);
    }
};

TEST_F(LibDes, ScheduleIsLaidOutAsThere) {
    static_assert(sizeof(des_key_schedule) == sizeof(DES_key_schedule));
    for (int i = 0; i < runs; i++) {
        new_keys();
        ASSERT_EQ(std::memcmp(ours[0], &theirs[0], sizeof theirs[0]), 0);
    }
}

TEST_F(LibDes, Encrypt1) {
    for (int i = 0; i < runs; i++) {
        new_keys();
        for (int enc : {DES_ENCRYPT, DES_DECRYPT})
            expect_same([&](auto *data) { des_encrypt1(data, ours[0], enc); },
                        [&](auto *data) { DES_encrypt1(data, &theirs[0], enc); });
    }
}

TEST_F(LibDes, Encrypt2) {
    for (int i = 0; i < runs; i++) {
        new_keys();
        for (int enc : {DES_ENCRYPT, DES_DECRYPT})
            expect_same([&](auto *data) { des_encrypt2(data, ours[0], enc); },
                        [&](auto *data) { DES_encrypt2(data, &theirs[0], enc); });
    }
}

TEST_F(LibDes, Encrypt3AndDecrypt3) {
    for (int i = 0; i < runs; i++) {
        new_keys();
        expect_same([&](auto *data) { des_encrypt3(data, ours[0], ours[1], ours[2]); },
                    [&](auto *data) { DES_encrypt3(data, &theirs[0], &theirs[1], &theirs[2]); });
        expect_same([&](auto *data) { des_decrypt3(data, ours[0], ours[1], ours[2]); },
                    [&](auto *data) { DES_decrypt3(data, &theirs[0], &theirs[1], &theirs[2]); });
    }
}

}  // namespace

}  // namespace og::test
