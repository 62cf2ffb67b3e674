// SPDX-License-Identifier: MIT
// The Rust crates that detect collision attacks: sha1dc, which uses vector instructions and the SHA
// extensions, and sha1-checked, RustCrypto's port of sha1collisiondetection.
#include "peer.hpp"

extern "C" {
int og_peer_sha1dc(const std::uint8_t *data, std::size_t len, std::size_t header, std::uint8_t digest[20]);
int og_peer_sha1_checked(const std::uint8_t *data, std::size_t len, std::size_t header,
                         std::uint8_t digest[20]);
}

namespace {

using namespace og::peer;

template <auto detect, std::size_t header> struct DetectJob {
    og_peer_task task;
    std::uint8_t digest[20];
    int found = 0;

    explicit DetectJob(const og_peer_task &t) : task(t) {}
    void call() { found |= detect(task.in, task.size, header, digest); }
    std::size_t answer(std::uint8_t *out) {
        std::memcpy(out, digest, sizeof digest);
        return found ? 0 : sizeof digest;
    }
};

template <auto detect, bool mixed, std::size_t header = 0> struct DetectMany {
    og_peer_task task;
    std::uint8_t digests[OG_PEER_MESSAGES][20];
    int found = 0;

    explicit DetectMany(const og_peer_task &t) : task(t) {}
    void call() {
        hash_each<mixed>(task, digests, [this](auto in, auto size, auto digest) {
            found |= detect(in, size, header, digest);
        });
    }
    std::size_t answer(std::uint8_t *out) {
        found |= detect(digests[0], sizeof digests, 0, out);
        return found ? 0 : sizeof digests[0];
    }
};

template <auto detect> constexpr og_peer_row whole(const char *name) {
    return row<DetectJob<detect, 0>>(name, "sha1dc.hash");
}

template <auto detect> constexpr og_peer_row object(const char *name) {
    return row<DetectJob<detect, OG_PEER_GIT_HEADER>>(name, "sha1dc.git");
}

template <auto detect> constexpr og_peer_row objects(const char *name, const char *op) {
    return row<DetectMany<detect, false, OG_PEER_GIT_HEADER>>(name, op);
}

}  // namespace

extern "C" const og_peer_module *og_peer_open(const char **) {
    static const og_peer_row rows[] = {
        whole<og_peer_sha1dc>("crate.sha1dc"),
        whole<og_peer_sha1_checked>("crate.sha1-checked"),
        object<og_peer_sha1dc>("crate.sha1dc"),
        object<og_peer_sha1_checked>("crate.sha1-checked"),
        objects<og_peer_sha1dc>("crate.sha1dc", "sha1dc.objects"),
        objects<og_peer_sha1_checked>("crate.sha1-checked", "sha1dc.objects"),
        objects<og_peer_sha1dc>("crate.sha1dc", "sha1dc.objects_two_part"),
        objects<og_peer_sha1_checked>("crate.sha1-checked", "sha1dc.objects_two_part"),
        row<DetectMany<og_peer_sha1dc, false>>("crate.sha1dc", "sha1dc.many"),
        row<DetectMany<og_peer_sha1_checked, false>>("crate.sha1-checked", "sha1dc.many"),
        row<DetectMany<og_peer_sha1dc, true>>("crate.sha1dc", "sha1dc.many_mixed"),
        row<DetectMany<og_peer_sha1_checked, true>>("crate.sha1-checked", "sha1dc.many_mixed"),
    };
    static const og_peer_module module = {OG_PEER_ABI, "detectors", OLDGUARD_CRATE_VERSIONS, rows,
                                          sizeof rows / sizeof rows[0]};
    return &module;
}
