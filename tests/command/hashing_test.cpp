// SPDX-License-Identifier: MIT
// The hash pipeline where no option of the command reaches it: sources that are not files, saved states,
// messages between results. The hash of tables, patterns of names, and times that few file systems keep.
#include "hashing/pipeline.hpp"
#include "manifest/utc_time.hpp"
#include "text/glob.hpp"
#include "text/keyed_hash.hpp"

#include <gtest/gtest.h>
#include <oldguard/sha1.h>
#include <oldguard/status.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <map>
#include <mutex>
#include <unistd.h>

using namespace og::cli;

namespace {

std::vector<std::uint8_t> some_bytes(std::size_t size, unsigned seed) {
    std::vector<std::uint8_t> bytes(size);
    for (std::uint8_t &byte : bytes)
        byte = static_cast<std::uint8_t>((seed = seed * 1103515245 + 12345) >> 16);
    return bytes;
}

Digest sha1_of(const std::vector<std::uint8_t> &bytes) {
    Digest digest{};
    og_sha1(bytes.data(), bytes.size(), digest.data());
    return digest;
}

struct Kept final : Receiver {
    struct One {
        std::string name;
        Result result;
    };
    std::vector<One> all;
    bool result(const Result &result) override {
        all.push_back({std::string(result.name), result});
        return true;
    }
};

// Returns its bytes in reads of different sizes, and then an error if there is one.
class Bytes final : public Source {
public:
    Bytes(std::vector<std::uint8_t> bytes, int error) : bytes_(std::move(bytes)), error_(error) {}
    std::uint64_t size() const override { return bytes_.size(); }
    ssize_t read(void *buffer, std::size_t size) override {
        size = std::min({size, bytes_.size() - at_, reads_ = reads_ * 7 % 100003});
        if (size == 0 && error_ != 0) {
            errno = error_;
            return -1;
        }
        if (size > 0) std::memcpy(buffer, bytes_.data() + at_, size);
        at_ += size;
        return static_cast<ssize_t>(size);
    }

private:
    std::vector<std::uint8_t> bytes_;
    int error_;
    std::size_t at_ = 0, reads_ = 1;
};

// A file without a name.
struct File {
    explicit File(const std::vector<std::uint8_t> &bytes) : file(std::tmpfile()) {
        std::fwrite(bytes.data(), 1, bytes.size(), file);
        std::fflush(file);
        name = "/proc/self/fd/" + std::to_string(fileno(file));
    }
    ~File() { std::fclose(file); }
    std::FILE *file;
    std::string name;
};

}  // namespace

TEST(Pipeline, SourcesInOrder) {
    for (const unsigned threads : {1u, 8u}) {
        HashOptions options;
        options.threads = threads;
        Kept kept;
        HashPipeline pipeline(options, kept);
        std::vector<Digest> wanted;
        for (unsigned i = 0; i < 300; i++) {
            const auto bytes = some_bytes(i * i * 11 % 600000, i);
            wanted.push_back(sha1_of(bytes));
            ASSERT_TRUE(pipeline.add({.name = "piece",
                                      .tag = i,
                                      .source = std::make_unique<Bytes>(bytes, i % 50 == 7 ? EIO : 0)}));
        }
        ASSERT_TRUE(pipeline.finish());
        ASSERT_EQ(kept.all.size(), wanted.size());
        for (unsigned i = 0; i < wanted.size(); i++) {
            const Result &result = kept.all[i].result;
            EXPECT_EQ(result.tag, i);
            if (i % 50 == 7) {
                EXPECT_EQ(result.kind, Result::failed);
                EXPECT_EQ(result.error, EIO);
            } else {
                EXPECT_EQ(result.kind, Result::hashed);
                EXPECT_EQ(result.digest, wanted[i]) << i;
            }
        }
    }
}

TEST(Pipeline, StatesContinue) {
    const auto bytes = some_bytes((3 << 20) + 5, 1);
    const File file(bytes);
    constexpr std::uint64_t every = 700000;  // no multiple of a piece
    for (const bool detect : {false, true}) {
        HashOptions options;
        options.detect = detect;
        std::map<std::uint64_t, std::vector<std::uint8_t>> states;
        const auto hash = [&](std::uint64_t offset, std::vector<std::uint8_t> state,
                              const Algorithm &algorithm) {
            Kept kept;
            HashPipeline pipeline(options, kept);
            auto mid = std::make_unique<MidState>();
            mid->offset = offset;
            mid->state = std::move(state);
            mid->every = every;
            mid->save = [&](std::uint64_t at, std::span<const std::uint8_t> saved) {
                states[at].assign(saved.begin(), saved.end());
            };
            pipeline.add({.name = file.name, .algorithm = &algorithm, .mid_state = std::move(mid)});
            pipeline.finish();
            return kept.all.front().result;
        };
        EXPECT_EQ(hash(0, {}, sha1).digest, sha1_of(bytes));
        ASSERT_EQ(states.size(), bytes.size() / every);
        for (const auto &[at, state] : std::map(states)) {
            states.clear();
            const Result result = hash(at, state, sha1);
            EXPECT_EQ(result.digest, sha1_of(bytes)) << at;
            EXPECT_EQ(result.bytes, bytes.size());
            EXPECT_EQ(states.size(), bytes.size() / every - at / every);
        }
        // A damaged state, and one of another hash.
        hash(0, {}, sha1);
        std::vector<std::uint8_t> damaged = states.begin()->second;
        damaged[10] ^= 1;
        EXPECT_EQ(hash(every, damaged, sha1).status, OG_ERR_STATE);
        EXPECT_EQ(hash(every, states[every], whirlpool).status, OG_ERR_STATE);
    }
}

TEST(Pipeline, NotesKeepTheirPlace) {
    const File file(some_bytes(100, 2));
    Kept kept;
    HashPipeline pipeline({}, kept);
    for (unsigned i = 0; i < 500; i++) {
        if (i % 3 == 0)
            pipeline.note("note", i, Result::failed, EACCES);
        else
            pipeline.add({.name = file.name, .tag = i});
    }
    pipeline.finish();
    ASSERT_EQ(kept.all.size(), 500u);
    for (unsigned i = 0; i < 500; i++) {
        EXPECT_EQ(kept.all[i].result.tag, i);
        EXPECT_EQ(kept.all[i].name, i % 3 == 0 ? "note" : file.name);
        EXPECT_EQ(kept.all[i].result.kind, i % 3 == 0 ? Result::failed : Result::hashed);
    }
    EXPECT_EQ(pipeline.counters().files, 333u);
    EXPECT_EQ(pipeline.counters().bytes, 33300u);
}

TEST(Pipeline, AReceiverEndsTheRun) {
    struct Ends final : Receiver {
        unsigned count = 0;
        bool result(const Result &) override { return ++count < 10; }
    };
    const File file(some_bytes(300000, 3));
    HashOptions options;
    options.threads = 4;
    Ends ends;
    HashPipeline pipeline(options, ends);
    bool go_on = true;
    for (unsigned i = 0; i < 3000 && go_on; i++) go_on = pipeline.add({.name = file.name});
    EXPECT_FALSE(go_on && pipeline.finish());
    EXPECT_EQ(ends.count, 10u);
}

TEST(Pipeline, SourcesAndFewOpenFiles) {
    const auto bytes = some_bytes(300000, 5);
    const File file(bytes);
    Kept kept;
    HashOptions options;
    options.threads = 3;
    options.most_open = 1;
    HashPipeline pipeline(options, kept);
    for (unsigned i = 0; i < 200; i++) {
        ASSERT_TRUE(pipeline.add({.name = "piece", .source = std::make_unique<Bytes>(bytes, 0)}));
        ASSERT_TRUE(pipeline.add({.name = file.name}));
    }
    ASSERT_TRUE(pipeline.finish());
    ASSERT_EQ(kept.all.size(), 400u);
    for (const Kept::One &one : kept.all) EXPECT_EQ(one.result.digest, sha1_of(bytes)) << one.name;
}

TEST(Pipeline, ResultsAsTheyCome) {
    // Does not end before the receiver has all other results.
    class Endless final : public Source {
    public:
        Endless(const Kept &kept, std::size_t others) : kept_(kept), others_(others) {}
        std::uint64_t size() const override { return most_; }
        ssize_t read(void *buffer, std::size_t size) override {
            if (kept_.all.size() == others_ || read_ >= most_) return 0;
            std::memset(buffer, 0, size);
            read_ += size;
            return static_cast<ssize_t>(size);
        }

    private:
        const std::uint64_t most_ = std::uint64_t{64} << 20;
        const Kept &kept_;
        std::size_t others_;
        std::uint64_t read_ = 0;
    };
    constexpr unsigned count = 1000;
    Kept kept;
    HashOptions options;
    options.in_order = false;
    HashPipeline pipeline(options, kept);
    std::vector<Digest> wanted(1);
    ASSERT_TRUE(pipeline.add({.name = "first", .source = std::make_unique<Endless>(kept, count - 1)}));
    for (unsigned i = 1; i < count; i++) {
        const auto bytes = some_bytes(i * i * 11 % 90000, i);
        wanted.push_back(sha1_of(bytes));
        ASSERT_TRUE(pipeline.add({.name = "piece", .tag = i, .source = std::make_unique<Bytes>(bytes, 0)}));
    }
    ASSERT_TRUE(pipeline.finish());
    ASSERT_EQ(kept.all.size(), count);
    EXPECT_EQ(kept.all.back().result.tag, 0u);
    std::vector<bool> seen(count);
    for (const Kept::One &one : kept.all) {
        EXPECT_FALSE(seen[one.result.tag]) << one.result.tag;
        seen[one.result.tag] = true;
        EXPECT_EQ(one.name, one.result.tag == 0 ? "first" : "piece");
        if (one.result.tag > 0) EXPECT_EQ(one.result.digest, wanted[one.result.tag]);
    }
}

TEST(Pipeline, ResultsOfThreadsAsTheyCome) {
    Kept kept;
    HashOptions options;
    options.in_order = false;
    options.threads = 8;
    HashPipeline pipeline(options, kept);
    std::vector<Digest> wanted;
    for (unsigned i = 0; i < 1000; i++) {
        const auto bytes = some_bytes(i % 3 == 0 ? 300000 : i, i);
        wanted.push_back(sha1_of(bytes));
        ASSERT_TRUE(pipeline.add({.name = "piece", .tag = i, .source = std::make_unique<Bytes>(bytes, 0)}));
    }
    ASSERT_TRUE(pipeline.finish());
    std::sort(kept.all.begin(), kept.all.end(),
              [](const auto &a, const auto &b) { return a.result.tag < b.result.tag; });
    ASSERT_EQ(kept.all.size(), wanted.size());
    for (unsigned i = 0; i < wanted.size(); i++) {
        EXPECT_EQ(kept.all[i].result.tag, i);
        EXPECT_EQ(kept.all[i].result.digest, wanted[i]);
    }
}

// The key and the messages of the paper's appendix: the bytes 0, 1, 2 ...
TEST(KeyedHash, PublishedVectors) {
    const std::array<std::uint64_t, 2> key{0x0706050403020100, 0x0f0e0d0c0b0a0908};
    std::string message;
    std::map<std::size_t, std::uint64_t> want{
        {0, 0x726fdb47dd0e0e31}, {1, 0x74f839c593dc67fd}, {8, 0x93f5f5799a932462}, {15, 0xa129ca6149be45e5}};
    for (std::size_t size = 0; size < 16; size++) {
        if (want.contains(size)) EXPECT_EQ(sip_hash(key, message), want[size]) << size;
        message += static_cast<char>(size);
    }
    EXPECT_EQ(keyed_hash("a"), keyed_hash("a"));
}

TEST(Glob, Rules) {
    struct {
        const char *pattern, *path;
        bool matches;
    } const cases[]{
        {"*.tmp", "a.tmp", true},
        {"*.tmp", "a/b.tmp", false},
        {"a?c", "abc", true},
        {"a?c", "a/c", false},
        {"[a-c]x", "bx", true},
        {"[!a-c]x", "bx", false},
        {"[^a-c]x", "dx", true},
        {"[]]x", "]x", true},
        {"[a-]x", "-x", true},
        {"\\*x", "*x", true},
        {"\\*x", "ax", false},
        {"**/x", "x", true},
        {"**/x", "a/b/x", true},
        {"**/x", "a/bx", false},
        {"a/**", "a/b/c", true},
        {"a/**", "a", false},
        {"a/**/b", "a/b", true},
        {"a/**/b", "a/x/y/b", true},
        {"a/**/b", "a/x/yb", false},
        {"a**b", "axxb", true},
        {"a**b", "ax/b", false},
        {"*a*b*", "xxaxxbxx", true},
        {"*a*b*", "xxbxxaxx", false},
        {"", "", true},
        {"**/a*/c", "x/ab/d/ac/c", true},
    };
    for (const auto &one : cases)
        EXPECT_EQ(matches_glob(one.pattern, one.path), one.matches) << one.pattern << " " << one.path;
    // A matcher that goes back to every star would take longer than anybody waits.
    std::string pattern, path(100000, 'a');
    for (int i = 0; i < 20; i++) pattern += "a*";
    EXPECT_FALSE(matches_glob(pattern + "b", path));
    EXPECT_NE(fault_of_glob("a["), "");
    EXPECT_NE(fault_of_glob("a\\"), "");
    EXPECT_EQ(fault_of_glob("[!]a]"), "");
    EXPECT_EQ(fault_of_glob("\\[a"), "");
}

TEST(UtcTime, EachTimeCanBeWritten) {
    struct {
        std::int64_t seconds;
        const char *text;
    } const cases[]{
        {0, "1970-01-01T00:00:00Z"},
        {-1, "1969-12-31T23:59:59Z"},
        {-62167219200, "0000-01-01T00:00:00Z"},
        {-62167219201, "-0001-12-31T23:59:59Z"},
        {253402300799, "9999-12-31T23:59:59Z"},
        {253402300800, "+10000-01-01T00:00:00Z"},
        {253407484800, "+10000-03-01T00:00:00Z"},
        {971890963200, "+32768-01-01T00:00:00Z"},
        {INT64_MAX, "+292277026596-12-04T15:30:07Z"},
        {INT64_MIN, "-292277022657-01-27T08:29:52Z"},
    };
    for (const auto &one : cases) {
        EXPECT_EQ(utc_time(FileTime(one.seconds, 0)), one.text);
        EXPECT_EQ(utc_time_decoded(one.text), FileTime(one.seconds, 0)) << one.text;
        const FileTime part(one.seconds, 5);
        EXPECT_EQ(utc_time_decoded(utc_time(part)), part) << one.text;
    }
    for (const char *text :
         {"+2026-01-01T00:00:00Z", "-0000-01-01T00:00:00Z", "+0000-01-01T00:00:00Z", "10000-01-01T00:00:00Z",
          "+10001-02-29T00:00:00Z", "+292277026596-12-04T15:30:08Z", "-292277022657-01-27T08:29:51Z",
          "+1000000000000-01-01T00:00:00Z", "+-10000-01-01T00:00:00Z", "+10000-01-01T00:00:00",
          "+10000-01-01", "+", "-", "", "+10000-", "+10000-01-01T00:00:00.Z", "+10000-01-01T24:00:00Z"})
        EXPECT_FALSE(utc_time_decoded(text)) << text;
}
