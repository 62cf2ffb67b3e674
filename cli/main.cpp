// SPDX-License-Identifier: MIT
// The `oldguard` command.
#include "application.hpp"
#include "exit_status.hpp"
#include "files/output.hpp"
#include "files/remove_on_signal.hpp"
#include "kernels/tune_file.hpp"
#include "run_fixity.hpp"

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

// Opens the root directory with O_PATH for each of the descriptors 0, 1 and 2 that the caller closed.
// Otherwise the next file that is opened would get the descriptor and receive messages. Reading and writing
// remain errors. The root directory exists even if /dev/null does not.
void occupy_standard_descriptors() {
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/", O_PATH) != fd) std::_Exit(exit_failed);
}

int run(int argc, char **argv) {
    const std::vector<std::string> words(argv + std::min(1, argc), argv + argc);
    if (is_for_fixity(words)) return run_fixity({words.begin() + 1, words.end()});
    apply_tune_file();
    CLI::App app;
    int status = exit_ok;
    build_application(app, status);
    const FoundCommand found = find_command(app, words);
    parse_arguments(app, found, words, status);
    if (!close_stdout(found.path.substr(0, found.path.find(' '))) && status == exit_ok) status = exit_failed;
    return status;
}

// Ends the program if memory is exhausted. An exception is not enough: CLI11 and the JSON library also
// allocate in noexcept functions, and a stream catches the exception and loses the rest of its text.
[[noreturn]] void end_out_of_memory() {
    remove_at_once();
    std::fputs("oldguard: out of memory\n", stderr);
    _exit(exit_failed);
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    og::cli::occupy_standard_descriptors();
    std::setlocale(LC_CTYPE, "");   // determines which bytes of names are printable
    std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit is reported as a write error
    std::set_new_handler(og::cli::end_out_of_memory);
    try {
        return og::cli::run(argc, argv);
    } catch (const std::bad_alloc &) {  // thrown by other allocators than new
        og::cli::end_out_of_memory();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "oldguard: %s\n", error.what());
        return og::cli::exit_failed;
    }
}
