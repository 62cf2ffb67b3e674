// SPDX-License-Identifier: MIT
// Stops a thread at one of many instructions of its first call, for ever or for a while. All other threads
// must continue:  stopped_probe fork|alone|change   (x86-64)
//
// The thread runs in single steps (trap flag), and the signal handler holds it. An alarm ends a process that
// hangs.
#include <oldguard/oldguard.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

constexpr unsigned hang_guard = 600;  // seconds
constexpr long stride = 997;          // instructions from stop to stop
constexpr int ended_before = 77;      // exit status: the call ended before the instruction

long steps, stop_at;
std::atomic<bool> stopped, ended, released;

void on_step(int) {
    if (++steps != stop_at) return;
    stopped = true;
    while (!released) {
        const timespec moment = {0, 1000000};
        nanosleep(&moment, nullptr);
    }
}

// Compiled without a red zone: the flags go through the stack.
void step_through_a_first_call() {
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE];
    __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
    og_sha1("abc", 3, digest);
    __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
    ended = true;
}

bool is_usable() {
    const std::uint8_t key[8] = {0x13, 0x34, 0x57, 0x79, 0x9b, 0xbc, 0xdf, 0xf1}, iv[8] = {};
    std::uint8_t digest[OG_SHA1_DIGEST_SIZE], block[8] = {};
    return og_sha1("abc", 3, digest) == OG_OK && digest[0] == 0xa9 &&
           og_des_crypt(OG_DES, OG_CBC, OG_ENCRYPT, key, 8, iv, 8, OG_DES_CHECK_NONE, block, block, 8) ==
               OG_OK &&
           og_config_error(nullptr, 0) == OG_OK && og_cpu_has("sse2") == 1;
}

// Runs `body` in a child process. Returns its exit status, or -1 if a signal ended it.
int status_of(const std::function<int()> &body) {
    const pid_t child = fork();
    if (child == 0) {
        alarm(hang_guard);
        _exit(body());
    }
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

// Holds a thread at an instruction of its first call while other threads work. Returns the exit status, 0 if
// all answers are right.
int beside_a_stopped_thread(const std::string &what, long instruction) {
    stop_at = instruction;
    std::signal(SIGTRAP, on_step);
    std::thread thread(step_through_a_first_call);
    while (!stopped && !ended) std::this_thread::yield();
    int status = stopped ? 0 : ended_before;
    if (stopped && what == "fork") status = status_of([] { return is_usable() ? 0 : 1; });
    if (stopped && what == "alone") status = is_usable() ? 0 : 1;
    if (stopped && what == "change") {
        // What the thread chose before the change must not be seen after it.
        const bool set = og_force_kernel("sha1.blocks", "sha1_c_ref") == OG_OK;
        released = true;
        thread.join();
        status =
            set && std::strcmp(og_kernel_for("sha1.blocks", 64, nullptr)->stem, "sha1_c_ref") == 0 ? 0 : 1;
    }
    _exit(status);  // the thread may be held still
}

}  // namespace

int main(int argc, char **argv) {
    const std::string what = argc == 2 ? argv[1] : "";
    if (what != "fork" && what != "alone" && what != "change") return 2;
    int stops = 0, wrong = 0, status = 0;
    for (long at = 1; status != ended_before && wrong < 3; at += stride) {
        status = status_of([&] { return beside_a_stopped_thread(what, at); });
        stops += status != ended_before;
        wrong += status != ended_before && status != 0;
    }
    std::printf("stopped_probe %s: %d stops, %d wrong\n", what.c_str(), stops, wrong);
    return stops > 0 && wrong == 0 ? 0 : 1;
}
