// SPDX-License-Identifier: MIT
#include "peer_modules.hpp"

#include "os/module.hpp"
#include "os/program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#ifndef OLDGUARD_PEERS_FROM_PROGRAM
#define OLDGUARD_PEERS_FROM_PROGRAM ""
#endif

namespace og::bench {

namespace {

namespace fs = std::filesystem;

struct Known {
    const char *library;
    const char *package;  // the Debian package that the adapter is built with
};

constexpr Known known_libraries[] = {
    {"openssl", "libssl-dev"},     {"libgcrypt", "libgcrypt20-dev"}, {"nettle", "nettle-dev"},
    {"botan", "libbotan-2-dev"},   {"cryptopp", "libcrypto++-dev"},  {"rhash", "librhash-dev"},
    {"libxcrypt", "libcrypt-dev"}, {"nayuki", "cargo-web"},  // fetched by cargo, see peers/crates.cmake
    {"detectors", "cargo-web"},                              // built by cargo, see peers/crates.cmake
    {"rustcrypto", "cargo-web"},                             // the same
    {"awslc", "cargo-web"},                                  // the same
    {"openssl4", "cargo-web"},                               // the same
};

std::string not_found(const std::string &library, const std::string &why) {
    for (const Known &known : known_libraries)
        if (library == known.library) return "not found: " + why + " (apt-get install " + known.package + ")";
    return "not found: " + why;
}

// Returns the reason for a missing module: the line in peer_NAME.missing, or the package to install.
std::string not_built(const std::string &folder, const std::string &library) {
    std::string why;
    std::ifstream file(fs::path(folder) / ("peer_" + library + ".missing"));
    if (std::getline(file, why) && !why.empty()) return "not found: " + why;
    return not_found(library, "no adapter was built");
}

// Returns "openssl" for "peer_openssl.so", "" for a file that is no module.
std::string library_of(const fs::path &file) {
    const std::string stem = file.stem().string();
    return file.extension() == os::module_extension && stem.rfind("peer_", 0) == 0 ? stem.substr(5) : "";
}

Peer open_module(const fs::path &file) {
    Peer peer;
    peer.library = library_of(file);
    std::string why;
    void *handle = os::open_module(file, why);
    if (!handle) {
        peer.missing = not_found(peer.library, why);
        return peer;
    }
    auto *open = reinterpret_cast<og_peer_entry *>(os::symbol_of(handle, OG_PEER_SYMBOL));
    const char *error = "the module gives no reason";
    const og_peer_module *module = open ? open(&error) : nullptr;
    if (!open)
        peer.missing = file.string() + " has no " OG_PEER_SYMBOL;
    else if (!module)
        peer.missing = error;
    else if (module->abi != OG_PEER_ABI)
        peer.missing = file.string() + " was made for another version of the bench";
    if (!peer.missing.empty()) {
        os::close_module(handle);
        return peer;
    }
    peer.library = module->library;
    peer.version = module->version;
    for (std::size_t i = 0; i < module->count; i++) peer.rows.push_back(&module->rows[i]);
    return peer;
}

class PeerWork final : public Work {
public:
    PeerWork(const og_peer_row &row, const Task &task) : row_(row), task_(task), state_(row.setup(&task_)) {}
    ~PeerWork() override {
        if (state_) row_.teardown(state_);
    }
    PeerWork(const PeerWork &) = delete;
    PeerWork &operator=(const PeerWork &) = delete;

    bool ready() const { return state_ != nullptr; }
    void run(std::size_t calls) override { row_.run(state_, calls); }
    Bytes answer() override {
        Bytes bytes(OG_PEER_ANSWER_SIZE);
        const std::size_t size = row_.answer(state_, bytes.data());
        if (size == 0) return Bytes(task_.out, task_.out + task_.size);
        bytes.resize(std::min(size, bytes.size()));
        return bytes;
    }

private:
    const og_peer_row &row_;
    Task task_;
    void *state_;
};

}  // namespace

std::string peer_folder() {
    if (const char *asked = os::variable("OLDGUARD_PEERS"); asked && *asked) return asked;
    std::error_code error;
    const fs::path program = os::program_path().parent_path();
    if (program.empty()) return "";
    for (const char *relative : {"peers", OLDGUARD_PEERS_FROM_PROGRAM}) {
        const fs::path folder = (program / relative).lexically_normal();
        if (*relative && fs::is_directory(folder, error)) return folder.string();
    }
    return "";
}

std::vector<Peer> load_peers(const std::string &folder) {
    std::vector<fs::path> files;
    std::error_code error;
    if (!folder.empty())
        for (const auto &entry : fs::directory_iterator(folder, error))
            if (!library_of(entry.path()).empty()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());

    std::vector<Peer> peers;
    for (const fs::path &file : files) peers.push_back(open_module(file));
    for (const Known &known : known_libraries) {
        const bool present = std::any_of(peers.begin(), peers.end(),
                                         [&](const Peer &peer) { return peer.library == known.library; });
        if (!present) {
            Peer peer;
            peer.library = known.library;
            peer.missing = not_built(folder, known.library);
            peers.push_back(peer);
        }
    }
    return peers;
}

std::unique_ptr<Work> make_peer_work(const og_peer_row &row, const Task &task) {
    auto work = std::make_unique<PeerWork>(row, task);
    if (!work->ready()) return nullptr;
    return work;
}

}  // namespace og::bench
