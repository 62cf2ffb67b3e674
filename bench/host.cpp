// SPDX-License-Identifier: MIT
#include "host.hpp"

#include "os/program.hpp"

#include <ctime>
#include <fstream>

#include <oldguard/kernels.h>

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
    // Linux names the processor differently on x86 and s390, on POWER, and on RISC-V.
    for (const char *key : {"model name", "cpu", "uarch"})
        if (const std::string name = cpuinfo(key); !name.empty()) return name;
    if (const std::string part = cpuinfo("CPU part"); !part.empty())
        return "Arm implementer " + cpuinfo("CPU implementer") + " part " + part;
    const std::string name = os::processor_name();
    return name.empty() ? "unknown processor" : name;
}

std::string cpu_family() {
    if (const std::string family = cpuinfo("cpu family"); !family.empty())
        return "family " + family + " model " + cpuinfo("model") + " stepping " + cpuinfo("stepping");
    char identity[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(identity);
    return identity == std::string("unknown") ? "" : identity;
}

std::string system_name() { return os::system_name(); }

std::string compiler_name() { return OLDGUARD_C_COMPILER; }

std::string compiler_flags() { return OLDGUARD_C_FLAGS; }

std::string time_stamp() {
    const std::time_t now = std::time(nullptr);
    char text[sizeof "2026-11-21T00:00:00Z"];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
    return text;
}

}  // namespace og::bench
