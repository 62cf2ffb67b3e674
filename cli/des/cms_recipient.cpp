// SPDX-License-Identifier: MIT
#include "cms_recipient.hpp"

#include "passwords/password.hpp"
#include "text/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#ifdef OLDGUARD_LIBCRYPTO
#include "libcrypto.hpp"

#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#endif

namespace og::cli {

#ifdef OLDGUARD_LIBCRYPTO
namespace {

template <class Type> using Owned = std::unique_ptr<Type, void (*)(Type *)>;

void nothing(EVP_PKEY *) {}
void nothing(X509 *) {}

using Ask = std::function<const Password *()>;

int copy_password(char *to, int size, int, void *ask) {
    const Password *password = (*static_cast<const Ask *>(ask))();
    if (password == nullptr || password->size > static_cast<std::size_t>(size)) return -1;
    std::copy_n(password->text.data(), password->size, to);
    return static_cast<int>(password->size);
}

Owned<BIO> reader_of(const Pem &pem) {
    Owned<BIO> reader(OG_LIB(BIO_new_mem_buf)(pem.text.data(), static_cast<int>(pem.size)),
                      [](BIO *bio) { OG_LIB(BIO_free)(bio); });
    if (!reader) throw std::bad_alloc();
    return reader;
}

// libcrypto gives no session key out. It wraps the key for one more recipient, whose key is known here.
constexpr std::size_t kek_size = 32, id_size = 16, wrapped_size = 24 + 8;

// The algorithm id-aes256-wrap (RFC 3565) and the beginning of the wrapped key, which follow the name of the
// recipient (RFC 5652 section 6.2.3).
constexpr std::string_view after_id = "\x30\x0b\x06\x09\x60\x86\x48\x01\x65\x03\x04\x01\x2d\x04\x20";

class SessionKey {
public:
    explicit SessionKey(CMS_ContentInfo *cms) : cms_(cms) {
        const auto wipe = [](unsigned char *bytes) { OG_LIB(CRYPTO_clear_free)(bytes, kek_size, "", 0); };
        const auto free = [](unsigned char *bytes) { OG_LIB(CRYPTO_free)(bytes, "", 0); };
        Owned<unsigned char> kek(static_cast<unsigned char *>(OG_LIB(CRYPTO_malloc)(kek_size, "", 0)), wipe);
        Owned<unsigned char> id(static_cast<unsigned char *>(OG_LIB(CRYPTO_malloc)(id_size, "", 0)), free);
        if (!kek || !id || !os::fill_random(kek_.data(), kek_size) || !os::fill_random(id.get(), id_size))
            throw std::bad_alloc();
        std::copy_n(kek_.data(), kek_size, kek.get());
        mark_.assign(reinterpret_cast<const char *>(id.get()), id_size).append(after_id);
        ours_ = OG_LIB(CMS_add0_recipient_key)(cms, NID_id_aes256_wrap, kek.get(), kek_size, id.get(),
                                               id_size, nullptr, nullptr, nullptr);
        if (ours_ == nullptr) return;
        // The message owns both from now on.
        kek.release();
        id.release();
    }

    // Takes the session key out of the message that a recipient was opened of. Returns false if it is none of
    // Triple DES.
    bool take(std::span<std::uint8_t, 24> key) {
        unsigned char *der = nullptr;
        if (ours_ == nullptr || OG_LIB(CMS_RecipientInfo_encrypt)(cms_, ours_) != 1) return false;
        const int size = OG_LIB(i2d_CMS_ContentInfo)(cms_, &der);
        if (size <= 0) return false;
        const std::string_view text(reinterpret_cast<const char *>(der), static_cast<std::size_t>(size));
        const std::size_t at = text.find(mark_);
        const bool there = at != text.npos && text.size() - at >= mark_.size() + wrapped_size;
        const bool done = there && unwrap(der + at + mark_.size(), key);
        OG_LIB(CRYPTO_free)(der, "", 0);
        return done;
    }

private:
    bool unwrap(const std::uint8_t *wrapped, std::span<std::uint8_t, 24> key) {
        const Owned<EVP_CIPHER_CTX> ctx(OG_LIB(EVP_CIPHER_CTX_new)(), OG_LIB(EVP_CIPHER_CTX_free));
        Secret<wrapped_size> plain;
        int size = 0;
        if (!ctx) return false;
        OG_LIB(EVP_CIPHER_CTX_set_flags)(ctx.get(), EVP_CIPHER_CTX_FLAG_WRAP_ALLOW);
        if (OG_LIB(EVP_DecryptInit_ex)(ctx.get(), OG_LIB(EVP_aes_256_wrap)(), nullptr, kek_.data(),
                                       nullptr) != 1 ||
            OG_LIB(EVP_DecryptUpdate)(ctx.get(), plain.data(), &size, wrapped, wrapped_size) != 1 ||
            static_cast<std::size_t>(size) != key.size())
            return false;
        std::copy_n(plain.data(), key.size(), key.begin());
        return true;
    }

    CMS_ContentInfo *cms_;
    CMS_RecipientInfo *ours_;
    Secret<kek_size> kek_;
    std::string mark_;  // before the wrapped key
};

}  // namespace

struct CmsRecipient::Parts {
    Owned<EVP_PKEY> key{nullptr, nothing};
    Owned<X509> certificate{nullptr, nothing};

    // Opens a recipient whose key was transported (RFC 5652 section 6.2.1) or agreed upon (section 6.2.2).
    // Counts it in `taking` if it can take a private key, and in `mine` if the certificate is the
    // recipient's.
    bool opens(CMS_ContentInfo *cms, CMS_RecipientInfo *recipient, int &taking, int &mine) const {
        const int type = OG_LIB(CMS_RecipientInfo_type)(recipient);
        if (type == CMS_RECIPINFO_TRANS) {
            taking++;
            if (certificate && OG_LIB(CMS_RecipientInfo_ktri_cert_cmp)(recipient, certificate.get()) != 0)
                return false;
            mine++;
            OG_LIB(EVP_PKEY_up_ref)(key.get());
            OG_LIB(CMS_RecipientInfo_set0_pkey)(recipient, key.get());
            const int done = OG_LIB(CMS_RecipientInfo_decrypt)(cms, recipient);
            OG_LIB(CMS_RecipientInfo_set0_pkey)(recipient, nullptr);
            return done > 0;
        }
        if (type != CMS_RECIPINFO_AGREE) return false;
        taking++;
        const auto *keys =
            reinterpret_cast<const OPENSSL_STACK *>(OG_LIB(CMS_RecipientInfo_kari_get0_reks)(recipient));
        for (int i = 0, n = OG_LIB(OPENSSL_sk_num)(keys); i < n; i++) {
            auto *each = static_cast<CMS_RecipientEncryptedKey *>(OG_LIB(OPENSSL_sk_value)(keys, i));
            if (certificate && OG_LIB(CMS_RecipientEncryptedKey_cert_cmp)(each, certificate.get()) != 0)
                continue;
            mine++;
            const bool done = OG_LIB(CMS_RecipientInfo_kari_set0_pkey)(recipient, key.get()) == 1 &&
                              OG_LIB(CMS_RecipientInfo_kari_decrypt)(cms, recipient, each) > 0;
            OG_LIB(CMS_RecipientInfo_kari_set0_pkey)(recipient, nullptr);
            if (done) return true;
        }
        return false;
    }
};

std::string CmsRecipient::read(const Pem &pem, const std::function<const Password *()> &ask) try {
    bool asked = false, refused = false;
    const Password *password = nullptr;
    const Ask once = [&] {
        if (!asked) password = ask();  // libcrypto calls it for each form that the key may have
        asked = true;
        refused = password == nullptr;
        return password;
    };
    parts_ = std::make_unique<Parts>();
    const auto reader = reader_of(pem);
    parts_->key =
        Owned<EVP_PKEY>(OG_LIB(PEM_read_bio_PrivateKey)(reader.get(), nullptr, copy_password,
                                                        const_cast<void *>(static_cast<const void *>(&once))),
                        OG_LIB(EVP_PKEY_free));
    if (!parts_->key) {
        const std::string errors = libcrypto_errors();
        return refused ? "the private key has a pass phrase"
               : asked ? "wrong pass phrase of the private key"
                       : "no private key in PEM: " + errors;
    }
    const auto again = reader_of(pem);
    bool any = false;
    for (;;) {
        Owned<X509> each(OG_LIB(PEM_read_bio_X509)(again.get(), nullptr, nullptr, nullptr),
                         OG_LIB(X509_free));
        if (!each) break;
        any = true;
        if (OG_LIB(X509_check_private_key)(each.get(), parts_->key.get()) == 1)
            parts_->certificate = std::move(each);
    }
    OG_LIB(ERR_clear_error)();
    return any && !parts_->certificate ? "none of its certificates belongs to its private key" : "";
} catch (const LibcryptoMissing &why) {
    return fmt::format("a private key needs OpenSSL 3 or later: {}", why.what());
}

std::string CmsRecipient::session_key(std::span<const std::uint8_t> message, std::span<std::uint8_t, 24> key,
                                      bool &certain) const try {
    OG_LIB(ERR_clear_error)();
    const unsigned char *at = message.data();
    const Owned<CMS_ContentInfo> cms(
        OG_LIB(d2i_CMS_ContentInfo)(nullptr, &at, static_cast<long>(message.size())),
        OG_LIB(CMS_ContentInfo_free));
    auto *recipients =
        reinterpret_cast<OPENSSL_STACK *>(cms ? OG_LIB(CMS_get0_RecipientInfos)(cms.get()) : nullptr);
    if (recipients == nullptr) return fmt::format("libcrypto cannot read it: {}", libcrypto_errors());
    const int count = OG_LIB(OPENSSL_sk_num)(recipients);
    SessionKey session(cms.get());
    Secret<24> found;
    int taking = 0, mine = 0;
    bool any = false;
    for (int i = 0; i < count && !certain; i++) {
        auto *recipient = static_cast<CMS_RecipientInfo *>(OG_LIB(OPENSSL_sk_value)(recipients, i));
        if (!parts_->opens(cms.get(), recipient, taking, mine) || !session.take(found.bytes)) continue;
        // Whoever makes a key of Triple DES sets its parity (RFC 3370 section 5.1), which a wrong private key
        // gives once in 2^24. Versions of libcrypto make random bytes of what a wrong one opens.
        certain = std::ranges::all_of(found.bytes, [](std::uint8_t c) { return std::popcount(c) % 2 == 1; });
        if (!any || certain) std::ranges::copy(found.bytes, key.begin());
        any = true;
    }
    if (any) return "";
    if (taking == 0) return fmt::format("none of its recipients ({}) has a private key", count);
    if (mine == 0)
        return fmt::format("the certificate of the key is that of none of its recipients ({})", count);
    return fmt::format("the private key opens {}: wrong key{}: {}",
                       parts_->certificate ? "no session key of its certificate"
                                           : fmt::format("none of its recipients ({})", count),
                       parts_->certificate ? " or damaged data" : "", libcrypto_errors());
} catch (const LibcryptoMissing &why) {
    return why.what();
}
#else
struct CmsRecipient::Parts {};

std::string CmsRecipient::read(const Pem &, const std::function<const Password *()> &) {
    return "this build has no OpenSSL, which opens session keys with private keys: give the session key";
}

std::string CmsRecipient::session_key(std::span<const std::uint8_t>, std::span<std::uint8_t, 24>,
                                      bool &) const {
    return "this build has no OpenSSL";
}
#endif

CmsRecipient::CmsRecipient() = default;
CmsRecipient::~CmsRecipient() = default;

}  // namespace og::cli
