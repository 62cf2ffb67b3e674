// SPDX-License-Identifier: MIT
// Hashes files: oldguard.sha1_file, oldguard.whirlpool_file, oldguard.sha1dc.sha1_file and oldguard.files.
#include "paths.hpp"
#include "results.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace og::python {
namespace {

// An algorithm by the name that files() takes.
struct Named {
    const char *name;
    const cli::Algorithm *algorithm;
    bool detect;
};
constexpr Named by_sha1{"sha1", &cli::sha1, false}, by_sha1dc{"sha1dc", &cli::sha1, true},
    by_whirlpool{"whirlpool", &cli::whirlpool, false};
constexpr const Named *names[] = {&by_sha1, &by_sha1dc, &by_whirlpool};

cli::HashOptions hash_options(const Named &how, std::size_t threads, cli::HashCounters &counters) {
    cli::HashOptions options;
    options.threads = static_cast<unsigned>(threads);
    options.detect = how.detect;
    options.keep_cache = true;
    options.waits = false;
    // A quarter is left to the rest of the process.
    const std::uint64_t limit = os::file_limit();
    if (limit > 0) options.most_open = std::max<std::uint64_t>(limit / 4 * 3, 1);
    options.counters = &counters;
    return options;
}

// What a file has in the place of its digest, or beside it.
struct Failure {
    int error = 0;
    og_sha1dc_verdict verdict = cli::no_attack;
};

class FileResults final : public Results {
public:
    FileResults(const Named &how, std::size_t count, bool raises, Report &report)
        : Results(*how.algorithm, count, report), failures_(count), at_(count), raises_(raises) {}

    // Returns whether the run was stopped at a file, which `at` is then.
    bool stopped(std::size_t &at) const {
        at = at_;
        return at_ < failures_.size();
    }
    const Failure &failure(std::size_t i) const { return failures_[i]; }

    // Returns the digest, the collision or the error of a file.
    PyObject *object(module_state *state, const Paths &paths, std::size_t i) const {
        const Failure &failure = failures_[i];
        if (failure.error != 0) return paths.new_error(i, failure.error);
        if (failure.verdict.vector >= 0) return new_collision(state, digest(i), &failure.verdict);
        return bytes(i, 1);
    }

private:
    bool failed(const cli::Result &result) override {
        failures_[result.tag] = {result.error, {result.vector, result.attack_at}};
        if (raises_) at_ = result.tag;
        return !raises_;
    }

    std::vector<Failure> failures_;
    std::size_t at_;  // the file that stopped the run, or the number of files
    const bool raises_;
};

PyObject *files(PyObject *module, PyObject *args, PyObject *keywords) {
    static const char *const words[] = {"", "algorithm", "threads", "errors", "progress", nullptr};
    PyObject *iterable, *wanted = nullptr, *progress = Py_None;
    const char *name = "sha1", *errors = "raise";
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|s$OsO:files", const_cast<char **>(words), &iterable,
                                     &name, &wanted, &errors, &progress))
        return nullptr;
    const auto found = std::find_if(std::begin(names), std::end(names),
                                    [&](const Named *named) { return std::strcmp(named->name, name) == 0; });
    if (found == std::end(names))
        return PyErr_Format(PyExc_ValueError,
                            "algorithm is \"sha1\", \"sha1dc\" or \"whirlpool\", not \"%s\"", name);
    const Named &how = **found;
    const bool raises = std::strcmp(errors, "raise") == 0;
    if (!raises && std::strcmp(errors, "return") != 0)
        return PyErr_Format(PyExc_ValueError, "errors is \"raise\" or \"return\", not \"%s\"", errors);
    Paths paths;
    Report report;  // goes first, and takes the GIL again
    if (!report.get(progress)) return nullptr;
    const std::size_t threads = get_threads(wanted, 0);
    if (threads == 0 || !paths.get(iterable)) return nullptr;
    FileResults results(how, paths.size(), raises, report);
    report.without_gil();
    {
        cli::HashPipeline pipeline(hash_options(how, threads, results.counters()), results);
        bool go_on = true;
        for (std::size_t i = 0; i < paths.size() && go_on; i++) {
            const bool is_dash = std::strcmp(paths.name(i), "-") == 0;
            go_on =
                pipeline.add({.name = is_dash ? "./-" : paths.name(i), .algorithm = how.algorithm, .tag = i});
        }
        if (go_on) pipeline.finish();
    }
    report.with_gil();
    module_state *state = state_of(module);
    if (!results.end(state)) return nullptr;
    if (std::size_t at; results.stopped(at)) {
        const Failure &failure = results.failure(at);
        if (failure.error != 0) return paths.raise(at, failure.error);
        return raise_collision(results.digest(at), &failure.verdict, static_cast<Py_ssize_t>(at));
    }
    PyObject *list = PyList_New(static_cast<Py_ssize_t>(paths.size()));
    for (std::size_t i = 0; list != nullptr && i < paths.size(); i++) {
        PyObject *object = results.object(state, paths, i);
        if (object == nullptr)
            Py_CLEAR(list);
        else
            PyList_SetItem(list, static_cast<Py_ssize_t>(i), object);
    }
    return list;
}

// A part of a file, or of a stream from where it is.
class Range final : public cli::Source {
public:
    Range(int fd, std::int64_t offset, std::uint64_t size, Report &report)
        : fd_(fd), offset_(offset), left_(size), report_(report) {
        // A stream has no positions.
        if (offset == 0 && os::lseek(fd, 0, SEEK_CUR) < 0) offset_ = here;
    }

    std::uint64_t size() const override { return left_; }

    ssize_t read(void *buffer, std::size_t size) override {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, left_));
        ssize_t got;
        do {
            got = offset_ == here ? os::read(fd_, buffer, size) : os::pread(fd_, buffer, size, offset_);
        } while (got < 0 && errno == EINTR && report_.interrupted());
        if (got < 0 && errno == EINTR) errno = ECANCELED;  // an exception is set
        if (got <= 0) return got;
        left_ -= static_cast<std::uint64_t>(got);
        if (offset_ != here) offset_ += got;
        return got;
    }

private:
    static constexpr std::int64_t here = -1;

    int fd_;
    std::int64_t offset_;  // of the next byte
    std::uint64_t left_;
    Report &report_;
};

// Opens a path, and retries after signals. Returns a descriptor, or -1 with an exception.
int open_path(PyObject *path) {
    Paths paths;
    if (!paths.get_one(path)) return -1;
    int fd = -1, error = EINTR;
    while (fd < 0 && error == EINTR) {
        if (PyErr_CheckSignals() != 0) return -1;
        Py_BEGIN_ALLOW_THREADS;
        fd = os::openat(AT_FDCWD, paths.name(0), O_RDONLY | O_CLOEXEC);
        error = errno;
        Py_END_ALLOW_THREADS;
    }
    if (fd < 0) paths.raise(0, error);
    return fd;
}

// Closes a descriptor that was opened here.
struct Closed {
    int fd;
    ~Closed() {
        if (fd >= 0) os::close(fd);
    }
};

template <const Named &how> PyObject *hash_file(PyObject *module, PyObject *args, PyObject *keywords) {
    static const char *const words[] = {"", "offset", "size", "progress", nullptr};
    PyObject *file, *size = Py_None, *progress = Py_None;
    long long offset = 0, most = -1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|$LOO", const_cast<char **>(words), &file, &offset,
                                     &size, &progress))
        return nullptr;
    if (size != Py_None && (most = PyLong_AsLongLong(size)) == -1 && PyErr_Occurred()) return nullptr;
    if (offset < 0 || (size != Py_None && most < 0))
        return PyErr_Format(PyExc_ValueError, "%s must be 0 or more", offset < 0 ? "offset" : "size");
    Report report;
    if (!report.get(progress)) return nullptr;
    const bool is_path = !PyLong_Check(file);
    const int fd = is_path ? open_path(file) : PyObject_AsFileDescriptor(file);
    if (fd < 0) return nullptr;
    const Closed closed{is_path ? fd : -1};
    FileResults results(how, 1, true, report);
    report.without_gil();
    {
        cli::HashPipeline pipeline(hash_options(how, 1, results.counters()), results);
        const std::uint64_t bytes = most < 0 ? UINT64_MAX : static_cast<std::uint64_t>(most);
        pipeline.add({.name = "range",
                      .algorithm = how.algorithm,
                      .source = std::make_unique<Range>(fd, offset, bytes, report)});
        pipeline.finish();
    }
    report.with_gil();
    module_state *state = state_of(module);
    if (!results.end(state)) return nullptr;
    const Failure &failure = results.failure(0);
    if (failure.verdict.vector >= 0) return raise_collision(results.digest(0), &failure.verdict, -1);
    if (failure.error == 0) return results.bytes(0, 1);
    errno = failure.error;
    return is_path ? PyErr_SetFromErrnoWithFilenameObject(PyExc_OSError, file)
                   : PyErr_SetFromErrno(PyExc_OSError);
}

#define FILE_SIGNATURE "($module, file, /, *, offset=0, size=None, progress=None)\n--\n\n"
#define FILE_TEXT                                                                                     \
    "Reads from the byte offset, at most size bytes or to the end, and returns the digest. file is\n" \
    "a path, or an int, a descriptor, whose position does not move. With offset=0 it may be a\n"      \
    "stream such as a pipe, which is read from where it is. The path of a FIFO waits for a\n"         \
    "writer. A file that shrinks gives the digest of what was read.\n\n"                              \
    "progress(bytes, files) is called every 16 MiB and at the end. An exception that it raises\n"     \
    "cancels the work. OSError with the filename if the file cannot be read, ValueError for a\n"      \
    "negative number. Any thread. The GIL is released."

}  // namespace
}  // namespace og::python

using namespace og::python;

PyMethodDef files_methods[] = {
    method<hash_file<by_sha1>>(
        "sha1_file", "sha1_file" FILE_SIGNATURE
                     "Hashes a file with SHA-1 (FIPS 180-4). The digest has 20 bytes.\n\n" FILE_TEXT),
    method<hash_file<by_sha1dc>>(
        "sha1dc_file",
        "sha1dc_file" FILE_SIGNATURE
        "Hashes a file with SHA-1 (FIPS 180-4). Raises Sha1CollisionError for a collision attack.\n"
        "The digest has 20 bytes.\n\n" FILE_TEXT),
    method<hash_file<by_whirlpool>>(
        "whirlpool_file",
        "whirlpool_file" FILE_SIGNATURE
        "Hashes a file with Whirlpool (ISO/IEC 10118-3). The digest has 64 bytes.\n\n" FILE_TEXT),
    method<files>(
        "files",
        "files($module, paths, /, algorithm='sha1', *, threads=0, errors='raise', progress=None)\n--\n\n"
        "Hashes files and returns the list of their digests.\n\n"
        "algorithm is 'sha1', 'sha1dc' or 'whirlpool'. threads=0 is one thread for each processor. A\n"
        "thread has 2 MiB of memory, in which short files are hashed together and pieces of long ones\n"
        "side by side. Three quarters of the files that the process may open are open at most.\n"
        "A file that shrinks gives the digest of what was read. A FIFO or an idle terminal gives an\n"
        "OSError at once, a device such as /dev/zero has no end.\n\n"
        "errors='raise' raises the first OSError, with its filename, or Sha1CollisionError, with its\n"
        "index. errors='return' puts the OSError or the Collision into the list instead of the digest.\n"
        "progress(bytes, files) is called in the calling thread every 16 MiB or 4096 files and at the\n"
        "end. An exception that it raises cancels the work. TypeError for paths that are one path,\n"
        "ValueError for another name. Any thread. The GIL is released."),
    {nullptr, nullptr, 0, nullptr},
};
