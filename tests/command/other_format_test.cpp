// SPDX-License-Identifier: MIT
// Random bytes are no other format, even behind the first bytes of one.
#include "des/other_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string_view>

namespace {

using namespace std::string_view_literals;

// The first bytes are given, so that each random head counts for 256 or more. A check that has n bits fails
// here if n - 8 * (the size of the beginning) is less than about 19.
constexpr std::array beginnings{
    ""sv,       "\x30\x82"sv, "\x30\x80"sv, "\x30"sv,     "\x85"sv, "\x84"sv,     "\x8c\x0d"sv, "\xc3"sv,
    "\x90"sv,   "\x99"sv,     "\x1f\x8b"sv, "\x1f\x9d"sv, "PK"sv,   "\x28\xb5"sv, "\0m"sv,      "BZ"sv,
    "\x5d\0"sv, "\xff\xfe"sv, "QUJD"sv,     "0123"sv,     "text"sv, "\x04"sv,     "\xc1"sv,     "\xa8"sv};

TEST(OtherFormat, RandomBytesAreNone) {
    std::mt19937_64 random(20261127);
    std::array<std::uint8_t, 768> head{};
    for (const std::string_view beginning : beginnings) {
        for (int i = 0; i < 50000; i++) {
            for (std::size_t at = 0; at < head.size(); at += 8) {
                const std::uint64_t word = random();
                for (std::size_t j = 0; j < 8; j++) head[at + j] = static_cast<std::uint8_t>(word >> 8 * j);
            }
            std::ranges::copy(beginning, head.begin());
            const std::size_t size = i % 2 != 0 ? head.size() : 8 + 8 * (static_cast<std::size_t>(i) % 5);
            const auto found = og::cli::other_format(std::span(head).first(size), size);
            ASSERT_FALSE(found) << beginning << " " << found->what;
        }
    }
}

TEST(OtherFormat, NoPrefixOfAFormatReadsPastItsEnd) {
    std::array<std::uint8_t, 64> head{};
    std::mt19937_64 random(7);
    for (const std::string_view beginning : beginnings)
        for (int i = 0; i < 2000; i++) {
            for (std::uint8_t &byte : head)
                byte = static_cast<std::uint8_t>(random() % 4 == 0 ? random() : 0x30);
            std::ranges::copy(beginning, head.begin());
            // The address sanitizer sees a read behind the vector.
            const std::vector<std::uint8_t> exact(head.begin(),
                                                  head.begin() + static_cast<long>(random() % 64));
            (void)og::cli::other_format(exact, exact.size());
        }
}

}  // namespace
