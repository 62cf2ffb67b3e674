// SPDX-License-Identifier: MIT
#include "fuzz.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace og::fuzz {
namespace {

// Standard error, before libFuzzer silences what the code under test prints there.
const int messages = dup(STDERR_FILENO);

struct Operation {
    std::string name;
    std::vector<const char *> stems;  // NULL first: the kernel that is chosen by itself
    const char *forced = nullptr;
};

std::vector<Operation> &catalogue() {
    static std::vector<Operation> all = [] {
        std::vector<Operation> operations;
        for (std::size_t i = 0; const char *op = og_op_at(i); i++)
            operations.push_back({op, {nullptr}, nullptr});
        for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
            for (Operation &operation : operations)
                if (operation.name == kernel->op && og_kernel_usable(kernel, nullptr, 0) == 1)
                    operation.stems.push_back(kernel->stem);
        return operations;
    }();
    return all;
}

void force(Operation &operation, const char *stem) {
    if (stem != operation.forced)
        expect(og_force_kernel(operation.name.c_str(), stem) == OG_OK, "og_force_kernel");
    operation.forced = stem;
}

}  // namespace

void expect(bool holds, const char *what, std::source_location where) {
    if (holds) return;
    dprintf(messages, "finding: %s:%u: %s\n", where.file_name(), where.line(), what);
    std::abort();
}

void choose_kernels(Input &input, std::initializer_list<std::string_view> families) {
    for (Operation &operation : catalogue())
        for (std::string_view family : families)
            if (operation.name.starts_with(family))
                force(operation,
                      operation
                          .stems[input.ConsumeIntegralInRange<std::size_t>(0, operation.stems.size() - 1)]);
}

ConstantTime::ConstantTime(bool on) : on_(on) {
    if (!on_) return;
    for (Operation &operation : catalogue()) force(operation, nullptr);
    expect(og_set_policy(OG_POLICY_CONSTANT_TIME) == OG_OK, "og_set_policy");
}

ConstantTime::~ConstantTime() {
    if (on_) og_set_policy(OG_POLICY_FASTEST);
}

Bytes take_message(Input &input, std::size_t most) {
    // Small sizes are the more interesting ones.
    const std::size_t limit = std::min<std::size_t>(most, input.ConsumeBool() ? most : 300);
    Bytes message(input.ConsumeIntegralInRange<std::size_t>(0, limit));
    const Bytes seed = input.ConsumeBytes<std::uint8_t>(message.size());
    for (std::size_t i = 0; !seed.empty() && i < message.size(); i++)
        message[i] = static_cast<std::uint8_t>(seed[i % seed.size()] + i / seed.size());
    return message;
}

Bytes take_bytes(Input &input, std::size_t size) {
    Bytes bytes = input.ConsumeBytes<std::uint8_t>(size);
    bytes.resize(size);
    return bytes;
}

check::Rng take_random(Input &input) { return check::Rng(input.ConsumeIntegral<std::uint64_t>()); }

std::vector<std::size_t> take_parts(Input &input, std::size_t size, std::size_t unit) {
    std::vector<std::size_t> parts;
    for (std::size_t units = size / unit; units > 0;) {
        const std::size_t part =
            parts.size() == 12 ? units : input.ConsumeIntegralInRange<std::size_t>(0, units);
        parts.push_back(part * unit);
        units -= part;
    }
    return parts;
}

std::string take_text(Input &input, const std::vector<std::string> &words) {
    if (input.ConsumeBool()) return input.ConsumeRemainingBytesAsString();
    std::string text;
    while (input.remaining_bytes() > 0 && text.size() < 4096) {
        const auto at = input.ConsumeIntegralInRange<std::size_t>(0, words.size());
        text += at < words.size() ? words[at] : input.ConsumeRandomLengthString(8);
    }
    return text;
}

Edge::Edge(std::size_t most) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    size_ = (most + page - 1) / page * page;
    void *memory = mmap(nullptr, size_ + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory_ = static_cast<std::uint8_t *>(memory);
    expect(memory != MAP_FAILED && mprotect(memory_ + size_, page, PROT_NONE) == 0, "mmap");
}

Edge::~Edge() { munmap(memory_, size_ + static_cast<std::size_t>(sysconf(_SC_PAGESIZE))); }

std::uint8_t *Edge::hold(const Bytes &bytes) {
    expect(bytes.size() <= size_, "more bytes than the memory holds");
    return std::copy(bytes.begin(), bytes.end(), memory_ + size_ - bytes.size()) - bytes.size();
}

MemoryFile::MemoryFile() : fd_(memfd_create("fuzz", MFD_CLOEXEC)) { expect(fd_ >= 0, "memfd_create"); }

MemoryFile::~MemoryFile() { close(fd_); }

void MemoryFile::write(std::string_view text) {
    expect(ftruncate(fd_, 0) == 0 && lseek(fd_, 0, SEEK_SET) == 0, "ftruncate");
    expect(::write(fd_, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "write");
    expect(lseek(fd_, 0, SEEK_SET) == 0, "lseek");
}

std::string MemoryFile::read() const {
    std::string text(static_cast<std::size_t>(lseek(fd_, 0, SEEK_END)), '\0');
    expect(pread(fd_, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()), "pread");
    return text;
}

std::string MemoryFile::name() const { return "/proc/self/fd/" + std::to_string(fd_); }

}  // namespace og::fuzz
