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
    using namespace og::cli;
    if (!og::os::prepare_process()) std::_Exit(exit_failed);
    og::os::use_character_encoding();
    std::set_new_handler(end_out_of_memory);
    try {
        std::vector<std::string> words = og::os::command_line(argc, argv);
        if (!words.empty()) words.erase(words.begin());
        if (is_for_fixity(words)) return run_fixity({words.begin() + 1, words.end()});
        apply_tune_file();
        Command root = command_tree();
        const FoundCommand found = find_command(root, words);
        int status = exit_ok;
        if (parse_arguments(found, words, status)) status = found.command->run();
        const std::string name = found.path.substr(0, found.path.find(' '));
        return close_stdout(name) || status != exit_ok ? status : exit_failed;
    } catch (const std::bad_alloc &) {  // thrown by other allocators than new
        end_out_of_memory();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "oldguard: %s\n", error.what());
        return exit_failed;
    }
}
