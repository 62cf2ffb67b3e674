// SPDX-License-Identifier: MIT
// Tests the merging of the reports of two programs.
#include "bench/reports/merge.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace og::bench;

namespace {

Row row(const char *op, const char *name, unsigned bits, bool peer, double cycles) {
    Row r;
    r.op = op;
    r.name = name;
    r.bits = bits;
    r.peer = peer;
    r.size = 1024;
    r.checked = true;
    r.taken = !peer;
    r.figure = {cycles, cycles * 1.25, {cycles, cycles * 1.25}, 7, 2, false};
    return r;
}

Report wide() {
    Report report;
    report.builds = {{64, "cc 1", "-O2", 3e9}};
    report.clock = "perf";
    report.sizes = {1024};
    report.rows = {row("sha1.blocks", "sha1_c_fast", 64, false, 4096),
                   row("sha1.blocks", "peer", 64, true, 2048),
                   row("sha1.hash", "sha1_c_fast", 64, false, 4200)};
    report.peers = {{"peer", "1", "", 64}};
    return report;
}

Report narrow() {
    Report report = wide();
    report.builds = {{32, "cc 1", "-m32 -O2", 2e9, 0.25, 9, 10}};
    report.rows = {row("sha1.blocks", "sha1_c_fast", 32, false, 5000),
                   row("sha1.blocks", "original", 32, true, 10000),
                   row("sha1.hash", "sha1_c_fast", 32, false, 5100)};
    report.rows[1].path = "x86.S";
    report.rows[2].skipped = "too long";
    report.rows[2].figure = {};
    report.peers = {{"original", "2", "", 32}, {"peer", "", "not found", 32}};
    report.notes = {"a note"};
    report.problems = {"a fault"};
    return report;
}

Report merged() {
    Report report = wide();
    append(report, from_json(as_json(narrow())));
    return report;
}

}  // namespace

TEST(Merge, AReportSurvivesJson) {
    const Report report = narrow();
    EXPECT_EQ(nlohmann::json::parse(as_json(from_json(as_json(report)))).at("rows"),
              nlohmann::json::parse(as_json(report)).at("rows"));
    const Report back = from_json(as_json(report));
    EXPECT_EQ(back.rows[1].path, "x86.S");
    EXPECT_EQ(back.rows[2].skipped, "too long");
    EXPECT_EQ(back.peers[1].missing, "not found");
    EXPECT_EQ(back.builds[0].flags, "-m32 -O2");
    EXPECT_EQ(back.builds[0].accepted, 9u);
    EXPECT_EQ(back.builds[0].samples, 10u);
    EXPECT_EQ(back.builds[0].addition_cost, 0.25);
    EXPECT_EQ(back.date, report.date);
}

TEST(Merge, RowsFollowThoseOfTheirOperation) {
    const Report report = merged();
    const auto blocks = blocks_of(report);
    ASSERT_EQ(blocks.size(), 4u);
    EXPECT_EQ(blocks[0].bits, 64u);
    EXPECT_EQ(blocks[1].bits, 32u);
    EXPECT_EQ(blocks[1].op, "sha1.blocks");
    EXPECT_EQ(blocks[2].op, "sha1.hash");
    EXPECT_EQ(blocks[1].lines.size(), 2u);
    EXPECT_NE(as_text(report).find("\nsha1.blocks, 32-bit "), std::string::npos);
    EXPECT_NE(as_markdown(report).find("| sha1.blocks, 32-bit |"), std::string::npos);
}

TEST(Merge, PeersAreComparedWithinAWordSize) {
    const Report report = merged();
    EXPECT_EQ(best_peer(report, "sha1.blocks", 1024, 64), 2048);
    EXPECT_EQ(best_peer(report, "sha1.blocks", 1024, 32), 10000);
    const auto parsed = nlohmann::json::parse(as_json(report));
    for (const auto &json : parsed.at("rows"))
        if (json.at("op") == "sha1.blocks" && json.at("kernel") == "sha1_c_fast")
            EXPECT_DOUBLE_EQ(json.at("vs_peer"), json.at("bits") == 64 ? 0.5 : 2.0);
}

TEST(Merge, MissingPeersAreNotAdded) {
    const Report report = merged();
    ASSERT_EQ(report.peers.size(), 2u);
    EXPECT_EQ(report.peers[1].library, "original");
    EXPECT_NE(as_text(report).find("original 2 (32-bit)"), std::string::npos);
}

TEST(Merge, NotesAndProblemsNameTheirWordSize) {
    const Report report = merged();
    EXPECT_EQ(report.notes, std::vector<std::string>{"32-bit: a note"});
    EXPECT_EQ(report.problems, std::vector<std::string>{"32-bit: a fault"});
}

TEST(Merge, EachRowHasTheClockOfItsProgram) {
    const auto json = nlohmann::json::parse(as_json(merged()));
    EXPECT_EQ(json.at("core_mhz"), 3000);
    for (const auto &row : json.at("rows"))
        if (row.contains("mib_s"))
            EXPECT_NEAR(row.at("mib_s"),
                        (row.at("bits") == 64 ? 3e9 : 2e9) / row.at("cpb_min").get<double>() / 1048576, 1);
}

TEST(Merge, ValuesThatThePartDidNotMeasureStayUnknown) {
    Report part = narrow();
    part.builds[0].core_hz = part.builds[0].addition_cost = 0;
    Report report = wide();
    append(report, from_json(as_json(part)));
    EXPECT_EQ(report.builds[1].core_hz, 0);
    EXPECT_EQ(clocked_build(report).bits, 64u);
}

TEST(Merge, TheClockOfThePartIsShownIfTheReportHasNone) {
    Report report;
    append(report, from_json(as_json(narrow())));
    EXPECT_DOUBLE_EQ(clocked_build(report).core_hz, 2e9);
}

TEST(Merge, InvalidReportsAreRefused) {
    EXPECT_THROW(from_json(""), std::runtime_error);
    EXPECT_THROW(from_json("{}"), std::runtime_error);
    auto json = nlohmann::json::parse(as_json(narrow()));
    json["oldguard"] = "0.0.1";
    EXPECT_THROW(from_json(json.dump()), std::runtime_error);
    json = nlohmann::json::parse(as_json(narrow()));
    json["rows"][0]["op"] = "md5.blocks";
    EXPECT_THROW(from_json(json.dump()), std::runtime_error);
}
