// SPDX-License-Identifier: MIT
#include "arena.hpp"

#include <new>
#include <random>
#include <stdexcept>

namespace og::bench {

namespace {

constexpr std::size_t page = 4096;

// The example key of SP 800-67, whose first 8 bytes are also the key of the FIPS 81 example, and the first
// block of that example.
constexpr std::uint8_t key[24] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x23, 0x45, 0x67, 0x89,
                                  0xab, 0xcd, 0xef, 0x01, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23};
constexpr std::uint8_t iv[8] = {'N', 'o', 'w', ' ', 'i', 's', ' ', 't'};

}  // namespace

void Arena::Free::operator()(void *p) const { ::operator delete(p, std::align_val_t{page}); }

Arena::Arena(std::size_t size, std::uint64_t seed) : size_(size) {
    const std::size_t pages = (size + page - 1) / page * page;
    memory_.reset(static_cast<std::uint8_t *>(::operator new(2 * pages + page, std::align_val_t{page})));
    in_ = memory_.get();
    out_ = in_ + pages + page / 2;
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < size; i++) in_[i] = static_cast<std::uint8_t>(random() >> 56);
    for (std::size_t i = 0; i < size; i++)  // touches every page before anything is timed
        out_[i] = 0;
}

Task Arena::task(std::size_t size, bool input_is_key) const {
    if (size > size_) throw std::logic_error("a task is larger than the arena");
    return {input_is_key ? key : in_, out_, size, key, iv};
}

}  // namespace og::bench
