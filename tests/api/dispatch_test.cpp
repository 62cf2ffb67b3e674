// SPDX-License-Identifier: MIT
// The choice of kernels: catalogue, forced kernels, policy, measured order, reasons.
#include "hash.hpp"

#include <array>
#include <cstring>
#include <map>
#include <optional>
#include <set>

namespace og::test {

namespace {

std::vector<std::string> ops() {
    std::vector<std::string> all;
    for (std::size_t i = 0; const char *op = og_op_at(i); i++) all.push_back(op);
    return all;
}

const std::string alone = "one-by-one", none = og_strerror(OG_ERR_NO_KERNEL);

std::string serving(const std::string &op, std::size_t size) {
    int status = OG_OK;
    const og_kernel *kernel = og_kernel_for(op.c_str(), size, &status);
    return kernel ? kernel->stem : og_strerror(status);
}

TEST(Catalogue, IsConsistent) {
    EXPECT_EQ(og_op_count(), ops().size());
    EXPECT_EQ(og_kernel_at(og_kernel_count()), nullptr);
    EXPECT_EQ(og_op_at(og_op_count()), nullptr);
    std::set<std::string> seen, served;
    std::set<std::string> features;
    for (std::size_t i = 0; const char *name = og_cpu_feature_at(i); i++) features.insert(name);
    for (std::size_t i = 0; i < og_kernel_count(); i++) {
        const og_kernel *kernel = og_kernel_at(i);
        SCOPED_TRACE(std::string(kernel->op) + "=" + kernel->stem);
        EXPECT_TRUE(seen.insert(std::string(kernel->op) + "=" + kernel->stem).second) << "twice";
        served.insert(kernel->op);
        EXPECT_EQ(og_kernel_find(kernel->op, kernel->stem), kernel);
        EXPECT_TRUE(kernel->bits == 0 || kernel->bits == 32 || kernel->bits == 64);
        EXPECT_GE(kernel->lanes, 1u);
        EXPECT_FALSE(std::string(kernel->summary).empty());
        EXPECT_FALSE(std::string(kernel->source).empty());
        for (std::size_t at = 0; kernel->isa[at];) {
            const std::string rest = kernel->isa + at;
            const std::string name = rest.substr(0, rest.find('+'));
            EXPECT_TRUE(features.count(name)) << name;
            at += name.size() + (rest.size() > name.size() ? 1 : 0);
        }
    }
    for (const std::string &op : ops()) {
        EXPECT_TRUE(served.count(op)) << op << " has no kernel";
        EXPECT_NO_THROW(stems(op));
    }
    EXPECT_EQ(og_op_instead("no.such"), nullptr);
    EXPECT_EQ(og_op_instead(nullptr), nullptr);
    EXPECT_EQ(og_kernel_find("sha1.blocks", "des_c_ref"), nullptr);
    EXPECT_EQ(og_kernel_find("sha1.block", "sha1_c_ref"), nullptr);
    EXPECT_EQ(og_kernel_find(nullptr, "sha1_c_ref"), nullptr);
    EXPECT_EQ(og_kernel_find("sha1.blocks", nullptr), nullptr);
    EXPECT_EQ(og_cpu_has("no such feature"), OG_ERR_UNKNOWN);
}

// The operation that serves instead of another is one of the build, and at the end of the chain there is one
// that can run on this processor.
TEST(Catalogue, SaysWhatServesInstead) {
    for (const std::string &op : ops()) {
        std::set<std::string> chain;
        const char *next = op.c_str();
        while (next && !is_served(next) && chain.insert(next).second) next = og_op_instead(next);
        ASSERT_NE(next, nullptr) << op;
        EXPECT_TRUE(is_served(next)) << op << ": " << next;
    }
}

TEST(Dispatch, ForcesEachKernelAtEachSize) {
    for (const std::string &op : ops()) {
        const std::string usual = serving(op, 1 << 20);
        for (const std::string &stem : stems(op)) {
            const Forced forced(op, stem);
            for (std::size_t size : {0, 1, 64, 4096, 1 << 20})
                EXPECT_EQ(serving(op, size), stem) << op << " at " << size;
        }
        EXPECT_EQ(serving(op, 1 << 20), usual) << "undone";
    }
}

TEST(Dispatch, RefusesWrongNames) {
    const std::string usual = serving("sha1.blocks", 1024);
    EXPECT_EQ(og_force_kernel("sha1.blocks", "sha1_c_fats"), OG_ERR_UNKNOWN);
    EXPECT_EQ(og_force_kernel("sha1.blocks", ""), OG_ERR_UNKNOWN);
    EXPECT_EQ(og_force_kernel("sha1.block", "sha1_c_fast"), OG_ERR_UNKNOWN);
    EXPECT_EQ(og_force_kernel("sha1.block", nullptr), OG_ERR_UNKNOWN);
    EXPECT_EQ(og_force_kernel(nullptr, "sha1_c_fast"), OG_ERR_UNKNOWN);
    const int other = og_force_kernel("sha1.blocks", "des_c_ref");  // it exists, elsewhere
    EXPECT_TRUE(other == OG_ERR_UNKNOWN || other == OG_ERR_UNUSABLE) << og_strerror(other);
    EXPECT_EQ(serving("sha1.blocks", 1024), usual);
    for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++) {
        char why[160] = "";
        if (og_kernel_usable(kernel, why, sizeof why)) continue;
        EXPECT_NE(std::string(why), "") << kernel->stem;
        EXPECT_EQ(og_force_kernel(kernel->op, kernel->stem), OG_ERR_UNUSABLE) << kernel->stem;
    }
    int status = OG_OK;
    EXPECT_EQ(og_kernel_for("no.such", 1, &status), nullptr);
    EXPECT_EQ(status, OG_ERR_UNKNOWN);
}

TEST(Dispatch, SaysWhyAKernelCannotRun) {
    og_kernel kernel = *og_kernel_find("sha1.blocks", "sha1_c_ref");
    std::string lacking;
    for (std::size_t i = 0; const char *name = og_cpu_feature_at(i); i++)
        if (og_cpu_has(name) == 0) lacking = name;
    char why[160] = "";
    if (!lacking.empty()) {
        kernel.isa = lacking.c_str();
        EXPECT_EQ(og_kernel_usable(&kernel, why, sizeof why), 0);
        EXPECT_NE(std::string(why).find(lacking), std::string::npos) << why;
        char small[8];
        std::memset(small, 'x', sizeof small);
        EXPECT_EQ(og_kernel_usable(&kernel, small, sizeof small), 0);
        EXPECT_NE(std::memchr(small, 0, sizeof small), nullptr) << "cut, with its terminator";
    }
    kernel.isa = "";
    kernel.fn = nullptr;
    EXPECT_EQ(og_kernel_usable(&kernel, why, sizeof why), 0);
    EXPECT_NE(std::string(why), "");
    EXPECT_EQ(og_kernel_usable(&kernel, nullptr, 0), 0);
}

TEST(Dispatch, ConstantTimePolicy) {
    std::uint8_t digest[64], block[8] = {};
    std::set<std::string> without;
    for (const std::string &op : ops())
        if (og_op_instead(op.c_str()) && !og_kernel_for(op.c_str(), 1024, nullptr)) without.insert(op);
    std::optional<Policy> policy(OG_POLICY_CONSTANT_TIME);
    for (const std::string &op : ops()) {
        int status = OG_OK;
        const og_kernel *kernel = og_kernel_for(op.c_str(), 1024, &status);
        bool any = false;
        for (const std::string &stem : without.contains(op) ? std::vector<std::string>() : stems(op))
            any = any || og_kernel_find(op.c_str(), stem.c_str())->constant_time;
        if (any) {
            ASSERT_NE(kernel, nullptr) << op;
            EXPECT_EQ(kernel->constant_time, 1u) << op;
        } else {
            EXPECT_EQ(kernel, nullptr) << op;
            EXPECT_EQ(status, OG_ERR_NO_KERNEL) << op;
        }
    }
    EXPECT_EQ(og_sha1("abc", 3, digest), OG_OK);
    // A table kernel is refused even by name, and where it was forced before.
    EXPECT_EQ(og_force_kernel("des.ecb", "des_c_sp"), OG_ERR_UNUSABLE);
    policy.reset();
    {
        const Forced forced("des.ecb", "des_c_sp");
        const Policy again(OG_POLICY_CONSTANT_TIME);
        EXPECT_EQ(og_des_crypt(OG_DES, OG_ECB, OG_ENCRYPT, block, 8, nullptr, 0, 0, block, block, 8),
                  OG_ERR_NO_KERNEL);
        EXPECT_EQ(to_hex(block, 8), "0000000000000000") << "nothing written";
    }
    EXPECT_EQ(og_set_policy(static_cast<og_policy>(2)), OG_ERR_ARGUMENT);
    EXPECT_EQ(og_des_crypt(OG_DES, OG_ECB, OG_ENCRYPT, block, 8, nullptr, 0, 0, block, block, 8), OG_OK);
}

TEST(Dispatch, ExplainTellsWhatServes) {
    for (const std::string &op : ops()) {
        SCOPED_TRACE(op);
        const std::size_t rows = og_explain(op.c_str(), nullptr, 0);
        std::size_t in_catalogue = 0;
        for (std::size_t i = 0; const og_kernel *kernel = og_kernel_at(i); i++)
            in_catalogue += op == kernel->op;
        ASSERT_GE(rows, in_catalogue);
        std::vector<og_kernel_choice> verdicts(rows);
        ASSERT_EQ(og_explain(op.c_str(), verdicts.data(), rows), rows);
        std::size_t taken = 0;
        std::size_t above = SIZE_MAX;  // the least size of the class before
        unsigned lengths = 0;          // those of the class before
        std::set<std::string> seen;
        for (const og_kernel_choice &verdict : verdicts) {
            if (verdict.kernel->stem == alone) {
                EXPECT_TRUE(og_op_instead(op.c_str()));
            } else {
                EXPECT_EQ(op, verdict.kernel->op);
            }
            EXPECT_FALSE(std::string(verdict.reason).empty()) << verdict.kernel->stem;
            const bool repeated = !seen.insert(verdict.kernel->stem).second;
            if (!verdict.taken) {
                EXPECT_FALSE(repeated) << verdict.kernel->stem;
                continue;
            }
            EXPECT_EQ(&verdict, &verdicts[taken]) << "the classes come first";
            taken++;
            if (verdict.lengths != lengths) {
                EXPECT_EQ(lengths, verdict.lengths == OG_MESSAGES_SHORT ? OG_MESSAGES_LONG : 0u);
                EXPECT_EQ(above, lengths == 0 ? SIZE_MAX : 0);
                above = SIZE_MAX;
                lengths = verdict.lengths;
            }
            if (lengths & OG_MESSAGES_LONG) {
                const std::string stem = verdict.kernel->stem == alone ? none : verdict.kernel->stem;
                EXPECT_EQ(serving(op, verdict.from), stem);
                EXPECT_EQ(serving(op, above == SIZE_MAX ? SIZE_MAX : above - 1), stem);
            }
            EXPECT_LT(verdict.from, above);
            above = verdict.from;
        }
        EXPECT_EQ(taken > 0, is_served(op));
        EXPECT_EQ(above, is_served(op) ? 0 : SIZE_MAX) << "every size is served";
        seen.erase(alone);
        EXPECT_EQ(seen.size(), in_catalogue);
    }
    EXPECT_EQ(og_explain("no.such", nullptr, 0), 0u);
    EXPECT_EQ(og_explain(nullptr, nullptr, 0), 0u);
}

TEST(MeasuredOrder, IsFollowed) {
    for (const std::string first : {"sha1_c_ref", "sha1_c_fast"}) {
        const std::string second = first == "sha1_c_ref" ? "sha1_c_fast" : "sha1_c_ref";
        const Order order("# measured here\nsha1.blocks " + first + " 256 1.5\n\n\tsha1.blocks " + second +
                          " 0 9.75  # slower\r\nsha1.blocks " + first + " 0 1");
        EXPECT_EQ(order.status, OG_OK) << order.why;
        EXPECT_EQ(serving("sha1.blocks", 1024), first);
        EXPECT_EQ(serving("sha1.blocks", 255), second) << "its second line comes too late";
        og_kernel_choice rows[2];
        ASSERT_GE(og_explain("sha1.blocks", rows, 2), 2u);
        EXPECT_EQ(rows[0].kernel->stem, first);
        EXPECT_EQ(rows[0].from, 256u);
        EXPECT_NE(std::string(rows[0].reason).find("1.50 cycles/byte"), std::string::npos);
        // A forced kernel overrides every order.
        {
            const Forced forced("sha1.blocks", second);
            EXPECT_EQ(serving("sha1.blocks", 1024), second);
        }
        EXPECT_EQ(serving("sha1.blocks", 1024), first);
    }
}

// A kernel may serve several ranges. At each size the first line serves that contains it.
TEST(MeasuredOrder, Ranges) {
    const std::string a = "sha1_c_ref", b = "sha1_c_fast";
    const Order order("sha1.blocks " + a + " 256-2048 1\nsha1.blocks " + a + " 16384 2\nsha1.blocks " + b +
                      " 1024-32768 3\nsha1.blocks " + b + " 0-100 4\n");
    ASSERT_EQ(order.status, OG_OK) << order.why;
    for (const auto &[size, stem] : std::map<std::size_t, std::string>{
             {0, b}, {100, b}, {256, a}, {2048, a}, {2049, b}, {16383, b}, {16384, a}, {SIZE_MAX, a}})
        EXPECT_EQ(serving("sha1.blocks", size), stem) << size;
    og_kernel_choice rows[2];
    ASSERT_GE(og_explain("sha1.blocks", rows, 2), 4u);
    EXPECT_EQ(rows[0].kernel->stem, a);
    EXPECT_EQ(rows[0].from, 16384u);
    EXPECT_EQ(rows[1].kernel->stem, b);
    EXPECT_EQ(rows[1].from, 2049u);
}

// The lines of the program leave sizes out. The default order serves these, without the kernels they name.
TEST(MeasuredOrder, SizesThatNoLineContains) {
    const std::string first = serving("sha1.blocks", SIZE_MAX);
    const Order order("sha1.blocks " + first + " 64-127 1\n");
    ASSERT_EQ(order.status, OG_OK) << order.why;
    EXPECT_EQ(serving("sha1.blocks", 64), first);
    EXPECT_EQ(serving("sha1.blocks", 127), first);
    EXPECT_NE(serving("sha1.blocks", 128), first);
    EXPECT_NE(serving("sha1.blocks", 63), first);
}

// The last class serves all smaller sizes if an order divides them into too many.
TEST(MeasuredOrder, MoreRangesThanClasses) {
    std::string text;
    for (int i = 0; i < 40; i++)
        text += "sha1.blocks " + std::string(i % 2 ? "sha1_c_ref " : "sha1_c_fast ") +
                std::to_string(1000 - 10 * i) + " 1\n";
    const Order order(text);
    ASSERT_EQ(order.status, OG_OK) << order.why;
    EXPECT_EQ(serving("sha1.blocks", 1000), "sha1_c_fast");
    EXPECT_EQ(serving("sha1.blocks", 995), "sha1_c_ref");
    EXPECT_EQ(serving("sha1.blocks", 985), "sha1_c_fast");
    EXPECT_NE(serving("sha1.blocks", 0), "");
}

// Returns the stem that serves 16 messages of a length, from the rows of og_explain.
std::string serving_messages(const std::string &op, unsigned length) {
    std::vector<og_kernel_choice> rows(og_explain(op.c_str(), nullptr, 0));
    og_explain(op.c_str(), rows.data(), rows.size());
    for (const og_kernel_choice &row : rows)
        if (row.taken && row.lengths & length && row.from <= 1024) return row.kernel->stem;
    return "";
}

// Short and long messages have lines of their own, and each message by itself is a choice like a kernel.
TEST(MeasuredOrder, LengthsAndOneByOne) {
    std::string wide;
    for (const std::string &stem : stems("sha1.lanes"))
        if (og_kernel_usable(og_kernel_find("sha1.lanes", stem.c_str()), nullptr, 0) == 1) wide = stem;
    if (wide.empty()) GTEST_SKIP() << "no kernel of sha1.lanes can run here";
    const std::vector<std::uint8_t> text(16 * 4096, 'x');
    for (const auto &[for_short, for_long] : {std::pair{wide, alone}, std::pair{alone, wide}}) {
        const Order order("sha1.lanes " + for_short + " 0/short 1\nsha1.lanes " + for_long +
                          " 128-4096/long 2\nsha1.lanes " + for_long + " 0/long 2\n");
        ASSERT_EQ(order.status, OG_OK) << order.why;
        EXPECT_EQ(serving_messages("sha1.lanes", OG_MESSAGES_SHORT), for_short);
        EXPECT_EQ(serving_messages("sha1.lanes", OG_MESSAGES_LONG), for_long);
        EXPECT_EQ(serving("sha1.lanes", 1024), for_long == alone ? none : for_long);
        for (std::size_t size : {20, 247, 248, 4096}) {
            std::array<og_message, 16> messages;
            std::array<std::uint8_t[20], 16> digests;
            std::uint8_t one[20];
            for (std::size_t i = 0; i < 16; i++) messages[i] = {text.data() + i, size};
            ASSERT_EQ(og_sha1_many(messages.data(), 16, digests.data(), nullptr), OG_OK);
            ASSERT_EQ(og_sha1(text.data(), size, one), OG_OK);
            for (const auto &digest : digests) EXPECT_EQ(to_hex(digest, 20), to_hex(one, 20)) << size;
        }
    }
    ASSERT_EQ(og_force_kernel("sha1.lanes", alone.c_str()), OG_OK);
    EXPECT_EQ(serving("sha1.lanes", 1024), none);
    EXPECT_EQ(serving_messages("sha1.lanes", OG_MESSAGES_SHORT), alone);
    EXPECT_EQ(og_force_kernel("sha1.lanes", nullptr), OG_OK);
}

TEST(MeasuredOrder, WrongChoices) {
    for (const auto &[line, why] : std::map<std::string, std::string>{
             {"sha1.blocks one-by-one 0 1", "2: sha1.blocks has no choice one-by-one"},
             {"des.crypt25 one-by-one 0 1", "2: des.crypt25 has no choice one-by-one"},
             {"sha1.lanes one-by-two 0 1", "2: no kernel 'one-by-two' serves sha1.lanes"},
             {"des.bsdi_lanes one-by-one 0 1", "2: des.bsdi_lanes has no choice one-by-one"},
             {"one-by-one sha1.lanes 0 1", "2: there is no operation 'one-by-one'"},
             {"sha1.lanes one-by-one 0/tall 1",
              "2: '0/tall' is no size in bytes, and no range of sizes such as 256-4095"},
             {"sha1.lanes one-by-one 9-8/short 1",
              "2: '9-8' is no size in bytes, and no range of sizes such as 256-4095"},
             {"des.lanes one-by-one 0/short 1",
              "2: des.lanes does not distinguish short messages from long ones"},
             {"sha1.blocks sha1_c_ref 0/long 1",
              "2: sha1.blocks does not distinguish short messages from long ones"}}) {
        const Order order("# first\n" + line + "\n");
        EXPECT_EQ(order.status, OG_ERR_ORDER);
        EXPECT_EQ(std::string(order.why), why);
    }
    EXPECT_EQ(og_force_kernel("sha1.blocks", alone.c_str()), OG_ERR_UNKNOWN);
    EXPECT_EQ(og_kernel_find("sha1.lanes", alone.c_str()), nullptr) << "no entry of the catalogue";
}

// The first number that does not fit, as the begin and as the end of a range.
TEST(MeasuredOrder, SizesThatDoNotFit) {
    const std::string most = std::to_string(SIZE_MAX);
    std::string more = most;
    ASSERT_EQ(more.back(), '5');
    more.back() = '6';
    for (const std::string &range : {most, most + "-" + most, "0-" + most})
        EXPECT_EQ(Order("sha1.blocks sha1_c_ref " + range + " 1\n").status, OG_OK) << range;
    for (const std::string &range : {more, more + "-" + most, "0-" + more, "0-" + most + "0"})
        EXPECT_EQ(Order("sha1.blocks sha1_c_ref " + range + " 1\n").status, OG_ERR_ORDER) << range;
}

TEST(MeasuredOrder, TooManyLines) {
    const std::string line = "sha1.blocks sha1_c_ref 0 1\n", other = "des.ecb des_c_ref 0 1\n";
    std::string text = other;
    for (int i = 0; i < 48; i++) text += line;
    EXPECT_EQ(Order(text).status, OG_OK);
    const Order order(text + other + line);
    EXPECT_EQ(order.status, OG_ERR_ORDER);
    EXPECT_EQ(std::string(order.why), "51: more than 48 lines for sha1.blocks");
}

// An interrupted measurement of one large unit exceeds a million cycles per unit.
TEST(MeasuredOrder, TakesEveryCost) {
    for (const auto &[cost, shown] :
         std::map<std::string, std::string>{{"1942871.77", "1942871.77 cycles/byte"},
                                            {"40000000", "40000000.00 cycles/byte"},
                                            {"99999999999999999999999.5", "40000000.00 cycles/byte"}}) {
        const Order order("sha1.blocks sha1_c_ref 0 " + cost + "\n");
        ASSERT_EQ(order.status, OG_OK) << order.why;
        og_kernel_choice row;
        ASSERT_GE(og_explain("sha1.blocks", &row, 1), 1u);
        EXPECT_NE(std::string(row.reason).find(shown), std::string::npos) << row.reason;
    }
}

TEST(MeasuredOrder, DefaultsComeBack) {
    const std::string before = serving("sha1.blocks", 1024);
    {
        const Order order("sha1.blocks sha1_c_ref 0 1\n");
        EXPECT_EQ(serving("sha1.blocks", 1024), "sha1_c_ref");
        EXPECT_EQ(og_set_order("", 0, nullptr, 0), OG_OK);
        EXPECT_EQ(serving("sha1.blocks", 1024), before);
    }
    EXPECT_EQ(og_set_order(nullptr, 1, nullptr, 0), OG_ERR_NULL);
}

TEST(MeasuredOrder, OfThisMachineAndVersionAlone) {
    char machine[OG_CPU_IDENTITY_SIZE];
    og_cpu_identity(machine);
    const std::string here = machine, version = og_version(), line = "sha1.blocks sha1_c_ref 0 1\n";
    EXPECT_EQ(Order("for " + here + " " + version + "\n" + line).status, OG_OK);
    for (const auto &[text, parts] : std::map<std::string, std::vector<std::string>>{
             {line + "for NoSuchMaker-1-2-3 " + version, {"2: ", "NoSuchMaker-1-2-3", here}},
             {"for " + here + " 0.0.1\n" + line, {"1: ", " 0.0.1,", version}},
             {"for " + here + "\n" + line, {"1: ", "MACHINE VERSION"}}}) {
        const Order order(text);
        EXPECT_EQ(order.status, OG_ERR_ORDER) << text;
        for (const std::string &part : parts)
            EXPECT_NE(std::string(order.why).find(part), std::string::npos) << order.why;
    }
}

TEST(MeasuredOrder, WrongLinesChangeNothing) {
    const std::string before = serving("sha1.blocks", 1024);
    const std::string good = "sha1.blocks sha1_c_ref 0 4.5\n";
    for (const std::string &bad : {std::string("garbage"),
                                   std::string("sha1.blocks sha1_c_fast 0"),
                                   std::string("sha1.blocks sha1_c_fast 0 1 2"),
                                   std::string("sha1.blocks sha1_c_fats 0 4.5"),
                                   std::string("sha1.block sha1_c_fast 0 4.5"),
                                   std::string("sha1.blocks sha1_c_fast -1 4.5"),
                                   std::string("sha1.blocks sha1_c_fast 0x 4.5"),
                                   std::string("sha1.blocks sha1_c_fast 0 fast"),
                                   std::string("sha1.blocks sha1_c_fast 0 -1"),
                                   std::string("sha1.blocks sha1_c_fast 0 nan"),
                                   std::string("sha1.blocks sha1_c_fast 0 1.x"),
                                   std::string("sha1.blocks sha1_c_fast 0 1.00x"),
                                   std::string("sha1.blocks sha1_c_fast 0 .5"),
                                   std::string("sha1.blocks sha1_c_fast 99999999999999999999999 1"),
                                   std::string("\xff\xfe\x01"),
                                   std::string("sha1.blocks sha1_c_fast 64-63 1"),
                                   std::string("sha1.blocks sha1_c_fast 64- 1"),
                                   std::string("sha1.blocks sha1_c_fast 64-128-256 1"),
                                   std::string("sha1.blocks sha1_c_fast - 1"),
                                   std::string("sha1.blocks sha1_c_fast 64..128 1"),
                                   std::string("sha1.blocks sha1_c_fast 0-99999999999999999999999 1"),
                                   std::string("sha1.blocks\0 sha1_c_fast 0 1", 29),
                                   std::string(5000, 'x')}) {
        const Order order(good + "# comment\n" + bad + "\n" + good);
        EXPECT_EQ(order.status, OG_ERR_ORDER) << bad;
        EXPECT_EQ(std::string(order.why).substr(0, 3), "3: ") << order.why;
        EXPECT_EQ(serving("sha1.blocks", 1024), before) << bad;
        char cut[3] = "??";
        EXPECT_EQ(og_set_order(bad.data(), bad.size(), cut, sizeof cut), OG_ERR_ORDER);
        EXPECT_STREQ(cut, "1:");
    }
}

}  // namespace

}  // namespace og::test
