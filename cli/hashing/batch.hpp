// SPDX-License-Identifier: MIT
// A part of the requests, with their results.
#pragma once

#include "os/file.hpp"
#include "request.hpp"

#include <array>
#include <atomic>

namespace og::cli {

// A request and its result.
struct Slot {
    enum State : unsigned char {
        waiting,    // to be hashed
        in_turn,    // to be hashed by the calling thread after all results before it: pipes and devices
        done,       // the result is complete; no other thread uses the slot any more
        delivered,  // the receiver has the result
    };

    Result result;
    std::uint32_t name_at, name_size, leaf;  // in RequestBatch::names
    std::uint32_t folder;                    // in RequestBatch::folders
    bool walked, counted;
    Prefix prefix;
    std::unique_ptr<Source> source;
    std::unique_ptr<MidState> mid_state;
    std::atomic<State> state{waiting};

    void complete() { state.store(done, std::memory_order_release); }
};

// Requests that one thread opens in their order. Memory is kept for the next use.
struct RequestBatch {
    static constexpr std::size_t size = 64;
    static constexpr std::uint32_t no_folder = UINT32_MAX;

    std::array<Slot, size> slots;
    std::size_t count = 0;
    std::string names;  // a NUL follows each
    std::vector<FolderRef> folders;
    std::size_t opened = 0;             // the slots that need no folder any more
    std::size_t delivered = 0;          // the slots whose result was delivered
    std::atomic<bool> released{false};  // the thread that opened the files does not use the batch any more

    bool full() const { return count == size; }

    Slot &append(std::string_view name) {
        Slot &slot = slots[count++];
        slot.result = Result{};
        slot.name_at = static_cast<std::uint32_t>(names.size());
        slot.name_size = static_cast<std::uint32_t>(name.size());
        slot.leaf = 0;
        slot.folder = no_folder;
        slot.walked = false;
        slot.counted = true;
        slot.prefix = Prefix::none;
        slot.state.store(Slot::waiting, std::memory_order_relaxed);
        names.append(name).push_back('\0');
        return slot;
    }

    std::string_view name(const Slot &slot) const {
        return std::string_view(names).substr(slot.name_at, slot.name_size);
    }

    // The arguments of openat(2).
    const char *to_open(const Slot &slot) const { return &names[slot.name_at + slot.leaf]; }
    int folder(const Slot &slot) const {
        return slot.folder == no_folder ? AT_FDCWD : folders[slot.folder]->fd();
    }

    void clear() {
        count = opened = delivered = 0;
        names.clear();
        folders.clear();
        released.store(false, std::memory_order_relaxed);
    }
};

}  // namespace og::cli
