// SPDX-License-Identifier: MIT
#include "crypt_setting.hpp"

#include "os/secrets.hpp"

#include <oldguard/crypt.h>
#include <oldguard/status.h>

#include <fmt/format.h>

#include <array>

namespace og::cli {
namespace {

// Hashes the passwords whose settings are of one form. `hash` is the function of the library for hashes of
// `size` bytes.
template <std::size_t size, class Function>
int hash_form(bool bsdi, Function hash, const std::vector<const char *> &passwords,
              const std::vector<const char *> &settings, std::vector<std::string> &hashes, std::size_t &bad) {
    std::vector<const char *> some_passwords, some_settings;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < settings.size(); i++) {
        if (is_bsdi(settings[i]) != bsdi) continue;
        some_passwords.push_back(passwords[i]);
        some_settings.push_back(settings[i]);
        places.push_back(i);
    }
    std::vector<std::array<char, size>> out(places.size());
    std::size_t which;
    const int status = hash(some_passwords.data(), some_settings.data(), out.size(),
                            reinterpret_cast<char(*)[size]>(out.data()), &which);
    bad = which < places.size() ? places[which] : settings.size();
    if (status == OG_OK)
        for (std::size_t i = 0; i < places.size(); i++) hashes[places[i]] = out[i].data();
    os::wipe(out.data(), out.size() * size);
    return status;
}

}  // namespace

std::string refused_setting(const std::string &setting, std::uint64_t most) {
    char hash[OG_CRYPT_DES_SIZE];
    if (is_bsdi(setting)) {
        const std::uint32_t count = og_crypt_bsdi_count(setting.c_str());
        if (count > most) return fmt::format("{} iterations, more than {} (--most-iterations)", count, most);
        return count > 0 ? ""
                         : "BSDi's form of crypt(3) is _, four characters of a count and four of salt, all "
                           "from ./0-9A-Za-z, and at most 11 more";
    }
    if (og_crypt_des("", setting.c_str(), hash) != OG_ERR_SALT) return "";
    // The hashes of other methods are what users most often give instead.
    if (setting.starts_with('$')) return "a hash of another method than the DES-based crypt(3)";
    if (setting.size() > OG_CRYPT_DES_SIZE - 1)
        return "more than 13 characters: a hash of bigcrypt, which --verify takes, or of another method";
    return "must begin with two characters from ./0-9A-Za-z, and have at most 13 printable characters";
}

std::string hash_error(int status) {
    switch (status) {
    case OG_ERR_SALT:
        return "the salt must begin with two characters from ./0-9A-Za-z, and have at most 13 printable "
               "characters, or be one of BSDi's form";
    case OG_ERR_TOO_LONG:
        return "BSDi's form takes passwords of at most 511 bytes";
    default:
        return og_strerror(status);
    }
}

int hash_passwords(const std::vector<const char *> &passwords, const std::vector<const char *> &settings,
                   std::vector<std::string> &hashes, std::size_t &bad) {
    hashes.assign(settings.size(), "");
    const int status =
        hash_form<OG_CRYPT_DES_SIZE>(false, og_crypt_des_many, passwords, settings, hashes, bad);
    return status != OG_OK
               ? status
               : hash_form<OG_CRYPT_BSDI_SIZE>(true, og_crypt_bsdi_many, passwords, settings, hashes, bad);
}

}  // namespace og::cli
