// SPDX-License-Identifier: MIT
//! What the benchmarks hash.

/// The number of messages: the test for attacks costs more in one block of twenty.
pub const MESSAGES: usize = 64;

/// Returns different messages of a size.
pub fn messages(size: usize) -> Vec<Vec<u8>> {
    let mut x = 1u64;
    let mut next = || {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); // Knuth, MMIX
        (x >> 56) as u8
    };
    (0..MESSAGES).map(|_| (0..size).map(|_| next()).collect()).collect()
}
