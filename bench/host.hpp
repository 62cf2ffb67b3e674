// SPDX-License-Identifier: MIT
// The machine of a run, and the compiler of the library.
#pragma once

#include <string>

namespace og::bench {

std::string cpu_name();        // "AMD EPYC 9J14"
std::string cpu_family();      // "family 26 model 2 stepping 1", without /proc/cpuinfo og_cpu_identity, or ""
std::string system_name();     // "Linux 6.1.0 x86_64"
std::string compiler_name();   // "GNU 12.2.0", the compiler of the library's C code
std::string compiler_flags();  // "-O2 -g -DNDEBUG"
std::string time_stamp();      // "2026-11-21T14:03:00Z"

inline constexpr unsigned pointer_bits = sizeof(void *) * 8;

}  // namespace og::bench
