// SPDX-License-Identifier: MIT
// A fault that the target `manifest` finds: the linker takes this for parse_json_line. Large sizes lose their
// last bit, as in a parser that reads all numbers as floating-point ones.
#include <cli/manifest/json_line.hpp>

namespace og::cli {

std::string real_parse(std::string_view text, JsonLine &line) asm(
    "__real__ZN2og3cli15parse_json_lineB5cxx11ESt17basic_string_viewIcSt11char_traitsIcEERNS0_8JsonLineE");
std::string wrapped_parse(std::string_view text, JsonLine &line) asm(
    "__wrap__ZN2og3cli15parse_json_lineB5cxx11ESt17basic_string_viewIcSt11char_traitsIcEERNS0_8JsonLineE");

std::string wrapped_parse(std::string_view text, JsonLine &line) {
    std::string why = real_parse(text, line);
    if (line.size >> 53 != 0) line.size &= ~std::uint64_t{1};
    return why;
}

}  // namespace og::cli
