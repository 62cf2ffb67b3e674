// SPDX-License-Identifier: MIT
#include "bench_files.hpp"

#include "bench/reports/screen.hpp"
#include "files/whole_file.hpp"
#include "text/messages.hpp"

#include <filesystem>
#include <system_error>

namespace og::cli {

namespace fs = std::filesystem;

BenchFiles::BenchFiles(std::string folder)
    : text_((fs::path(folder) / "bench.txt").string()), json_((fs::path(folder) / "bench.json").string()) {}

bool BenchFiles::prepare() const {
    const fs::path folder = fs::path(text_).parent_path();
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        complain("bench", shell_quoted(folder.string()) + ": " + error.message());
        return false;
    }
    return can_write_file("bench", text_) && can_write_file("bench", json_);
}

bool BenchFiles::write(const bench::Report &report) const {
    bench::ScreenStyle style;
    style.last_line = "The figures for programs: " + json_;
    return write_file("bench", text_, as_screen(report, style) + "\n" + as_text(report)) &&
           write_file("bench", json_, as_json(report));
}

std::string BenchFiles::last_line() const {
    return fmt::format("Full table and notes: less {}; for programs: {}", shell_quoted(text_),
                       shell_quoted(json_));
}

}  // namespace og::cli
