// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <oldguard/crypt.h>
#include <oldguard/des_many.h>
#include <oldguard/kdf.h>
#include <oldguard/sha1.h>
#include <oldguard/sha1dc.h>
#include <oldguard/whirlpool.h>

#include <array>
#include <stdexcept>

namespace og::bench {

namespace {

// Forces a kernel before each sample and lets the dispatch choose again after it.
class Batch : public Work {
public:
    Batch(std::string op, const char *stem, const Task &task, std::size_t messages)
        : op_(std::move(op)), stem_(stem), count_(messages), size_(task.size / messages), task_(task) {}

    void prepare() override {
        if (og_force_kernel(op_.c_str(), stem_) != OG_OK)
            throw std::runtime_error(op_ + ": cannot force " + stem_);
        call();  // makes the choice
    }
    void run(std::size_t calls) override {
        for (; calls; calls--) call();
    }
    void finish() override { og_force_kernel(op_.c_str(), nullptr); }
    Bytes answer() override { return {}; }

protected:
    virtual void call() = 0;

    const std::string op_;
    const char *const stem_;
    const std::size_t count_, size_;
    const Task task_;
};

class HashBatch final : public Batch {
public:
    using Batch::Batch;

private:
    void call() override {
        std::array<og_message, most_batch> messages;
        for (std::size_t i = 0; i < count_; i++) messages[i] = {task_.in + i * size_, size_};
        if (op_ == "sha1.lanes")
            og_sha1_many(messages.data(), count_, sha1_.data(), nullptr);
        else if (op_ == "sha1dc.lanes")
            og_sha1dc_many(messages.data(), count_, 0, sha1_.data(), verdicts_.data(), nullptr);
        else
            og_whirlpool_many(messages.data(), count_, whirlpool_.data(), nullptr);
    }

    std::array<std::uint8_t[OG_SHA1_DIGEST_SIZE], most_batch> sha1_;
    std::array<std::uint8_t[OG_WHIRLPOOL_DIGEST_SIZE], most_batch> whirlpool_;
    std::array<og_sha1dc_verdict, most_batch> verdicts_;
};

class DesBatch final : public Batch {
public:
    using Batch::Batch;

private:
    void call() override {
        std::array<og_des_message, most_batch> messages;
        for (std::size_t i = 0; i < count_; i++)
            messages[i] = {task_.in + 8 * i, task_.iv, task_.in + i * size_, task_.out + i * size_, size_};
        og_des_many(op_ == "des.lanes" ? OG_DES : OG_DES_EDE3, OG_CBC, messages.data(), count_,
                    OG_DES_CHECK_NONE, nullptr);
    }
};

class CryptBatch final : public Batch {
public:
    using Batch::Batch;

private:
    void call() override {
        std::array<const char *, most_batch> passwords, settings;
        passwords.fill("password");
        settings.fill("ab");
        if (op_ == "des.crypt_lanes") settings[0] = "cd";  // one salt has an operation of its own
        og_crypt_des_many(passwords.data(), settings.data(), count_, hashes_.data(), nullptr);
    }

    std::array<char[OG_CRYPT_DES_SIZE], most_batch> hashes_;
};

// One derivation of as many output blocks as there are messages.
class Pbkdf2Batch final : public Batch {
public:
    using Batch::Batch;

private:
    void call() override {
        const bool sha1 = op_ == "pbkdf2.sha1_lanes";
        const std::size_t digest = sha1 ? OG_SHA1_DIGEST_SIZE : OG_WHIRLPOOL_DIGEST_SIZE;
        og_pbkdf2(sha1 ? OG_HASH_SHA1 : OG_HASH_WHIRLPOOL, "password", 8, "saltsalt", 8, iterations,
                  key_.data(), count_ * digest);
    }

    static constexpr std::uint64_t iterations = 100;
    std::array<std::uint8_t, most_batch * OG_WHIRLPOOL_DIGEST_SIZE> key_;
};

bool is_pbkdf2(const std::string &op) { return op == "pbkdf2.sha1_lanes" || op == "pbkdf2.whirlpool_blocks"; }

bool is_crypt(const std::string &op) { return op == "des.crypt_lanes" || op == "des.one_salt_lanes"; }

}  // namespace

bool batch_has_one_size(const std::string &op) { return is_crypt(op) || is_pbkdf2(op); }

std::unique_ptr<Work> make_batch(const std::string &op, const char *stem, const Task &task,
                                 std::size_t messages) {
    if (op == "sha1.lanes" || op == "sha1dc.lanes" || op == "whirlpool.lanes")
        return std::make_unique<HashBatch>(op, stem, task, messages);
    if ((op == "des.lanes" || op == "des3.lanes") && task.size / messages % OG_DES_BLOCK_SIZE == 0)
        return std::make_unique<DesBatch>(op, stem, task, messages);
    if (is_crypt(op)) return std::make_unique<CryptBatch>(op, stem, task, messages);
    if (is_pbkdf2(op)) return std::make_unique<Pbkdf2Batch>(op, stem, task, messages);
    return nullptr;
}

}  // namespace og::bench
