// SPDX-License-Identifier: MIT
use super::digest;

fn bytes<const N: usize>(text: &str) -> [u8; N] {
    core::array::from_fn(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal"))
}

/// The examples of FIPS 180-4 (NIST CSRC, "SHA1.pdf"), and the empty message.
#[test]
fn published() {
    for (message, wanted) in [
        ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
        ),
    ] {
        assert_eq!(unsafe { digest(message.as_bytes()) }, bytes(wanted), "{message}");
    }
}

/// The digest of the digests of a message of every length.
#[test]
fn every_length() {
    const LENGTHS: usize = @LENGTHS@;
    let message: [u8; LENGTHS] = core::array::from_fn(|i| (7 * i) as u8);
    let digests: [_; LENGTHS + 1] = core::array::from_fn(|n| unsafe { digest(&message[..n]) });
    assert_eq!(unsafe { digest(digests.as_flattened()) }, bytes("@CHAIN@"));
}
