// SPDX-License-Identifier: MIT
// The DES-based crypt(3), one password and many, through any kernel, against libcrypt.
#include "fuzz.hpp"
#include "libcrypt.hpp"

#include <array>

namespace og::fuzz {
namespace {

// Checks the single function and returns its hash, or "".
std::string checked_hash(const std::string &password, const std::string &setting) {
    char out[OG_CRYPT_DES_SIZE + 1] = "unwritten";
    const int status = og_crypt_des(password.c_str(), setting.c_str(), out);
    const std::string want = libcrypt_hash(password, setting);
    expect(status == (want.empty() ? OG_ERR_SALT : OG_OK), "status");
    expect(out == (want.empty() ? "unwritten" : want), "hash");
    return want;
}

// Checks passwords in the extended form, all right but perhaps one, with few iterations.
void check_bsdi(Input &input) {
    constexpr std::string_view digits = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    constexpr std::uint64_t most = 5000;
    std::string setting = input.ConsumeRandomLengthString(22).c_str();
    if (og_crypt_bsdi_count(setting.c_str()) > most) setting[4] = '.', setting[3] = '.';
    auto random = take_random(input);
    const std::size_t count = input.ConsumeIntegralInRange<std::size_t>(0, 70);
    std::vector<std::string> passwords(count), settings(count), want(count);
    std::vector<const char *> password_list, setting_list;
    std::vector<std::array<char, OG_CRYPT_BSDI_SIZE>> out(count);
    int status = OG_OK;
    for (std::size_t i = 0; i < count; i++) {
        const Bytes bytes = random.bytes(random.below(40));
        passwords[i] = std::string(bytes.begin(), bytes.end()).c_str();
        settings[i] = {'_', digits[1 + random.below(20)], '.', '.', '.'};
        for (int k = 0; k < 4; k++) settings[i] += digits[random.below(64)];
        if (i + 1 == count && !setting.empty()) settings[i] = setting;
        want[i] = libcrypt_bsdi_hash(passwords[i], settings[i], most);
        status = want[i].empty() ? OG_ERR_SALT : status;
        password_list.push_back(passwords[i].c_str());
        setting_list.push_back(settings[i].c_str());
    }
    expect(og_crypt_bsdi_many(password_list.data(), setting_list.data(), count,
                              reinterpret_cast<char(*)[OG_CRYPT_BSDI_SIZE]>(out.data()), nullptr) == status,
           "status of BSDi's form");
    for (std::size_t i = 0; i < count; i++)
        expect(status == OG_OK ? out[i].data() == want[i] : out[i][0] == '\0', "a hash of BSDi's form");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    constexpr std::string_view salts = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    Input input(data, size);
    choose_kernels(input, {"des."});
    const ConstantTime policy(input.ConsumeBool());
    if (input.ConsumeIntegralInRange(0, 3) == 0) {
        check_bsdi(input);
        return 0;
    }
    const std::string setting = input.ConsumeRandomLengthString(20);
    const std::string password = input.ConsumeRandomLengthString(20);
    checked_hash(password.c_str(), setting.c_str());

    // Passwords for the lanes, all right but perhaps one.
    auto random = take_random(input);
    const std::size_t count = input.ConsumeIntegralInRange<std::size_t>(0, 300);
    std::vector<std::string> passwords(count), settings(count), want(count);
    for (std::size_t i = 0; i < count; i++) {
        const Bytes bytes = random.bytes(random.below(12));
        passwords[i] = std::string(bytes.begin(), bytes.end()).c_str();
        settings[i] = {salts[random.below(64)], salts[random.below(64)]};
    }
    if (count > 0) {
        const std::size_t which = random.below(count);
        passwords[which] = password.c_str();
        settings[which] = setting.c_str();
    }
    std::vector<const char *> password_list, setting_list;
    std::vector<std::array<char, OG_CRYPT_DES_SIZE>> out(count);
    int status = OG_OK;
    for (std::size_t i = 0; i < count; i++) {
        want[i] = checked_hash(passwords[i], settings[i]);
        status = want[i].empty() ? OG_ERR_SALT : status;
        password_list.push_back(passwords[i].c_str());
        setting_list.push_back(settings[i].c_str());
    }
    expect(og_crypt_des_many(password_list.data(), setting_list.data(), count,
                             reinterpret_cast<char(*)[OG_CRYPT_DES_SIZE]>(out.data()), nullptr) == status,
           "status of many");
    for (std::size_t i = 0; i < count; i++)
        expect(status == OG_OK ? out[i].data() == want[i] : out[i][0] == '\0', "a hash of many");
    return 0;
}
