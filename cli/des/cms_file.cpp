// SPDX-License-Identifier: MIT
#include "cms_file.hpp"

#include "algorithms.hpp"
#include "armour.hpp"
#include "ber_stream.hpp"
#include "text/bytes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace og::cli {
namespace {

using namespace std::string_view_literals;
using Octets = std::vector<std::uint8_t>;
using Iv = std::array<std::uint8_t, OG_DES_BLOCK_SIZE>;

// Of context-specific elements: the content of ContentInfo, the encrypted content, and attributes.
constexpr std::uint8_t context_0 = 0x80, context_1 = 0x81;

// What precedes the ciphertext has at most this size, and so has what follows it: thousands of recipients.
constexpr std::size_t most_around = std::size_t{1} << 20;

// Parts of an OCTET STRING can be nested. Nobody does it.
constexpr std::size_t most_levels = 8;

// An EnvelopedData or EncryptedData, whose encrypted content is read as a stream.
class Encrypted final : public ByteSource {
public:
    Encrypted(Input &input, std::optional<ArmourHead> armour) : input_(input) {
        if (armour) armoured_.emplace(input, *armour);
        ber_.emplace(armoured_ ? static_cast<ByteSource &>(*armoured_) : input);
    }

    // Reads what precedes the ciphertext. Returns "" or an error message.
    std::string read_head() { return enter_all() ? "" : ber_->why(); }

    // Says whether it is EnvelopedData, and not EncryptedData, which has no recipients.
    bool has_recipients() const { return enveloped_; }

    // Returns the same structure with eight bytes of content, for libcrypto.
    Octets head() const;

    // Returns the name of the cipher of the content.
    std::string cipher() const;

    // Returns the IV, or nothing if it has not eight bytes.
    std::optional<Iv> iv() const;

    ssize_t fill(void *buffer, std::size_t size) override;
    std::string why() const override { return ber_->why(); }
    void may_be_interrupted() override { input_.may_be_interrupted(); }
    void interrupt() override { input_.interrupt(); }

private:
    bool fits(const BerStream::Element &element) const;
    bool enter(std::uint8_t tag, std::string_view what);
    bool leave();
    bool enter_all();
    bool next_part();
    bool read_end();

    Input &input_;
    std::optional<Armoured> armoured_;
    std::optional<BerStream> ber_;
    std::vector<std::uint64_t> ends_;  // of the elements around the current place
    std::size_t level_ = 0;            // the number of ends_ outside of the ciphertext
    Octets recipients_;                // version, originator and recipients
    Octets type_, algorithm_;          // of the encrypted content
    std::uint64_t left_ = 0;           // bytes of the current part of the ciphertext
    bool enveloped_ = false, ended_ = false;
};

// Returns whether an element ends within those that contain it.
bool Encrypted::fits(const BerStream::Element &element) const {
    return element.end == ber::indefinite ||
           std::ranges::all_of(ends_, [&](std::uint64_t end) { return element.end <= end; });
}

// Opens an element of this tag, whose contents come next.
bool Encrypted::enter(std::uint8_t tag, std::string_view what) {
    const auto element = ber_->open();
    if (!element) return false;
    if (element->tag != tag) return ber_->fail(element->at, fmt::format("no {}", what));
    if (!fits(*element)) return ber_->fail(element->at, "longer than what contains it");
    ends_.push_back(element->end);
    return true;
}

// Leaves the innermost element, which must have no more contents.
bool Encrypted::leave() {
    const std::uint64_t end = ends_.back(), at = ber_->offset();
    ends_.pop_back();
    if (ber_->at_end(end)) return true;
    return ber_->open() ? ber_->fail(at, "more than a CMS structure has here") : false;
}

bool Encrypted::enter_all() {
    Octets what;
    if (!enter(ber::sequence, "CMS structure") || !ber_->copy(what, most_around)) return false;
    const std::string kind = algorithms_of(what).content;
    enveloped_ = kind == "EnvelopedData";
    if (!enveloped_ && kind != "EncryptedData")
        return ber_->fail(0, kind.empty() ? "no CMS structure" : "CMS " + kind + ", not EnvelopedData");
    if (!enter(context_0 | ber::constructed, "content") || !enter(ber::sequence, kind)) return false;
    // Version, and of EnvelopedData originator (which may be missing) and recipients.
    std::uint8_t last = 0;
    for (int i = 0; i < (enveloped_ ? 3 : 1) && last != ber::set; i++) {
        const std::uint64_t at = ber_->offset();
        const std::size_t before = recipients_.size();
        if (!ber_->copy(recipients_, most_around)) return false;
        last = recipients_[before];
        if (i > 0 && last != ber::set && (i > 1 || last != (context_0 | ber::constructed)))
            return ber_->fail(at, "no recipients");
    }
    if (!enter(ber::sequence, "encrypted content") || !ber_->copy(type_, most_around) ||
        !ber_->copy(algorithm_, most_around))
        return false;
    level_ = ends_.size();
    const std::uint64_t at = ber_->offset();
    if (ber_->at_end(ends_.back())) return ber_->fail(at, "the ciphertext is not in the structure");
    const auto content = ber_->open();
    if (!content) return false;
    if ((content->tag & ~ber::constructed) != context_0) return ber_->fail(content->at, "no ciphertext");
    if (!fits(*content)) return ber_->fail(content->at, "longer than what contains it");
    if (content->tag != context_0)
        ends_.push_back(content->end);
    else
        left_ = content->end - ber_->offset();
    return true;
}

// Finds the next part of the ciphertext, or its end and that of the structure.
bool Encrypted::next_part() {
    while (ends_.size() > level_ && ber_->at_end(ends_.back())) ends_.pop_back();
    if (ends_.size() == level_) {
        ended_ = true;
        return read_end();
    }
    const auto part = ber_->open();
    if (!part) return false;
    if ((part->tag & ~ber::constructed) != ber::octet_string)
        return ber_->fail(part->at, "no part of the ciphertext");
    if (!fits(*part)) return ber_->fail(part->at, "longer than what contains it");
    if (part->tag == ber::octet_string) {
        left_ = part->end - ber_->offset();
        return true;
    }
    if (ends_.size() >= level_ + most_levels)
        return ber_->fail(part->at,
                          fmt::format("parts in parts of the ciphertext, more than {} deep", most_levels));
    ends_.push_back(part->end);
    return true;
}

// Reads what follows the ciphertext: attributes, and nothing else.
bool Encrypted::read_end() {
    if (!leave()) return false;
    const std::uint64_t at = ber_->offset();
    if (ber_->at_end(ends_.back())) {
        ends_.pop_back();
    } else {
        Octets attributes;
        if (!ber_->copy(attributes, most_around)) return false;
        if (attributes[0] != (context_1 | ber::constructed)) return ber_->fail(at, "no attributes");
        if (!leave()) return false;
    }
    if (!leave() || !leave()) return false;
    const std::uint64_t end = ber_->offset();
    std::uint8_t more;
    const ssize_t got = ber_->fill(&more, 1);
    return got > 0 ? ber_->fail(end, "the structure ends here, and more data follow") : got == 0;
}

ssize_t Encrypted::fill(void *buffer, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
        if (left_ == 0) {
            if (ended_) break;
            if (!next_part()) return -1;
            continue;
        }
        const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(left_, size - have));
        const ssize_t got = ber_->fill(static_cast<std::uint8_t *>(buffer) + have, wanted);
        if (got < 0 || (static_cast<std::size_t>(got) < wanted && !ber_->fail_truncated())) return -1;
        have += wanted;
        left_ -= wanted;
    }
    return static_cast<ssize_t>(have);
}

Octets Encrypted::head() const {
    const auto begin = bytes_of("\x30\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x03\xa0\x80\x30\x80"sv);
    constexpr std::uint8_t inner[] = {ber::sequence, 0x80},
                           content[] = {context_0, 8, 0, 0, 0, 0, 0, 0, 0, 0};
    Octets all(begin.begin(), begin.end());
    all.insert(all.end(), recipients_.begin(), recipients_.end());
    all.insert(all.end(), std::begin(inner), std::end(inner));
    all.insert(all.end(), type_.begin(), type_.end());
    all.insert(all.end(), algorithm_.begin(), algorithm_.end());
    all.insert(all.end(), std::begin(content), std::end(content));
    all.insert(all.end(), 8, 0);  // the ends of four elements
    return all;
}

std::string Encrypted::cipher() const {
    const std::vector<std::string> names = algorithms_of(algorithm_).names;
    return names.empty() ? "a cipher without a name here" : names.front();
}

std::optional<Iv> Encrypted::iv() const {
    const auto all = ber::element_at(algorithm_, 0);
    const auto name = all ? ber::element_at(algorithm_, all->body) : std::nullopt;
    const auto text = name && name->end < algorithm_.size()
                          ? ber::element_at(algorithm_, static_cast<std::size_t>(name->end))
                          : std::nullopt;
    Iv iv;
    if (!text || text->tag != ber::octet_string || text->end != text->body + iv.size() ||
        text->end > algorithm_.size())
        return std::nullopt;
    std::copy_n(algorithm_.begin() + static_cast<std::ptrdiff_t>(text->body), iv.size(), iv.begin());
    return iv;
}

}  // namespace

std::string CmsFile::open(Input &input, const std::string &name, DesWork &work,
                          std::unique_ptr<ByteSource> &inner) {
    Octets head(armour_head_size);
    const ssize_t got = input.peek(head.data(), head.size());
    if (got < 0) return fmt::format("{}: {}", name, input.why());
    head.resize(static_cast<std::size_t>(got));
    if (head.empty()) return fmt::format("{}: empty, no CMS structure", name);
    if (const std::string_view text = text_of(head);
        text.starts_with("Salted__") || text.starts_with("U2FsdGVkX1"))
        return fmt::format("{}: offset 0: no CMS structure, but a file of openssl enc with a password "
                           "(--format openssl)",
                           name);
    std::optional<ArmourHead> armour;
    if (head[0] != ber::sequence)
        if (const std::string wrong = armour_head(head, armour.emplace()); !wrong.empty())
            return fmt::format("{}: {}", name, wrong);
    auto encrypted = std::make_unique<Encrypted>(input, armour);
    if (const std::string wrong = encrypted->read_head(); !wrong.empty())
        return fmt::format("{}: {}", name, wrong);
    const std::string wanted = fmt::format("{}-cbc", cipher_names[work.cipher]);
    if (const std::string cipher = encrypted->cipher(); cipher != wanted)
        return fmt::format("{}: its cipher is {}, not {}: {}", name, cipher, wanted,
                           recipient_ == nullptr && cipher == "des-cbc"
                               ? "give --cipher des"
                               : "open it with openssl cms -decrypt");
    const auto iv = encrypted->iv();
    if (!iv) return fmt::format("{}: the cipher has no IV of {} bytes", name, work.iv.size());
    work.iv = *iv;
    if (recipient_ != nullptr) {
        if (!encrypted->has_recipients())
            return fmt::format("{}: CMS EncryptedData has no recipients: give the session key", name);
        work.key_is_right = false;
        const std::string wrong =
            recipient_->session_key(encrypted->head(), work.key.bytes, work.key_is_right);
        if (!wrong.empty()) return fmt::format("{}: {}", name, wrong);
    }
    inner = std::move(encrypted);
    return "";
}

std::string CmsFile::begin(DesWork &, Sink &, std::unique_ptr<Sink> &) {
    return "--format cms is for decryption";  // and options for encryption are refused before
}

}  // namespace og::cli
