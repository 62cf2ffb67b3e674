// SPDX-License-Identifier: MIT
#include "support.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace og::test {

std::string to_hex(const void *bytes, std::size_t size) {
    std::string text;
    for (std::size_t i = 0; i < size; i++) {
        const unsigned byte = static_cast<const std::uint8_t *>(bytes)[i];
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string to_hex(const Bytes &bytes) { return to_hex(bytes.data(), bytes.size()); }

const std::string &Record::at(const std::string &name) const {
    const auto found = fields.find(name);
    if (found == fields.end()) throw std::runtime_error("a record has no " + name);
    return found->second;
}

std::vector<Record> read_records(const std::string &path, std::string_view first) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::vector<Record> records;
    std::string line, section;
    while (std::getline(file, line)) {
        while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[') {
            section = line.substr(1, line.size() - 2);
            continue;
        }
        const std::size_t equals = line.find(" =");
        if (equals == std::string::npos) continue;
        const std::string name = line.substr(0, equals);
        if (name == first) records.push_back({section, {}});
        if (!records.empty())
            records.back().fields[name] = equals + 3 <= line.size() ? line.substr(equals + 3) : "";
    }
    if (records.empty()) throw std::runtime_error("no vectors in " + path);
    return records;
}

std::string nist_file(const std::string &name) {
    const char *folder = std::getenv("OLDGUARD_VECTORS");
    if (!folder || !*folder)
        throw std::runtime_error("NIST's vectors are missing: pip install cryptography-vectors, or "
                                 "set OLDGUARD_VECTORS to the package's folder");
    return std::string(folder) + "/" + name;
}

std::string vector_file(const std::string &name) { return OLDGUARD_TEST_VECTORS "/" + name; }

namespace {

std::vector<std::string> usable(const std::string &op) {
    std::vector<std::string> all;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (op == kernel->op && og_kernel_usable(kernel, nullptr, 0)) all.push_back(kernel->stem);
    return all;
}

// Returns whether an operation must have a kernel on this processor.
bool needs_kernel(const std::string &op) {
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
        if (op == kernel->op && kernel->bits == 0) return true;
    return og_op_instead(op.c_str()) == nullptr;
}

// Reports each test that leaves a setting of the library behind, and removes the setting, so that it changes
// no other test.
class Leftovers : public testing::EmptyTestEventListener {
    // Returns what serves each operation and why, which names every setting in force.
    static std::vector<std::string> settings() {
        std::vector<std::string> all;
        for (std::size_t i = 0; const char *op = og_op_at(i); i++) {
            std::vector<og_kernel_choice> verdicts(og_explain(op, nullptr, 0));
            og_explain(op, verdicts.data(), verdicts.size());
            for (const og_kernel_choice &v : verdicts)
                all.push_back(std::string(op) + "=" + v.kernel->stem + " from " + std::to_string(v.from) +
                              ": " + v.reason);
        }
        return all;
    }

    void OnTestStart(const testing::TestInfo &) override { before_ = settings(); }

    void OnTestEnd(const testing::TestInfo &) override {
        const std::vector<std::string> after = settings();
        if (after == before_) return;
        for (std::size_t i = 0; i < after.size() && i < before_.size(); i++)
            if (after[i] != before_[i]) {
                ADD_FAILURE() << "left behind: " << after[i] << "\nbefore: " << before_[i];
                break;
            }
        EXPECT_EQ(after.size(), before_.size());
        for (std::size_t i = 0; const char *op = og_op_at(i); i++) og_force_kernel(op, nullptr);
        og_set_policy(OG_POLICY_FASTEST);
        og_set_order(nullptr, 0, nullptr, 0);
    }

    std::vector<std::string> before_;
};

const bool watches = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new Leftovers);
    return true;
}();

}  // namespace

bool is_served(const std::string &op) { return !usable(op).empty(); }

std::vector<std::string> stems(const std::string &op) {
    std::vector<std::string> all = usable(op);
    if (all.empty() && needs_kernel(op)) throw std::runtime_error("no kernel can run " + op);
    return all;
}

std::vector<std::string> stems_and_dispatch(const std::string &op) {
    std::vector<std::string> all = stems(op);
    all.emplace_back();
    return all;
}

Forced::Forced(const std::string &family, const std::string &stem) {
    if (stem.empty()) return;
    for (std::size_t i = 0; const char *op = og_op_at(i); i++)
        if (std::string_view(op).starts_with(family) && og_kernel_find(op, stem.c_str())) {
            EXPECT_EQ(og_force_kernel(op, stem.c_str()), OG_OK) << op << "=" << stem;
            ops_.push_back(op);
        }
    EXPECT_FALSE(ops_.empty()) << stem << " serves nothing of " << family;
}

Forced::~Forced() {
    for (const std::string &op : ops_) og_force_kernel(op.c_str(), nullptr);
}

Policy::Policy(og_policy policy) { EXPECT_EQ(og_set_policy(policy), OG_OK); }

Policy::~Policy() { og_set_policy(OG_POLICY_FASTEST); }

Order::Order(const std::string &text) { status = og_set_order(text.data(), text.size(), why, sizeof why); }

Order::~Order() { og_set_order(nullptr, 0, nullptr, 0); }

std::vector<std::size_t> random_split(std::size_t size, Rng &rng) {
    std::vector<std::size_t> parts;
    while (size > 0) {
        const std::size_t most = rng.coin() ? 9 : 200;
        const std::size_t part = std::min(size, rng.below(most));
        parts.push_back(part);
        size -= part;
    }
    parts.push_back(0);
    return parts;
}

}  // namespace og::test
