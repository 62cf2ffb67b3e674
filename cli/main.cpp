// SPDX-License-Identifier: MIT
// The `oldguard` command.
#include "application.hpp"
#include "exit_status.hpp"
#include "files/output.hpp"
#include "files/remove_on_signal.hpp"
#include "kernels/tune_file.hpp"

#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace og::cli {
namespace {

// A descriptor 0, 1 or 2 that the caller closed would go to the next file opened, and messages
// would end up in it. The root directory takes its place, as a mere path: reading and writing stay
// errors. It is there even where /dev/null is not.
void occupy_standard_descriptors() {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) != fd) std::_Exit(exit_failed);
}

int run(int argc, char **argv) {
    follow_tune_file();
    CLI::App app;
    int status = exit_ok;
    build_application(app, status);
    const std::vector<std::string> words(argv + std::min(1, argc), argv + argc);
    const FoundCommand found = find_command(app, words);
    parse_arguments(app, found, words, status);
    if (!close_stdout(found.path.substr(0, found.path.find(' '))) && status == exit_ok) status = exit_failed;
    return status;
}

// Ends the program where memory runs out. An exception would not do: CLI11 and the JSON library also
// allocate where none may leave, and a stream catches it and goes on without the rest of its text.
[[noreturn]] void end_out_of_memory() {
    remove_at_once();
    std::fputs("oldguard: out of memory\n", stderr);
    _exit(exit_failed);
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    og::cli::occupy_standard_descriptors();
    std::setlocale(LC_CTYPE, "");   // which names can be printed as they are
    std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is an error to report, like a full disk
    std::set_new_handler(og::cli::end_out_of_memory);
    try {
        return og::cli::run(argc, argv);
    } catch (const std::bad_alloc &) {  // of memory that does not come from new
        og::cli::end_out_of_memory();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "oldguard: %s\n", error.what());
        return og::cli::exit_failed;
    }
}
