// SPDX-License-Identifier: MIT
// Standard output whose errors are not lost: data that reached no disk must not look like success. It
// is no stream of the C library, which drops its buffer when a signal interrupts the write.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Writes the text, unbuffered: whole lines, so that several runs may share a pipe, and a full disk
// is seen at once. False after an error, now or before, which close_stdout reports; a long command
// then stops.
bool print(std::string_view text);

// Lines that are printed together. Never more than a pipe takes in one piece (PIPE_BUF), so that
// lines of several runs that share one stay whole. What was not flushed is lost.
class Lines {
public:
    // False after an error, as print.
    bool add(std::string_view line);
    bool flush();

private:
    std::string text_;
};

// Closes standard output, once, at the end. False, with the reason on standard error as
// "oldguard COMMAND: write error: ...", when anything written there was lost.
bool close_stdout(std::string_view command);

}  // namespace og::cli
