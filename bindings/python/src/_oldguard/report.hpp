// SPDX-License-Identifier: MIT
// Work on files that runs without the GIL: its progress, and how an exception ends it.
#pragma once

#include "c_parts.hpp"
#include "hashing/options.hpp"

#include <chrono>

namespace og::python {

// Handles signals and calls progress(bytes, files) in the calling thread, which has called without_gil().
// Only with_gil(), get() and end() are called with the GIL.
class Report {
public:
    Report() = default;
    ~Report() { with_gil(); }
    Report(const Report &) = delete;
    Report &operator=(const Report &) = delete;

    // Reads an argument `progress`. Returns false with TypeError.
    bool get(PyObject *progress);

    void without_gil() { self_ = PyEval_SaveThread(); }
    void with_gil() {
        if (self_ != nullptr) PyEval_RestoreThread(self_);
        self_ = nullptr;
    }

    // Reports each time when 16 MiB or 4096 files are done, and looks for signals more often. Returns whether
    // to go on: false after an exception.
    bool tick(std::uint64_t bytes, std::uint64_t files);

    // Handles signals after a call was interrupted. Returns whether to go on.
    bool interrupted() { return look(false, 0, 0); }

    // Returns whether an exception is set.
    bool failed() const { return failed_; }

    // Makes the last report. Returns false with an exception.
    bool end(std::uint64_t bytes, std::uint64_t files);

private:
    using Clock = std::chrono::steady_clock;

    bool look(bool calls, std::uint64_t bytes, std::uint64_t files);

    PyObject *progress_ = nullptr;  // borrowed
    PyThreadState *self_ = nullptr;
    bool failed_ = false;
    std::uint64_t next_ = 0;  // the cost from which on a report is due
    Clock::time_point look_ = Clock::now();
};

// Calls a function of the module. An exception of C++ is MemoryError.
template <PyCFunctionWithKeywords function>
PyObject *guarded(PyObject *module, PyObject *args, PyObject *keywords) {
    try {
        return function(module, args, keywords);
    } catch (const std::bad_alloc &) {
        return PyErr_NoMemory();
    }
}

// Returns an entry of a table of methods.
template <PyCFunctionWithKeywords function> PyMethodDef method(const char *name, const char *text) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(guarded<function>)),
            METH_VARARGS | METH_KEYWORDS, text};
}

}  // namespace og::python
