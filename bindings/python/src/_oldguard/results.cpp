// SPDX-License-Identifier: MIT
#include "results.hpp"

#include <cstring>

namespace og::python {

bool Results::result(const cli::Result &result) {
    delivered_++;
    const bool hashed = result.kind == cli::Result::hashed;
    if (hashed) {
        std::memcpy(digests_.data() + result.tag * algorithm_.size, result.digest.data(), algorithm_.size);
        if (!result.attacked) return true;
    } else if (result.error == 0) {
        status_ = result.status;
    }
    stopped_ = status_ != OG_OK || !failed(result);
    return !stopped_;
}

PyObject *Results::bytes(std::size_t i, std::size_t count) const {
    return PyBytes_FromStringAndSize(reinterpret_cast<const char *>(digest(i)),
                                     static_cast<Py_ssize_t>(count * algorithm_.size));
}

bool Results::end(module_state *state) {
    if (report_.failed()) return false;
    if (status_ != OG_OK) return raise_status(state, status_) != nullptr;
    return stopped_ || report_.end(counters_.bytes, files());
}

}  // namespace og::python
