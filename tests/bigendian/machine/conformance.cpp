// SPDX-License-Identifier: MIT
// Checks every kernel of the catalogue that can run here with the cases of the conformance harness. The
// harness calls kernels through a stub, which only x86 has. This program calls them as C does, so it compares
// results and the memory around the buffers, but not registers and the stack. An access beyond a guard page
// ends it.
#include <check/calls/memory.hpp>
#include <check/families.hpp>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <memory>

namespace og::check {
namespace {

// The buffers of a kernel's arguments, for all its cases.
class Buffers {
public:
    Buffers(const Operation &operation, std::size_t most_blocks) : operation_(operation) {
        for (const Argument &argument : operation.arguments)
            all_.push_back(argument.is_buffer() ? std::make_unique<WatchedBuffer>(argument.size(most_blocks))
                                                : nullptr);
    }

    // Calls the kernel. Returns whether every buffer has the right bytes, and nothing beside them changed.
    bool is_right(const og_kernel &kernel, const Case &c, Rng &rng) {
        Values after = c.after ? *c.after : c.before;
        if (!c.after) operation_.oracle(after);
        for (std::size_t i = 0; i < all_.size(); i++) {
            if (!all_[i] || is_shared(i, c)) continue;
            const Bytes &bytes = c.before.buffers[i];
            all_[i]->place(c.where[i], bytes.size(), static_cast<std::uint8_t>(rng.next()));
            std::copy(bytes.begin(), bytes.end(), all_[i]->data());
        }
        operation_.call(kernel.fn, words(c));
        for (std::size_t i = 0; i < all_.size(); i++) {
            if (!all_[i] || (c.in_place && static_cast<int>(i) == operation_.in_place_input)) continue;
            const WatchedBuffer &buffer = of(i, c);
            const Bytes &want = after.buffers[i];
            if (!std::equal(want.begin(), want.end(), buffer.data()) || buffer.damage_before() != 0 ||
                buffer.damage_after() != 0)
                return false;
        }
        return true;
    }

private:
    // Whether an argument is the output that has the place of the input.
    bool is_shared(std::size_t i, const Case &c) const {
        return c.in_place && static_cast<int>(i) == operation_.in_place_output;
    }

    WatchedBuffer &of(std::size_t i, const Case &c) const {
        return *all_[is_shared(i, c) ? static_cast<std::size_t>(operation_.in_place_input) : i];
    }

    std::vector<std::uintptr_t> words(const Case &c) const {
        std::vector<std::uintptr_t> words;
        for (std::size_t i = 0; i < all_.size(); i++) {
            const Role role = operation_.arguments[i].role;
            words.push_back(role == Role::count    ? c.before.count
                            : role == Role::flag   ? static_cast<std::uintptr_t>(c.before.flag)
                            : role == Role::number ? c.before.number
                                                   : reinterpret_cast<std::uintptr_t>(of(i, c).data()));
        }
        return words;
    }

    const Operation &operation_;
    std::vector<std::unique_ptr<WatchedBuffer>> all_;
};

// Returns "" or what is wrong with a kernel, and adds the number of its cases.
std::string fault_of(const og_kernel &kernel, std::size_t &cases) {
    const Operation *operation = find_operation(kernel.op, kernel.lanes);
    if (!operation) return "an operation that the harness does not know";
    for (const Argument &argument : operation->arguments)
        if (argument.role == Role::pointers) return "an operation that this program cannot call";
    const Plan plan{*operation, 1, true};
    Buffers buffers(*operation, plan.most_blocks());
    std::string fault;
    for (const Family &family : families())
        family.generate(plan, [&](const Case &c, Rng &rng) {
            cases++;
            if (fault.empty() && !buffers.is_right(kernel, c, rng)) fault = c.label;
            return fault.empty();
        });
    return fault.empty() && cases == 0 ? "no case" : fault;
}

int run() {
    int wrong = 0, checked = 0;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (!og_kernel_usable(kernel, nullptr, 0)) continue;
        std::size_t cases = 0;
        const std::string fault = fault_of(*kernel, cases);
        std::printf("%-24s %-20s %6zu cases %s\n", kernel->op, kernel->stem, cases,
                    fault.empty() ? "ok" : ("WRONG: " + fault).c_str());
        wrong += !fault.empty();
        checked++;
    }
    constexpr bool big = std::endian::native == std::endian::big;
    std::printf("%s-endian, %zu bits: %d kernels checked, %d wrong\n", big ? "big" : "little",
                8 * sizeof(void *), checked, wrong);
    return wrong > 0 || checked == 0 || !big;
}

}  // namespace
}  // namespace og::check

int main() { return og::check::run(); }
