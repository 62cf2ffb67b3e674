// SPDX-License-Identifier: MIT
// Published examples of CTR, which is not in NIST's Triple-DES files (tests/nist/).
#include "des.hpp"

namespace og::test {

namespace {

Bytes keys_of(const Record &record) {
    Bytes all;
    for (const char *name : {"KEY1", "KEY2", "KEY3"}) {
        const Bytes key = record.bytes(name);
        all.insert(all.end(), key.begin(), key.end());
    }
    return all;
}

TEST(NistDesCtr, Examples) {
    for (const Record &record : read_records(vector_file("tdes_ctr.rsp"), "COUNT")) {
        SCOPED_TRACE("COUNT = " + record.at("COUNT"));
        const Bytes keys = keys_of(record), iv = record.bytes("IV");
        const Bytes plain = record.bytes("PLAINTEXT"), cipher = record.bytes("CIPHERTEXT");
        with_every_kernel(OG_CTR, [&] {
            EXPECT_EQ(to_hex(crypt(OG_DES_EDE3, OG_CTR, true, keys, iv, plain)), to_hex(cipher));
            EXPECT_EQ(to_hex(crypt(OG_DES_EDE3, OG_CTR, false, keys, iv, cipher)), to_hex(plain));
        });
    }
}

}  // namespace

}  // namespace og::test
