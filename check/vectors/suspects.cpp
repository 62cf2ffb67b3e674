// SPDX-License-Identifier: MIT
#include "suspects.hpp"

#include <src/sha1/sha1dc_tables.h>

#include <bitset>
#include <optional>
#include <vector>

namespace og::check {

namespace {

// Every bit of the expanded message is a sum of message bits over GF(2). A condition is an equation between
// two of these sums. The last bit of an equation is its right side. The other bits select message bits.
constexpr std::size_t bits = 512;
using Equation = std::bitset<bits + 1>;

// [t][b]: bit b of W[t].
const auto &expanded_bits() {
    static const auto table = [] {
        std::vector<std::array<Equation, 32>> w(80);
        for (std::size_t t = 0; t < 80; t++)
            for (std::size_t b = 0; b < 32; b++) {
                const std::size_t from = (b + 31) % 32;  // ROTL 1
                if (t < 16)
                    w[t][b].set(32 * t + b);
                else
                    w[t][b] = w[t - 3][from] ^ w[t - 8][from] ^ w[t - 14][from] ^ w[t - 16][from];
            }
        return w;
    }();
    return table;
}

Equation equation(const og_sha1dc_condition &c) {
    Equation e = expanded_bits()[c.i][c.bi] ^ expanded_bits()[c.j][c.bj];
    if (c.want) e.flip(bits);
    return e;
}

// Equations in reduced echelon form: the pivot of an equation occurs in no other equation.
class System {
public:
    // Adds an equation. Returns false and changes nothing if it contradicts the others.
    bool add(Equation e) {
        for (const Row &row : rows_)
            if (e[row.pivot]) e ^= row.equation;
        std::size_t pivot = 0;
        while (pivot < bits && !e[pivot]) pivot++;
        if (pivot == bits) return !e[bits];
        for (Row &row : rows_)
            if (row.equation[pivot]) row.equation ^= e;
        rows_.push_back({e, pivot});
        return true;
    }

    Block random_solution(Rng &rng) const {
        Equation x;
        for (std::size_t i = 0; i < bits; i++) x[i] = rng.coin();
        for (const Row &row : rows_) x[row.pivot] = 0;
        x.set(bits);
        std::vector<std::size_t> ones;
        for (const Row &row : rows_)
            if ((row.equation & x).count() % 2) ones.push_back(row.pivot);
        for (std::size_t pivot : ones) x.set(pivot);
        Block block{};
        for (std::size_t i = 0; i < bits; i++)  // words are big-endian, bit 0 is the lowest
            if (x[i]) block[i / 32 * 4 + 3 - i % 32 / 8] |= static_cast<std::uint8_t>(1 << i % 8);
        return block;
    }

private:
    struct Row {
        Equation equation;
        std::size_t pivot;
    };
    std::vector<Row> rows_;
};

std::vector<Equation> equations_of(unsigned vector) {
    std::vector<Equation> all;
    for (const og_sha1dc_condition &c : og_sha1dc_conditions)
        if (c.mask >> vector & 1) all.push_back(equation(c));
    return all;
}

std::optional<System> with(const System &system, unsigned vector) {
    System more = system;
    for (const Equation &e : equations_of(vector))
        if (!more.add(e)) return std::nullopt;
    return more;
}

}  // namespace

Block suspect_block(Rng &rng, std::uint32_t mask, std::uint32_t *left) {
    System system;
    std::uint32_t taken = 0;
    for (unsigned vector = 0; vector < 32; vector++) {
        if (!(mask >> vector & 1)) continue;
        if (auto more = with(system, vector)) {
            system = *more;
            taken |= 1u << vector;
        }
    }
    if (left) *left = taken;
    return system.random_solution(rng);
}

Block near_miss(Rng &rng, unsigned vector) {
    std::vector<Equation> all = equations_of(vector);
    std::swap(all[0], all[rng.below(all.size())]);
    System system;
    all[0].flip(bits);
    for (const Equation &e : all) system.add(e);  // the others as far as they are consistent
    return system.random_solution(rng);
}

}  // namespace og::check
