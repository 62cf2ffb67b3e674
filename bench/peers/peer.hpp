// SPDX-License-Identifier: MIT
// Makes rows of peer.h from C++ classes, so that an adapter only contains the calls of the library. A job is
// a class with
//   explicit Job(const og_peer_task &)   throws a std::exception if the library refuses
//   void call()                          performs the operation once; this is timed
//   std::size_t answer(std::uint8_t *)   see og_peer_row::answer
#pragma once

#include "many.h"
#include "peer.h"

#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace og::peer {

template <class Job> constexpr og_peer_row row(const char *name, const char *op, const char *path = nullptr) {
    return {name,
            op,
            path,
            [](const og_peer_task *task) -> void * {
                try {
                    return new Job(*task);
                } catch (const std::exception &) {
                    return nullptr;
                }
            },
            [](void *state, std::size_t calls) {
                for (auto *job = static_cast<Job *>(state); calls; calls--) job->call();
            },
            [](void *state, std::uint8_t *answer) { return static_cast<Job *>(state)->answer(answer); },
            [](void *state) { delete static_cast<Job *>(state); }};
}

// Base of the jobs whose answer is in the task's output.
struct CipherJob {
    og_peer_task task;
    explicit CipherJob(const og_peer_task &t) : task(t) {}
    std::size_t answer(std::uint8_t *) { return 0; }
};

// Jobs over a hash with init, update and final. Hash is a class with the type Ctx, the size of the digest and
// these three static functions. UpdateJob continues one message, WholeJob hashes a whole message in each
// call.
template <class Hash> struct UpdateJob {
    og_peer_task task;
    typename Hash::Ctx ctx;
    explicit UpdateJob(const og_peer_task &t) : task(t) { Hash::init(&ctx); }
    void call() { Hash::update(&ctx, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        Hash::final(&ctx, out);
        return Hash::size;
    }
};

template <class Hash> struct WholeJob {
    og_peer_task task;
    typename Hash::Ctx ctx;
    std::uint8_t digest[Hash::size];
    explicit WholeJob(const og_peer_task &t) : task(t) {}
    void call() {
        Hash::init(&ctx);
        Hash::update(&ctx, task.in, task.size);
        Hash::final(&ctx, digest);
    }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return sizeof digest;
    }
};

// Hashes 64 messages that are one after another in the input. hash(in, size, digest) hashes one.
template <bool mixed, std::size_t n, class Hash>
void hash_each(const og_peer_task &task, std::uint8_t (*digests)[n], Hash &&hash) {
    const std::uint8_t *at = task.in;
    for (std::size_t i = 0; i < OG_PEER_MESSAGES; i++) {
        const std::size_t size = og_peer_message_size(task.size, i, mixed);
        hash(at, size, digests[i]);
        at += size;
    }
}

template <class Hash, bool mixed> struct ManyJob {
    og_peer_task task;
    typename Hash::Ctx ctx;
    std::uint8_t digests[OG_PEER_MESSAGES][Hash::size];
    explicit ManyJob(const og_peer_task &t) : task(t) {}
    void one(const std::uint8_t *in, std::size_t size, std::uint8_t *digest) {
        Hash::init(&ctx);
        Hash::update(&ctx, in, size);
        Hash::final(&ctx, digest);
    }
    void call() {
        hash_each<mixed>(task, digests, [this](auto... a) { one(a...); });
    }
    std::size_t answer(std::uint8_t *out) {
        one(digests[0], sizeof digests, out);
        return sizeof digests[0];
    }
};

// Jobs over a hash whose state the library allocates. Hash is a class with the size of the digest and the
// static functions make, update, finish, which frees the state, and whole. RunningJob continues one message,
// DigestJob hashes a whole message in each call, and DigestManyJob 64.
template <class Hash> struct RunningJob {
    og_peer_task task;
    void *state = Hash::make();

    explicit RunningJob(const og_peer_task &t) : task(t) {}
    ~RunningJob() {
        std::uint8_t unused[Hash::size];
        if (state) Hash::finish(state, unused);
    }
    RunningJob(const RunningJob &) = delete;
    RunningJob &operator=(const RunningJob &) = delete;
    void call() { Hash::update(state, task.in, task.size); }
    std::size_t answer(std::uint8_t *out) {
        Hash::finish(state, out);
        state = nullptr;
        return Hash::size;
    }
};

template <class Hash> struct DigestJob {
    og_peer_task task;
    std::uint8_t digest[Hash::size];

    explicit DigestJob(const og_peer_task &t) : task(t) {}
    void call() { Hash::whole(task.in, task.size, digest); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return sizeof digest;
    }
};

template <class Hash, bool mixed> struct DigestManyJob {
    og_peer_task task;
    std::uint8_t digests[OG_PEER_MESSAGES][Hash::size];

    explicit DigestManyJob(const og_peer_task &t) : task(t) {}
    void call() { hash_each<mixed>(task, digests, Hash::whole); }
    std::size_t answer(std::uint8_t *out) {
        Hash::whole(digests[0], sizeof digests, out);
        return sizeof digests[0];
    }
};

inline void require(bool ok, const char *what) {
    if (!ok) throw std::runtime_error(what);
}

}  // namespace og::peer
