// SPDX-License-Identifier: MIT
#include "merge.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <oldguard/status.h>

#include <algorithm>
#include <stdexcept>

namespace og::bench {

namespace {

using Json = nlohmann::ordered_json;

std::size_t place(const std::string &op) {
    const auto &all = operations();
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const Operation &o) { return o.name == op; }) - all.begin());
}

Row read_row(const Json &json) {
    Row row;
    row.op = json.at("op");
    row.name = json.at("kernel");
    row.peer = json.at("peer");
    row.taken = json.at("taken");
    row.size = json.at("size");
    row.bits = json.at("bits");
    row.checked = json.at("checked");
    row.path = json.value("path", "");
    row.skipped = json.value("skipped", "");
    const std::size_t at = place(row.op);
    if (at == operations().size())
        throw std::runtime_error(fmt::format("the operation {} is unknown here", row.op));
    row.unit = operations()[at].unit;
    row.iterations = json.value("iterations", row.iterations);
    row.parallel = json.value("blocks", row.parallel);
    if (row.timed()) {
        row.figure.cycles_min = json.at("cycles_per_call");
        row.figure.cycles_median = json.at("cycles_per_call_median");
        row.figure.accepted = json.at("samples");
        row.figure.rejected = json.at("rejected");
        row.figure.noisy = json.at("noisy");
        row.figure.cycles = json.at("cycles").get<std::vector<double>>();
    }
    return row;
}

// Returns 0 for null, which means that a value was not measured.
double read_number(const Json &json) { return json.is_null() ? 0 : json.get<double>(); }

Report read(const Json &json) {
    if (json.at("oldguard") != og_version())
        throw std::runtime_error(fmt::format("it is version {}, this is {}",
                                             json.at("oldguard").get<std::string>(), og_version()));
    Report report;
    report.builds.clear();
    for (const Json &build : json.at("builds"))
        report.builds.push_back({build.at("bits"), build.at("compiler"), build.at("flags"),
                                 read_number(build.at("core_mhz")) * 1e6, read_number(build.at("gate_best")),
                                 build.at("accepted"), build.at("samples")});
    if (report.builds.empty()) throw std::runtime_error("the report names no build");
    report.date = json.at("date");
    report.clock = json.at("clock");
    report.clock_description = json.at("clock_description");
    report.seconds = json.at("seconds");
    report.seed = json.at("seed");
    report.quick = json.at("quick");
    report.sizes = json.at("sizes").get<std::vector<std::size_t>>();
    for (const Json &row : json.at("rows")) report.rows.push_back(read_row(row));
    for (const Json &peer : json.at("peers"))
        report.peers.push_back(
            {peer.at("library"), peer.value("version", ""), peer.value("why", ""), peer.at("bits")});
    report.notes = json.at("notes").get<std::vector<std::string>>();
    report.problems = json.at("problems").get<std::vector<std::string>>();
    return report;
}

}  // namespace

Report from_json(const std::string &text) {
    try {
        return read(Json::parse(text));
    } catch (const Json::exception &error) {
        throw std::runtime_error(error.what());
    }
}

void append(Report &report, const Report &part) {
    report.seconds += part.seconds;
    report.builds.insert(report.builds.end(), part.builds.begin(), part.builds.end());
    report.rows.insert(report.rows.end(), part.rows.begin(), part.rows.end());
    // A stable sort keeps the rows of the report before those of the part.
    std::stable_sort(report.rows.begin(), report.rows.end(),
                     [](const Row &a, const Row &b) { return place(a.op) < place(b.op); });
    for (const PeerNote &peer : part.peers)
        if (peer.missing.empty()) report.peers.push_back(peer);
    const std::string prefix = fmt::format("{}-bit: ", part.builds.front().bits);
    for (const std::string &note : part.notes) report.notes.push_back(prefix + note);
    for (const std::string &problem : part.problems) report.problems.push_back(prefix + problem);
}

}  // namespace og::bench
