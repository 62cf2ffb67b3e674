// SPDX-License-Identifier: MIT
// The OLDGUARD_* variables, each set for a child process that says what they did.
#include "support.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

namespace og::test {

namespace {

using Answers = std::map<std::string, std::string>;

// The child's NAME=VALUE lines under the given variables alone.
Answers probe(const std::vector<std::string> &variables) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("pipe");
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        std::vector<char *> environment;
        for (const std::string &variable : variables)
            environment.push_back(const_cast<char *>(variable.c_str()));
        environment.push_back(nullptr);
        char name[] = "config_probe";
        char *arguments[] = {name, nullptr};
        execve(OLDGUARD_CONFIG_PROBE, arguments, environment.data());
        _exit(127);
    }
    close(ends[1]);
    Answers answers;
    FILE *output = fdopen(ends[0], "r");
    for (char line[1024]; std::fgets(line, sizeof line, output);) {
        const std::string text = line;
        const std::size_t equals = text.find('=');
        answers[text.substr(0, equals)] = text.substr(equals + 1, text.size() - equals - 2);
    }
    std::fclose(output);
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return answers;
}

// Wrong variables: loud, in every call, and the message has all the parts.
void expect_refused(const std::vector<std::string> &variables,
                    const std::vector<std::string> &parts) {
    Answers answers = probe(variables);
    SCOPED_TRACE(variables.front() + " -> " + answers["error"]);
    EXPECT_NE(answers["error"], "");
    for (const std::string &part : parts)
        EXPECT_NE(answers["error"].find(part), std::string::npos) << part;
    for (const char *call : {"sha1", "whirlpool", "des"})
        EXPECT_EQ(answers[call], std::to_string(OG_ERR_CONFIG)) << call;
}

class TemporaryFile {
public:
    explicit TemporaryFile(const std::string &text) {
        const int fd = mkstemp(path_);
        if (fd < 0 || write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size()))
            throw std::runtime_error("no temporary file");
        close(fd);
    }
    ~TemporaryFile() { unlink(path_); }
    std::string path() const { return path_; }

private:
    char path_[32] = "/tmp/oldguard-test-XXXXXX";
};

TEST(Environment, NothingSet) {
    Answers answers = probe({});
    EXPECT_EQ(answers["error"], "");
    for (const char *call : {"sha1", "whirlpool", "des"}) EXPECT_EQ(answers[call], "0");
}

TEST(Environment, KernelIsForced) {
    for (const std::string stem : {"sha1_c_ref", "sha1_c_fast"}) {
        Answers answers = probe({"OLDGUARD_KERNEL=sha1.blocks=" + stem});
        EXPECT_EQ(answers["error"], "");
        EXPECT_EQ(answers["sha1.blocks"], stem);
        EXPECT_EQ(answers["sha1"], "0");
    }
    Answers answers =
        probe({"OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref,des.ecb=des_c_ref,"
               "whirlpool.blocks=whirlpool_c_byte"});
    EXPECT_EQ(answers["sha1.blocks"], "sha1_c_ref");
    EXPECT_EQ(answers["des.ecb"], "des_c_ref");
    EXPECT_EQ(answers["whirlpool.blocks"], "whirlpool_c_byte");
}

TEST(Environment, WrongKernels) {
    expect_refused({"OLDGUARD_KERNEL=sha1.blocks=sha1_c_fats"},
                   {"OLDGUARD_KERNEL", "sha1_c_fats", "sha1.blocks"});
    expect_refused({"OLDGUARD_KERNEL=sha1.block=sha1_c_fast"}, {"OLDGUARD_KERNEL", "sha1.block"});
    expect_refused({"OLDGUARD_KERNEL=sha1.blocks=des_c_sp"}, {"des_c_sp", "sha1.blocks"});
    expect_refused({"OLDGUARD_KERNEL=sha1_c_fast"}, {"OLDGUARD_KERNEL", "sha1_c_fast"});
    expect_refused({"OLDGUARD_KERNEL=sha1.blocks="}, {"OLDGUARD_KERNEL"});
    expect_refused({"OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref,des.ecb=nothing"}, {"nothing"});
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (og_kernel_usable(kernel, nullptr, 0)) continue;
        expect_refused({std::string("OLDGUARD_KERNEL=") + kernel->op + "=" + kernel->stem},
                       {"OLDGUARD_KERNEL", kernel->stem});
        break;
    }
}

TEST(Environment, CpuFeaturesCanBeHidden) {
    for (const char *feature : {"sse2", "avx2", "shani"}) {
        Answers answers = probe({std::string("OLDGUARD_CPU=-") + feature});
        EXPECT_EQ(answers["error"], "") << feature;
        EXPECT_EQ(answers[std::string("cpu ") + feature], "0");
        EXPECT_EQ(answers["sha1"], "0");
    }
    // What builds on a hidden feature is hidden with it.
    Answers without = probe({"OLDGUARD_CPU=-ssse3"});
    for (const char *feature : {"avx", "avx2", "avx512f", "avx512vbmi"})
        EXPECT_EQ(without[std::string("cpu ") + feature], "0") << feature;
    EXPECT_EQ(without["cpu shani"], probe({})["cpu shani"]);

    std::string all = "OLDGUARD_CPU=";
    for (std::size_t i = 0; const char *name = og_cpu_feature_at(i); i++)
        all += std::string(i ? ",-" : "-") + name;
    Answers answers = probe({all});
    EXPECT_EQ(answers["error"], "") << all;
    for (const char *call : {"sha1", "whirlpool", "des"})
        EXPECT_EQ(answers[call], "0") << "the C kernels need no feature";
    // A kernel that cannot run without the hidden feature is refused by name.
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (!*kernel->isa || !og_kernel_usable(kernel, nullptr, 0)) continue;
        expect_refused({all, std::string("OLDGUARD_KERNEL=") + kernel->op + "=" + kernel->stem},
                       {kernel->stem});
    }
}

TEST(Environment, WrongCpuFeatures) {
    expect_refused({"OLDGUARD_CPU=-nosuch"}, {"OLDGUARD_CPU", "nosuch"});
    expect_refused({"OLDGUARD_CPU=avx2"}, {"OLDGUARD_CPU", "avx2"});
    expect_refused({"OLDGUARD_CPU=-avx2,-av"}, {"OLDGUARD_CPU", "av"});
}

TEST(Environment, Policy) {
    Answers answers = probe({"OLDGUARD_POLICY=fastest"});
    EXPECT_EQ(answers["error"], "");
    answers = probe({"OLDGUARD_POLICY=constant-time"});
    EXPECT_EQ(answers["error"], "");
    EXPECT_EQ(answers["sha1"], "0");
    const og_kernel *table = og_kernel_find("des.ecb", answers["des.ecb"].c_str());
    EXPECT_TRUE(!table || table->constant_time) << answers["des.ecb"];
    expect_refused({"OLDGUARD_POLICY=fast"}, {"OLDGUARD_POLICY", "fast"});
    expect_refused({"OLDGUARD_POLICY=Constant-Time"}, {"OLDGUARD_POLICY"});
}

TEST(Environment, TuneFileGivesTheOrder) {
    const TemporaryFile ref_first("# measured here\n"
                                  "sha1.blocks sha1_c_ref 0 1.5\n"
                                  "\n"
                                  "sha1.blocks sha1_c_fast 0 9.75  # slower\r\n");
    Answers answers = probe({"OLDGUARD_TUNE=" + ref_first.path()});
    EXPECT_EQ(answers["error"], "");
    EXPECT_EQ(answers["sha1"], "0");
    EXPECT_EQ(answers["sha1.blocks"], "sha1_c_ref");
    const TemporaryFile fast_first("sha1.blocks sha1_c_fast 0 1.5\nsha1.blocks sha1_c_ref 0 2\n");
    answers = probe({"OLDGUARD_TUNE=" + fast_first.path()});
    EXPECT_EQ(answers["sha1.blocks"], "sha1_c_fast");
    // A forced kernel comes before any order.
    answers = probe({"OLDGUARD_TUNE=" + fast_first.path(),
                     "OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref"});
    EXPECT_EQ(answers["sha1.blocks"], "sha1_c_ref");
}

// The file is left aside as a whole, the note has all the parts, and every call works.
void expect_left_aside(const std::string &file, const std::vector<std::string> &parts) {
    Answers answers = probe({"OLDGUARD_TUNE=" + file});
    SCOPED_TRACE(file + " -> " + answers["note"]);
    EXPECT_EQ(answers["error"], "");
    for (const std::string &part : parts)
        EXPECT_NE(answers["note"].find(part), std::string::npos) << part;
    for (const char *call : {"sha1", "whirlpool", "des"}) EXPECT_EQ(answers[call], "0") << call;
    EXPECT_EQ(answers["sha1.blocks"], probe({})["sha1.blocks"]);
}

TEST(Environment, TuneFileOfThisMachineAndVersionAlone) {
    const std::string machine = probe({})["machine"];
    EXPECT_EQ(machine.find_first_of(" \t#"), std::string::npos) << machine;
    const std::string order = "sha1.blocks sha1_c_ref 0 1.5\n";
    const TemporaryFile ours("for " + machine + " " + og_version() + "\n" + order);
    Answers answers = probe({"OLDGUARD_TUNE=" + ours.path()});
    EXPECT_EQ(answers["note"], "");
    EXPECT_EQ(answers["sha1.blocks"], "sha1_c_ref");
    const TemporaryFile foreign(order + "for NoSuchMaker-1-2-3 " + og_version() + "\n");
    expect_left_aside(foreign.path(), {foreign.path() + ":2:", "NoSuchMaker-1-2-3", machine});
    const TemporaryFile stale("for " + machine + " 0.0.1\n" + order);
    expect_left_aside(stale.path(), {stale.path() + ":1:", "0.0.1", og_version()});
    const TemporaryFile cut("for " + machine + "\n" + order);
    expect_left_aside(cut.path(), {cut.path() + ":1:"});
    // A kernel that is wrong is an error all the same.
    expect_refused({"OLDGUARD_TUNE=" + stale.path(), "OLDGUARD_KERNEL=sha1.blocks=nobody"}, {"nobody"});
}

TEST(Environment, WrongTuneFiles) {
    expect_left_aside("/no/such/file", {"OLDGUARD_TUNE", "/no/such/file"});
    expect_left_aside("/tmp", {"OLDGUARD_TUNE", "/tmp"});
    const char *const good = "sha1.blocks sha1_c_ref 0 4.5\n";
    for (const char *bad : {"garbage", "sha1.blocks sha1_c_fast 0", "sha1.blocks sha1_c_fast 0 1 2",
                            "sha1.blocks sha1_c_fats 0 4.5", "sha1.block sha1_c_fast 0 4.5",
                            "sha1.blocks sha1_c_fast -1 4.5", "sha1.blocks sha1_c_fast 0x 4.5",
                            "sha1.blocks sha1_c_fast 0 fast", "sha1.blocks sha1_c_fast 0 -1",
                            "sha1.blocks sha1_c_fast 0 nan",
                            "sha1.blocks sha1_c_fast 99999999999999999999999 1",
                            "\xff\xfe\x01"}) {
        SCOPED_TRACE(bad);
        const TemporaryFile file(std::string(good) + "# comment\n" + bad + "\n" + good);
        expect_left_aside(file.path(), {"OLDGUARD_TUNE", file.path() + ":3:"});
    }
    const TemporaryFile longest(std::string(good) + std::string(5000, 'x') + "\n");
    expect_left_aside(longest.path(), {longest.path() + ":2:"});
    std::string many;
    for (int i = 0; i < 2000; i++) many += good;
    const TemporaryFile endless(many);
    expect_left_aside(endless.path(), {endless.path()});
}

}  // namespace

}  // namespace og::test
