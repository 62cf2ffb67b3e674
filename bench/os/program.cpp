// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#ifdef _WIN32
#include <windows.h>
#else
#include <sys/utsname.h>
#include <unistd.h>
#endif
#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <sys/sysctl.h>
#endif
#ifdef __FreeBSD__
#include <sys/types.h>

#include <sys/sysctl.h>
#endif

namespace og::bench::os {

#if defined(_WIN32)

std::filesystem::path program_path() {
    std::wstring path(32768, L'\0');  // the longest of Windows
    path.resize(GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
    return path;
}

#elif defined(__APPLE__)

std::filesystem::path program_path() {
    std::uint32_t size = 0;
    _NSGetExecutablePath(nullptr, &size);
    std::string path(size, '\0');
    if (_NSGetExecutablePath(path.data(), &size) != 0) return {};
    std::error_code error;
    return std::filesystem::canonical(path.c_str(), error);
}

#elif defined(__FreeBSD__)

std::filesystem::path program_path() {
    const int name[] = {CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1};
    char path[4096];
    std::size_t size = sizeof path;
    return sysctl(name, 4, path, &size, nullptr, 0) == 0 ? path : "";
}

#else

std::filesystem::path program_path() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/exe", error);
}

#endif

#if defined(_WIN32)
const char *variable(const char *name) { return std::getenv(name); }  // no set-user-ID programs
#elif defined(__linux__)
const char *variable(const char *name) { return secure_getenv(name); }
#else
const char *variable(const char *name) { return issetugid() ? nullptr : std::getenv(name); }
#endif

#if defined(__x86_64__) || defined(__i386__)

// CPUID leaves 0x80000002 to 0x80000004: 48 characters, which may begin with blanks.
std::string processor_name() {
    unsigned words[12];
    for (unsigned i = 0; i < 3; i++) {
        unsigned *part = words + 4 * i;
        if (!__get_cpuid(0x80000002 + i, part, part + 1, part + 2, part + 3)) return "";
    }
    char text[sizeof words + 1] = "";
    std::memcpy(text, words, sizeof words);
    return text + std::strspn(text, " ");
}

#elif defined(__APPLE__)

std::string processor_name() {
    char text[256] = "";
    std::size_t size = sizeof text - 1;
    return sysctlbyname("machdep.cpu.brand_string", text, &size, nullptr, 0) == 0 ? text : "";
}

#else

std::string processor_name() { return ""; }

#endif

#ifdef _WIN32

std::string system_name() {
#if defined(__x86_64__)
    return "Windows x86_64";
#elif defined(__i386__)
    return "Windows i686";
#else
    return "Windows";
#endif
}

#else

std::string system_name() {
    utsname name;
    if (uname(&name) != 0) return "unknown system";
    return std::string(name.sysname) + " " + name.release + " " + name.machine;
}

#endif

}  // namespace og::bench::os
