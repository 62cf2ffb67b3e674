// SPDX-License-Identifier: MIT
#include "affinity.hpp"

#if defined(_WIN32)
#include <windows.h>
#elif defined(__linux__)
#include <sched.h>
#elif defined(__FreeBSD__)
#include <sys/param.h>

#include <sys/cpuset.h>
#endif

namespace og::bench::os {

#if defined(_WIN32)

// Of a machine with more than 64 processors, those of the group that the thread is in.
std::vector<int> allowed_processors() {
    DWORD_PTR process = 0, system = 0;
    std::vector<int> found;
    if (!GetProcessAffinityMask(GetCurrentProcess(), &process, &system)) return found;
    for (int cpu = 0; cpu < static_cast<int>(sizeof process * 8); cpu++)
        if (process >> cpu & 1) found.push_back(cpu);
    return found;
}

void allow_processors(const std::vector<int> &processors) {
    DWORD_PTR mask = 0;
    for (int cpu : processors) mask |= DWORD_PTR{1} << cpu;
    SetThreadAffinityMask(GetCurrentThread(), mask);
}

#elif defined(__linux__) || defined(__FreeBSD__)

namespace {

#ifdef __linux__
using Set = cpu_set_t;
bool get(Set &set) { return sched_getaffinity(0, sizeof set, &set) == 0; }
void put(const Set &set) { sched_setaffinity(0, sizeof set, &set); }
#else
using Set = cpuset_t;
bool get(Set &set) { return cpuset_getaffinity(CPU_LEVEL_WHICH, CPU_WHICH_TID, -1, sizeof set, &set) == 0; }
void put(const Set &set) { cpuset_setaffinity(CPU_LEVEL_WHICH, CPU_WHICH_TID, -1, sizeof set, &set); }
#endif

}  // namespace

std::vector<int> allowed_processors() {
    Set set;
    std::vector<int> found;
    if (get(set))
        for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
            if (CPU_ISSET(cpu, &set)) found.push_back(cpu);
    return found;
}

void allow_processors(const std::vector<int> &processors) {
    Set set;
    CPU_ZERO(&set);
    for (int cpu : processors) CPU_SET(cpu, &set);
    put(set);
}

#else

std::vector<int> allowed_processors() { return {}; }

void allow_processors(const std::vector<int> &) {}

#endif

}  // namespace og::bench::os
