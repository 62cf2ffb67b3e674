// SPDX-License-Identifier: MIT
// Password files of VNC against OpenSSL's DES, and what identify takes for one.
#include "fuzz.hpp"
#include "openssl.hpp"

#include <cli/des/vnc.hpp>

#include <algorithm>

namespace og::fuzz {
namespace {

// The key that all VNC programs have, with the bits of each byte in reverse order: 23 82 107 6 35 78 88 7.
const Bytes fixed_key{0xe8, 0x4a, 0xd6, 0x60, 0xc4, 0x72, 0x1a, 0xe0};

// Returns whether a password is printable ASCII, then zeros.
bool is_plausible(const Bytes &password) {
    const auto end = std::find(password.begin(), password.end(), 0);
    return std::all_of(password.begin(), end, [](std::uint8_t c) { return c >= ' ' && c <= '~'; }) &&
           std::all_of(end, password.end(), [](std::uint8_t c) { return c == 0; });
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    // Some files have passwords, others any bytes.
    Bytes file;
    if (input.ConsumeBool()) {
        Bytes text = take_bytes(input, input.PickValueInArray({8, 16}));
        for (std::size_t i = input.ConsumeIntegralInRange<std::size_t>(0, 8); i < 8; i++) text[i] = 0;
        file = openssl_des("ECB", true, fixed_key, {}, text);
    } else {
        file = take_bytes(input, std::min<std::size_t>(input.remaining_bytes(), 20));
    }
    static MemoryFile memory;
    memory.write(std::string_view(reinterpret_cast<const char *>(file.data()), file.size()));
    std::array<og::cli::Secret<8>, 2> passwords;
    std::size_t count = 5;
    const std::string why = og::cli::read_vnc_file(memory.name(), passwords, count);
    const bool fits = file.size() == 8 || file.size() == 16;
    expect(why.empty() == fits && count == (fits ? file.size() / 8 : 0) && why.find('\n') == why.npos,
           "whether it is a file of passwords");
    bool plausible = fits;
    for (std::size_t i = 0; i < count; i++) {
        const Bytes coded(file.begin() + static_cast<std::ptrdiff_t>(8 * i),
                          file.begin() + static_cast<std::ptrdiff_t>(8 * i + 8));
        const Bytes want = openssl_des("ECB", false, fixed_key, {}, coded);
        expect(std::equal(want.begin(), want.end(), passwords[i].data()), "a password");
        expect(og::cli::vnc_text(passwords[i]).size() ==
                   static_cast<std::size_t>(std::find(want.begin(), want.end(), 0) - want.begin()),
               "the text of a password");
        plausible = plausible && is_plausible(want);
    }
    expect(og::cli::vnc_password_fits(file, file.size()) == plausible, "what identify takes for a password");
    expect(!og::cli::vnc_password_fits(file, file.size() + 1), "the head of a longer file");
    return 0;
}
