// SPDX-License-Identifier: MIT
#include "os/secrets.hpp"

#include <cerrno>

#include "text.hpp"

#include <ntsecapi.h>

namespace og::os {

void wipe(void *memory, std::size_t size) { SecureZeroMemory(memory, size); }

// The error reports of Windows contain memory of the process.
void forbid_core_dump() { SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); }

bool fill_random(void *bytes, std::size_t size) {
    if (RtlGenRandom(bytes, static_cast<ULONG>(size))) return true;
    errno = EIO;
    return false;
}

}  // namespace og::os
