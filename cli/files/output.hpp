// SPDX-License-Identifier: MIT
// Writes standard output and keeps its errors, so that lost output never looks like success. It does not use
// a stream of the C library, which drops its buffer if a signal interrupts the write.
#pragma once

#include <string>
#include <string_view>

namespace og::cli {

// Writes the text without buffering. The text should be whole lines, so that several processes can share a
// pipe. Returns false after an error of this or an earlier call. close_stdout() reports the error, and a long
// command should stop.
bool print(std::string_view text);

// Collects lines and prints them together, at most PIPE_BUF bytes at a time, so that lines of several
// processes that share a pipe are not mixed. The destructor does not flush.
class Lines {
public:
    // Both return false after an error, as print() does.
    bool add(std::string_view line);
    bool flush();

private:
    std::string text_;
};

// Closes standard output at the end of the program. Returns false if any output was lost, with the message
// "oldguard COMMAND: write error: ..." on standard error.
bool close_stdout(std::string_view command);

}  // namespace og::cli
