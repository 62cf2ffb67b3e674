// SPDX-License-Identifier: MIT
// Tests lengths near SIZE_MAX, and near the longest that fits the address space, in both word sizes. No
// buffer is that long, so each call runs in a child process on a few pages before a guard page. It must
// return OG_ERR_TOO_LONG, or fault at the guard page after it has read all pages. The stack must be
// unchanged.
#include <oldguard/oldguard.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <functional>

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

enum Ending { at_the_guard = 10, elsewhere, stack_overwritten, too_long, something_else };

constexpr std::size_t data_size = 1 << 16, guard_size = 1 << 16;
std::uint8_t *data;

// In the frame of the caller: an endless copy to the stack overwrites it.
constexpr std::size_t canary_size = 2 * data_size;
std::uint8_t *canary;

void on_fault(int, siginfo_t *info, void *) {
    const auto *at = static_cast<const std::uint8_t *>(info->si_addr);
    if (at < data + data_size || at >= data + data_size + guard_size) _exit(elsewhere);
    const auto is_whole = [](std::uint8_t byte) { return byte == 0xa5; };
    const bool whole = std::all_of(canary, canary + canary_size, is_whole);
    _exit(whole ? at_the_guard : stack_overwritten);
}

// Runs a call in a child process, and returns how the process ended.
int ending(const std::function<int()> &call) {
    const pid_t child = fork();
    if (child == 0) {
        static std::uint8_t stack[1 << 16];
        stack_t alternative{};
        alternative.ss_sp = stack;
        alternative.ss_size = sizeof stack;
        sigaltstack(&alternative, nullptr);
        struct sigaction action{};
        action.sa_sigaction = on_fault;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        for (int signal : {SIGSEGV, SIGBUS}) sigaction(signal, &action, nullptr);
        std::uint8_t above[canary_size];
        std::fill_n(above, sizeof above, std::uint8_t{0xa5});
        canary = above;
        _exit(call() == OG_ERR_TOO_LONG ? too_long : something_else);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : something_else;
}

// A function that takes a message.
struct Function {
    const char *name;
    std::uint64_t most;  // bytes, by the standard
    int (*call)(std::size_t size);
};

constexpr std::uint64_t no_limit = UINT64_MAX, sha1_limit = (std::uint64_t{1} << 61) - 1;

// The outputs are before the data, because a function for many messages refuses outputs inside a message.
struct Outputs {
    std::uint8_t digests[3][64];
    og_sha1dc_verdict verdicts[3];
};
constexpr std::size_t outputs_size = 1 << 16;
static_assert(sizeof(Outputs) <= outputs_size);
Outputs *out;

// A long message among others.
const og_message *messages(std::size_t size) {
    static og_message all[3];
    all[0] = {data, 100};
    all[1] = {data, size};
    all[2] = {data, 3};
    return all;
}

template <std::size_t digest_size> auto as_digests() {
    return reinterpret_cast<std::uint8_t(*)[digest_size]>(out->digests);
}

const Function functions[] = {
    {"og_sha1", sha1_limit, [](std::size_t n) { return og_sha1(data, n, out->digests[0]); }},
    {"og_sha1_many", sha1_limit,
     [](std::size_t n) { return og_sha1_many(messages(n), 3, as_digests<20>(), nullptr); }},
    {"og_sha1_two_part_many", sha1_limit - 100,
     [](std::size_t n) {
         const og_two_part all[2] = {{data, 10, data, 100}, {data, 100, data, n}};
         return og_sha1_two_part_many(all, 2, as_digests<20>(), nullptr);
     }},
    {"og_sha1_update_many", sha1_limit,
     [](std::size_t n) {
         og_sha1_ctx streams[2], *both[2] = {&streams[0], &streams[1]};
         for (og_sha1_ctx *ctx : both) og_sha1_init(ctx);
         const og_message pieces[2] = {{data, 100}, {data, n}};
         return og_sha1_update_many(both, pieces, 2, nullptr);
     }},
    {"og_whirlpool_update_many", no_limit,
     [](std::size_t n) {
         og_whirlpool_ctx streams[2], *both[2] = {&streams[0], &streams[1]};
         for (og_whirlpool_ctx *ctx : both) og_whirlpool_init(ctx);
         const og_message pieces[2] = {{data, 100}, {data, n}};
         return og_whirlpool_update_many(both, pieces, 2, nullptr);
     }},
    {"og_sha1_update", sha1_limit,
     [](std::size_t n) {
         og_sha1_ctx ctx;
         og_sha1_init(&ctx);
         og_sha1_update(&ctx, data, 1);
         return og_sha1_update(&ctx, data, n);
     }},
    {"og_sha1dc", sha1_limit,
     [](std::size_t n) { return og_sha1dc(data, n, 0, out->digests[0], out->verdicts); }},
    {"og_sha1dc_many", sha1_limit,
     [](std::size_t n) {
         return og_sha1dc_many(messages(n), 3, 0, as_digests<20>(), out->verdicts, nullptr);
     }},
    {"og_whirlpool", no_limit, [](std::size_t n) { return og_whirlpool(data, n, out->digests[0]); }},
    {"og_whirlpool_many", no_limit,
     [](std::size_t n) { return og_whirlpool_many(messages(n), 3, as_digests<64>(), nullptr); }},
    {"og_hmac", sha1_limit - 64,
     [](std::size_t n) { return og_hmac(OG_HASH_SHA1, "k", 1, data, n, out->digests[0]); }},
    {"og_hmac, key", no_limit,
     [](std::size_t n) { return og_hmac(OG_HASH_WHIRLPOOL, data, n, "x", 1, out->digests[0]); }},
    {"og_des_update, CTR", no_limit,
     [](std::size_t n) {
         og_des_ctx ctx;
         og_des_init(&ctx, OG_DES, OG_CTR, OG_ENCRYPT, out->digests[0], 8, out->digests[1], 8, 0);
         return og_des_update(&ctx, data, data, n);
     }},
    {"og_des_mac", sha1_limit,
     [](std::size_t n) {
         return og_des_mac(OG_MAC_CBC, OG_MAC_PAD_LENGTH, OG_DES, out->digests[0], 8, data, n, 0,
                           out->digests[1], 8);
     }},
    {"og_des_mac_many", sha1_limit,
     [](std::size_t n) {
         // of whole blocks: of others the end is read first
         const og_des_message m = {out->digests[0], nullptr, data, nullptr, n / 8 * 8};
         return og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_LENGTH, OG_DES, &m, 1, 0, as_digests<8>(), nullptr);
     }},
};

}  // namespace

int main() {
    void *pages = mmap(nullptr, outputs_size + data_size + guard_size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return 2;
    out = static_cast<Outputs *>(pages);
    data = static_cast<std::uint8_t *>(pages) + outputs_size;
    if (mprotect(data + data_size, guard_size, PROT_NONE) != 0) return 2;
    static const char *const endings[] = {"a fault at the guard page", "a fault elsewhere",
                                          "the stack overwritten", "OG_ERR_TOO_LONG", "something else"};
    int wrong = 0;
    const std::size_t space = UINTPTR_MAX - reinterpret_cast<std::uintptr_t>(data);  // from data on
    for (const Function &f : functions)
        for (std::size_t most : {SIZE_MAX, space})
            for (std::size_t less : {0, 7, 8, 9, 10, 31, 32, 33, 34, 63, 64, 1000}) {
                const std::size_t size = most - less;
                const int wanted = size > f.most || size > space ? too_long : at_the_guard;
                const int found = ending([&] { return f.call(size); });
                if (found == wanted) continue;
                std::printf("%s of %zu bytes: %s, not %s\n", f.name, size, endings[found - at_the_guard],
                            endings[wanted - at_the_guard]);
                wrong++;
            }
    std::printf("%d wrong\n", wrong);
    return wrong > 0;
}
