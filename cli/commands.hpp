// SPDX-License-Identifier: MIT
// The subcommands of `oldguard`. Each is in cmd_NAME.cpp and adds itself to the application.
#pragma once

#include "exit_status.hpp"

#include <CLI/CLI.hpp>

namespace og::cli {

// Each function adds one subcommand, whose callback sets `status`.
void add_sum(CLI::App &app, int &status);
void add_audit(CLI::App &app, int &status);
void add_des(CLI::App &app, int &status);
void add_des_mac(CLI::App &des, int &status);      // to `oldguard des`
void add_des_open(CLI::App &des, int &status);     // to `oldguard des`
void add_des_recrypt(CLI::App &des, int &status);  // to `oldguard des`
void add_pbkdf2(CLI::App &app, int &status);
void add_crypt(CLI::App &app, int &status);
void add_provider(CLI::App &app, int &status);
void add_fixity(CLI::App &app, int &status);
void add_check(CLI::App &app, int &status);
void add_bench(CLI::App &app, int &status);
void add_tune(CLI::App &app, int &status);
void add_kernels(CLI::App &app, int &status);
void add_explain(CLI::App &app, int &status);
void add_completion(CLI::App &app, int &status);
void add_help(CLI::App &app, int &status);
void add_version(CLI::App &app, int &status);

// Returns the output of --version: the version, and the selected kernel of each operation.
std::string version_text();

}  // namespace og::cli
