// SPDX-License-Identifier: MIT
#include "../host.hpp"
#include "report.hpp"
#include "summary.hpp"

#include <nlohmann/json.hpp>
#include <oldguard/status.h>

#include <cmath>
#include <set>
#include <utility>

namespace og::bench {

namespace {

using Json = nlohmann::ordered_json;

// Rounds to four decimals. More would be noise, and numbers have no exponents.
double rounded(double value) { return std::round(value * 1e4) / 1e4; }

// Returns null for 0, which means that a value was not measured.
Json measured(double value) { return value > 0 ? Json(rounded(value)) : Json(); }

Json row_json(const Report &report, const Row &row) {
    Json json = {{"op", row.op},          {"kernel", row.name}, {"peer", row.peer},
                 {"taken", row.taken},    {"size", row.size},   {"bits", report.build.bits},
                 {"checked", row.checked}};
    if (!row.path.empty()) json["path"] = row.path;
    if (!row.timed()) {
        json["skipped"] = row.skipped;
        return json;
    }
    json["cpb_min"] = rounded(row.cpb_min());
    json["cpb_median"] = rounded(row.cpb_median());
    json["cycles_per_call"] = rounded(row.figure.cycles_min);
    json["cycles_per_call_median"] = rounded(row.figure.cycles_median);
    if (row.unit == Unit::iteration) {
        json["iterations"] = row.iterations;
        json["blocks"] = row.parallel;
        json["cycles_per_iteration"] = rounded(row.per_iteration());
        json["cycles_per_iteration_and_block"] = rounded(row.per_iteration_and_block());
    }
    json["mib_s"] = measured(mib_per_second(report, row));
    if (const double best = best_peer(report, row.op, row.size); best > 0)
        json["vs_peer"] = rounded(best / row.figure.cycles_min);
    json["clock"] = report.clock;
    json["samples"] = row.figure.accepted;
    json["rejected"] = row.figure.rejected;
    json["noisy"] = row.figure.noisy;
    json["cycles"] = Json::array();
    for (double cycles : row.figure.cycles) json["cycles"].push_back(rounded(cycles));
    return json;
}

Json summary_json(const Report &report, const SummaryLine &line) {
    Json json = {{"op", line.op},
                 {"bits", report.build.bits},
                 {"size", line.ours->size},
                 {"unit", unit_name(*line.ours)},
                 {"kernel", line.ours->name},
                 {"cycles", rounded(cycles_of(*line.ours))},
                 {"noisy", line.noisy()}};
    if (line.alone) json["alone_cycles"] = rounded(cycles_of(*line.alone));
    if (line.peer) {
        json["peer"] = line.peer->name;
        json["peer_cycles"] = rounded(cycles_of(*line.peer));
        json["speed"] = rounded(line.speed());
        json["standing"] = standing_name(line.standing());
    }
    return json;
}

}  // namespace

std::string as_json(const Report &report) {
    const Build &build = report.build;
    Json json = {{"oldguard", og_version()},
                 {"format", 1},
                 {"date", report.date},
                 {"cpu", cpu_name()},
                 {"cpu_id", cpu_family()},
                 {"system", system_name()},
                 {"bits", build.bits},
                 {"compiler", build.compiler},
                 {"flags", build.flags},
                 {"clock", report.clock},
                 {"clock_description", report.clock_description},
                 {"core_mhz", measured(build.core_hz / 1e6)},
                 {"gate_best", measured(build.addition_cost)},
                 {"gate_tolerance", Meter::tolerance},
                 {"samples", build.samples},
                 {"accepted", build.accepted},
                 {"seed", report.seed},
                 {"quick", report.quick},
                 {"seconds", rounded(report.seconds)},
                 {"sizes", report.sizes}};
    json["peers"] = Json::array();
    for (const PeerNote &peer : report.peers) {
        Json entry = {{"library", peer.library}, {"bits", build.bits}, {"found", peer.missing.empty()}};
        entry[peer.missing.empty() ? "version" : "why"] = peer.missing.empty() ? peer.version : peer.missing;
        json["peers"].push_back(entry);
    }
    json["summary"] = Json::array();
    for (const SummaryLine &line : summary_of(report)) json["summary"].push_back(summary_json(report, line));
    json["rows"] = Json::array();
    json["slopes"] = Json::array();
    std::set<std::pair<std::string, std::string>> sloped;
    for (const Row &row : report.rows) {
        json["rows"].push_back(row_json(report, row));
        if (!sloped.insert({row.op, row.name}).second) continue;
        if (const Slope line = slope(report, row.op, row.name); line.known)
            json["slopes"].push_back({{"op", row.op},
                                      {"kernel", row.name},
                                      {"peer", row.peer},
                                      {"bits", build.bits},
                                      {"cycles_per_byte", rounded(line.cycles_per_byte)},
                                      {"cycles_per_call", rounded(line.cycles_per_call)}});
    }
    json["notes"] = report.notes;
    json["problems"] = report.problems;
    json["failures"] = failures(report);
    return json.dump(2) + "\n";
}

}  // namespace og::bench
