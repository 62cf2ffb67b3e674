// SPDX-License-Identifier: MIT
#include "call.hpp"

#include <valgrind/memcheck.h>

#include <algorithm>

namespace og::memcheck {

namespace {

volatile int sink;

}  // namespace

std::uint8_t *Call::secret(std::size_t size, std::uint8_t known) {
    Bytes &bytes = storage_.emplace_back(rng_.bytes(size));
    for (std::uint8_t &byte : bytes) byte |= known;
    if (unknown_ && size > 0) {
        const Bytes unknown(size, static_cast<std::uint8_t>(~known));
        VALGRIND_SET_VBITS(bytes.data(), unknown.data(), size);
    }
    return bytes.data();
}

std::uint8_t *Call::as_secret(const Bytes &bytes) {
    Bytes &copy = storage_.emplace_back(bytes);
    if (unknown_) VALGRIND_MAKE_MEM_UNDEFINED(copy.data(), copy.size());
    return copy.data();
}

std::uint8_t *Call::room(std::size_t size) { return storage_.emplace_back(size).data(); }

void Call::expect(int status, int wanted) {
    VALGRIND_MAKE_MEM_DEFINED(&status, sizeof status);
    if (status == OG_ERR_NO_KERNEL && wanted != status) throw Refused{};
    if (status != wanted) throw Unexpected(std::string("a call ended with \"") + og_strerror(status) + "\"");
}

void Call::result(const void *data, std::size_t size) {
    const auto *bytes = static_cast<const std::uint8_t *>(data);
    for (std::size_t i = 0; leaky_ && i < size; i++)
        if (bytes[i] & 1) sink = 1;
    VALGRIND_MAKE_MEM_DEFINED(data, size);
    results_.insert(results_.end(), bytes, bytes + size);
}

void Call::wiped(const void *data, std::size_t size) {
    const auto *bytes = static_cast<const std::uint8_t *>(data);
    if (!std::all_of(bytes, bytes + size, [](std::uint8_t byte) { return byte == 0; }))
        throw Unexpected("a context was not wiped");
}

}  // namespace og::memcheck
