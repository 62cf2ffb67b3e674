// SPDX-License-Identifier: MIT
// The pieces of a torrent: oldguard.torrent.pieces.
#include "hashing/piece_source.hpp"
#include "paths.hpp"
#include "results.hpp"

#include <algorithm>
#include <cerrno>
#include <mutex>

namespace og::python {
namespace {

// The files of a torrent, and the first that could not be read.
class TorrentFiles final : public cli::PieceFiles {
public:
    TorrentFiles(const Paths &paths, const cli::FileChain &chain) : PieceFiles(chain), paths_(paths) {}

    // Raises the error. Returns NULL.
    PyObject *raise() const {
        return error_ != 0 ? paths_.raise(file_, error_)
                           : paths_.raise(file_, EIO, "the file became shorter while it was read");
    }

private:
    int open(std::size_t file) override {
        return os::openat(AT_FDCWD, paths_.name(file), O_RDONLY | O_CLOEXEC);
    }
    void failed(std::size_t file, int error) override {
        const std::lock_guard lock(mutex_);
        if (has_failed_) return;
        has_failed_ = true;
        file_ = file;
        error_ = error;
    }

    const Paths &paths_;
    std::mutex mutex_;
    bool has_failed_ = false;
    std::size_t file_ = 0;
    int error_ = 0;  // errno, or 0: the file ended before the size that it had when the call began
};

class PieceResults final : public Results {
public:
    using Results::Results;
    bool has_failed() const { return has_failed_; }

private:
    bool failed(const cli::Result &) override {
        has_failed_ = true;
        return false;
    }
    std::uint64_t files() const override { return 0; }

    bool has_failed_ = false;
};

// Adds the sizes of the files to a chain. Returns errno with the file in `at`, or 0.
int measure(const Paths &paths, cli::FileChain &chain, std::size_t &at) {
    for (at = 0; at < paths.size(); at++) {
        os::Status status;
        if (os::stat(paths.name(at), &status) != 0) return errno;
        if (!S_ISREG(status.st_mode)) return S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
        const auto size = static_cast<std::uint64_t>(status.st_size);
        if (size > INT64_MAX - chain.size()) return EOVERFLOW;
        chain.add(size);
    }
    return 0;
}

PyObject *torrent_pieces(PyObject *module, PyObject *args, PyObject *keywords) {
    static const char *const words[] = {"", "", "threads", "progress", nullptr};
    PyObject *iterable, *wanted = nullptr, *progress = Py_None;
    long long given;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OL|O$O:pieces", const_cast<char **>(words), &iterable,
                                     &given, &wanted, &progress))
        return nullptr;
    if (given < 1) return PyErr_Format(PyExc_ValueError, "size must be at least 1");
    const auto size = static_cast<std::uint64_t>(given);
    Paths paths;
    Report report;  // goes first, and takes the GIL again
    if (!report.get(progress)) return nullptr;
    const std::size_t threads = get_threads(wanted, 0);
    if (threads == 0 || !paths.get(iterable)) return nullptr;
    cli::FileChain chain;
    std::size_t at = 0;
    report.without_gil();
    int error = measure(paths, chain, at);
    report.with_gil();
    const std::uint64_t count = chain.size() / size + (chain.size() % size != 0);
    if (error == 0 && count > PTRDIFF_MAX / cli::sha1.size) {
        error = EOVERFLOW;
        at = paths.size() - 1;
    }
    if (error != 0) return paths.raise(at, error);
    PieceResults results(cli::sha1, static_cast<std::size_t>(count), report);
    TorrentFiles files(paths, chain);
    cli::HashOptions how;
    how.threads = static_cast<unsigned>(threads);
    how.detect = false;
    how.counters = &results.counters();
    report.without_gil();
    {
        cli::HashPipeline pipeline(how, results);
        bool go_on = true;
        for (std::uint64_t i = 0; i < count && go_on; i++) {
            const std::uint64_t start = i * size;
            go_on = pipeline.add({.name = "piece",
                                  .tag = i,
                                  .source = std::make_unique<cli::PieceSource>(
                                      files, start, std::min(size, chain.size() - start))});
        }
        if (go_on) pipeline.finish();
    }
    report.with_gil();
    if (!results.end(state_of(module))) return nullptr;
    return results.has_failed() ? files.raise() : results.bytes(0, static_cast<std::size_t>(count));
}

}  // namespace
}  // namespace og::python

PyMethodDef torrent_methods[] = {
    og::python::method<og::python::torrent_pieces>(
        "torrent_pieces",
        "torrent_pieces($module, paths, size, /, threads=0, *, progress=None)\n--\n\n"
        "Hashes the files of a torrent, one after the other, in pieces of size bytes.\n\n"
        "Returns the SHA-1 digests of all pieces, 20 bytes each: the value of \"pieces\" in the info\n"
        "dictionary (BEP 3). The last piece may be shorter. No files, or empty ones, give b\"\".\n"
        "threads=0 is one thread for each processor. A thread has 2 MiB of memory.\n\n"
        "The sizes of the files are those at the beginning. OSError with the filename for what is not a\n"
        "regular file, cannot be read, or becomes shorter. ValueError for size < 1. progress(bytes,\n"
        "files) is called every 16 MiB and at the end, and files is 0. An exception that it raises\n"
        "cancels the work. Any thread. The GIL is released."),
    {nullptr, nullptr, 0, nullptr},
};
