// SPDX-License-Identifier: MIT
// A new file that is written under the name TARGET.part, which a run that was killed leaves behind
// and the next one takes over.
#pragma once

#include "files/sink.hpp"

#include <string>
#include <sys/stat.h>

namespace og::cli {

// Locked while it lives, so that two runs do not write one file. Removed at the end of its life and
// on SIGHUP, SIGINT, SIGQUIT and SIGTERM, unless it was published. One lives at a time.
class PartFile final : public Sink {
  public:
    static constexpr const char *suffix = ".part";

    // Makes TARGET.part, readable by its owner alone, or empties one that holds an unfinished sealed
    // file. Check ok() before anything else.
    explicit PartFile(const std::string &target);
    ~PartFile() override;
    PartFile(const PartFile &) = delete;
    PartFile &operator=(const PartFile &) = delete;

    bool ok() const { return error_.empty(); }
    std::string complaint() const override;
    const std::string &path() const { return path_; }

    bool write(const void *data, std::size_t size) override;

    // What was written has reached the disk, from where it will be read again.
    bool sync();

    // Gives it the mode and, where the system allows, the owner of a file, and its name. Never
    // replaces a file. Its name is on the disk then.
    bool publish(const struct stat &like);

  private:
    bool fail(const std::string &error);
    bool take_over();

    std::string target_, path_, error_;
    int fd_ = -1;
    bool ours_ = false;  // to be removed at the end
};

}  // namespace og::cli
