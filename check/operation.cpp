// SPDX-License-Identifier: MIT
#include "operation.hpp"

#include "operations/operations.hpp"

#include <algorithm>
#include <map>

namespace og::check {

bool Operation::has_flag() const {
    return std::any_of(arguments.begin(), arguments.end(),
                       [](const Argument &a) { return a.role == Role::flag; });
}

const Operation *find_operation(std::string_view name, unsigned lanes) {
    using Lanes = Operation (*)(unsigned);
    const Lanes by_lanes = name == "sha1.lanes"                ? sha1_lanes
                           : name == "sha1dc.lanes"            ? sha1dc_lanes
                           : name == "whirlpool.lanes"         ? whirlpool_lanes
                           : name == "pbkdf2.whirlpool_blocks" ? pbkdf2_whirlpool
                           : name == "des.lanes"               ? des_lanes
                           : name == "des3.lanes"              ? des3_lanes
                           : name == "des.crypt_lanes"         ? des_crypt_lanes
                                                               : nullptr;
    if (by_lanes) {
        static std::map<std::pair<Lanes, unsigned>, Operation> made;
        return &made.try_emplace({by_lanes, lanes}, by_lanes(lanes)).first->second;
    }
    static const std::vector<Operation> all = {
        sha1_blocks(),    sha1dc_blocks(),   whirlpool_blocks(), des_key(),         des_encrypt1(),
        des_encrypt2(),   des_block3(true),  des_block3(false),  des_ecb(1),        des_ecb(3),
        des_cbc(1, true), des_cbc(1, false), des_cbc(3, true),   des_cbc(3, false), des_crypt25(),
    };
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Operation &o) { return o.name == name; });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace og::check
