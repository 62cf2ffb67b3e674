// SPDX-License-Identifier: MIT
use super::digest;

static MILLION: [u8; 1_000_000] = [b'a'; 1_000_000];

/// Test vectors of ISO/IEC 10118-3: among them a message of two blocks, and a million times "a".
#[test]
fn published() {
    for (message, wanted) in [
        (
            &b""[..],
            "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7\
             3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
        ),
        (
            b"abc",
            "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c\
             7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
        ),
        (
            b"abcdbcdecdefdefgefghfghighijhijk",
            "2a987ea40f917061f5d6f0a0e4644f488a7a5a52deee656207c562f988e95c69\
             16bdc8031bc5be1b7b947639fe050b56939baaa0adff9ae6745b7b181c3be3fd",
        ),
        (
            &MILLION,
            "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5\
             1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01",
        ),
    ] {
        let got = unsafe { digest(message) };
        let wanted = core::array::from_fn(|i| u8::from_str_radix(&wanted[2 * i..2 * i + 2], 16).expect("hexadecimal"));
        assert_eq!(got, wanted, "{} bytes", message.len());
    }
}
