// SPDX-License-Identifier: MIT
#include "not_run.hpp"

#include <cstdlib>
#include <sstream>

namespace og::check {

namespace {

std::string joined(const std::set<std::string> &words) {
    std::string text;
    for (const std::string &word : words) text += (text.empty() ? "" : ", ") + word;
    return text;
}

}  // namespace

std::vector<std::string> lacking(const og_kernel &kernel) {
    std::vector<std::string> names;
    if (!kernel.fn) return names;  // another processor's
    std::istringstream isa(kernel.isa);
    for (std::string name; std::getline(isa, name, '+');)
        if (og_cpu_has(name.c_str()) == 0) names.push_back(name);
    return names;
}

void NotRun::add(const std::string &name, const std::vector<std::string> &features) {
    if (features.empty()) return;
    names_.insert(name);
    features_.insert(features.begin(), features.end());
}

std::string NotRun::line(const std::string &what) const {
    if (names_.empty()) return "";
    const char *hidden = std::getenv("OLDGUARD_CPU");
    const std::string where = hidden && *hidden ? std::string("under OLDGUARD_CPU=") + hidden : "on this CPU";
    return "not run " + where + ": " + std::to_string(names_.size()) + " " + what + ": " + joined(names_) +
           " (without " + joined(features_) + ")\n";
}

}  // namespace og::check
