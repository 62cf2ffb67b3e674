// SPDX-License-Identifier: MIT
#include "report.hpp"

namespace og::python {
namespace {

// The cost between two reports, in bytes. Taking the GIL takes up to 5 ms while another thread runs.
constexpr std::uint64_t between_reports = std::uint64_t{16} << 20;
constexpr std::uint64_t cost_of_file = 4096;

// The time between two looks at signals.
constexpr std::chrono::milliseconds patience(50);

}  // namespace

bool Report::get(PyObject *progress) {
    next_ = between_reports;
    progress_ = progress == Py_None ? nullptr : progress;
    if (progress_ == nullptr || PyCallable_Check(progress_)) return true;
    PyErr_SetString(PyExc_TypeError, "progress must be callable or None");
    return false;
}

bool Report::end(std::uint64_t bytes, std::uint64_t files) {
    if (PyErr_CheckSignals() != 0) return false;
    if (progress_ == nullptr) return true;
    PyObject *result = PyObject_CallFunction(progress_, "KK", static_cast<unsigned long long>(bytes),
                                             static_cast<unsigned long long>(files));
    Py_XDECREF(result);
    return result != nullptr;
}

bool Report::look(bool calls, std::uint64_t bytes, std::uint64_t files) {
    if (failed_) return false;
    with_gil();
    failed_ = calls ? !end(bytes, files) : PyErr_CheckSignals() != 0;
    without_gil();
    look_ = Clock::now() + patience;
    return !failed_;
}

bool Report::tick(std::uint64_t bytes, std::uint64_t files) {
    const std::uint64_t cost = bytes + files * cost_of_file;
    if (cost < next_) return Clock::now() < look_ ? !failed_ : look(false, bytes, files);
    next_ = cost + between_reports;
    return look(true, bytes, files);
}

}  // namespace og::python
