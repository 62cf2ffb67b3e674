// SPDX-License-Identifier: MIT
#include "paths.hpp"

#include <cstring>

namespace og::python {

Paths::~Paths() {
    for (PyObject *owner : owners_) Py_DECREF(owner);
    Py_XDECREF(objects_);
}

// The conversion gives UTF-8 on Windows, as os/file.hpp takes it.
bool Paths::convert(PyObject *path) {
    PyObject *owner;
    owners_.reserve(owners_.size() + 1);
    if (!PyUnicode_FSConverter(path, &owner)) return false;
    owners_.push_back(owner);
    names_.push_back(PyBytes_AsString(owner));
    return true;
}

bool Paths::get_one(PyObject *path) {
    objects_ = PyTuple_Pack(1, path);
    return objects_ != nullptr && convert(path);
}

bool Paths::get(PyObject *iterable) {
    if (PyUnicode_Check(iterable) || PyBytes_Check(iterable)) {
        PyErr_SetString(PyExc_TypeError, "an iterable of paths is needed, not one path");
        return false;
    }
    objects_ = PySequence_Tuple(iterable);
    if (objects_ == nullptr) return false;
    const Py_ssize_t count = PyTuple_Size(objects_);
    owners_.reserve(static_cast<std::size_t>(count));
    names_.reserve(static_cast<std::size_t>(count));
    for (Py_ssize_t i = 0; i < count; i++)
        if (!convert(PyTuple_GetItem(objects_, i))) {
            raise_at_index("paths", i);
            return false;
        }
    return true;
}

PyObject *Paths::new_error(std::size_t i, int error, const char *message) const {
    PyObject *path = PyTuple_GetItem(objects_, static_cast<Py_ssize_t>(i));
    return PyObject_CallFunction(PyExc_OSError, "isO", error, message ? message : std::strerror(error), path);
}

PyObject *Paths::raise(std::size_t i, int error, const char *message) const {
    PyObject *raised = new_error(i, error, message);
    if (raised != nullptr) PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(raised)), raised);
    Py_XDECREF(raised);
    return nullptr;
}

}  // namespace og::python
