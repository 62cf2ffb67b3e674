// SPDX-License-Identifier: MIT
#include "bench/reports/report.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace og::bench;

namespace {

Row row(const char *op, const char *name, bool peer, std::size_t size, double cycles) {
    Row r;
    r.op = op;
    r.name = name;
    r.peer = peer;
    r.size = size;
    r.checked = true;
    r.figure.cycles_min = cycles;
    r.figure.cycles_median = cycles * 1.5;
    r.figure.accepted = 9;
    return r;
}

// A kernel of 100 cycles per call plus 4 per byte, and a peer of 2 per byte.
Report example() {
    Report report;
    report.clock = "perf";
    report.build.core_hz = 2e9;
    report.sizes = {64, 16384};
    report.rows = {row("sha1.blocks", "sha1_c_fast", false, 64, 356),
                   row("sha1.blocks", "sha1_c_fast", false, 16384, 65636),
                   row("sha1.blocks", "openssl.low", true, 64, 128),
                   row("sha1.blocks", "openssl.low", true, 16384, 32768)};
    Row call = row("des.key", "og_des_key_set", false, 8, 1000);
    call.unit = Unit::call;
    report.rows.push_back(call);
    return report;
}

}  // namespace

TEST(Report, SlopeAndFixedCost) {
    const Slope line = slope(example(), "sha1.blocks", "sha1_c_fast");
    ASSERT_TRUE(line.known);
    EXPECT_DOUBLE_EQ(line.cycles_per_byte, 4);
    EXPECT_DOUBLE_EQ(line.cycles_per_call, 100);
    EXPECT_FALSE(slope(example(), "des.key", "og_des_key_set").known);
    EXPECT_FALSE(slope(example(), "sha1.blocks", "nobody").known);
}

TEST(Report, SpeedComesFromTheMeasuredClock) {
    const Report report = example();
    EXPECT_DOUBLE_EQ(mib_per_second(report, report.rows[3]), 1e9 / 1048576);
}

TEST(Report, BestPeerIsOfTheSameSizeAndOnlyPeers) {
    EXPECT_DOUBLE_EQ(best_peer(example(), "sha1.blocks", 64), 128);
    EXPECT_DOUBLE_EQ(best_peer(example(), "des.key", 8), 0);
}

TEST(Report, BlocksAreSortedBestFirst) {
    Report report = example();
    report.rows[2].figure.cycles_min = 9999;  // slow at 64 bytes: 16 KiB decides
    const auto blocks = blocks_of(report);
    ASSERT_EQ(blocks.size(), 2u);
    ASSERT_EQ(blocks[0].lines.size(), 2u);
    EXPECT_EQ(blocks[0].lines[0].main->name, "openssl.low");
    EXPECT_EQ(blocks[0].sizes, (std::vector<std::size_t>{64, 16384}));
}

TEST(Report, LinesThatWereNotTimedComeLast) {
    Report report = example();
    report.rows[3].skipped = "one call takes too long";
    const auto blocks = blocks_of(report);
    EXPECT_EQ(blocks[0].lines[0].main->name, "sha1_c_fast");
    EXPECT_EQ(blocks[0].lines[1].main, nullptr);
    EXPECT_EQ(best_peer(report, "sha1.blocks", 16384), 0);
    EXPECT_NE(as_text(report).find("openssl.low"), std::string::npos);
}

TEST(Report, AnOperationOnOneBlockHasNanosecondsAndCallsPerSecond) {
    Report report = example();
    Row block = row("des.encrypt1", "des_x86_som3", false, 8, 250);
    block.unit = Unit::call;
    report.rows.push_back(block);
    const std::string text = as_text(report);
    EXPECT_NE(text.find("250.0    125.0  8000000"), std::string::npos) << text;  // at 2 GHz
}

TEST(Report, Json) {
    Report report = example();
    report.rows[1].figure.noisy = true;
    report.rows[0].figure.cycles = {357.25, 356};
    report.rows[3].skipped = "one call takes too long";
    const auto json = nlohmann::json::parse(as_json(report));
    const auto &first = json["rows"][0];
    EXPECT_EQ(first["op"], "sha1.blocks");
    EXPECT_EQ(first["kernel"], "sha1_c_fast");
    EXPECT_EQ(first["peer"], false);
    EXPECT_EQ(first["size"], 64);
    EXPECT_EQ(first["cpb_min"], 5.5625);
    EXPECT_EQ(first["cpb_median"], 8.3438);
    EXPECT_EQ(first["cycles_per_call"], 356);
    EXPECT_EQ(first["cycles"], nlohmann::json::parse("[357.25, 356]"));
    EXPECT_EQ(first["clock"], "perf");
    EXPECT_EQ(first["checked"], true);
    EXPECT_EQ(first["vs_peer"], 0.3596);
    EXPECT_EQ(json["rows"][1]["noisy"], true);
    EXPECT_EQ(json["rows"][3]["skipped"], "one call takes too long");
    EXPECT_FALSE(json["rows"][3].contains("cpb_min"));
    EXPECT_EQ(json["slopes"].size(), 1u);
    for (const char *key : {"oldguard", "cpu", "compiler", "flags", "clock", "core_mhz", "seed"})
        EXPECT_TRUE(json.contains(key)) << key;
}

// 1000 iterations per call: 300 cycles per iteration for one block and 400 for four, of a peer 800 and 3200.
Report derivations() {
    Report report;
    report.build.core_hz = 2e9;
    report.sizes = {64};
    for (const bool peer : {true, false})
        for (const std::size_t blocks : {1, 4}) {
            const double cycles = peer ? 800e3 * static_cast<double>(blocks) : blocks == 1 ? 300e3 : 400e3;
            Row r = row("pbkdf2.sha1", peer ? "openssl" : "og_pbkdf2", peer, 20 * blocks, cycles);
            r.unit = Unit::iteration;
            r.iterations = 1000;
            r.parallel = blocks;
            report.rows.push_back(r);
        }
    return report;
}

TEST(Report, IterationsAreTheUnitOfDerivations) {
    const std::string text = as_text(derivations());
    EXPECT_NE(text.find("pbkdf2.sha1  1 block  4 blocks     /4  med/min  vs peer\n"
                        "og_pbkdf2      300.0     400.0  100.0    1.500    8.00x\n"
                        "openssl        800.0      3200  800.0    1.500    1.00x  peer\n"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("cycles per iteration"), std::string::npos);
    EXPECT_EQ(text.find("MiB/s"), std::string::npos) << "no remarks on what is not there";
    const auto json = nlohmann::json::parse(as_json(derivations()));
    const auto &last = json["rows"][3];
    EXPECT_EQ(last["iterations"], 1000);
    EXPECT_EQ(last["blocks"], 4);
    EXPECT_EQ(last["cycles_per_iteration"], 400);
    EXPECT_EQ(last["cycles_per_iteration_and_block"], 100);
    EXPECT_FALSE(nlohmann::json::parse(as_json(example()))["rows"][0].contains("iterations"));
}

TEST(Report, NumbersHaveNoExponents) {
    Report report = example();
    report.rows[0].figure.cycles_min = 1e-3;
    report.rows[1].figure.cycles_min = 3e12;
    for (const std::string &text : {as_json(report), as_text(report)}) {
        EXPECT_EQ(text.find("e-0"), std::string::npos);
        EXPECT_EQ(text.find("e+"), std::string::npos);
    }
}

TEST(Report, NoisyRowsAreMarkedAndExplained) {
    Report report = example();
    EXPECT_EQ(as_text(report).find('~'), std::string::npos);
    report.rows[1].figure.noisy = true;
    const std::string text = as_text(report);
    EXPECT_NE(text.find("4.01~"), std::string::npos);
    EXPECT_NE(text.find("~ noisy"), std::string::npos);
}

TEST(Report, ProblemsAndMissingPeersAreShown) {
    Report report = example();
    report.problems = {"sha1.blocks rotten: wrong answer, not timed"};
    report.peers = {{"nettle", "", "not found: no adapter was built (apt-get install nettle-dev)"}};
    EXPECT_NE(as_text(report).find("FAILED: sha1.blocks rotten"), std::string::npos);
    EXPECT_NE(as_text(report).find("apt-get install nettle-dev"), std::string::npos);
}
