// SPDX-License-Identifier: MIT
// The `oldguard` command.
#include "application.hpp"
#include "exit_status.hpp"
#include "files/output.hpp"
#include "kernels/tune_file.hpp"
#include "os/character.hpp"
#include "os/process.hpp"
#include "os/remove_on_signal.hpp"
#include "run_fixity.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

namespace og::cli {
namespace {

int run(int argc, char **argv) {
    std::vector<std::string> words = os::command_line(argc, argv);
    if (!words.empty()) words.erase(words.begin());
    if (is_for_fixity(words)) return run_fixity({words.begin() + 1, words.end()});
    apply_tune_file();
    Command root = command_tree();
    const FoundCommand found = find_command(root, words);
    int status = exit_ok;
    if (parse_arguments(found, words, status)) status = found.command->run();
    if (!close_stdout(found.path.substr(0, found.path.find(' '))) && status == exit_ok) status = exit_failed;
    return status;
}

// Ends the program if memory is exhausted. An exception is not enough: the JSON library also
// allocates in noexcept functions, and a stream catches the exception and loses the rest of its text.
[[noreturn]] void end_out_of_memory() {
    os::remove_at_once();
    std::fputs("oldguard: out of memory\n", stderr);
    std::_Exit(exit_failed);
}

}  // namespace
}  // namespace og::cli

int main(int argc, char **argv) {
    if (!og::os::prepare_process()) std::_Exit(og::cli::exit_failed);
    og::os::use_character_encoding();
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
