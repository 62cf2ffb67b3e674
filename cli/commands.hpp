// SPDX-License-Identifier: MIT
// The subcommands of `oldguard`. Each is in cmd_NAME.cpp and describes itself.
#pragma once

#include "command.hpp"

namespace og::cli {

// Each function adds the options of one subcommand, and what it does.
void describe_sum(Command &sum);
void describe_audit(Command &audit);
void describe_des(Command &des);
void describe_des_identify(Command &identify);
void describe_des_key(Command &key);
void describe_des_mac(Command &mac);
void describe_des_recrypt(Command &recrypt);
void describe_pbkdf2(Command &pbkdf2);
void describe_crypt(Command &crypt);
void describe_provider(Command &provider);
void describe_fixity(Command &fixity);
void describe_check(Command &check);
void describe_bench(Command &bench);
void describe_tune(Command &tune);
void describe_kernels(Command &kernels);
void describe_explain(Command &explain);
void describe_completion(Command &completion);
void describe_help(Command &help);
void describe_version(Command &version);

// Returns the output of --version: the version, and the selected kernel of each operation.
std::string version_text();

}  // namespace og::cli
