// SPDX-License-Identifier: MIT
#include "runner.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace og::check {

namespace {

std::string unchanged_property(Role role) { return role == Role::key ? "key-unchanged" : "input-unchanged"; }

}  // namespace

Runner::Runner(const Operation &operation, const og_kernel &kernel, const std::string &convention,
               std::size_t most_blocks)
    : operation_(operation), kernel_(kernel), through_stub_(calls_stub(convention)) {
    Callee callee{operation.call, {}};
    for (const Argument &argument : operation.arguments) {
        buffers_.push_back(argument.is_buffer() ? std::make_unique<WatchedBuffer>(argument.size(most_blocks))
                                                : nullptr);
        if (buffers_.back()) callee.pages.push_back(&buffers_.back()->pages);
    }
    for (std::size_t i = 0; i < buffers_.size(); i++) place_.push_back(i);
    caller_ = make_caller(convention, std::move(callee));
}

// Permutes the buffers of the lanes, so that their order in memory differs from case to case.
void Runner::shuffle_lanes(Rng &rng) {
    std::vector<std::size_t> lanes;
    for (std::size_t i = 0; i < place_.size(); i++)
        if (operation_.arguments[i].role == Role::lane) lanes.push_back(i);
    for (std::size_t i = lanes.size(); i > 1; i--)
        std::swap(place_[lanes[i - 1]], place_[lanes[rng.below(i)]]);
}

// Fills the array of pointers to the lanes. It is an input, so `after` gets the same bytes.
void Runner::point_to_lanes(Values &after) {
    for (std::size_t i = 0; i < buffers_.size(); i++) {
        if (operation_.arguments[i].role != Role::pointers) continue;
        Bytes &bytes = after.buffers[i];
        bytes.clear();
        for (std::size_t j = 0; j < buffers_.size(); j++) {
            if (operation_.arguments[j].role != Role::lane) continue;
            const std::uint8_t *lane = buffers_[place_[j]]->data();
            const auto *raw = reinterpret_cast<const std::uint8_t *>(&lane);
            bytes.insert(bytes.end(), raw, raw + sizeof lane);
        }
        std::copy(bytes.begin(), bytes.end(), buffers_[i]->data());
    }
}

WatchedBuffer &Runner::buffer_of(std::size_t argument, const Case &c) {
    if (c.in_place && static_cast<int>(argument) == operation_.in_place_output)
        argument = static_cast<std::size_t>(operation_.in_place_input);
    return *buffers_[place_[argument]];
}

bool Runner::is_input(std::size_t argument, const Case &c) const {
    const Role role = operation_.arguments[argument].role;
    if (role == Role::key || role == Role::pointers || role == Role::lane) return true;
    return role == Role::input && !(c.in_place && static_cast<int>(argument) == operation_.in_place_input);
}

void Runner::protect(const Case &c, bool writable) {
    if (!c.read_only) return;
    for (std::size_t i = 0; i < buffers_.size(); i++)
        if (is_input(i, c)) buffers_[place_[i]]->pages.set_writable(writable);
}

std::vector<Problem> Runner::run(const Case &c, Rng &rng) {
    Values after = c.after ? *c.after : c.before;
    if (!c.after) operation_.oracle(after);

    shuffle_lanes(rng);
    std::vector<Word> words;
    for (std::size_t i = 0; i < operation_.arguments.size(); i++) {
        const Argument &argument = operation_.arguments[i];
        if (argument.role == Role::count) {
            words.push_back({c.before.count});
        } else if (argument.role == Role::flag) {
            words.push_back({static_cast<std::uintptr_t>(c.before.flag), true});
        } else if (argument.role == Role::number) {
            words.push_back({c.before.number, true});
        } else {
            WatchedBuffer &buffer = buffer_of(i, c);
            const bool shared = &buffer != buffers_[place_[i]].get();
            if (!shared) {
                const Bytes &bytes = c.before.buffers[i];
                buffer.place(c.where[i], bytes.size(), static_cast<std::uint8_t>(rng.next()));
                std::copy(bytes.begin(), bytes.end(), buffer.data());
            }
            words.push_back({0});
        }
    }
    // The placement of a shared buffer is that of the input, whose index may be higher than the output's.
    for (std::size_t i = 0; i < words.size(); i++)
        if (operation_.arguments[i].is_buffer())
            words[i].value = reinterpret_cast<std::uintptr_t>(buffer_of(i, c).data());
    point_to_lanes(after);
    while (!operation_.arguments[words.size() - 1].is_passed()) words.pop_back();

    protect(c, false);
    const CallReport report = caller_->call(kernel_.fn, words, rng, uppers(c), c.before.count <= 16);
    protect(c, true);

    stack_used_ = std::max(stack_used_, report.stack_used);
    std::vector<Problem> problems = report.problems;
    if (report.fault)
        problems.push_back(explain(*report.fault, c));
    else
        compare(c, after, problems);
    for (Problem &problem : problems) problem.text += " [" + parameters(c) + "]";
    return problems;
}

// SHA instructions are some seventy times slower while the caller's upper halves are in use. A kernel that
// has AVX instructions must therefore clean them, unless it has nothing to do.
Uppers Runner::uppers(const Case &c) const {
    if (!c.dirty) return Uppers::clean;
    const std::string_view isa = kernel_.isa;
    const auto needs = [isa](std::string_view feature) { return isa.find(feature) != isa.npos; };
    return needs("shani") && needs("avx") && c.before.count > 0 ? Uppers::dirty_to_clean : Uppers::dirty;
}

std::optional<Problem> Runner::explain_buffer(const Fault &fault, std::size_t i, const Case &c) {
    const WatchedBuffer &buffer = *buffers_[place_[i]];
    const auto start = reinterpret_cast<std::uintptr_t>(buffer.data());
    const auto end = start + buffer.size();
    const std::string &name = operation_.arguments[i].name;
    // Without a guard an address that faults is that of a write to an input.
    const bool is_write = fault.kind == Fault::write || buffer.pages.contains(fault.address);
    const std::string verb = is_write ? "write" : "read";
    if (buffer.pages.guards_above(fault.address) ||
        (buffer.pages.contains(fault.address) && fault.address >= end))
        return Problem{verb + "-past-end", verb + " " + std::to_string(fault.address - end + 1) +
                                               " bytes past the end of " + name};
    if (buffer.pages.guards_below(fault.address) ||
        (buffer.pages.contains(fault.address) && fault.address < start))
        return Problem{verb + "-before-start", verb + " " + std::to_string(start - fault.address) +
                                                   " bytes before the start of " + name};
    if (buffer.pages.contains(fault.address) && is_input(i, c))
        return Problem{unchanged_property(operation_.arguments[i].role),
                       "write to " + name + " at byte " + std::to_string(fault.address - start)};
    return std::nullopt;
}

Problem Runner::explain(const Fault &fault, const Case &c) {
    switch (fault.cause) {
    case Fault::hang:
        hung_ = true;
        return {"hang", "did not return"};
    case Fault::illegal_instruction:
        return {"illegal-instruction", std::string(fault.name) + ": an instruction that the CPU lacks"};
    case Fault::arithmetic:
        return {"wild-access", std::string(fault.name) + ": an arithmetic exception"};
    case Fault::access:
        break;
    }
    if (fault.kind != Fault::fetch)
        for (std::size_t i = 0; i < buffers_.size(); i++)
            if (buffers_[i])
                if (auto problem = explain_buffer(fault, i, c)) return *problem;
    if (caller_->is_stack(fault.address)) return {"stack-depth", "stack overflow"};
    char line[128];
    constexpr const char *kinds[] = {"access", "read", "write", "jump"};  // by Fault::Access
    if (fault.address == 0 && fault.kind != Fault::write)
        std::snprintf(line, sizeof line, "%s: NULL, or an aligned instruction on unaligned data", fault.name);
    else
        std::snprintf(line, sizeof line, "%s: %s at %#zx, far from every buffer", fault.name,
                      kinds[fault.kind], static_cast<std::size_t>(fault.address));
    return {"wild-access", line};
}

void Runner::compare(const Case &c, const Values &after, std::vector<Problem> &problems) {
    for (std::size_t i = 0; i < buffers_.size(); i++) {
        if (!buffers_[i]) continue;
        const Argument &argument = operation_.arguments[i];
        const WatchedBuffer &buffer = buffer_of(i, c);
        const bool overwritten = c.in_place && static_cast<int>(i) == operation_.in_place_input;
        if (overwritten) continue;  // compared as the output
        const Bytes &want = after.buffers[i];
        const auto differs = std::mismatch(want.begin(), want.end(), buffer.data());
        if (differs.first != want.end()) {
            char line[128];
            std::snprintf(line, sizeof line, "%s[%zu] is %#04x instead of %#04x", argument.name.c_str(),
                          static_cast<std::size_t>(differs.first - want.begin()), *differs.second,
                          *differs.first);
            const bool input = is_input(i, c);
            const std::string property = input                 ? unchanged_property(argument.role)
                                         : c.before.count == 0 ? "zero-blocks"
                                                               : c.property;
            problems.push_back({property, line});
        }
        if (const auto at = buffer.damage_before())
            problems.push_back({"write-before-start", "wrote " + std::to_string(-at) +
                                                          " bytes before the start of " + argument.name});
        if (const auto at = buffer.damage_after())
            problems.push_back(
                {"write-past-end", "wrote " +
                                       std::to_string(at - static_cast<std::ptrdiff_t>(buffer.size()) + 1) +
                                       " bytes past the end of " + argument.name});
    }
}

std::string Runner::parameters(const Case &c) const {
    std::string text = c.label;
    for (std::size_t i = 0; i < operation_.arguments.size(); i++) {
        const Argument &argument = operation_.arguments[i];
        if (argument.role == Role::count)
            text += ", " + argument.name + "=" + std::to_string(c.before.count);
        else if (argument.role == Role::flag)
            text += ", " + argument.name + "=" + std::to_string(c.before.flag);
        else if (argument.role == Role::number)
            text += ", " + argument.name + "=" + std::to_string(c.before.number);
        else if (c.in_place && static_cast<int>(i) == operation_.in_place_output)
            text += ", " + argument.name + " in place";
        else
            text += ", " + argument.name + " " + c.where[i].text();
    }
    if (c.read_only) text += ", inputs read-only";
    if (c.dirty && through_stub_ && has_upper_halves) text += ", upper halves dirty on entry";
    return text;
}

}  // namespace og::check
