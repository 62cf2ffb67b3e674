// SPDX-License-Identifier: MIT
// Reproducible random data: SplitMix64 by Steele, Lea and Flood (OOPSLA 2014).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace og::check {

class Rng {
public:
    explicit Rng(std::uint64_t seed) : state_(seed) {}

    // Starts a separate stream for each name and number under one seed. A case keeps its data when other
    // cases are added or removed.
    Rng(std::uint64_t seed, std::string_view name, std::uint64_t number) : state_(seed) {
        for (char c : name) state_ = next() ^ static_cast<unsigned char>(c);
        state_ = next() ^ number;
        state_ = next();
    }

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }

    // Returns a number from 0 to n - 1. The bias does not matter here.
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(next() % n); }
    bool coin() { return next() >> 63; }

    void fill(void *data, std::size_t size) {
        auto *out = static_cast<std::uint8_t *>(data);
        std::uint64_t word = 0;
        for (std::size_t i = 0; i < size; i++, word >>= 8) {
            if (i % 8 == 0) word = next();
            out[i] = static_cast<std::uint8_t>(word);
        }
    }

    std::vector<std::uint8_t> bytes(std::size_t size) {
        std::vector<std::uint8_t> out(size);
        fill(out.data(), size);
        return out;
    }

private:
    std::uint64_t state_;
};

}  // namespace og::check
