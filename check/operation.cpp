// SPDX-License-Identifier: MIT
#include "operation.hpp"

#include "operations/operations.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace og::check {

namespace {

// One argument of an operation as the table declares it.
struct Declared {
    og_op op;
    Role role;
    const char *name;
    std::size_t bytes;
    bool per_lane, per_block;
    std::size_t align;
};

constexpr Declared table[] = {
#define DECLARED(op, role, name, bytes, per_lane, per_block, type) \
    {OG_OP_##op, Role::role, name, bytes, per_lane, per_block, alignof(type)},
    OG_ARGUMENTS(DECLARED)
#undef DECLARED
};
#define WHOLE(op, role, name, bytes, per_lane, per_block, type) \
    static_assert((bytes) % sizeof(type) == 0,                  \
                  "asm/asmgen/operations.py: " #op ", " name ": no whole " #type);
OG_ARGUMENTS(WHOLE)
#undef WHOLE

template <typename T> T from_word(std::uintptr_t word) {
    if constexpr (std::is_pointer_v<T>)
        return reinterpret_cast<T>(word);
    else
        return static_cast<T>(word);
}

template <typename... T, std::size_t... i>
void call_typed(void (*fn)(T...), const std::vector<std::uintptr_t> &words, std::index_sequence<i...>) {
    if (words.size() != sizeof...(T)) throw std::logic_error("a call with the wrong number of arguments");
    fn(from_word<T>(words[i])...);
}

template <typename> struct FunctionType;
template <typename... T> struct FunctionType<void(T...)> {
    static void call(og_fn fn, const std::vector<std::uintptr_t> &words) {
        call_typed(reinterpret_cast<void (*)(T...)>(fn), words, std::index_sequence_for<T...>());
    }
};

struct Known {
    og_op op;
    const char *name;
    Meaning (*meaning)(unsigned lanes);
    const std::type_info *type;
    void (*call)(og_fn fn, const std::vector<std::uintptr_t> &words);
};

const Known operations[] = {
#define KNOWN(id, identifier, name, type) \
    {OG_OP_##id, name, identifier, &typeid(type), FunctionType<type>::call},
    OG_OPS(KNOWN)
#undef KNOWN
};

Argument argument_of(const Declared &declared, unsigned lanes) {
    if (declared.role == Role::pointers)
        return {Role::pointers, declared.name, lanes * sizeof(void *), 0, alignof(void *)};
    const std::size_t bytes = declared.bytes * (declared.per_lane ? lanes : 1);
    return {declared.role, declared.name, declared.per_block ? 0 : bytes, declared.per_block ? bytes : 0,
            declared.align};
}

Operation make(const Known &known, unsigned lanes) {
    Operation op;
    static_cast<Meaning &>(op) = known.meaning(lanes);
    op.name = known.name;
    op.type = known.type;
    op.call = known.call;
    std::vector<Argument> buffers_of_lanes;
    for (const Declared &declared : table) {
        if (declared.op != known.op) continue;
        const int index = static_cast<int>(op.arguments.size());
        const std::string_view name = declared.name;
        if (name == "out") op.in_place_output = index;
        if (name == "in") op.in_place_input = index;
        op.arguments.push_back(argument_of(declared, lanes));
        if (declared.role != Role::pointers) continue;
        for (unsigned lane = 0; lane < lanes; lane++)
            buffers_of_lanes.push_back({Role::lane, std::string(name) + "[" + std::to_string(lane) + "]", 0,
                                        declared.bytes, declared.align});
    }
    if (op.in_place_input < 0) op.in_place_output = -1;
    op.arguments.insert(op.arguments.end(), buffers_of_lanes.begin(), buffers_of_lanes.end());
    return op;
}

}  // namespace

bool Operation::has_flag() const {
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const Argument &a) { return a.role == Role::flag; });
}

void Operation::require_sizes(const Vector &vector) const {
    for (const Values *values : {&vector.before, &vector.after})
        for (std::size_t i = 0; i < arguments.size(); i++) {
            if (!arguments[i].is_buffer()) continue;
            const std::size_t size = i < values->buffers.size() ? values->buffers[i].size() : 0;
            if (size != arguments[i].size(vector.before.count))
                throw std::logic_error("check/operations: " + name + ", vector '" + vector.name + "': '" +
                                       arguments[i].name + "' has " + std::to_string(size) +
                                       " bytes, and asm/asmgen/operations.py says " +
                                       std::to_string(arguments[i].size(vector.before.count)));
        }
}

const Operation *find_operation(std::string_view name, unsigned lanes) {
    const auto known = std::find_if(std::begin(operations), std::end(operations),
                                    [&](const Known &k) { return k.name == name; });
    if (known == std::end(operations)) return nullptr;
    static std::map<std::pair<og_op, unsigned>, Operation> made;
    const auto found = made.find({known->op, lanes});
    if (found != made.end()) return &found->second;
    return &made.emplace(std::pair(known->op, lanes), make(*known, lanes)).first->second;
}

}  // namespace og::check
