// SPDX-License-Identifier: MIT
// Receives the results of the pipeline without the GIL.
#pragma once

#include "hashing/pipeline.hpp"
#include "report.hpp"

#include <vector>

namespace og::python {

class Results : public cli::Receiver {
public:
    // The place of each digest is the tag of its request, below `count`.
    Results(const cli::Algorithm &algorithm, std::size_t count, Report &report)
        : algorithm_(algorithm), digests_(count * algorithm.size), report_(report) {}

    bool result(const cli::Result &result) override;
    bool tick() override { return report_.tick(counters_.bytes, files()); }

    // For HashOptions::counters.
    cli::HashCounters &counters() { return counters_; }

    // Returns `count` digests as bytes, beginning with number i.
    PyObject *bytes(std::size_t i, std::size_t count) const;
    const std::uint8_t *digest(std::size_t i) const { return digests_.data() + i * algorithm_.size; }

    // Makes the last report after a run that was not stopped. Returns false with an exception: that of the
    // callable, of a signal, or of a status of the library.
    bool end(module_state *state);

protected:
    // Takes what is no digest alone. Returns whether to go on.
    virtual bool failed(const cli::Result &result) = 0;
    virtual std::uint64_t files() const { return delivered_; }

private:
    const cli::Algorithm &algorithm_;
    std::vector<std::uint8_t> digests_;
    Report &report_;
    cli::HashCounters counters_;
    std::uint64_t delivered_ = 0;
    int status_ = OG_OK;  // the first error of the library
    bool stopped_ = false;
};

}  // namespace og::python
