// SPDX-License-Identifier: MIT
// The paths of a call, as the system's functions take them.
#pragma once

#include "c_parts.hpp"

#include <string>
#include <vector>

namespace og::python {

class Paths {
public:
    Paths() = default;
    ~Paths();
    Paths(const Paths &) = delete;
    Paths &operator=(const Paths &) = delete;

    // Converts an iterable of str, bytes or os.PathLike. Returns false with an exception that names the path
    // by its index.
    bool get(PyObject *iterable);

    // Converts one path. Returns false with an exception.
    bool get_one(PyObject *path);

    std::size_t size() const { return names_.size(); }
    const char *name(std::size_t i) const { return names_[i]; }

    // Returns a new OSError with the path that the caller passed. message: NULL for that of errno.
    PyObject *new_error(std::size_t i, int error, const char *message = nullptr) const;

    // Raises it. Returns NULL.
    PyObject *raise(std::size_t i, int error, const char *message = nullptr) const;

private:
    bool convert(PyObject *path);

    PyObject *objects_ = nullptr;      // a tuple
    std::vector<PyObject *> owners_;   // bytes
    std::vector<const char *> names_;  // in them
};

}  // namespace og::python
