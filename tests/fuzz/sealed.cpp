// SPDX-License-Identifier: MIT
// Sealed files: what was sealed is opened, and a file with any change is refused.
#include "fuzz.hpp"

#include <cli/des/seal.hpp>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>

namespace og::fuzz {
namespace {

constexpr std::size_t segment = std::size_t{1} << 18, tag_size = 16, header_size = 76;

// Writes sealed files, as the format's description has them.
class Writer {
public:
    explicit Writer(const cli::SealKey &key) : file_{'o', 'l', 'd', 'g', 'u', 'a', 'r', 'd', 1, 1, 18, 0} {
        const Bytes preamble = file_;
        file_.insert(file_.end(), 32, 0x5a);  // the random part
        const Bytes extracted =
            hmac(Bytes(file_.begin() + 12, file_.end()), Bytes(key.data(), key.data() + key.bytes.size()));
        Bytes block;
        for (std::uint8_t i = 1; i <= 3; i++) {
            block.insert(block.end(), preamble.begin(), preamble.end());
            block.push_back(i);
            block = hmac(extracted, block);
            (i == 1 ? key_ : i == 2 ? commitment_ : nonce_) = block;
        }
        file_.insert(file_.end(), commitment_.begin(), commitment_.end());
        nonce_.resize(7);
    }

    Bytes seal(const Bytes &data) const {
        Bytes file = file_;
        std::size_t at = 0;
        for (std::uint32_t number = 0; number == 0 || at < data.size(); number++) {
            const std::size_t size = std::min(segment, data.size() - at);
            Bytes nonce = nonce_;
            for (int shift = 24; shift >= 0; shift -= 8)
                nonce.push_back(static_cast<std::uint8_t>(number >> shift));
            nonce.push_back(at + size == data.size());
            append_segment(file, nonce, data.data() + at, size);
            at += size;
        }
        return file;
    }

private:
    static Bytes hmac(const Bytes &key, const Bytes &data) {
        Bytes out(32);
        expect(HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), data.data(), data.size(),
                    out.data(), nullptr) != nullptr,
               "HMAC");
        return out;
    }

    void append_segment(Bytes &file, const Bytes &nonce, const std::uint8_t *data, std::size_t size) const {
        EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
        Bytes out(size + tag_size);
        int done = 0;
        expect(EVP_EncryptInit_ex(ctx, EVP_aes_256_gcm(), nullptr, key_.data(), nonce.data()) == 1 &&
                   EVP_EncryptUpdate(ctx, nullptr, &done, file_.data(), header_size) == 1 &&
                   EVP_EncryptUpdate(ctx, out.data(), &done, data, static_cast<int>(size)) == 1 &&
                   EVP_EncryptFinal_ex(ctx, out.data() + size, &done) == 1 &&
                   EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_AEAD_GET_TAG, tag_size, out.data() + size) == 1,
               "AES-GCM");
        EVP_CIPHER_CTX_free(ctx);
        file.insert(file.end(), out.begin(), out.end());
    }

    Bytes file_, key_, commitment_, nonce_;
};

// Changes the file in up to four places. The result may be the same as before.
void change(Input &input, Bytes &file) {
    for (unsigned i = input.ConsumeIntegralInRange(0u, 4u); i > 0 && !file.empty(); i--) {
        const std::size_t at = input.ConsumeIntegralInRange<std::size_t>(0, file.size() - 1);
        const auto place = file.begin() + static_cast<std::ptrdiff_t>(at);
        switch (input.ConsumeIntegralInRange(0, 4)) {
        case 0:
            *place ^= input.ConsumeIntegral<std::uint8_t>();
            break;
        case 1:
            file.resize(at);
            break;
        case 2:
            file.insert(place, input.ConsumeIntegral<std::uint8_t>());
            break;
        case 3:
            file.erase(place);
            break;
        case 4: {  // a whole segment in the place of another one
            const std::size_t whole = segment + tag_size;
            if (file.size() >= header_size + 2 * whole)
                std::copy_n(file.begin() + header_size, whole, file.begin() + header_size + whole);
        }
        }
    }
}

class Collector final : public cli::Sink {
public:
    bool write(const void *data, std::size_t size) override {
        auto *from = static_cast<const std::uint8_t *>(data);
        bytes.insert(bytes.end(), from, from + size);
        return true;
    }
    std::string complaint() const override { return "no"; }
    Bytes bytes;
};

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    static const og::cli::SealKey key;
    static const og::cli::Libcrypto *const libcrypto = og::cli::load_libcrypto("fuzz");
    static const Writer writer(key);
    Input input(data, size);
    const unsigned kind = input.ConsumeIntegralInRange(0u, 15u);
    Bytes plain, file, sealed;
    if (kind == 0) {
        file = input.ConsumeRemainingBytes<std::uint8_t>();
    } else {
        // Mostly small, sometimes about the end of a segment or two.
        plain = take_message(input, 2000);
        if (kind <= 2) plain.resize(kind * segment + input.ConsumeIntegralInRange<std::size_t>(0, 2) - 1);
        file = sealed = writer.seal(plain);
        change(input, file);
    }

    static MemoryFile memory;
    memory.write({reinterpret_cast<const char *>(file.data()), file.size()});
    og::cli::Input opened(memory.name());
    og::cli::Progress progress(og::cli::Show::never, "fuzz", 0);
    Collector out;
    const std::string wrong = open_sealed(*libcrypto, key, opened, "file", out, progress);
    expect(wrong.empty() == (file == sealed && kind > 0), "whether it is opened");
    expect(out.bytes.size() <= plain.size() && std::equal(out.bytes.begin(), out.bytes.end(), plain.begin()),
           "data that were not sealed");
    expect(!wrong.empty() || out.bytes.size() == plain.size(), "data are missing");
    return 0;
}
