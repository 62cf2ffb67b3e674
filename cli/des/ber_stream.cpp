// SPDX-License-Identifier: MIT
#include "ber_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace og::cli {

// Returns the next bytes without reading them: at least `size`, or fewer at the end or after an error.
std::span<const std::uint8_t> BerStream::look(std::size_t size) {
    if (to_ - from_ < size && why_.empty()) {
        std::memmove(buffer_.data(), buffer_.data() + from_, to_ - from_);
        to_ -= from_;
        from_ = 0;
        const ssize_t got = source_.fill(buffer_.data() + to_, buffer_.size() - to_);
        if (got < 0) why_ = source_.why();
        to_ += static_cast<std::size_t>(std::max<ssize_t>(got, 0));
    }
    return std::span<const std::uint8_t>(buffer_).subspan(from_, to_ - from_);
}

void BerStream::skip(std::size_t size) {
    from_ += size;
    offset_ += size;
}

bool BerStream::fail(std::uint64_t at, std::string_view what) {
    if (why_.empty()) why_ = fmt::format("offset {}: {}", at, what);
    return false;
}

bool BerStream::fail_truncated() { return fail(offset_, "the data end within the structure: truncated"); }

ssize_t BerStream::fill(void *to, std::size_t size) {
    if (!why_.empty()) return -1;
    const std::size_t held = std::min(size, to_ - from_);
    std::memcpy(to, buffer_.data() + from_, held);
    skip(held);
    if (held == size) return static_cast<ssize_t>(size);
    if (size - held < buffer_.size() / 2) {
        const std::size_t more = std::min(size - held, look(size - held).size());
        if (!why_.empty()) return -1;
        std::memcpy(static_cast<std::uint8_t *>(to) + held, buffer_.data() + from_, more);
        skip(more);
        return static_cast<ssize_t>(held + more);
    }
    const ssize_t got = source_.fill(static_cast<std::uint8_t *>(to) + held, size - held);
    if (got < 0) why_ = source_.why();
    if (got < 0) return -1;
    offset_ += static_cast<std::uint64_t>(got);
    return static_cast<ssize_t>(held) + got;
}

std::optional<BerStream::Element> BerStream::open() {
    const auto bytes = look(ber::longest_head);
    const std::uint64_t at = offset_;
    const auto element = why_.empty() ? ber::element_at(bytes, 0) : std::nullopt;
    if (!element) {
        // Of a tag of one byte that is there, with a length of known bytes.
        const bool cut = bytes.size() < 2 || (bytes[1] > 0x80 && bytes.size() < 2 + (bytes[1] & 0x7fu));
        if (cut && bytes.size() < ber::longest_head)
            fail_truncated();
        else
            fail(at, "no element of ASN.1");
        return std::nullopt;
    }
    skip(element->body);
    return Element{element->tag, at, element->end == ber::indefinite ? ber::indefinite : at + element->end};
}

bool BerStream::at_end(std::uint64_t end) {
    if (end != ber::indefinite) return offset_ == end;
    const auto bytes = look(2);
    if (bytes.size() < 2 || bytes[0] != 0 || bytes[1] != 0) return false;
    skip(2);
    return true;
}

bool BerStream::copy(std::vector<std::uint8_t> &bytes, std::size_t most) {
    std::size_t open_ones = 0;
    do {
        const auto head = look(ber::longest_head);
        const std::size_t before = bytes.size();
        if (open_ones > 0 && at_end(ber::indefinite)) {
            bytes.insert(bytes.end(), 2, 0);
            open_ones--;
            continue;
        }
        bytes.insert(bytes.end(), head.begin(), head.begin() + std::min(head.size(), ber::longest_head));
        const auto element = open();
        if (!element) return false;
        bytes.resize(before + static_cast<std::size_t>(offset_ - element->at));
        if (element->end == ber::indefinite) {
            open_ones++;
            continue;
        }
        const std::uint64_t size = element->end - offset_;
        if (size > most || bytes.size() + size > most)
            return fail(element->at,
                        fmt::format("an element of {} bytes, where all have at most {}", size, most));
        const std::size_t old = bytes.size();
        bytes.resize(old + static_cast<std::size_t>(size));
        const ssize_t got = fill(bytes.data() + old, static_cast<std::size_t>(size));
        if (got < 0) return false;
        if (static_cast<std::uint64_t>(got) < size) return fail_truncated();
    } while (open_ones > 0 && bytes.size() <= most);
    return open_ones == 0 || fail(offset_, fmt::format("more than {} bytes before the data", most));
}

}  // namespace og::cli
