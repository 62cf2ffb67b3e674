// SPDX-License-Identifier: MIT
#include "callers.hpp"

#include <utility>

namespace og::check {

namespace {

class PortableCaller : public Caller {
public:
    explicit PortableCaller(Callee callee) : callee_(std::move(callee)) {}

    CallReport call(og_fn fn, const std::vector<Word> &words, Rng &, Uppers, bool) override {
        std::vector<std::uintptr_t> values;
        for (const Word &word : words) values.push_back(word.value);
        CallReport report;
        report.fault = call_caught([&] { callee_.call(fn, values); }, callee_.pages);
        return report;
    }

    bool is_stack(std::uintptr_t) const override { return false; }

private:
    Callee callee_;
};

}  // namespace

std::unique_ptr<Caller> make_portable_caller(Callee callee) {
    return std::make_unique<PortableCaller>(std::move(callee));
}

}  // namespace og::check
