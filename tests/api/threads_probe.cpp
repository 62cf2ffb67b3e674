// SPDX-License-Identifier: MIT
// Tests threads, forks and cancellations during first calls. Not a GoogleTest program, so that each process
// chooses its first call:  threads_probe first|fork|cancel|changes
//
// An alarm ends a process that hangs, long after the slowest machine has finished.
#include <oldguard/oldguard.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <functional>
#include <pthread.h>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr unsigned hang_guard = 1200;  // seconds
constexpr int threads_of_a_first_use = 16;
constexpr std::uint8_t key_of_des[8] = {0x13, 0x34, 0x57, 0x79, 0x9b, 0xbc, 0xdf, 0xf1};

// Calls the functions that read the settings or the choice of kernels. Returns whether all answers are right.
bool all_right() {
    std::uint8_t digest[64], key[20], block[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    char hash[OG_CRYPT_DES_SIZE];
    bool right =
        og_sha1("abc", 3, digest) == OG_OK && std::memcmp(digest, "\xa9\x99\x3e\x36\x47\x06\x81\x6a", 8) == 0;
    right =
        right && og_whirlpool("abc", 3, digest) == OG_OK && std::memcmp(digest, "\x4e\x24\x48\xa4", 4) == 0;
    for (int encrypt : {1, 0})
        right = right && og_des_crypt(OG_DES, OG_ECB, encrypt, key_of_des, 8, nullptr, 0, OG_DES_CHECK_NONE,
                                      block, block, 8) == OG_OK;
    right = right && block[0] == 1 && block[7] == 8;
    // RFC 6070, the first of its vectors.
    right = right && og_pbkdf2(OG_HASH_SHA1, "password", 8, "salt", 4, 1, key, 20) == OG_OK &&
            std::memcmp(key, "\x0c\x60\xc8\x0f\x96\x1f\x0e\x71", 8) == 0;
    right = right && og_crypt_des("rasmuslerdorf", "rl", hash) == OG_OK &&
            std::strcmp(hash, "rl.3StKT.4T8M") == 0;
    right = right && og_cpu_has("sse2") >= 0 && og_config_error(nullptr, 0) == OG_OK;
    return right && og_kernel_for("sha1.blocks", 64, nullptr) != nullptr;
}

// Calls the functions for many messages, and compares with those for one message.
bool many_are_right() {
    constexpr std::size_t n = 20;
    static const std::vector<std::uint8_t> text(300 * n, 'a');
    std::array<og_message, n> messages;
    std::array<og_des_message, n> des;
    std::array<const char *, n> passwords, settings;
    std::vector<std::uint8_t> out(8 * n);
    const std::uint8_t iv[8] = {};
    for (std::size_t i = 0; i < n; i++) {
        messages[i] = {text.data(), 300 * i};
        des[i] = {key_of_des, iv, text.data(), out.data() + 8 * i, 8};
        passwords[i] = "rasmuslerdorf";
        settings[i] = "rl";
    }
    std::uint8_t sha1[n][20], detecting[n][20], whirlpool[n][64], macs[n][8], one[64];
    og_sha1dc_verdict verdicts[n];
    char hashes[n][OG_CRYPT_DES_SIZE];
    bool right =
        og_sha1_many(messages.data(), n, sha1, nullptr) == OG_OK &&
        og_sha1dc_many(messages.data(), n, 0, detecting, verdicts, nullptr) == OG_OK &&
        og_whirlpool_many(messages.data(), n, whirlpool, nullptr) == OG_OK &&
        og_des_many(OG_DES, OG_CBC, des.data(), n, 0, nullptr) == OG_OK &&
        og_des_mac_many(OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES, des.data(), n, 0, macs, nullptr) == OG_OK &&
        og_crypt_des_many(passwords.data(), settings.data(), n, hashes, nullptr) == OG_OK;
    for (std::size_t i = 0; i < n; i++) {
        right = right && og_sha1(messages[i].data, messages[i].size, one) == OG_OK &&
                std::memcmp(one, sha1[i], 20) == 0 && std::memcmp(one, detecting[i], 20) == 0;
        right = right && og_whirlpool(messages[i].data, messages[i].size, one) == OG_OK &&
                std::memcmp(one, whirlpool[i], 64) == 0;
        right = right &&
                og_des_mac(OG_MAC_CBC, OG_MAC_PAD_ZEROS, OG_DES, key_of_des, 8, text.data(), 8,
                           OG_DES_CHECK_NONE, one, 8) == OG_OK &&
                std::memcmp(one, macs[i], 8) == 0 && std::memcmp(one, &out[8 * i], 8) == 0;
        right = right && std::strcmp(hashes[i], "rl.3StKT.4T8M") == 0;
    }
    return right;
}

// Runs `body` in a child process. Returns whether it ended without a signal and returned true.
bool in_child(const std::function<bool()> &body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(hang_guard);
        _exit(body() ? 0 : 1);
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// Counts the rounds that go wrong.
int count_wrong(int rounds, const std::function<bool(int)> &round) {
    int wrong = 0;
    for (int i = 0; i < rounds; i++) wrong += !round(i);
    return wrong;
}

// Starts threads that wait for each other and then make their first calls. Runs `beside` at the same time.
bool first_use(const std::function<bool()> &beside) {
    std::atomic<int> waiting{0}, wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < threads_of_a_first_use; t++)
        threads.emplace_back([&] {
            waiting++;
            while (waiting < threads_of_a_first_use) std::this_thread::yield();
            wrong += !all_right() || !many_are_right();
        });
    const bool right = beside();
    for (std::thread &thread : threads) thread.join();
    return right && wrong == 0;
}

// Tests first calls by many threads, and forks during these calls, whose children use the library.
int first() {
    return count_wrong(50, [](int) {
        return in_child([] {
            return first_use([] { return count_wrong(4, [](int) { return in_child(all_right); }) == 0; });
        });
    });
}

// Tests forks while other threads are in the library.
int forks() {
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 2; t++)
        threads.emplace_back([&] {
            while (!stop) wrong += og_cpu_has("sse2") < 0 || !all_right();
        });
    const int failed = count_wrong(500, [](int) { return in_child(all_right); });
    stop = true;
    for (std::thread &thread : threads) thread.join();
    return failed + wrong;
}

// Cancels a thread at any instruction of its first calls, and uses the library in the main thread.
int cancellations() {
    return count_wrong(50, [](int round) {
        return in_child([round] {
            pthread_t thread;
            const auto body = [](void *) -> void * {
                pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
                for (;;) all_right();
            };
            if (pthread_create(&thread, nullptr, body, nullptr) != 0) return false;
            for (int i = 0; i < round / 5; i++) sched_yield();
            return pthread_cancel(thread) == 0 && pthread_join(thread, nullptr) == 0 && all_right();
        });
    });
}

// Changes the settings while other threads work. No thread may get a table kernel while the policy refuses
// them, and every answer must be right.
int changes() {
    std::uint8_t iv[8] = {}, of_zeros[8] = {};
    if (og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, key_of_des, 8, iv, 8, OG_DES_CHECK_NONE, of_zeros, of_zeros,
                     8) != OG_OK)
        return 1;
    std::atomic<unsigned> phase{0};  // odd: the policy refuses kernels of tables
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++)
        threads.emplace_back([&, t] {
            for (unsigned before = phase; before < 600; before = phase) {
                const og_kernel *kernel = og_kernel_for("des.ecb", t < 2 ? 8 : 65536, nullptr);
                if (before == phase && before % 2 == 1 && kernel != nullptr)
                    wrong += kernel->constant_time != 1;
                std::uint8_t digest[20], block[8] = {};
                wrong += og_sha1("abc", 3, digest) != OG_OK || digest[0] != 0xa9;
                // The policy may leave no kernel for this one. Success means the right answer all the same.
                const int status = og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, key_of_des, 8, iv, 8,
                                                OG_DES_CHECK_NONE, block, block, 8);
                wrong += status == OG_OK ? std::memcmp(block, of_zeros, 8) != 0 : status != OG_ERR_NO_KERNEL;
            }
        });
    const std::string order = "sha1.blocks sha1_c_ref 0 1.00\ndes.ecb des_c_ref 0 1.00\n";
    for (unsigned i = 0; i < 300; i++) {
        wrong += og_set_policy(OG_POLICY_CONSTANT_TIME) != OG_OK;
        phase++;
        wrong += og_force_kernel("sha1.blocks", i % 2 != 0 ? "sha1_c_fast" : nullptr) != OG_OK;
        wrong += og_set_order(order.data(), i % 3 != 0 ? order.size() : 0, nullptr, 0) != OG_OK;
        std::this_thread::yield();
        phase++;
        for (int toggles = 0; toggles < 200; toggles++)
            wrong += og_set_policy(toggles % 2 == 0 ? OG_POLICY_CONSTANT_TIME : OG_POLICY_FASTEST) != OG_OK;
        wrong += og_set_policy(OG_POLICY_FASTEST) != OG_OK;
    }
    for (std::thread &thread : threads) thread.join();
    return wrong;
}

}  // namespace

int main(int argc, char **argv) {
    const std::string what = argc == 2 ? argv[1] : "";
    alarm(hang_guard);
    const int wrong = what == "first"     ? first()
                      : what == "fork"    ? forks()
                      : what == "cancel"  ? cancellations()
                      : what == "changes" ? changes()
                                          : -1;
    std::printf("threads_probe %s: %d wrong\n", what.c_str(), wrong);
    return wrong == 0 ? 0 : 1;
}
