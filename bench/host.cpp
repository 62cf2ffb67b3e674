// SPDX-License-Identifier: MIT
#include "host.hpp"

#include <ctime>
#include <fstream>

#include <sys/utsname.h>

// The build defines both for the C kernels, whose compiler can differ from that of this file.
#ifndef OLDGUARD_C_COMPILER
#define OLDGUARD_C_COMPILER "unknown"
#endif
#ifndef OLDGUARD_C_FLAGS
#define OLDGUARD_C_FLAGS ""
#endif

namespace og::bench {

namespace {

// Returns the first value of a key in /proc/cpuinfo, or "".
std::string cpuinfo(const std::string &key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(':');
        if (colon == std::string::npos) continue;
        const auto end = line.find_last_not_of(" \t", colon - 1);
        if (line.substr(0, end + 1) == key) {
            const auto begin = line.find_first_not_of(" \t", colon + 1);
            return begin == std::string::npos ? "" : line.substr(begin);
        }
    }
    return "";
}

}  // namespace

std::string cpu_name() {
    const std::string name = cpuinfo("model name");
    return name.empty() ? "unknown processor" : name;
}

std::string cpu_family() {
    const std::string family = cpuinfo("cpu family");
    if (family.empty()) return "";
    return "family " + family + " model " + cpuinfo("model") + " stepping " + cpuinfo("stepping");
}

std::string system_name() {
    utsname name;
    if (uname(&name) != 0) return "unknown system";
    return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

std::string compiler_name() { return OLDGUARD_C_COMPILER; }

std::string compiler_flags() { return OLDGUARD_C_FLAGS; }

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    std::tm utc;
    char text[32];
    gmtime_r(&now, &utc);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text;
}

}  // namespace og::bench
