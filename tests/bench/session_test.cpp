// SPDX-License-Identifier: MIT
// What is timed and what is caught before.
#include "bench/operations/operation.hpp"
#include "bench/peer_modules.hpp"
#include "bench/session.hpp"

#include <gtest/gtest.h>

#include <algorithm>

using namespace og::bench;

namespace {

BenchOptions small(std::vector<std::string> only) {
    BenchOptions options;
    options.only = std::move(only);
    options.sizes = {64};
    options.quick = true;
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
    return std::any_of(report.problems.begin(), report.problems.end(), [&](const std::string &p) {
        return p.find(words) != std::string::npos;
    });
}

}  // namespace

TEST(Peers, WrongAnswersAreNamedAndNotTimed) {
    const Report report = run(small({"planted.*"}));
    EXPECT_EQ(report.problems.size(), 7u);
    for (const char *name : {"planted.last_bit", "planted.long_input", "planted.truncated",
                             "planted.refuses", "planted.idle", "planted.forgets_iv",
                             "planted.few_iterations"}) {
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

TEST(Peers, ModulesThatCannotServeAreListed) {
    const std::vector<Peer> peers = load_peers(OLDGUARD_TEST_PEERS);
    const auto missing = [&](const std::string &library) -> std::string {
        for (const Peer &peer : peers)
            if (peer.library == library)
                return peer.missing;
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

TEST(Operations, EveryOneOfTheCatalogueCanBeTimed) {
    for (std::size_t i = 0; const char *name = og_op_at(i); i++)
        EXPECT_TRUE(std::any_of(operations().begin(), operations().end(),
                                [&](const Operation &op) { return op.catalogue == name; }))
            << name;
}

TEST(Request, PatternsThatFitNothingAreAnError) {
    EXPECT_THROW(run(small({"sha2*"})), UsageError);
    BenchOptions no_size = small({});
    no_size.sizes.clear();
    EXPECT_THROW(run(no_size), UsageError);
}

TEST(Request, NothingIsNotedOfWhatWasNotAskedFor) {
    // at 64 bytes there is no row for the calls on many messages
    const Report asked = run(small({"sha1.many"}));
    ASSERT_EQ(asked.notes.size(), 1u);
    EXPECT_EQ(asked.notes[0].find("sha1.many works on multiples"), 0u);
    EXPECT_TRUE(run(small({"sha1_c_ref"})).notes.empty());
}

TEST(Request, OddSizesAreNotedWhereBlocksAreNeeded) {
    BenchOptions options = small({"sha1.*"});
    options.peers = false;
    options.sizes = {100};
    const Report report = run(options);
    EXPECT_TRUE(std::any_of(report.notes.begin(), report.notes.end(), [](const std::string &note) {
        return note.find("multiples of 64") != std::string::npos;
    }));
    ASSERT_EQ(report.rows.size(), 1u);  // the complete hash takes any size
    EXPECT_EQ(report.rows[0].op, "sha1.hash");
}
