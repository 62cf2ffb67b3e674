// SPDX-License-Identifier: MIT
// Files with an encrypted content, and what identify says of any bytes.
//
// The parts of a CMS structure, of any size and nested, must give the ciphertext, and what OpenSSL reads of
// arbitrary bytes must be the same.
#include "fuzz.hpp"

#include <cli/des/cms_file.hpp>
#include <cli/des/identify.hpp>
#include <cli/des/openssl_file.hpp>

#include <openssl/cms.h>

#include <algorithm>
#include <optional>

namespace og::fuzz {
namespace {

const Bytes data_type{0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x01};
const Bytes enveloped_type{0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x03};
const Bytes cipher{0x30, 0x14, 0x06, 0x08, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x03,
                   0x07, 0x04, 0x08, 1,    2,    3,    4,    5,    6,    7,    8};

// Returns an element of BER, with a length of a form that the input chooses.
Bytes element(Input &input, std::uint8_t tag, const Bytes &body) {
    Bytes all{tag};
    const bool constructed = (tag & 0x20) != 0;
    if (constructed && input.ConsumeBool()) {
        all.push_back(0x80);
        all.insert(all.end(), body.begin(), body.end());
        all.insert(all.end(), 2, 0);
        return all;
    }
    const std::size_t octets = input.ConsumeIntegralInRange<std::size_t>(3, 8);  // more than are needed
    all.push_back(static_cast<std::uint8_t>(0x80 | octets));
    for (std::size_t i = octets; i-- > 0;)
        all.push_back(static_cast<std::uint8_t>(i < 4 ? body.size() >> 8 * i : 0));
    all.insert(all.end(), body.begin(), body.end());
    return all;
}

Bytes joined(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes &part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
}

// Returns the octets in parts, some of them in parts again.
Bytes parts_of(Input &input, const Bytes &octets, int depth) {
    Bytes all;
    auto at = octets.begin();
    for (const std::size_t size : take_parts(input, octets.size())) {
        const Bytes part(at, at + static_cast<std::ptrdiff_t>(size));
        at += static_cast<std::ptrdiff_t>(size);
        const Bytes coded = depth < 4 && input.ConsumeBool()
                                ? element(input, 0x24, parts_of(input, part, depth + 1))
                                : element(input, 0x04, part);
        all.insert(all.end(), coded.begin(), coded.end());
    }
    return all;
}

Bytes structure(Input &input, const Bytes &ciphertext) {
    const Bytes content = input.ConsumeBool() ? element(input, 0xa0, parts_of(input, ciphertext, 0))
                                              : element(input, 0x80, ciphertext);
    const Bytes recipients =
        element(input, 0x31, element(input, 0xa2, element(input, 4, take_message(input, 300))));
    const Bytes attributes = input.ConsumeBool() ? element(input, 0xa1, {}) : Bytes{};
    const Bytes encrypted = element(input, 0x30, joined({data_type, cipher, content}));
    const Bytes enveloped = element(input, 0x30, joined({{2, 1, 2}, recipients, encrypted, attributes}));
    return element(input, 0x30, joined({enveloped_type, element(input, 0xa0, enveloped)}));
}

// Returns the ciphertext of a file, nothing if it is refused.
std::optional<Bytes> ciphertext_of(cli::Container &container, const Bytes &file, Input &input) {
    static MemoryFile memory;
    memory.write(std::string_view(reinterpret_cast<const char *>(file.data()), file.size()));
    cli::Input from(memory.name());
    cli::DesWork work;
    work.cipher = OG_DES_EDE3;
    work.mode = OG_CBC;
    work.padding = cli::Padding::none;
    std::unique_ptr<cli::ByteSource> inner;
    const std::string wrong = container.open(from, "file", work, inner);
    expect(wrong.find('\n') == wrong.npos, "a message of one line");
    if (!wrong.empty()) return std::nullopt;
    cli::ByteSource &source = inner ? *inner : from;
    Bytes all;
    for (;;) {
        Bytes some(input.ConsumeIntegralInRange<std::size_t>(1, 70000));
        const ssize_t got = source.fill(some.data(), some.size());
        expect(got >= -1 && got <= static_cast<ssize_t>(some.size()), "a count");
        if (got < 0) expect(!source.why().empty(), "a reason");
        if (got < 0) return std::nullopt;
        all.insert(all.end(), some.begin(), some.begin() + got);
        if (static_cast<std::size_t>(got) < some.size()) return all;
    }
}

// Returns what OpenSSL reads, nothing if it refuses the structure.
std::optional<Bytes> by_openssl(const Bytes &file) {
    const unsigned char *at = file.data();
    const std::unique_ptr<CMS_ContentInfo, void (*)(CMS_ContentInfo *)> cms(
        d2i_CMS_ContentInfo(nullptr, &at, static_cast<long>(file.size())), CMS_ContentInfo_free);
    if (!cms) return std::nullopt;
    ASN1_OCTET_STRING **content = CMS_get0_content(cms.get());
    if (content == nullptr || *content == nullptr) return std::nullopt;
    const unsigned char *octets = ASN1_STRING_get0_data(*content);
    return Bytes(octets, octets + ASN1_STRING_length(*content));
}

void check_cms(Input &input) {
    cli::CmsFile cms(nullptr);
    Bytes file;
    if (input.ConsumeBool()) {
        const Bytes ciphertext = take_message(input, 3000);
        file = structure(input, ciphertext);
        const auto got = ciphertext_of(cms, file, input);
        expect(got && *got == ciphertext, "the ciphertext");
        for (int i = input.ConsumeIntegralInRange(0, 3); i > 0; i--)
            file[input.ConsumeIntegralInRange<std::size_t>(0, file.size() - 1)] =
                input.ConsumeIntegral<std::uint8_t>();
        file.resize(input.ConsumeIntegralInRange<std::size_t>(0, file.size()));
    } else {
        file = take_bytes(input, std::min<std::size_t>(input.remaining_bytes(), 5000));
    }
    const auto got = ciphertext_of(cms, file, input);
    if (!got || file[0] != 0x30) return;
    if (const auto want = by_openssl(file)) expect(*got == *want, "what OpenSSL reads");
}

void check_openssl(Input &input) {
    cli::OpensslOptions options;
    options.derivation = cli::Derivation{"sha1", false, 1};
    options.no_salt = input.ConsumeBool();
    options.base64 = input.PickValueInArray({cli::Base64::no, cli::Base64::lines});
    const auto password = std::make_unique<cli::Password>();
    cli::OpensslFile openssl(options, *password, [](const std::string &) {});
    const std::string mark = input.ConsumeBool() ? "Salted__" : "";
    Bytes file(mark.begin(), mark.end());
    const Bytes rest = take_bytes(input, input.remaining_bytes());
    file.insert(file.end(), rest.begin(), rest.end());
    const auto got = ciphertext_of(openssl, file, input);
    const std::size_t header = options.no_salt ? 0 : 16;
    if (options.base64 == cli::Base64::no && got && (options.no_salt || !mark.empty()))
        expect(*got == Bytes(file.begin() + static_cast<std::ptrdiff_t>(header), file.end()),
               "the ciphertext");
}

void check_identity(Input &input) {
    const std::uint64_t more = input.ConsumeIntegralInRange<std::uint64_t>(0, 1 << 20);
    const Bytes head = take_bytes(input, input.remaining_bytes());
    const cli::Identity found = cli::identify(head, head.size() + (head.size() < 4096 ? 0 : more), "name");
    for (const std::string *text : {&found.what, &found.declares, &found.opens})
        expect(!text->empty() && text->find('\n') == text->npos, "a line");
}

}  // namespace
}  // namespace og::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
    using namespace og::fuzz;
    Input input(data, size);
    switch (input.ConsumeIntegralInRange(0, 5)) {
    case 0:
        check_openssl(input);
        break;
    case 1:
        check_identity(input);
        break;
    default:
        check_cms(input);
    }
    return 0;
}
