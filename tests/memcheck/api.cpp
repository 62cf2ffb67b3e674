// SPDX-License-Identifier: MIT
// Checks under valgrind that the time of the API does not depend on secrets. Every secret byte is marked as
// undefined, so memcheck reports each branch and each address that depends on one.
//
// The policy is constant-time. Each kernel that it allows and that valgrind can run does the work in turn.
// With --tables, the functions that the policy refuses run with table kernels. tables.supp suppresses the
// reports of their look-ups. The code around them must cause no report.
#include "call.hpp"
#include "elsewhere.hpp"

#include <valgrind/memcheck.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace og::memcheck {

namespace {

using Kernels = std::vector<const og_kernel *>;

// Returns the catalogue entries that serve an operation of a part, in constant time or not.
Kernels kernels_of(const Part &part, bool constant_time) {
    Kernels entries;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (kernel->fn != nullptr && (kernel->constant_time == 1) == constant_time &&
            std::find(part.operations.begin(), part.operations.end(), kernel->op) != part.operations.end())
            entries.push_back(kernel);
    return entries;
}

// Returns the stems of the entries that valgrind can run, or of the others, each once.
std::vector<std::string> stems(const Kernels &entries, bool usable) {
    std::vector<std::string> names;
    for (const og_kernel *kernel : entries)
        if ((og_kernel_usable(kernel, nullptr, 0) == 1) == usable &&
            std::find(names.begin(), names.end(), kernel->stem) == names.end())
            names.emplace_back(kernel->stem);
    return names;
}

void force(const Kernels &entries, const std::string &stem, bool on) {
    for (const og_kernel *kernel : entries)
        if (kernel->stem == stem) og_force_kernel(kernel->op, on ? kernel->stem : nullptr);
}

// Returns the number of errors that memcheck reported in one run.
unsigned complaints(const Part &part, bool unknown, bool leaky, Bytes &results) {
    const unsigned before = VALGRIND_COUNT_ERRORS;
    Call call(unknown, leaky);
    part.run(call);
    results = call.results();
    return VALGRIND_COUNT_ERRORS - before;
}

// Returns "" or what is wrong with a run. results: the results of the previous run of the part, if any. The
// first run checks that a leaky caller is reported.
std::string judge(const Part &part, Claim claim, Bytes &results) {
    const bool first = results.empty();
    Bytes found;
    try {
        if (first && complaints(part, false, false, results) > 0) return "complaints without secrets";
        const unsigned count = complaints(part, true, false, found);
        if (claim == Claim::refused) return "is not refused";
        if (found != results) return "other results than before";
        if (claim == Claim::dependent)
            return count > 0 ? "" : "memcheck is silent: the header claims too little";
        if (count > 0) return std::to_string(count) + " complaints";
        if (first && complaints(part, true, true, found) == 0)
            return "the secrets do not reach the results: a leaky caller goes unnoticed";
    } catch (const Refused &) {
        return claim == Claim::refused ? "" : "the policy refuses it";
    } catch (const Unexpected &e) {
        return e.what();
    }
    return "";
}

void print(const char *what, const std::vector<std::string> &names) {
    if (names.empty()) return;
    std::printf("    %s:", what);
    for (const std::string &name : names) std::printf(" %s", name.c_str());
    std::printf("\n");
}

// Prints the verdict on a part. Returns 1 if it is wrong.
int judge_all(const Part &part, bool tables) {
    static const char *const claims[] = {"independent of secrets", "refused by the policy",
                                         "depends on secrets, as its header says"};
    const Claim claim = tables ? Claim::independent : part.claim;
    std::printf("%s: %s\n", part.functions.c_str(), claims[static_cast<int>(claim)]);
    const Kernels entries = kernels_of(part, !tables);
    int wrong = 0;
    Bytes results;
    const auto try_with = [&](const std::string &stem) {
        force(entries, stem, true);
        const std::string why = judge(part, claim, results);
        force(entries, stem, false);
        if (why.empty()) return;
        std::printf("    WRONG with %s: %s\n", stem.empty() ? "no kernel" : stem.c_str(), why.c_str());
        wrong = 1;
    };
    const std::vector<std::string> usable = stems(entries, true);
    for (const std::string &stem : usable) try_with(stem);
    if (usable.empty()) try_with("");
    print("run by memcheck with", usable);
    if (tables || claim == Claim::refused) return wrong;
    print((std::string("not run by valgrind, but ") + analysed + " in").c_str(), stems(entries, false));
    for (const og_kernel *kernel : entries) {
        if (og_kernel_usable(kernel, nullptr, 0) || is_analysed(*kernel)) continue;
        std::printf("    WRONG: nothing covers %s\n", kernel->stem);
        wrong = 1;
    }
    return wrong;
}

int judge(const Verdict &verdict) {
    const auto count = [](void (*run)(Call &)) {
        const unsigned before = VALGRIND_COUNT_ERRORS;
        Call call(true, false);
        run(call);
        return VALGRIND_COUNT_ERRORS - before;
    };
    const unsigned one = count(verdict.on_one), several = count(verdict.on_several);
    std::printf("%s: depends on the verdict\n    %s%u complaints of one secret, %u of several\n",
                verdict.functions.c_str(), one != several ? "WRONG: " : "", one, several);
    return one != several;
}

int run(bool tables) {
    if (!RUNNING_ON_VALGRIND) {
        std::fprintf(stderr, "memcheck: must run under valgrind\n");
        return 2;
    }
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    if (!tables && og_set_policy(OG_POLICY_CONSTANT_TIME) != OG_OK) return 1;
    std::vector<Part> parts = hash_parts();
    for (Part &part : des_parts()) parts.push_back(std::move(part));
    int wrong = 0;
    for (const auto &verdicts : {hash_verdicts(), des_verdicts()})
        for (const Verdict &verdict : verdicts) wrong += judge(verdict);
    for (const Part &part : parts)
        if (!tables || part.claim == Claim::refused) wrong += judge_all(part, tables);
    std::printf("%d WRONG\n", wrong);
    return wrong > 0;
}

}  // namespace

}  // namespace og::memcheck

int main(int argc, char **argv) {
    return og::memcheck::run(argc > 1 && std::strcmp(argv[1], "--tables") == 0);
}
