// SPDX-License-Identifier: MIT
// Tests which rows are timed, and that wrong kernels and peers are not.
#include "bench/operations/moved.hpp"
#include "bench/operations/operation.hpp"
#include "bench/peer_modules.hpp"
#include "bench/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

using namespace og::bench;

namespace {

// Figures of a busy machine count, so that no test depends on its load.
BenchOptions small(std::vector<std::string> only) {
    BenchOptions options;
    options.only = std::move(only);
    options.sizes = {64};
    options.quick = true;
    options.accept_noise = true;
    options.budget = 0.2;
    options.seed = 5;
    options.peer_folder = OLDGUARD_TEST_PEERS;
    return options;
}

Report run(const BenchOptions &options) {
    Progress progress("test");
    return run_bench(options, progress);
}

bool has_row(const Report &report, const std::string &name) {
    return std::any_of(report.rows.begin(), report.rows.end(),
                       [&](const Row &row) { return row.name == name; });
}

bool has_problem(const Report &report, const std::string &words) {
    return std::any_of(report.problems.begin(), report.problems.end(),
                       [&](const std::string &p) { return p.find(words) != std::string::npos; });
}

}  // namespace

TEST(Peers, WrongAnswersAreNamedAndNotTimed) {
    const Report report = run(small({"planted.*"}));
    EXPECT_EQ(report.problems.size(), 7u);
    for (const char *name : {"planted.last_bit", "planted.long_input", "planted.truncated", "planted.refuses",
                             "planted.idle", "planted.forgets_iv", "planted.few_iterations"}) {
        EXPECT_TRUE(has_problem(report, std::string(name) + ": wrong answer")) << name;
        EXPECT_FALSE(has_row(report, name)) << name;
    }
    ASSERT_TRUE(has_row(report, "planted.right"));
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_TRUE(report.rows[0].peer);
    EXPECT_TRUE(report.rows[0].checked);
    EXPECT_EQ(report.rows[0].path, "the path");
    EXPECT_GT(report.rows[0].figure.cycles_min, 0);
}

TEST(Peers, UnusableModulesAreListed) {
    const std::vector<Peer> peers = load_peers(OLDGUARD_TEST_PEERS);
    const auto missing = [&](const std::string &library) -> std::string {
        for (const Peer &peer : peers)
            if (peer.library == library) return peer.missing;
        return "not listed";
    };
    EXPECT_EQ(missing("planted"), "");
    EXPECT_NE(missing("outdated").find("another version"), std::string::npos);
    EXPECT_NE(missing("rubbish").find("not found"), std::string::npos);
    EXPECT_NE(missing("nettle").find("apt-get install nettle-dev"), std::string::npos);
    EXPECT_EQ(missing("botan"), "not found: the build says why");
    EXPECT_EQ(load_peers("").size(), load_peers("/nonexistent").size());
}

TEST(Kernels, AFailedCheckIsAProblemAndNoRow) {
    BenchOptions options = small({"sha1.*"});
    options.peers = false;
    options.check = [](const og_kernel &kernel) {
        return std::string(kernel.stem) == "sha1_c_fast" ? "planted fault" : "";
    };
    const Report report = run(options);
    EXPECT_TRUE(has_problem(report, "planted fault"));
    EXPECT_FALSE(has_row(report, "sha1_c_fast"));
    EXPECT_TRUE(has_row(report, "sha1_c_ref"));
}

TEST(Kernels, EachIsCheckedOnceAndBeforeItIsTimed) {
    std::vector<std::string> checked;
    BenchOptions options = small({"sha1_c_ref"});
    options.peers = false;
    options.sizes = {64, 128};
    options.check = [&](const og_kernel &kernel) {
        checked.push_back(std::string(kernel.op) + " " + kernel.stem);
        return "";
    };
    const Report report = run(options);
    EXPECT_EQ(checked, std::vector<std::string>{"sha1.blocks sha1_c_ref"});
    EXPECT_EQ(report.rows.size(), 2u);
}

TEST(Kernels, TheKernelThatTheLibraryTakesIsMarked) {
    BenchOptions options = small({"sha1.*", "pbkdf2.sha1"});
    options.peers = false;
    options.sizes = {64, 4096};
    for (const Row &row : run(options).rows) {
        const og_kernel *kernel = og_kernel_for("sha1.blocks", row.size, nullptr);
        if (row.op == "sha1.blocks") EXPECT_EQ(row.taken, row.name == kernel->stem) << row.name;
        if (row.op == "sha1.hash" || row.op == "pbkdf2.sha1") EXPECT_TRUE(row.taken) << row.name;
    }
}

namespace {

// The additions take impossibly little time, so that the interference check refuses every sample.
class Frozen final : public Clock {
public:
    std::uint64_t ticks() override { return ++ticks_; }
    std::string name() const override { return "frozen"; }
    std::string description() const override { return "a clock that does not advance"; }
    bool counts_cycles() const override { return true; }
    std::size_t reference_groups() const override { return 16; }

private:
    std::uint64_t ticks_ = 0;
};

}  // namespace

TEST(InterferenceCheck, RefusedRowsHaveNoFigure) {
    BenchOptions options = small({"sha1_c_ref"});
    options.peers = false;
    options.accept_noise = false;
    options.budget = 0.01;
    options.open = [](ClockKind) { return std::make_unique<Frozen>(); };
    const Report report = run(options);
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.rows[0].skipped, refused);
    ASSERT_EQ(report.notes.size(), 1u);
    EXPECT_EQ(report.notes[0], "not timed because the interference check refused all samples: sha1.blocks "
                               "sha1_c_ref at 64 B");
    EXPECT_EQ(failures(report).size(), 1u);
    EXPECT_EQ(report.build.core_hz, 0);
    EXPECT_EQ(report.build.addition_cost, 0);

    options.accept_noise = true;
    const Report noisy = run(options);
    EXPECT_TRUE(noisy.rows[0].timed());
    EXPECT_TRUE(noisy.rows[0].figure.noisy);
    EXPECT_TRUE(failures(noisy).empty());
}

TEST(Operations, EveryOperationOfTheCatalogueCanBeTimed) {
    for (std::size_t i = 0; const char *name = og_op_at(i); i++)
        EXPECT_TRUE(std::any_of(operations().begin(), operations().end(), [&](const Operation &op) {
            return op.catalogue == name;
        })) << name;
}

TEST(Request, PatternsThatMatchNothingAreAnError) {
    EXPECT_THROW(run(small({"sha2*"})), UsageError);
    BenchOptions no_size = small({});
    no_size.sizes.clear();
    EXPECT_THROW(run(no_size), UsageError);
}

TEST(Request, ANoteNamesOperationsWithoutARow) {
    // The calls on many messages have no row at 64 bytes.
    BenchOptions options = small({"sha1.many"});
    options.peers = false;
    const Report asked = run(options);
    ASSERT_EQ(asked.notes.size(), 1u);
    EXPECT_NE(asked.notes[0].find("sha1.many (multiples of 4096 bytes)"), std::string::npos);
    options.sizes = {64, 4096};
    const Report one_of_two = run(options);
    EXPECT_TRUE(std::none_of(one_of_two.notes.begin(), one_of_two.notes.end(), [](const std::string &note) {
        return note.find("multiples") != std::string::npos;
    }));
    EXPECT_TRUE(run(small({"sha1_c_ref"})).notes.empty());
}

TEST(Request, OddSizesAreTimedWhereAllSizesAreAllowed) {
    BenchOptions options = small({"sha1.*"});
    options.peers = false;
    options.sizes = {100};
    const Report report = run(options);
    ASSERT_EQ(report.rows.size(), 2u);  // the complete hash takes any size
    EXPECT_EQ(report.rows[0].op, "sha1.hash");
    EXPECT_EQ(report.rows[1].op, "sha1.dirty");
}

namespace {

// Work that notes where its stack is.
class Noting : public Work {
public:
    explicit Noting(std::uintptr_t &frame) : frame_(frame) {}
    __attribute__((noinline)) void run(std::size_t) override {
        volatile char here = 0;
        frame_ = reinterpret_cast<std::uintptr_t>(&here);
    }
    Bytes answer() override { return {1}; }

private:
    std::uintptr_t &frame_;
};

}  // namespace

TEST(Placements, MoveTheStack) {
    std::uintptr_t frame = 0;
    const auto work = std::make_shared<Noting>(frame);
    std::set<std::uintptr_t> found;
    for (std::size_t i = 0; i < placements; i++) {
        Moved(work, i * placement_step).run(1);
        found.insert(frame % 4096);
    }
    EXPECT_EQ(found.size(), placements);
    EXPECT_EQ(Moved(work, 0).answer(), Bytes{1});
}

TEST(Placements, GiveOneRowAndANoteForEachKernelAndSize) {
    BenchOptions options = small({"sha1_c_fast"});
    options.peers = false;
    options.stack = options.kernels_only = true;
    options.sizes = {64, 128};
    const Report report = run(options);
    ASSERT_EQ(report.rows.size(), 2u);
    for (const Row &row : report.rows) {
        EXPECT_GT(row.figure.cycles_min, 0);
        const std::string start = "stack: sha1.blocks sha1_c_fast " + std::to_string(row.size) + " B: up to ";
        EXPECT_EQ(std::count_if(report.notes.begin(), report.notes.end(),
                                [&](const std::string &note) { return note.rfind(start, 0) == 0; }),
                  1)
            << start;
    }
}
