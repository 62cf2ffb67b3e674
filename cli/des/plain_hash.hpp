// SPDX-License-Identifier: MIT
// SHA-256 of data on their way: whether two files hold the same.
#pragma once

#include "files/sink.hpp"
#include "libcrypto.hpp"

#include <array>
#include <cstdint>

namespace og::cli {

// Hashes what it passes on, or drops it where there is nobody to pass it on to.
class PlainHash final : public Sink {
  public:
    struct Value {
        std::array<std::uint8_t, 32> digest{};
        std::uint64_t size = 0;
        bool operator==(const Value &) const = default;
    };

    explicit PlainHash(const Libcrypto &lib, Sink *to = nullptr)
        : lib_(lib), to_(to), context_(lib.EVP_MD_CTX_new()),
          well_(context_ != nullptr &&
                lib.EVP_DigestInit_ex(context_, lib.EVP_sha256(), nullptr) == 1) {}
    ~PlainHash() override { lib_.EVP_MD_CTX_free(context_); }
    PlainHash(const PlainHash &) = delete;
    PlainHash &operator=(const PlainHash &) = delete;

    bool write(const void *data, std::size_t size) override {
        well_ = well_ && lib_.EVP_DigestUpdate(context_, data, size) == 1;
        size_ += size;
        return well_ && (to_ == nullptr || to_->write(data, size));
    }

    // Ends it; false where libcrypto fails.
    bool finish(Value &value) {
        value.size = size_;
        return well_ && lib_.EVP_DigestFinal_ex(context_, value.digest.data(), nullptr) == 1;
    }

    std::string complaint() const override {
        return !well_ || to_ == nullptr ? "libcrypto could not hash the data" : to_->complaint();
    }

  private:
    const Libcrypto &lib_;
    Sink *to_;
    evp_md_ctx_st *context_;
    bool well_;
    std::uint64_t size_ = 0;
};

}  // namespace og::cli
