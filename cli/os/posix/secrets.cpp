// SPDX-License-Identifier: MIT
#define __STDC_WANT_LIB_EXT1__ 1  // memset_s of macOS
#include "os/secrets.hpp"

#include <cstring>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#if defined __linux__ || defined __APPLE__
#include <sys/random.h>
#endif

namespace og::os {

void wipe(void *memory, std::size_t size) {
    if (size == 0) return;  // memory may be null
#ifdef __APPLE__
    memset_s(memory, size, 0, size);
#else
    explicit_bzero(memory, size);
#endif
}

// PR_SET_DUMPABLE is needed because the limit does not apply if the system pipes core dumps into a program.
void forbid_core_dump() {
    struct rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

bool fill_random(void *bytes, std::size_t size) {
#ifdef __linux__
    return getrandom(bytes, size, 0) >= 0;  // never returns fewer than 256 bytes
#else
    return getentropy(bytes, size) == 0;
#endif
}

}  // namespace og::os
