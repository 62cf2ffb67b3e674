// SPDX-License-Identifier: MIT
#include "ciphers.hpp"

#include <algorithm>
#include <cstdio>

#include <openssl/err.h>

namespace og::test {
namespace {

// Keys and IVs are longer than any cipher needs.
constexpr std::size_t longest = 32;

class Runner {
public:
    Runner(const EVP_CIPHER *cipher, const Plan &plan)
        : cipher_(cipher), plan_(plan), encrypt_(plan.encrypt), ctx_(EVP_CIPHER_CTX_new()) {}

    Record run() {
        start();
        EVP_CIPHER_CTX_set_padding(ctx_.get(), plan_.padding);
        if (plan_.num >= 0) {
            result(EVP_CIPHER_CTX_set_num(ctx_.get(), plan_.num));
        }
        message();
        for (const Again &again : plan_.again) {
            const Bytes key = random_bytes(longest, 102), iv = random_bytes(longest, 103);
            encrypt_ ^= again.turn;
            result(EVP_CipherInit_ex2(ctx_.get(), nullptr, again.key ? key.data() : nullptr,
                                      again.iv ? iv.data() : nullptr, encrypt_, nullptr));
            message();
        }
        record_.error = first_error();
        return record_;
    }

private:
    void result(int value) { record_.results.push_back(value); }

    void start() {
        const Bytes key = random_bytes(longest, 100), iv = random_bytes(longest, 101);
        const auto init = [&](const EVP_CIPHER *cipher, bool with_key, bool with_iv) {
            result(EVP_CipherInit_ex2(ctx_.get(), cipher, with_key ? key.data() : nullptr,
                                      with_iv ? iv.data() : nullptr, encrypt_, nullptr));
        };
        switch (plan_.order) {
        case Order::together:
            init(cipher_, true, true);
            break;
        case Order::key_then_iv:
            init(cipher_, true, false);
            init(nullptr, false, true);
            break;
        case Order::iv_then_key:
            init(cipher_, false, true);
            init(nullptr, true, false);
            break;
        case Order::no_iv:
            init(cipher_, true, false);
            break;
        }
    }

    // Both forms of the IV, and the position. OpenSSL 3.5 leaves errors of queries that succeed.
    void position() {
        Bytes iv(16);
        ERR_set_mark();
        result(EVP_CIPHER_CTX_get_updated_iv(ctx_.get(), iv.data(), iv.size()));
        record_.out.insert(record_.out.end(), iv.begin(), iv.end());
        result(EVP_CIPHER_CTX_get_original_iv(ctx_.get(), iv.data(), iv.size()));
        record_.out.insert(record_.out.end(), iv.begin(), iv.end());
        result(EVP_CIPHER_CTX_get_num(ctx_.get()));
        ERR_pop_to_mark();
    }

    void append(int returned, const Bytes &out, int written) {
        result(returned);
        result(written);
        if (returned == 1) {
            record_.out.insert(record_.out.end(), out.begin(), out.begin() + written);
        }
    }

    void message() {
        const std::size_t piece = std::max(plan_.piece, std::size_t{1});
        Bytes out(std::max(plan_.data.size(), piece) + 16);
        for (std::size_t at = 0; at < plan_.data.size(); at += piece) {
            const std::size_t size = std::min(piece, plan_.data.size() - at);
            int written = 0;
            const int returned = EVP_CipherUpdate(ctx_.get(), out.data(), &written, plan_.data.data() + at,
                                                  static_cast<int>(size));
            append(returned, out, written);
            if (plan_.positions) {
                position();
            }
            if (plan_.copy && at == 0) {
                CipherCtx copy(EVP_CIPHER_CTX_new());
                result(EVP_CIPHER_CTX_copy(copy.get(), ctx_.get()));
                ctx_ = std::move(copy);
            }
        }
        int written = 0;
        const int returned = EVP_CipherFinal_ex(ctx_.get(), out.data(), &written);
        append(returned, out, written);
    }

    const EVP_CIPHER *cipher_;
    const Plan &plan_;
    bool encrypt_;
    CipherCtx ctx_;
    Record record_;
};

}  // namespace

Record run(const EVP_CIPHER *cipher, const Plan &plan) {
    first_error();
    return Runner(cipher, plan).run();
}

std::ostream &operator<<(std::ostream &to, const Plan &plan) {
    return to << (plan.encrypt ? "encrypt " : "decrypt ") << plan.data.size() << " bytes by " << plan.piece
              << (plan.padding ? " with padding" : "") << " num " << plan.num << " order "
              << static_cast<int>(plan.order);
}

std::ostream &operator<<(std::ostream &to, const Record &record) {
    for (const int result : record.results) {
        to << result << ' ';
    }
    to << " error " << std::hex << record.error << " out ";
    for (std::size_t i = 0; i < std::min<std::size_t>(record.out.size(), 64); i++) {
        char byte[3];
        std::snprintf(byte, sizeof byte, "%02x", record.out[i]);
        to << byte;
    }
    return to << std::dec;
}

}  // namespace og::test
