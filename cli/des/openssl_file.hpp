// SPDX-License-Identifier: MIT
// Files of `openssl enc` with a password.
#pragma once

#include "container.hpp"
#include "derivation.hpp"
#include "passwords/password.hpp"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace og::cli {

inline constexpr std::uint64_t default_iterations = 10000;  // of PBKDF2, openssl's

enum class Base64 : std::uint8_t { no, lines, one_line };

struct OpensslOptions {
    std::optional<Derivation> derivation;             // if it is named
    std::uint64_t most_iterations = 10'000'000;       // of derivations that are tried
    std::optional<std::array<std::uint8_t, 8>> salt;  // of a file without a header
    bool no_salt = false;
    bool keep_iv = false;  // work.iv is given
    Base64 base64 = Base64::no;
};

class OpensslFile final : public Container {
public:
    // Keeps references to the options and the password. `say` prints which derivation was found.
    OpensslFile(const OpensslOptions &options, const Password &password,
                std::function<void(const std::string &)> say)
        : options_(options), password_(password), say_(std::move(say)) {}

    void prepare(std::span<const std::string> files) override;
    std::string open(Input &input, const std::string &name, DesWork &work,
                     std::unique_ptr<ByteSource> &inner) override;
    std::string begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &outer) override;

private:
    struct Seen;
    using Salt = std::array<std::uint8_t, 8>;
    std::span<const std::uint8_t> salt() const;
    std::string set_key(const Derivation &derivation, DesWork &work) const;
    std::string choose(const Seen &seen, DesWork &work);

    const OpensslOptions &options_;
    const Password &password_;
    const std::function<void(const std::string &)> say_;
    Salt salt_{};
    const char *last_ = nullptr;           // the derivation found last
    std::map<Salt, Secret<32>> prepared_;  // keys and IVs of the derivation that is named
};

}  // namespace og::cli
