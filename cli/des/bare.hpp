// SPDX-License-Identifier: MIT
// Bare ciphertext, with or without the IV before it.
#pragma once

#include "container.hpp"

namespace og::cli {

class Bare final : public Container {
public:
    // With `iv_first` the first 8 bytes of a file are the IV. Without `raw` it refuses what begins as another
    // format.
    Bare(bool iv_first, bool raw) : iv_first_(iv_first), raw_(raw) {}

    std::string open(Input &input, const std::string &name, DesWork &work,
                     std::unique_ptr<ByteSource> &inner) override;
    std::string begin(DesWork &work, Sink &output, std::unique_ptr<Sink> &outer) override;

private:
    const bool iv_first_, raw_;
};

}  // namespace og::cli
