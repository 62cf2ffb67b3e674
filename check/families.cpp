// SPDX-License-Identifier: MIT
#include "families.hpp"

#include <algorithm>
#include <numeric>

namespace og::check {

namespace {

// Counts above Meaning::most_blocks, around further boundaries of loops.
constexpr std::size_t large_counts[] = {191, 192, 193, 255, 256, 257, 515};

Placement random_placement(const Argument &argument, Rng &rng) {
    switch (rng.below(4)) {
    case 0:
        return {Placement::at_start};
    case 1:
        return {Placement::at_end};
    default:
        return {Placement::inside, rng.below(64 / argument.align) * argument.align};
    }
}

// Numbers the cases of one family and gives each case a separate stream of random data.
class Maker {
public:
    Maker(const Plan &plan, const char *family, const Sink &sink)
        : plan_(plan), family_(family), sink_(sink), stream_(plan.operation.name + "/" + family) {}

    // Makes a case with random values and placements, applies `change` to it, and passes it to the sink.
    template <typename Change> bool operator()(std::size_t count, int flag, Change change) {
        Rng rng(plan_.seed, stream_, number_);
        const Operation &operation = plan_.operation;
        Case c;
        c.property = family_;
        c.label = std::string(family_) + " case " + std::to_string(number_++);
        c.before.count = count;
        c.before.flag = flag;
        for (const Argument &argument : operation.arguments) {
            Bytes bytes;
            if (argument.is_buffer()) {
                bytes.resize(argument.size(count));
                if (operation.fill)
                    operation.fill(argument, bytes, rng);
                else
                    rng.fill(bytes.data(), bytes.size());
            }
            if (argument.role == Role::number) c.before.number = static_cast<std::uint32_t>(rng.next());
            c.before.buffers.push_back(std::move(bytes));
            c.where.push_back(random_placement(argument, rng));
        }
        c.dirty = rng.coin();
        change(c, rng);
        return sink_(c, rng);
    }

    bool operator()(std::size_t count, int flag) {
        return (*this)(count, flag, [](Case &, Rng &) {});
    }

private:
    const Plan &plan_;
    const char *family_;
    const Sink &sink_;
    std::string stream_;
    std::uint64_t number_ = 0;
};

std::vector<int> flags(const Operation &operation) {
    return operation.has_flag() ? std::vector<int>{1, 0} : std::vector<int>{0};
}

bool is_short(const Plan &plan) { return plan.quick || plan.operation.many_lanes; }

std::vector<std::size_t> counts(const Operation &operation, std::vector<std::size_t> wanted) {
    if (!operation.counted()) return {1};
    if (operation.many_lanes)
        for (std::size_t &count : wanted) count = std::min(count, operation.most_blocks);
    return wanted;
}

void vectors(const Plan &plan, const Sink &sink) {
    Maker make(plan, "vectors", sink);
    for (const Vector &vector : plan.operation.vectors()) {
        plan.operation.require_sizes(vector);
        for (bool in_place : {false, true}) {
            if (in_place && !plan.operation.may_be_in_place()) continue;
            const bool go_on = make(vector.before.count, vector.before.flag, [&](Case &c, Rng &) {
                c.label += " (" + vector.name + ")";
                c.before = vector.before;
                c.after = vector.after;
                c.in_place = in_place;
            });
            if (!go_on) return;
        }
    }
}

// Checks every count from 0 on.
void blocks(const Plan &plan, const Sink &sink) {
    Maker make(plan, "blocks", sink);
    const Operation &operation = plan.operation;
    std::vector<std::size_t> all;
    if (operation.counted()) {
        const std::size_t most =
            plan.quick ? std::min<std::size_t>(18, operation.most_blocks) : operation.most_blocks;
        for (std::size_t count = 0; count <= most; count++) all.push_back(count);
        if (!is_short(plan)) all.insert(all.end(), std::begin(large_counts), std::end(large_counts));
    } else {
        all.assign(is_short(plan) ? 32 : 500, 1);
    }
    for (std::size_t count : all)
        for (int flag : flags(operation))
            if (!make(count, flag)) return;
}

// Checks every alignment that the C type allows, for one buffer at a time.
void alignment(const Plan &plan, const Sink &sink) {
    Maker make(plan, "alignment", sink);
    const Operation &operation = plan.operation;
    for (std::size_t i = 0; i < operation.arguments.size(); i++) {
        const Argument &argument = operation.arguments[i];
        if (!argument.is_buffer()) continue;
        for (std::size_t offset = 0; offset < 64; offset += argument.align)
            for (std::size_t count : counts(operation, operation.many_lanes ? std::vector<std::size_t>{1}
                                                       : plan.quick         ? std::vector<std::size_t>{3}
                                                                            : std::vector<std::size_t>{1, 3}))
                for (int flag : flags(operation))
                    if (!make(count, flag, [&](Case &c, Rng &rng) {
                            c.where[i] = {Placement::inside, offset};
                            c.in_place = operation.may_be_in_place() && rng.below(4) == 0 &&
                                         static_cast<int>(i) != operation.in_place_output;
                        }))
                        return;
    }
}

// Places all buffers directly before an inaccessible page, then directly behind one.
void guard_pages(const Plan &plan, const Sink &sink) {
    Maker make(plan, "guard-pages", sink);
    const Operation &operation = plan.operation;
    const auto wanted = is_short(plan)
                            ? std::vector<std::size_t>{0, 1, 2, 5}
                            : std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 65, 257};
    for (std::size_t count : counts(operation, wanted))
        for (int flag : flags(operation))
            for (auto where : {Placement::at_end, Placement::at_start})
                for (bool read_only : {false, true})
                    for (bool in_place : {false, true}) {
                        if (in_place && !operation.may_be_in_place()) continue;
                        if (!make(count, flag, [&](Case &c, Rng &) {
                                std::fill(c.where.begin(), c.where.end(), Placement{where});
                                c.read_only = read_only;
                                c.in_place = in_place;
                            }))
                            return;
                    }
}

void in_place(const Plan &plan, const Sink &sink) {
    Maker make(plan, "in-place", sink);
    if (!plan.operation.may_be_in_place()) return;
    std::vector<std::size_t> all(is_short(plan) ? 5 : 40);
    std::iota(all.begin(), all.end(), 1);
    if (!is_short(plan)) all.insert(all.end(), std::begin(large_counts), std::end(large_counts));
    for (std::size_t count : all)
        for (int flag : flags(plan.operation))
            if (!make(count, flag, [](Case &c, Rng &) { c.in_place = true; })) return;
}

void random(const Plan &plan, const Sink &sink) {
    Maker make(plan, "random", sink);
    const Operation &operation = plan.operation;
    Rng shape(plan.seed, operation.name, 0);
    for (int i = 0; i < (is_short(plan) ? 20 : 200); i++) {
        const std::size_t below = operation.many_lanes ? operation.most_blocks : 34;
        const std::size_t count = operation.counted() ? shape.below(below) : 1;
        const int flag = operation.has_flag() ? static_cast<int>(shape.below(2)) : 0;
        if (!make(count, flag, [&](Case &c, Rng &rng) {
                c.in_place = operation.may_be_in_place() && rng.coin();
                c.read_only = rng.below(4) == 0;
            }))
            return;
    }
}

}  // namespace

std::size_t Plan::most_blocks() const {
    if (operation.many_lanes) return operation.most_blocks;
    return operation.counted() ? std::max(operation.most_blocks, *std::rbegin(large_counts)) : 1;
}

const std::vector<Family> &families() {
    static const std::vector<Family> all = {
        {"vectors", vectors},         {"blocks", blocks},     {"alignment", alignment},
        {"guard-pages", guard_pages}, {"in-place", in_place}, {"random", random},
    };
    return all;
}

}  // namespace og::check
