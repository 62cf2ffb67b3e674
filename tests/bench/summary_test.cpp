// SPDX-License-Identifier: MIT
// Tests the summary on the screen, in Markdown and in JSON.
#include "bench/reports/screen.hpp"
#include "bench/reports/summary.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using namespace og::bench;

namespace {

Row row(const std::string &op, const std::string &name, double cycles) {
    Row r;
    r.op = op;
    r.name = name;
    r.size = 16384;
    r.checked = true;
    r.figure.cycles_min = r.figure.cycles_median = cycles;
    r.figure.accepted = 9;
    return r;
}

Row ours(const std::string &op, double cycles) {
    Row r = row(op, "kernel_of_" + op, cycles);
    r.taken = true;
    return r;
}

Row peer(const std::string &op, double cycles) {
    Row r = row(op, "peer", cycles);
    r.peer = true;
    return r;
}

Report run_of(std::vector<Row> rows, unsigned bits = 64) {
    Report report;
    report.build = {bits, "cc", "-O2", 3e9};
    report.clock = "perf";
    report.sizes = {16384};
    report.rows = std::move(rows);
    return report;
}

std::vector<std::string> lines_of(const std::string &text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

std::vector<std::string> screen(const Report &report) {
    return lines_of(as_screen(report, {false, "the last line"}));
}

std::string line_about(const Report &report, const std::string &op) {
    for (const std::string &line : screen(report))
        if (line.rfind(op + " ", 0) == 0) return line;
    return "no line";
}

// Returns a report of every operation, with long names. Some peers are faster.
Report crowded(bool peers) {
    Report report = run_of({});
    std::size_t number = 0;
    for (const Operation &op : operations()) {
        Row mine = ours(op.name, 1234567.89);
        mine.name = op.name + "_by_a_kernel_whose_name_has_no_end_in_sight_x512";
        mine.unit = op.unit;
        report.rows.push_back(mine);
        if (!peers) continue;
        Row other = peer(op.name, number++ % 5 ? 9999999.99 : 1.23);
        other.name = "a-library-with-a-name-as-long-as.its-function-" + op.name;
        other.unit = op.unit;
        report.rows.push_back(other);
    }
    Row gone = peer("sha1.blocks", 0);
    gone.skipped = refused;
    report.rows.push_back(gone);
    for (int i = 0; i < 30; i++) {
        report.peers.push_back({"library-" + std::to_string(i), "", "not found"});
        report.problems.push_back("kernel " + std::to_string(i) + ": a wrong answer of many words");
    }
    return report;
}

std::size_t count_ending(const std::vector<std::string> &lines, const std::string &mark) {
    return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](const std::string &line) {
        return line.size() > mark.size() && line.ends_with(mark);
    }));
}

// Returns the operation, the kernel, the peer and the mark of every row of the summary.
using Four = std::array<std::string, 4>;

std::vector<Four> in_json(const Report &report) {
    std::vector<Four> found;
    const auto json = nlohmann::json::parse(as_json(report));
    for (const auto &line : json.at("summary")) {
        const std::string standing = line.value("standing", "");
        found.push_back({line.at("op").get<std::string>() + (line.at("bits") == 32 ? ", 32-bit" : ""),
                         line.at("kernel"), line.value("peer", "-"),
                         standing == "behind"   ? "*"
                         : standing == "tie"    ? "="
                         : standing == "unsure" ? "~"
                                                : ""});
    }
    return found;
}

}  // namespace

TEST(Screen, AllOperationsFit) {
    for (const bool peers : {true, false}) {
        const Report report = crowded(peers);
        const auto lines = screen(report);
        EXPECT_LE(lines.size(), screen_height);
        EXPECT_GE(lines.size(), screen_height - 3) << "room is not wasted";
        for (const std::string &line : lines) EXPECT_LE(line.size(), screen_width) << line;
        EXPECT_EQ(lines.back(), "the last line");
    }
}

TEST(Screen, LinesWithAFasterPeerAreKeptFirst) {
    const Report report = crowded(true);
    const auto all = summary_of(report);
    const auto behind = static_cast<std::size_t>(
        std::count_if(all.begin(), all.end(), [](const SummaryLine &line) { return line.behind(); }));
    ASSERT_GT(behind, 5u);
    EXPECT_EQ(count_ending(screen(report), " *"), behind);
    EXPECT_NE(as_screen(report, {}).find("In the full table only: "), std::string::npos);
}

TEST(Screen, AFasterPeerIsMarked) {
    const Report report =
        run_of({ours("sha1.blocks", 16384), peer("sha1.blocks", 8192), ours("sha1.hash", 8192),
                peer("sha1.hash", 16384), ours("des.ecb", 16384), peer("des.ecb", 16300)});
    const std::string line = line_about(report, "sha1.blocks");
    EXPECT_NE(line.find("kernel_of_sha1.blocks"), std::string::npos) << line;
    EXPECT_NE(line.find("1.00 "), std::string::npos) << line;
    EXPECT_TRUE(line.ends_with("0.50  0.50x  *")) << line;
    EXPECT_TRUE(line_about(report, "sha1.hash").ends_with("2.00x"));
    EXPECT_TRUE(line_about(report, "des.ecb").ends_with("0.99x  ="));
    EXPECT_NE(as_screen(report, {}).find("faster: 1 of 3; within 2 % (=): 1; slower (*): 1;"),
              std::string::npos);
}

TEST(Screen, ColourOnlyOnRequest) {
    const Report report = run_of({ours("sha1.blocks", 2), peer("sha1.blocks", 1)});
    EXPECT_EQ(as_screen(report, {}).find('\033'), std::string::npos);
    EXPECT_NE(as_screen(report, {true, ""}).find("\033[1;31msha1.blocks"), std::string::npos);
}

TEST(Screen, NoisyFiguresAreNotCompared) {
    Report report = run_of({ours("sha1.blocks", 16384), peer("sha1.blocks", 8192)});
    EXPECT_NE(as_screen(report, {}).find("; quiet\n"), std::string::npos);
    report.rows[1].figure.noisy = true;
    EXPECT_TRUE(line_about(report, "sha1.blocks").ends_with("0.50~  0.50x  ~"));
    EXPECT_NE(as_screen(report, {}).find("noisy: 1 of 2 rows\n"), std::string::npos);
    EXPECT_NE(as_screen(report, {}).find("slower (*): 0; too noisy to compare (~): 1"), std::string::npos);
}

TEST(Screen, WithoutAPeerTheFigureIsListed) {
    const Report report = run_of({ours("sha1.blocks", 2), peer("sha1.blocks", 1), ours("sha1.lanes", 16384)});
    const auto lines = screen(report);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), "No peer: sha1.lanes 1.00"), 1);
}

TEST(Screen, TheWordSizeIsNamed) {
    const Report report = run_of({ours("sha1.blocks", 2), peer("sha1.blocks", 1)}, 32);
    EXPECT_NE(as_screen(report, {}).find("best peers, 32-bit code: "), std::string::npos);
    EXPECT_NE(as_text(report).find("\nsha1.blocks, 32-bit "), std::string::npos);
    const auto json = nlohmann::json::parse(as_json(report));
    EXPECT_EQ(json["bits"], 32);
    EXPECT_EQ(json["rows"][0]["bits"], 32);
    EXPECT_EQ(as_text(run_of(report.rows)).find("-bit"), std::string::npos);
}

TEST(Summary, OnlyTheKernelThatTheLibraryTakesCounts) {
    Report report = run_of({ours("sha1.blocks", 3), row("sha1.blocks", "faster", 1), peer("sha1.blocks", 5),
                            row("sha1.hash", "another", 1)});
    const auto lines = summary_of(report);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(lines[0].ours->name, "kernel_of_sha1.blocks");
    EXPECT_EQ(lines[0].peer->name, "peer");
    report.rows[0].skipped = refused;
    EXPECT_TRUE(summary_of(report).empty());
}

TEST(Summary, ManyMessagesAreNamedBesideOneAlone) {
    Row one = ours("sha1dc.hash", 600);
    one.size = 256;
    Row odd = ours("sha1dc.hash", 1);  // of another size
    std::vector<Row> rows{odd,
                          one,
                          ours("sha1dc.many", 16384),
                          peer("sha1dc.many", 32768),
                          ours("sha1.many_mixed", 16384),
                          peer("sha1.many_mixed", 32768)};
    for (Row row : {ours("des.crypt", 1000), ours("des.crypt_many", 512 * 125.0),
                    peer("des.crypt_many", 512 * 250.0)}) {
        row.unit = Unit::call;
        row.size = row.op == "des.crypt" ? 8 : 512 * 8;
        rows.push_back(row);
    }
    const Report report = run_of(rows);
    const auto words = [&](const std::string &op) {
        std::istringstream stream(line_about(report, op));
        std::vector<std::string> found;
        for (std::string word; stream >> word;) found.push_back(word);
        return found;
    };
    using Words = std::vector<std::string>;
    EXPECT_EQ(words("sha1dc.many"), (Words{"sha1dc.many", "64", "x", "256", "B", "kernel_of_sha1dc.many",
                                           "1.00", "2.34", "peer", "2.00", "2.00x"}));
    EXPECT_EQ(words("sha1.many_mixed"),
              (Words{"sha1.many_mixed", "64", "in", "16", "KiB", "kernel_of_sha1.many_mixed", "1.00", "peer",
                     "2.00", "2.00x"}));
    EXPECT_EQ(words("des.crypt_many"), (Words{"des.crypt_many", "password", "kernel_of_des.crypt_many",
                                              "125.0", "1000", "peer", "250.0", "2.00x"}));
    for (const auto &line : summary_of(report))
        EXPECT_EQ(line.alone != nullptr, line.op == "sha1dc.many" || line.op == "des.crypt_many") << line.op;
    const auto json = nlohmann::json::parse(as_json(report));
    for (const auto &line : json.at("summary")) {
        if (line.at("op") != "des.crypt_many") continue;
        EXPECT_EQ(line.at("unit"), "password");
        EXPECT_EQ(line.at("cycles"), 125);
        EXPECT_EQ(line.at("alone_cycles"), 1000);
    }
}

TEST(Summary, JsonAndScreenHaveTheSameRows) {
    Report report = run_of({});
    for (double peers : {5.0, 20.0, 10.1, 7.0}) {
        const std::string op = operations()[report.rows.size() / 2].name;
        report.rows.push_back(ours(op, 10));
        report.rows.push_back(peer(op, peers));
    }
    report.rows.back().figure.noisy = true;
    report.rows.push_back(ours("pbkdf2.whirlpool", 5));
    const auto rows = in_json(report);
    EXPECT_EQ(rows.size(), summary_of(report).size());
    std::string marks;
    for (const Four &row : rows) {
        marks += row[3].empty() ? "-" : row[3];
        if (row[2] == "-") continue;
        const std::string line = line_about(report, row[0]);
        EXPECT_NE(line.find(row[1]), std::string::npos) << line;
        EXPECT_EQ(line.ends_with("x"), row[3].empty()) << line;
        EXPECT_TRUE(line.ends_with(row[3])) << line;
    }
    EXPECT_EQ(marks, "*-=~-");
}

TEST(Summary, TheTableHasTheNotes) {
    Report report = crowded(false);
    report.notes = {"a note"};
    const std::string text = as_text(report);
    EXPECT_NE(text.find("\nnote: a note\n"), std::string::npos);
    EXPECT_NE(text.find("\nFAILED: kernel 7: "), std::string::npos);
}

TEST(Refused, NothingIsShownAsMeasured) {
    Report report = run_of({ours("sha1.blocks", 7), ours("sha1.hash", 7)}, 32);
    report.build.core_hz = 0;
    report.build.samples = 224;
    for (Row &r : report.rows) {
        r.skipped = refused;
        r.figure.accepted = 0;
    }
    const auto failed = failures(report);
    ASSERT_EQ(failed.size(), 1u);
    EXPECT_EQ(failed[0].find("32-bit: nothing was measured: the interference check refused all 224 samples"),
              0u);
    EXPECT_NE(as_text(report).find("FAILED: 32-bit: nothing"), std::string::npos);
    EXPECT_NE(as_screen(report, {}).find("FAILED (1): 32-bit: nothing"), std::string::npos);
    EXPECT_NE(as_screen(report, {}).find("incomplete: 2 rows"), std::string::npos);
    const auto json = nlohmann::json::parse(as_json(report));
    EXPECT_TRUE(json["core_mhz"].is_null());
    EXPECT_TRUE(json["gate_best"].is_null());
    for (const auto &r : json["rows"]) {
        EXPECT_EQ(r["skipped"], refused);
        EXPECT_FALSE(r.contains("mib_s"));
    }
    report.rows[0].skipped = "";
    EXPECT_TRUE(failures(report).empty()) << "one row was measured";
}

TEST(Refused, WithoutAClockThereIsNoSpeed) {
    Report report = run_of({ours("sha1.blocks", 16384)});
    report.build.core_hz = 0;
    const auto json = nlohmann::json::parse(as_json(report));
    EXPECT_TRUE(json["rows"][0]["mib_s"].is_null());
    EXPECT_EQ(json["rows"][0]["cpb_min"], 1);
}
