// SPDX-License-Identifier: MIT
// Runs NIST's Triple-DES files: the five tables of SP 800-20, whose three keys are equal, so that they also
// test single DES, and the multi-block messages, in six modes. Each kernel serves them through the API, in
// place and not. Kernels of single blocks, which the API does not use, run the files of ECB directly.
//     des_files FOLDER
#include <oldguard/des.h>
#include <oldguard/des_many.h>
#include <oldguard/kernels.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Bytes = std::vector<std::uint8_t>;

struct Mode {
    og_des_mode mode;
    const char *files;  // folder and prefix
};

constexpr Mode modes[] = {{OG_ECB, "ECB/TECB"},   {OG_CBC, "CBC/TCBC"},     {OG_CFB1, "CFB/TCFB1"},
                          {OG_CFB8, "CFB/TCFB8"}, {OG_CFB64, "CFB/TCFB64"}, {OG_OFB, "OFB/TOFB"}};
constexpr const char *kinds[] = {"vartext", "invperm", "varkey", "permop", "subtab", "MMT1", "MMT2", "MMT3"};

struct Record {
    bool encrypt;
    Bytes keys, iv, in, out;  // three keys
    std::size_t bits;
};

[[noreturn]] void fail(const std::string &what) { throw std::runtime_error(what); }

// Decodes hexadecimal text, or the bits 0110... of CFB1.
Bytes decode(const std::string &text, bool binary) {
    const std::size_t per_digit = binary ? 1 : 4;
    Bytes bytes((text.size() * per_digit + 7) / 8);
    for (std::size_t i = 0; i < text.size(); i++) {
        const char digit[2] = {text[i], 0};
        const auto value = static_cast<unsigned>(std::strtoul(digit, nullptr, 16));
        const std::size_t bit = i * per_digit;
        bytes[bit / 8] |= static_cast<std::uint8_t>(value << (8 - per_digit - bit % 8));
    }
    return bytes;
}

Record record_of(std::map<std::string, std::string> &fields, bool encrypt, og_des_mode mode) {
    const auto field = [&](const char *name) -> const std::string & {
        if (!fields.count(name)) fail(std::string("a record has no ") + name);
        return fields[name];
    };
    Record r{encrypt, {}, {}, {}, {}, 0};
    for (const char *name : {"KEY1", "KEY2", "KEY3"}) {
        const Bytes key = decode(field(fields.count("KEYs") ? "KEYs" : name), false);
        r.keys.insert(r.keys.end(), key.begin(), key.end());
    }
    if (mode != OG_ECB) r.iv = decode(field("IV"), false);
    const std::string &plain = field("PLAINTEXT"), &cipher = field("CIPHERTEXT");
    r.in = decode(encrypt ? plain : cipher, mode == OG_CFB1);
    r.out = decode(encrypt ? cipher : plain, mode == OG_CFB1);
    r.bits = plain.size() * (mode == OG_CFB1 ? 1 : 4);
    if (r.keys.size() != 24 || r.in.size() != r.out.size() || r.bits == 0) fail("a broken record");
    return r;
}

std::vector<Record> read_file(const std::string &path, og_des_mode mode) {
    std::ifstream file(path);
    if (!file) fail("cannot be read");
    std::vector<Record> records;
    std::map<std::string, std::string> fields;
    bool encrypt = true;
    const auto end_of_record = [&] {
        if (!fields.empty()) records.push_back(record_of(fields, encrypt, mode));
        fields.clear();
    };
    for (std::string line; std::getline(file, line);) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        const std::size_t equals = line.find(" = ");
        if (line.empty() || line[0] == '[') end_of_record();
        if (line[0] == '[')
            encrypt = line == "[ENCRYPT]";
        else if (equals != std::string::npos && line[0] != '#')
            fields[line.substr(0, equals)] = line.substr(equals + 3);
    }
    end_of_record();
    if (records.empty()) fail("holds no records");
    return records;
}

void expect(const Bytes &got, const Record &r, const char *how) {
    if (got != r.out) fail(std::string("wrong answer, ") + how);
}

void through_the_api(const Record &r, og_des_mode mode, og_des_cipher cipher, bool in_place) {
    og_des_ctx ctx;
    Bytes out = in_place ? r.in : Bytes(r.in.size());
    const std::uint8_t *in = in_place ? out.data() : r.in.data();
    if (og_des_init(&ctx, cipher, mode, r.encrypt, r.keys.data(), og_des_key_size(cipher), r.iv.data(),
                    r.iv.size(), OG_DES_CHECK_NONE) != OG_OK)
        fail("og_des_init");
    const int status = mode == OG_CFB1 ? og_des_update_bits(&ctx, out.data(), in, r.bits)
                                       : og_des_update(&ctx, out.data(), in, r.in.size());
    if (status != OG_OK) fail(og_strerror(status));
    expect(out, r, in_place ? "in place" : "out of place");
}

// Returns whether a cipher with fewer keys gives the same result, because the record's keys are equal.
bool is_for(const Record &r, og_des_cipher cipher) {
    const std::uint8_t *k = r.keys.data();
    const bool last_is_first = std::memcmp(k, k + 16, 8) == 0;
    return cipher == OG_DES_EDE3 ||
           (last_is_first && (cipher == OG_DES_EDE || std::memcmp(k, k + 8, 8) == 0));
}

// Returns the input bit of IP for output bit i, both counted from the left.
unsigned ip_source(unsigned i) { return 57 + i / 8 % 4 * 2 - 8 * (i % 8) - i / 32; }

// Adds IP and FP to des.encrypt2, whose halves are words with the first bit lowest.
void with_permutations(og_des_block_fn *encrypt2, std::uint8_t block[8], const og_des_key *ks, int encrypt) {
    std::uint32_t data[2] = {0, 0};
    for (unsigned i = 0; i < 64; i++) {
        const unsigned from = ip_source(i);
        data[1 - i / 32] |= (block[from / 8] >> (7 - from % 8) & 1u) << i % 32;
    }
    encrypt2(data, ks, encrypt);
    std::memset(block, 0, 8);
    for (unsigned i = 0; i < 64; i++) {
        const unsigned to = ip_source(i);
        block[to / 8] |= static_cast<std::uint8_t>((data[1 - i / 32] >> i % 32 & 1) << (7 - to % 8));
    }
}

// Runs a record with a kernel of single blocks. Returns false if the operation does not apply to the record.
bool by_blocks(const og_kernel &kernel, const Record &r) {
    const std::string op = kernel.op;
    const bool triple = op == "des.encrypt3" || op == "des.decrypt3";
    if (triple ? r.encrypt != (op == "des.encrypt3") : !is_for(r, OG_DES)) return false;
    og_des_key ks[3];
    for (int i = 0; i < 3; i++)
        if (og_des_key_set(&ks[i], &r.keys[static_cast<std::size_t>(8 * i)], 0) != OG_OK)
            fail("og_des_key_set");
    Bytes out = r.in;
    for (std::size_t at = 0; at < out.size(); at += 8) {
        std::uint8_t *block = &out[at];
        if (op == "des.encrypt2") {
            with_permutations(reinterpret_cast<og_des_block_fn *>(kernel.fn), block, ks, r.encrypt);
            continue;
        }
        std::uint32_t data[2] = {0, 0};
        for (int i = 0; i < 8; i++) data[i / 4] |= static_cast<std::uint32_t>(block[i]) << 8 * (i % 4);
        if (triple)
            reinterpret_cast<og_des_block3_fn *>(kernel.fn)(data, ks, ks + 1, ks + 2);
        else
            reinterpret_cast<og_des_block_fn *>(kernel.fn)(data, ks, r.encrypt);
        for (int i = 0; i < 8; i++) block[i] = static_cast<std::uint8_t>(data[i / 4] >> 8 * (i % 4));
    }
    expect(out, r, "by blocks");
    return true;
}

// Returns the operations that the API uses for a mode.
std::vector<std::string> operations_of(og_des_mode mode) {
    if (mode == OG_CBC) return {"des.cbc_enc", "des.cbc_dec", "des3.cbc_enc", "des3.cbc_dec"};
    return {"des.ecb", "des3.ecb"};
}

struct Files {
    std::map<std::string, std::vector<Record>> by_name;  // of one mode
};

// Runs all records to which the kernel's operation applies. Returns their number.
std::size_t serve(const og_kernel &kernel, og_des_mode mode, const std::vector<Record> &records) {
    const std::string op = kernel.op;
    const bool triple = op.rfind("des3.", 0) == 0, one_way = op.find(".cbc_") != std::string::npos;
    std::size_t count = 0;
    for (const Record &r : records) {
        if (one_way && r.encrypt != (op.find("_enc") != std::string::npos)) continue;
        for (og_des_cipher cipher : {OG_DES, OG_DES_EDE, OG_DES_EDE3})
            if ((cipher != OG_DES) == triple && is_for(r, cipher))
                for (bool in_place : {false, true}) {
                    through_the_api(r, mode, cipher, in_place);
                    count++;
                }
    }
    return count;
}

bool of_lanes(const std::string &op) { return op == "des.lanes" || op == "des3.lanes"; }

// Runs the records of a mode as the messages of one call, repeated until every lane has one. Returns their
// number.
std::size_t in_lanes(const og_kernel &kernel, og_des_mode mode, const std::vector<Record> &records) {
    const og_des_cipher cipher = std::string(kernel.op) == "des.lanes" ? OG_DES : OG_DES_EDE3;
    std::vector<const Record *> mine;
    for (const Record &r : records)
        if ((r.encrypt || mode == OG_OFB) && is_for(r, cipher)) mine.push_back(&r);
    if (mine.empty()) return 0;
    const std::size_t n = std::max(mine.size(), kernel.lanes + std::size_t{1});
    std::vector<Bytes> out(n);
    std::vector<og_des_message> messages;
    for (std::size_t i = 0; i < n; i++) {
        const Record &r = *mine[i % mine.size()];
        out[i].resize(r.in.size());
        messages.push_back({r.keys.data(), r.iv.data(), r.in.data(), out[i].data(), r.in.size()});
    }
    if (og_des_many(cipher, mode, messages.data(), n, OG_DES_CHECK_NONE, nullptr) != OG_OK)
        fail("og_des_many");
    for (std::size_t i = 0; i < n; i++) expect(out[i], *mine[i % mine.size()], "in lanes");
    return n;
}

// Runs all files with one kernel for one operation. Prints a line and returns false on failure.
bool check_kernel(const og_kernel &kernel, const std::vector<Files> &files) {
    const std::string op = kernel.op;
    const bool of_blocks =
        op == "des.encrypt1" || op == "des.encrypt2" || op == "des.encrypt3" || op == "des.decrypt3";
    std::string at = "forcing it";
    std::size_t count = 0, used = 0;
    try {
        if (og_force_kernel(kernel.op, kernel.stem) != OG_OK) fail("refused");
        for (std::size_t i = 0; i < files.size(); i++) {
            const og_des_mode mode = modes[i].mode;
            bool mine = op == "des.key" || (of_blocks && mode == OG_ECB) ||
                        (of_lanes(op) && (mode == OG_CBC || mode == OG_CFB64 || mode == OG_OFB));
            for (const std::string &name : operations_of(mode)) mine |= name == op;
            if (!mine) continue;
            for (const auto &[name, records] : files[i].by_name) {
                at = name;
                used++;
                if (of_blocks)
                    for (const Record &r : records) count += by_blocks(kernel, r);
                else
                    count += of_lanes(op) ? in_lanes(kernel, mode, records) : serve(kernel, mode, records);
            }
        }
        at = "all of them";
        if (count == 0) fail("nothing was tried");
    } catch (const std::exception &error) {
        std::printf("%-14s %-20s FAILED: %s: %s\n", kernel.op, kernel.stem, at.c_str(), error.what());
        return false;
    }
    og_force_kernel(kernel.op, nullptr);
    std::printf("%-14s %-20s ok: %zu files, %zu calls\n", kernel.op, kernel.stem, used, count);
    return true;
}

// Returns whether a wrong answer is noticed. Otherwise the other results would prove nothing.
bool sees_a_wrong_answer(Record r) {
    r.out[0] ^= 1;
    try {
        through_the_api(r, OG_ECB, OG_DES_EDE3, false);
    } catch (const std::exception &) {
        return true;
    }
    return false;
}

int run(const std::string &folder) {
    std::vector<Files> files;
    for (const Mode &mode : modes) {
        files.emplace_back();
        for (const char *kind : kinds) {
            const std::string name = std::string(mode.files) + kind + ".rsp";
            try {
                files.back().by_name[name] = read_file(folder + "/ciphers/3DES/" + name, mode.mode);
            } catch (const std::exception &error) {
                std::fprintf(stderr, "des_files: %s: %s\n", name.c_str(), error.what());
                return 2;
            }
        }
    }
    if (!sees_a_wrong_answer(files[0].by_name.begin()->second[0])) {
        std::printf("FAILED: a planted wrong answer was not seen\n");
        return 1;
    }
    std::size_t failed = 0, passed = 0;
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        const std::string op = kernel->op;
        char why[160];
        if (op.rfind("des", 0) != 0 || op.rfind("des.crypt", 0) == 0 || op == "des.bsdi_lanes" ||
            op == "des.one_salt_lanes" || kernel->fn == nullptr)
            continue;
        if (!og_kernel_usable(kernel, why, sizeof why)) {
            std::printf("%-14s %-20s NOT RUN: %s\n", kernel->op, kernel->stem, why);
            continue;
        }
        ++(check_kernel(*kernel, files) ? passed : failed);
    }
    std::printf("%zu ok, %zu failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char **argv) {
    const char *folder = argc > 1 ? argv[1] : std::getenv("OLDGUARD_VECTORS");
    if (folder == nullptr || *folder == '\0') {
        std::fprintf(stderr, "des_files: NIST's vectors are missing: pip install "
                             "cryptography-vectors, or set OLDGUARD_VECTORS\n");
        return 2;
    }
    return run(folder);
}
