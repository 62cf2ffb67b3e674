// SPDX-License-Identifier: MIT
// The OLDGUARD_* variables, set for a child process that prints their effect.
#include "support.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

namespace og::test {

namespace {

using Answers = std::map<std::string, std::string>;

constexpr uid_t nobody = 65534;  // a user and a group without rights

// Returns the NAME=VALUE lines of a child process that has only the given variables. Another user than root
// has only the group of the same number.
Answers probe(const std::vector<std::string> &variables, const char *program = OLDGUARD_CONFIG_PROBE,
              uid_t user = 0) {
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
        if (user != 0 && (setgroups(0, nullptr) != 0 || setgid(user) != 0 || setuid(user) != 0)) _exit(126);
        execve(program, arguments, environment.data());
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

// Leaves out the operations whose kernels the process has timed: another one may choose differently.
Answers settled(Answers answers) {
    for (const auto &[name, value] : Answers(answers))
        if (name.starts_with("timed ") && value == "1") answers.erase(name.substr(6));
    return answers;
}

// A wrong variable makes every call fail, and the message names all parts of the mistake.
void expect_refused(const std::vector<std::string> &variables, const std::vector<std::string> &parts) {
    Answers answers = probe(variables);
    SCOPED_TRACE(variables.front() + " -> " + answers["error"]);
    EXPECT_NE(answers["error"], "");
    for (const std::string &part : parts) EXPECT_NE(answers["error"].find(part), std::string::npos) << part;
    for (const char *call : {"sha1", "whirlpool", "des"})
        EXPECT_EQ(answers[call], std::to_string(OG_ERR_CONFIG)) << call;
}

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
    Answers answers = probe({"OLDGUARD_KERNEL=sha1.blocks=sha1_c_ref,des.ecb=des_c_ref,"
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

TEST(Environment, MeasureIsZeroOrOne) {
    for (const char *value : {"OLDGUARD_MEASURE=0", "OLDGUARD_MEASURE=1", "OLDGUARD_MEASURE="}) {
        Answers answers = probe({value});
        EXPECT_EQ(answers["error"], "") << value;
        EXPECT_EQ(answers["sha1"], "0");
    }
    for (const char *value : {"2", "yes", "00", "-1"})
        expect_refused({std::string("OLDGUARD_MEASURE=") + value}, {"OLDGUARD_MEASURE", value, "neither"});
}

TEST(Environment, CpuFeaturesCanBeHidden) {
    for (const char *feature : {"sse2", "avx2", "shani"}) {
        Answers answers = probe({std::string("OLDGUARD_CPU=-") + feature});
        EXPECT_EQ(answers["error"], "") << feature;
        EXPECT_EQ(answers[std::string("cpu ") + feature], "0");
        EXPECT_EQ(answers["sha1"], "0");
    }
    // Features that depend on a hidden feature are hidden, too.
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
    Answers constant_time = probe({all, "OLDGUARD_POLICY=constant-time"});
    // NEON is no feature to hide: every AArch64 processor has it.
    const og_kernel *neon = og_kernel_find("whirlpool.blocks", "whirlpool_a64_neon");
    const bool has_neon = neon && og_kernel_usable(neon, nullptr, 0);
    EXPECT_EQ(constant_time["whirlpool.blocks"], has_neon ? "whirlpool_a64_neon" : "whirlpool_c_slice");
    EXPECT_EQ(constant_time["whirlpool"], "0");
    // A kernel that cannot run without the hidden feature is refused by name.
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        if (!*kernel->isa || !og_kernel_usable(kernel, nullptr, 0)) continue;
        expect_refused({all, std::string("OLDGUARD_KERNEL=") + kernel->op + "=" + kernel->stem},
                       {kernel->stem});
    }
}

TEST(Environment, WrongCpuFeatures) {
    expect_refused({"OLDGUARD_CPU=-nosuch"}, {"OLDGUARD_CPU", "nosuch"});
    // The longest word that a message shows leaves room for the list.
    std::vector<std::string> parts{"OLDGUARD_CPU", std::string(64, 'x') + "'"};
    for (std::size_t i = 0; const char *name = og_cpu_feature_at(i); i++)
        parts.push_back((i ? ", " : " ") + std::string(name));
    expect_refused({"OLDGUARD_CPU=-" + std::string(1000, 'x')}, parts);
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

// Only the command reads OLDGUARD_TUNE. The library opens no file, not even one on which it would block.
TEST(Environment, NoFileIsOpened) {
    char folder[] = "/tmp/oldguard-test-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    const std::string pipe = std::string(folder) + "/pipe";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(settled(probe({"OLDGUARD_TUNE=" + pipe})), settled(probe({})));
    EXPECT_EQ(settled(probe({"OLDGUARD_TUNE=/no/such/file"})), settled(probe({})));
    unlink(pipe.c_str());
    rmdir(folder);
}

// A program with other rights than its caller ignores the variables. It belongs to root, which can read the
// library in any folder. The caller is a user without rights, and only the caller's group may run it.
TEST(Environment, SetUserIdProgramsIgnoreIt) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can start a program as another user";
    char copy[] = "/var/tmp/oldguard-test-XXXXXX";
    std::ifstream from(OLDGUARD_CONFIG_PROBE, std::ios::binary);
    const std::string program((std::istreambuf_iterator<char>(from)), std::istreambuf_iterator<char>());
    if (program.starts_with("#!")) GTEST_SKIP() << "a script, which starts an emulator, has no such rights";
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0) GTEST_SKIP() << "no program gains rights here";
    const int fd = mkstemp(copy);
    ASSERT_GE(fd, 0);
    ASSERT_EQ(write(fd, program.data(), program.size()), static_cast<ssize_t>(program.size()));
    struct statvfs mount;
    ASSERT_EQ(fstatvfs(fd, &mount), 0);
    ASSERT_EQ(fchown(fd, 0, nobody), 0);
    ASSERT_EQ(fchmod(fd, 0750), 0);
    close(fd);
    const std::vector<std::string> wrong = {"OLDGUARD_KERNEL=sha1.blocks=nobody"};
    EXPECT_EQ(probe(wrong, copy)["sha1"], std::to_string(OG_ERR_CONFIG)) << "it is one that looks";
    const std::vector<std::string> hiding = {"OLDGUARD_CPU=-sse2,-ssse3", "OLDGUARD_POLICY=constant-time"};
    const bool possible = (mount.f_flag & ST_NOSUID) == 0 && chmod(copy, 04750) == 0;
    if (possible) {
        const Answers usual = settled(probe({}, copy, nobody));
        EXPECT_EQ(usual.at("sha1"), "0") << "it has run";
        EXPECT_EQ(settled(probe(wrong, copy, nobody)), usual);
        EXPECT_EQ(settled(probe(hiding, copy, nobody)), usual);
        EXPECT_NE(settled(probe(hiding)), settled(probe({}))) << "they make a difference elsewhere";
    }
    unlink(copy);
    if (!possible) GTEST_SKIP() << "/var/tmp is mounted nosuid";
}

}  // namespace

}  // namespace og::test
