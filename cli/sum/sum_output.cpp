// SPDX-License-Identifier: MIT
#include "sum_output.hpp"

#include "os/file.hpp"
#include "text/messages.hpp"

namespace og::cli {
namespace {

constexpr std::size_t written_at_once = 64 * 1024;

}  // namespace

SumOutput::SumOutput(const std::string &name) : name_(name) {
    if (name.empty()) return;
    file_.emplace(name);
    if (file_->ok()) return;
    complain("sum", file_->complaint());
    failed_ = true;
}

bool SumOutput::ok() const { return !failed_; }

std::vector<FileId> SumOutput::own_files() const {
    std::vector<FileId> files;
    os::Status status;
    const auto add_if_regular = [&](bool known) {
        if (known && S_ISREG(status.st_mode)) files.push_back({status.st_dev, status.st_ino});
    };
    if (!file_) {
        add_if_regular(os::fstat(STDOUT_FILENO, &status) == 0);
        return files;
    }
    add_if_regular(os::stat(name_.c_str(), &status) == 0);
    add_if_regular(file_->fd() >= 0 && os::fstat(file_->fd(), &status) == 0);
    return files;
}

bool SumOutput::write() {
    if (!failed_ && !file_->write(text_.data(), text_.size())) {
        complain("sum", file_->complaint());
        failed_ = true;
    }
    text_.clear();
    return !failed_;
}

bool SumOutput::add(std::string_view line) {
    if (!file_) return lines_.add(line);
    text_ += line;
    return text_.size() < written_at_once || write();
}

bool SumOutput::flush() { return file_ ? true : lines_.flush(); }

bool SumOutput::commit() {
    if (!file_) return lines_.flush();
    if (!write()) return false;
    if (file_->commit()) return true;
    complain("sum", file_->complaint());
    return false;
}

}  // namespace og::cli
