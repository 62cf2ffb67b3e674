// SPDX-License-Identifier: MIT
// `oldguard kernels`: lists the kernels that can run on this machine, or the whole catalogue.
#include "chosen.hpp"
#include "commands.hpp"
#include "files/output.hpp"
#include "instead.hpp"
#include "kernel_filter.hpp"
#include "text/messages.hpp"
#include "text/table.hpp"
#include "text/words.hpp"

#include <nlohmann/json.hpp>
#include <oldguard/kernels.h>

#include <memory>

namespace og::cli {
namespace {

constexpr const char *kernels_footer =
    R"(Columns: operation; stem, the name that --kernel and OLDGUARD_KERNEL use; word size of the code in
  bits (any: C); required CPU features; number of messages processed together; ct: whether the time
  is independent of the data; whether the kernel can run on this machine, or the reason why not;
  summary. Last lines say what serves the operations of which no kernel serves here.
JSON: all kernels, as an array of objects with op, stem, bits (0: any), isa (an array), lanes,
  constant_time, min_size (bytes), usable, reason (null if usable), summary, refs, source.
Exit status: 0 success; 2 an invalid OLDGUARD_* variable.)";

struct Usability {
    bool usable;
    std::string reason;
};

Usability usability(const og_kernel &kernel) {
    char why[160] = "";
    bool usable = og_kernel_usable(&kernel, why, sizeof why) == 1;
    return {usable, usable ? "" : why};
}

std::string as_table(KernelFilter &filter) {
    std::vector<std::vector<std::string>> rows{
        {"operation", "kernel", "bits", "isa", "lanes", "ct", "usable", "summary"}};
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (!filter.shows(*kernel)) continue;
        auto [usable, reason] = usability(*kernel);
        rows.push_back({kernel->op, kernel->stem, kernel->bits == 0 ? "any" : std::to_string(kernel->bits),
                        *kernel->isa == '\0' ? "-" : kernel->isa, std::to_string(kernel->lanes),
                        kernel->constant_time ? "yes" : "no", usable ? "yes" : reason, kernel->summary});
    }
    return aligned(rows, {4}) + lines_without_kernel("") + filter.last_line();
}

std::string as_json() {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        auto [usable, reason] = usability(*kernel);
        auto isa = nlohmann::ordered_json::array();
        for (const auto &feature : split(kernel->isa, '+')) isa.push_back(feature);
        nlohmann::ordered_json why = nullptr;
        if (!usable) why = reason;
        rows.push_back({{"op", kernel->op},
                        {"stem", kernel->stem},
                        {"bits", kernel->bits},
                        {"isa", isa},
                        {"lanes", kernel->lanes},
                        {"constant_time", kernel->constant_time != 0},
                        {"min_size", kernel->min_size},
                        {"usable", usable},
                        {"reason", why},
                        {"summary", kernel->summary},
                        {"refs", kernel->refs},
                        {"source", kernel->source}});
    }
    return rows.dump(2) + '\n';
}

}  // namespace

void describe_kernels(Command &kernels) {
    auto json = std::make_shared<bool>(false);
    auto filter = std::make_shared<KernelFilter>();
    filter->add_option(kernels);
    kernels.add_flag("--json", *json, "Print all kernels as a JSON array");
    kernels.footer(kernels_footer);
    kernels.callback([json, filter] {
        print(*json ? as_json() : as_table(*filter));
        // The catalogue is printed even if a variable is invalid, because it helps to correct it.
        return config_is_wrong("kernels") ? exit_usage : exit_ok;
    });
}

}  // namespace og::cli
