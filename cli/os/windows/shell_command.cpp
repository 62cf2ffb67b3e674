// SPDX-License-Identifier: MIT
#include "os/process.hpp"

#include "os/file.hpp"
#include "text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace og::os {
namespace {

// Makes a handle for a child to inherit. The caller closes it.
HANDLE inheritable(HANDLE handle) {
    HANDLE copy = nullptr;
    const HANDLE self = GetCurrentProcess();
    DuplicateHandle(self, handle, self, &copy, 0, TRUE, DUPLICATE_SAME_ACCESS);
    return copy;
}

// The list of the handles that a child inherits, instead of all.
class HandleList {
public:
    explicit HandleList(HANDLE (&handles)[3]) {
        SIZE_T size = 0;
        InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
        memory_.resize(size);
        ok_ = InitializeProcThreadAttributeList(get(), 1, 0, &size) &&
              UpdateProcThreadAttribute(get(), 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles, sizeof handles,
                                        nullptr, nullptr);
    }
    ~HandleList() {
        if (ok_) DeleteProcThreadAttributeList(get());
    }
    HandleList(const HandleList &) = delete;
    HandleList &operator=(const HandleList &) = delete;
    LPPROC_THREAD_ATTRIBUTE_LIST get() {
        return reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    }
    bool ok() const { return ok_; }

private:
    std::string memory_;
    bool ok_ = false;
};

// Creates a job whose processes end when its last handle is closed: when this process ends.
HANDLE create_job() {
    const HANDLE job = CreateJobObjectW(nullptr, nullptr);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits{};
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    if (job != nullptr)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

// Starts cmd /c with the three standard streams. Returns NULL with errno after an error.
HANDLE start_shell(const std::wstring &text, HANDLE (&streams)[3], HANDLE job) {
    HandleList list(streams);
    STARTUPINFOEXW start{};
    start.StartupInfo.cb = sizeof start;
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    start.StartupInfo.hStdInput = streams[0];
    start.StartupInfo.hStdOutput = streams[1];
    start.StartupInfo.hStdError = streams[2];
    start.lpAttributeList = list.get();
    // Without its folder, a cmd.exe in the current folder would be found first.
    std::wstring shell(MAX_PATH, L'\0');
    shell.resize(GetSystemDirectoryW(shell.data(), MAX_PATH));
    shell += LR"(\cmd.exe)";
    std::wstring line = LR"(cmd.exe /d /s /c ")" + text + L'"';
    PROCESS_INFORMATION child;
    constexpr DWORD flags = EXTENDED_STARTUPINFO_PRESENT | CREATE_SUSPENDED;
    if (!list.ok() || !CreateProcessW(shell.c_str(), line.data(), nullptr, nullptr, TRUE, flags, nullptr,
                                      nullptr, &start.StartupInfo, &child)) {
        fail();
        return nullptr;
    }
    AssignProcessToJobObject(job, child.hProcess);
    ResumeThread(child.hThread);
    CloseHandle(child.hThread);
    return child.hProcess;
}

}  // namespace

ShellCommand::ShellCommand(const std::string &text, Pipe pipe, int file) {
    std::wstring wide;
    HANDLE reading, writing;
    if (!to_utf16(text, wide) || (!CreatePipe(&reading, &writing, nullptr, 0) && fail() != 0)) {
        error_ = errno;
        return;
    }
    const bool to_input = pipe == Pipe::to_input;
    const HANDLE own = to_input ? writing : reading, other = to_input ? reading : writing;
    pipe_ = _open_osfhandle(reinterpret_cast<intptr_t>(own), _O_BINARY | _O_NOINHERIT);
    HANDLE streams[3] = {inheritable(to_input ? other : handle_of(file)),
                         inheritable(to_input ? handle_of(file) : other),
                         inheritable(GetStdHandle(STD_ERROR_HANDLE))};
    job_ = create_job();
    child_ = start_shell(wide, streams, job_);
    error_ = errno;
    for (const HANDLE stream : streams) CloseHandle(stream);
    CloseHandle(other);
}

ShellCommand::~ShellCommand() {
    if (job_ != nullptr && child_ != nullptr) TerminateJobObject(job_, 1);
    ended();
    if (job_ != nullptr) CloseHandle(job_);
}

std::string ShellCommand::ended() {
    if (pipe_ >= 0) close(pipe_);
    pipe_ = -1;
    if (child_ == nullptr) return std::strerror(error_);
    const HANDLE child = std::exchange(child_, nullptr);
    DWORD status = 0;
    WaitForSingleObject(child, INFINITE);
    GetExitCodeProcess(child, &status);
    CloseHandle(child);
    return status == 0 ? "" : fmt::format("exit status {}", status);
}

}  // namespace og::os
