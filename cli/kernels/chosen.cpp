// SPDX-License-Identifier: MIT
#include "chosen.hpp"

#include "text/messages.hpp"
#include "tune_file.hpp"

#include <oldguard/kernels.h>

namespace og::cli {

bool config_is_wrong(std::string_view command) {
    if (!tune_file_note().empty()) complain(command, tune_file_note());
    char error[320];
    if (og_config_error(error, sizeof error) == OG_OK) return false;
    complain(command, printable(error));
    return true;
}

bool force_kernel(std::string_view command, const std::string &stem,
                  std::initializer_list<std::string_view> families) {
    std::string known;
    bool served = false;
    for (std::size_t i = 0; i < og_kernel_count(); i++) {
        const og_kernel *kernel = og_kernel_at(i);
        bool ours = false;
        for (std::string_view family : families)
            ours = ours || std::string_view(kernel->op).starts_with(family);
        if (!ours) continue;
        if (kernel->stem != stem) {
            if (og_kernel_usable(kernel, nullptr, 0) == 1 &&
                (known + ',').find(fmt::format(" {},", kernel->stem)) == std::string::npos)
                known += fmt::format("{}{}", known.empty() ? " " : ", ", kernel->stem);
            continue;
        }
        served = true;
        if (int status = og_force_kernel(kernel->op, kernel->stem); status != OG_OK) {
            char why[160] = "";
            bool usable = og_kernel_usable(kernel, why, sizeof why) == 1;
            complain(command,
                     fmt::format("--kernel {}: {}", shell_quoted(stem), usable ? og_strerror(status) : why));
            return false;
        }
    }
    if (!served)
        complain(command, fmt::format("--kernel {}: no such kernel; those that can run here:{}",
                                      shell_quoted(stem), known));
    return served;
}

}  // namespace og::cli
