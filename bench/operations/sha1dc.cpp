// SPDX-License-Identifier: MIT
// SHA-1 with detection of collision attacks: the kernels, whole calls, and the calls of git for an object.
#include "sha1_hash.hpp"

#include <oldguard/sha1dc.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace og::bench {

namespace {

constexpr const char *reference = "sha1dc_c_ref";
constexpr std::size_t ahead = 16;  // blocks in a call of a kernel, as in the library

// Calls a kernel without the tests for the vectors that it does not exclude. The answer is the chaining
// value, and the sums of the masks of all first blocks, of all second blocks and so on.
class TraceWork final : public Work {
public:
    TraceWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_sha1dc_blocks_fn>(kernel)), task_(task) {}

    void run(std::size_t calls) override {
        for (; calls; calls--)
            for (std::size_t at = 0; at < task_.size; at += ahead * hash_block) {
                const std::size_t count = std::min(ahead, (task_.size - at) / hash_block);
                fn_(cv_.data(), task_.in + at, count, info_.data());
                for (std::size_t i = 0; i < count; i++) masks_[i] += info_[i].mask;
            }
    }
    Bytes answer() override {
        Bytes answer(sizeof cv_ + sizeof masks_);
        std::memcpy(answer.data(), cv_.data(), sizeof cv_);
        std::memcpy(&answer[sizeof cv_], masks_.data(), sizeof masks_);
        return answer;
    }

private:
    og_sha1dc_blocks_fn *fn_;
    Task task_;
    Sha1::State cv_ = Sha1::start();
    std::array<std::uint32_t, ahead> masks_{};
    std::array<og_sha1dc_block_info, ahead> info_;
};

// Tests a block along a difference of zeros, under which it is its own other half. What a call finds, 0, is
// added to an input of the next one, so the figure is a latency.
class TestWork final : public Work {
public:
    TestWork(const og_kernel &kernel, const Task &task)
        : fn_(function_of<og_sha1dc_test_fn>(kernel)), task_(task) {
        function_of<og_sha1dc_blocks_fn>(reference_kernel("sha1dc.blocks", reference))(after_.data(), task.in,
                                                                                       1, &info_);
    }

    void run(std::size_t calls) override {
        for (; calls; calls--) {
            fn_(&differences_, after_.data(), info_.state, info_.w, task_.in, dm_.data());
            after_[0] += differences_;
        }
    }
    Bytes answer() override {
        Bytes answer(sizeof differences_);
        std::memcpy(answer.data(), &differences_, answer.size());
        return answer;
    }

private:
    og_sha1dc_test_fn *fn_;
    Task task_;
    Sha1::State after_ = Sha1::start();
    std::array<std::uint32_t, 80> dm_{};
    og_sha1dc_block_info info_;
    std::uint32_t differences_ = 0;
};

// Hashes by og_sha1dc, or like git hashes an object: a header of ten bytes in a separate call, so that the
// rest is not aligned.
template <std::size_t header> struct Detecting : Sha1 {
    static int call(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        int status;
        if (header == 0) {
            status = og_sha1dc(in, size, 0, digest, &verdict);
        } else {
            og_sha1dc_ctx ctx;
            status = og_sha1dc_init(&ctx, 0);
            status |= og_sha1dc_update(&ctx, in, header);
            status |= og_sha1dc_update(&ctx, in + header, size - header);
            status |= og_sha1dc_final(&ctx, digest, &verdict);
        }
        return status == OG_OK && verdict.vector >= 0 ? OG_ERR_ARGUMENT : status;
    }
};

// 64 git objects in a call, one after another. Each is hashed as by Detecting<OG_PEER_GIT_HEADER>, or by
// og_sha1dc_two_part.
template <bool one_call> struct Objects : Sha1 {
    static constexpr const char *name = "sha1dc";

    static int one(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        if (!one_call) return Detecting<OG_PEER_GIT_HEADER>::call(in, size, digest);
        const og_two_part message = {in, OG_PEER_GIT_HEADER, in + OG_PEER_GIT_HEADER,
                                     size - OG_PEER_GIT_HEADER};
        og_sha1dc_verdict verdict;
        const int status = og_sha1dc_two_part(&message, 0, digest, &verdict);
        return status == OG_OK && verdict.vector >= 0 ? OG_ERR_ARGUMENT : status;
    }
    static int many(const og_message *messages, std::size_t n, std::uint8_t *digests) {
        int status = OG_OK;
        for (std::size_t i = 0; i < n; i++)
            status |= one(static_cast<const std::uint8_t *>(messages[i].data), messages[i].size,
                          digests + digest_size * i);
        return status;
    }
};

template <bool one_call> Operation objects(const std::string &name, const std::string &catalogue) {
    Operation op = many<Objects<one_call>, false>();
    op.name = name;
    op.catalogue = catalogue;
    op.alone.clear();
    op.granule = OG_PEER_MESSAGES * OG_PEER_GIT_HEADER;
    for (std::size_t body : {0, 10, 54, 118, 250, 500, 1000, 2000})
        op.call_sizes.push_back(OG_PEER_MESSAGES * (OG_PEER_GIT_HEADER + body));
    return op;
}

// The traits of many messages at once. Kernels are called with 16 blocks of each message, as in the library.
struct DetectingMany : Sha1 {
    using LanesFn = og_sha1dc_lanes_fn;
    static constexpr const char *name = "sha1dc";

    static void fold(LanesFn *fn, std::size_t lanes, LanesArgument cv, const std::uint8_t *const *at,
                     std::size_t count) {
        constexpr std::size_t rows = 16;
        std::array<std::uint32_t, rows * 6 * most_lanes> info;
        std::array<const std::uint8_t *, most_lanes> here;
        std::copy_n(at, lanes, here.begin());
        for (; count; count -= std::min(count, rows)) {
            fn(cv, here.data(), std::min(count, rows), info.data());
            for (std::size_t i = 0; i < lanes; i++) here[i] += rows * hash_block;
        }
    }
    static int many(const og_message *messages, std::size_t n, std::uint8_t *digests) {
        auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests);
        std::array<og_sha1dc_verdict, OG_PEER_MESSAGES> verdicts;
        return judge(og_sha1dc_many(messages, n, 0, out, verdicts.data(), nullptr), verdicts);
    }
    static int two_part(const og_two_part *messages, std::size_t n, std::uint8_t *digests) {
        auto *out = reinterpret_cast<std::uint8_t(*)[OG_SHA1_DIGEST_SIZE]>(digests);
        std::array<og_sha1dc_verdict, OG_PEER_MESSAGES> verdicts;
        return judge(og_sha1dc_two_part_many(messages, n, 0, out, verdicts.data(), nullptr), verdicts);
    }

    using Context = og_sha1dc_ctx;
    static int init(Context *ctx) { return og_sha1dc_init(ctx, 0); }
    static int final(Context *ctx, std::uint8_t *digest) {
        og_sha1dc_verdict verdict;
        const int status = og_sha1dc_final(ctx, digest, &verdict);
        return status == OG_OK && verdict.vector >= 0 ? OG_ERR_ARGUMENT : status;
    }
    static int update_many(Context *const *streams, const og_message *pieces, std::size_t n) {
        return og_sha1dc_update_many(streams, pieces, n, nullptr);
    }

private:
    // Random messages are no attacks.
    static int judge(int status, const std::array<og_sha1dc_verdict, OG_PEER_MESSAGES> &verdicts) {
        for (const og_sha1dc_verdict &verdict : verdicts)
            if (verdict.vector >= 0) status = OG_ERR_ARGUMENT;
        return status;
    }
};

}  // namespace

std::vector<Operation> sha1dc_operations() {
    Operation blocks;
    blocks.name = blocks.catalogue = "sha1dc.blocks";
    blocks.granule = hash_block;
    blocks.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<TraceWork>(*kernel, task);
    };
    blocks.expected = [](const Operation &op, const Task &task, std::size_t calls) {
        TraceWork work(reference_kernel(op.catalogue, reference), task);
        work.run(calls);
        return work.answer();
    };
    Operation test;
    test.name = test.catalogue = "sha1dc.test";
    test.unit = Unit::call;
    test.granule = hash_block;
    test.call_sizes = {hash_block};
    test.make = [](const og_kernel *kernel, const Task &task) -> std::unique_ptr<Work> {
        return std::make_unique<TestWork>(*kernel, task);
    };
    test.expected = [](const Operation &, const Task &, std::size_t) { return Bytes(sizeof(std::uint32_t)); };
    Operation git = whole_call<Detecting<OG_PEER_GIT_HEADER>>("sha1dc.git", blocks.catalogue);
    git.granule = OG_PEER_GIT_HEADER;
    git.call_sizes = {OG_PEER_GIT_HEADER + 800, OG_PEER_GIT_HEADER + 6000};
    std::vector<Operation> all = {blocks,
                                  test,
                                  whole_call<Detecting<0>>("sha1dc.hash", blocks.catalogue),
                                  git,
                                  objects<false>("sha1dc.objects", blocks.catalogue),
                                  objects<true>("sha1dc.objects_two_part", blocks.catalogue)};
    for (Operation &op : many_operations<DetectingMany>()) all.push_back(std::move(op));
    return all;
}

}  // namespace og::bench
