// SPDX-License-Identifier: MIT
// The traditional crypt(3): cycles per password of the whole call, and of its 25 encryptions only. The
// password is the task's iv.
#include "des_keys.hpp"
#include "operation.hpp"

#include <oldguard/crypt.h>

#include <array>
#include <cstring>

namespace og::bench {

namespace {

constexpr std::uint32_t salt_bits = 38 | 39 << 6;  // "ab"
static_assert(std::string_view(OG_PEER_SALT) == "ab");

class CryptWork final : public Work {
public:
    explicit CryptWork(const Task &task) { std::memcpy(password_, task.iv, 8); }
    void run(std::size_t calls) override {
        for (; calls; calls--) status_ |= og_crypt_des(password_, OG_PEER_SALT, hash_);
    }
    Bytes answer() override {
        return status_ == OG_OK ? Bytes(hash_, hash_ + OG_CRYPT_DES_SIZE - 1) : Bytes();
    }

private:
    char password_[9] = {}, hash_[OG_CRYPT_DES_SIZE];
    int status_ = OG_OK;
};

class Crypt25Work final : public Work {
public:
    Crypt25Work(const og_kernel &kernel, const Task &task)
        : keys_(task.key), fn_(function_of<og_des_crypt25_fn>(kernel)) {}
    void run(std::size_t calls) override {
        for (; calls; calls--) fn_(block_, &keys_.ks[0], salt_bits);
    }
    Bytes answer() override { return Bytes(block_, block_ + sizeof block_); }

private:
    DesKeys keys_;
    std::uint8_t block_[OG_DES_BLOCK_SIZE];
    og_des_crypt25_fn *fn_;
};

// n passwords, each with its own salt. The first password is the task's.
struct ManyPasswords {
    std::vector<std::array<char, 9>> text;
    std::vector<std::array<char, 3>> salt;

    ManyPasswords(const Task &task, std::size_t n) : text(n), salt(n) {
        constexpr std::string_view digits =
            "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        for (std::size_t i = 0; i < n; i++) {
            text[i] = {};
            std::memcpy(text[i].data(), task.iv, 8);
            text[i][0] ^= static_cast<char>(i & 15);
            text[i][1] ^= static_cast<char>(i >> 4 & 31);
            salt[i] = {digits[(12 + 5 * i) % 64], digits[i * i % 64], 0};
        }
    }
};

constexpr std::size_t password_count = 512;

class CryptManyWork final : public Work {
public:
    explicit CryptManyWork(const Task &task) : passwords_(task, password_count) {
        for (std::size_t i = 0; i < password_count; i++) {
            text_.push_back(passwords_.text[i].data());
            salt_.push_back(passwords_.salt[i].data());
        }
    }
    void run(std::size_t calls) override {
        for (; calls; calls--)
            status_ |= og_crypt_des_many(text_.data(), salt_.data(), password_count, hashes_, nullptr);
    }
    Bytes answer() override {
        const auto *bytes = reinterpret_cast<const std::uint8_t *>(hashes_);
        return status_ == OG_OK ? Bytes(bytes, bytes + sizeof hashes_) : Bytes();
    }

private:
    ManyPasswords passwords_;
    std::vector<const char *> text_, salt_;
    char hashes_[password_count][OG_CRYPT_DES_SIZE];
    int status_ = OG_OK;
};

constexpr std::uint64_t one_salt = 0;  // as the most salt: that of the bench for all passwords

// The 25 encryptions of password_count passwords. A kernel is called once for each group of its lanes.
class CryptLanesWork final : public Work {
public:
    CryptLanesWork(const og_kernel &kernel, const Task &task, std::uint64_t most_salt)
        : kernel_(kernel),
          one_salt_(most_salt == one_salt),
          lanes_(kernel.lanes),
          keys_(block_size * password_count),
          salts_(password_count) {
        for (std::size_t i = 0; i < password_count; i++) {
            std::memcpy(&keys_[block_size * i], task.iv, block_size);
            keys_[block_size * i] ^= static_cast<std::uint8_t>(i);
            salts_[i] = one_salt_ ? salt_bits : 37 * i * i & most_salt;
        }
    }
    void run(std::size_t calls) override {
        for (; calls; calls--) {
            blocks_.assign(block_size * password_count, 0);
            for (std::size_t i = 0; i < password_count; i += lanes_)
                encrypt(&blocks_[block_size * i], &keys_[block_size * i], &salts_[i]);
        }
    }
    Bytes answer() override { return blocks_; }
    // Computes the answer one password at a time.
    Bytes expected() const {
        auto *crypt25 = function_of<og_des_crypt25_fn>(reference_kernel("des.crypt25", "des_c_ref"));
        Bytes answer(keys_.size());
        for (std::size_t i = 0; i < password_count; i++) {
            og_des_key ks;
            og_des_key_set(&ks, &keys_[block_size * i], OG_DES_CHECK_NONE);
            crypt25(&answer[block_size * i], &ks, static_cast<std::uint32_t>(salts_[i]));
        }
        return answer;
    }

private:
    void encrypt(std::uint8_t *blocks, const std::uint8_t *keys, const std::uint64_t *salts) {
        if (one_salt_)
            function_of<og_des_one_salt_lanes_fn>(kernel_)(blocks, keys, salt_bits, 25);
        else
            function_of<og_des_crypt_lanes_fn>(kernel_)(blocks, keys, salts, 25);
    }

    static constexpr std::size_t block_size = OG_DES_BLOCK_SIZE;
    const og_kernel &kernel_;
    bool one_salt_;
    std::size_t lanes_;
    Bytes blocks_, keys_;
    std::vector<std::uint64_t> salts_;
};

// Returns an operation whose call has the size of a block.
Operation of_a_block(const char *name) {
    Operation op;
    op.name = name;
    op.catalogue = "des.crypt25";
    op.unit = Unit::call;
    op.item = "password";
    op.granule = OG_DES_BLOCK_SIZE;
    op.call_sizes = {OG_DES_BLOCK_SIZE};
    return op;
}

// Returns the operation of the 25 encryptions alone, as CryptLanesWork has them. many: that of the whole
// call.
template <std::uint64_t most_salt> Operation of_lanes(const char *name, Operation many) {
    many.name = many.catalogue = name;
    many.alone.clear();
    many.whole_call = false;
    many.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        if (password_count % kernel->lanes != 0) return nullptr;
        return std::make_unique<CryptLanesWork>(*kernel, task, most_salt);
    };
    many.expected = [](const Operation &, const Task &task, std::size_t) {
        const og_kernel &any = *og_kernel_find("des.crypt_lanes", "des_c_u64_lanes");
        return CryptLanesWork(any, task, most_salt).expected();
    };
    return many;
}

}  // namespace

std::vector<Operation> crypt_operations() {
    Operation crypt = of_a_block("des.crypt");
    crypt.whole_call = true;
    crypt.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<CryptWork>(task);
    };
    // The hash that libxcrypt computes from the password and salt of the bench.
    crypt.expected = [](const Operation &, const Task &task, std::size_t) {
        constexpr std::string_view hash = "abLCOhPRrAbiE";
        const bool known = std::memcmp(task.iv, "Now is t", 8) == 0;
        return known ? Bytes(hash.begin(), hash.end()) : Bytes();
    };

    Operation crypt25 = of_a_block("des.crypt25");
    crypt25.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<Crypt25Work>(*kernel, task);
    };
    crypt25.expected = [](const Operation &, const Task &task, std::size_t) {
        Crypt25Work work(reference_kernel("des.crypt25", "des_c_ref"), task);
        work.run(1);
        return work.answer();
    };

    Operation many;
    many.name = "des.crypt_many";
    many.catalogue = "des.crypt_lanes";
    many.whole_call = true;
    many.unit = Unit::call;
    many.item = "password";
    many.messages = password_count;
    many.alone = "des.crypt";
    many.granule = OG_DES_BLOCK_SIZE;
    many.call_sizes = {password_count * OG_DES_BLOCK_SIZE};
    many.make = [](const og_kernel *, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<CryptManyWork>(task);
    };
    // Computes the answer one password at a time.
    many.expected = [](const Operation &, const Task &task, std::size_t) {
        const ManyPasswords passwords(task, password_count);
        Bytes answer;
        for (std::size_t i = 0; i < password_count; i++) {
            char hash[OG_CRYPT_DES_SIZE];
            if (og_crypt_des(passwords.text[i].data(), passwords.salt[i].data(), hash) != OG_OK)
                return Bytes();
            answer.insert(answer.end(), hash, hash + sizeof hash);
        }
        return answer;
    };

    Operation lanes = of_lanes<0xfff>("des.crypt_lanes", many);
    lanes.alone = "des.crypt25";
    return {crypt,
            many,
            crypt25,
            lanes,
            of_lanes<0xffffff>("des.bsdi_lanes", many),
            of_lanes<one_salt>("des.one_salt_lanes", many)};
}

}  // namespace og::bench
