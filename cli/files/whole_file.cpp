// SPDX-License-Identifier: MIT
#include "whole_file.hpp"

#include "atomic_output.hpp"
#include "text/messages.hpp"

namespace og::cli {

bool can_write_file(std::string_view command, const std::string &name) {
    const AtomicOutput out(name);  // its temporary file goes with it
    if (!out.ok())
        complain(command, out.complaint());
    return out.ok();
}

bool write_file(std::string_view command, const std::string &name, std::string_view text) {
    AtomicOutput out(name);
    if (out.ok() && out.write(text.data(), text.size()) && out.commit())
        return true;
    complain(command, out.complaint());
    return false;
}

}  // namespace og::cli
