// SPDX-License-Identifier: MIT
#include "os/file.hpp"

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <sys/file.h>
#include <sys/resource.h>

namespace og::os {
namespace {

using Path = std::unique_ptr<char, decltype(&std::free)>;

}  // namespace

std::string real_path(const std::string &name) {
    const Path real(realpath(name.c_str(), nullptr), std::free);
    return real ? real.get() : "";
}

std::string current_folder() {
#ifdef __linux__
    const Path current(get_current_dir_name(), std::free);
    return current ? current.get() : "";
#else  // the same: PWD if it names the current folder
    Status pwd, dot;
    const char *shown = std::getenv("PWD");
    if (shown != nullptr && stat(".", &dot) == 0 && stat(shown, &pwd) == 0 && dot.st_dev == pwd.st_dev &&
        dot.st_ino == pwd.st_ino)
        return shown;
    const Path current(getcwd(nullptr, 0), std::free);
    return current ? current.get() : "";
#endif
}

Mode new_file_mode() {
    const Mode mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

std::uint64_t file_limit() {
    struct rlimit limit;
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

bool sync_folder(const std::string &name) {
    const int folder = open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return true;
    const bool done = fsync(folder) == 0 || (errno != EIO && errno != ENOSPC && errno != EDQUOT);
    const int error = errno;
    close(folder);
    errno = error;
    return done;
}

bool lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0; }

void will_read_in_order(int fd) {
#ifdef POSIX_FADV_SEQUENTIAL
    posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
#elif defined F_RDAHEAD
    fcntl(fd, F_RDAHEAD, 1);
#endif
}

void drop_cached([[maybe_unused]] int fd, [[maybe_unused]] std::uint64_t offset,
                 [[maybe_unused]] std::uint64_t size) {
#ifdef POSIX_FADV_DONTNEED
    posix_fadvise(fd, static_cast<off_t>(offset), static_cast<off_t>(size), POSIX_FADV_DONTNEED);
#endif
}

bool find_data(int fd, std::uint64_t offset, std::uint64_t &data, std::uint64_t &end) {
    const off_t first = lseek(fd, static_cast<off_t>(offset), SEEK_DATA);
    const bool only_a_hole = first < 0 && errno == ENXIO;
    const off_t last = only_a_hole ? lseek(fd, 0, SEEK_END) : lseek(fd, first, SEEK_HOLE);
    if ((first < 0 && !only_a_hole) || last < 0) return false;
    data = static_cast<std::uint64_t>(only_a_hole ? last : first);
    end = static_cast<std::uint64_t>(last);
    return true;
}

bool is_absolute(std::string_view path) { return path.starts_with('/'); }

std::string with_slashes(std::string_view path) { return std::string(path); }

std::size_t last_separator(std::string_view path) { return path.rfind('/'); }

}  // namespace og::os
