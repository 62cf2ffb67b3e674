// SPDX-License-Identifier: MIT
//! Tests of every kind of call against other crates. The variable WITHOUT hides features of the processor
//! (cpu::hidden), so that each path can be tested on one machine: WITHOUT=shani,avx2 cargo test.

#[cfg(feature = "des")]
mod ciphers;
mod detection;
mod hashes;
mod keys;

pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(2) + 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        // xorshift64* (S. Vigna, 2016)
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545f4914f6cdd1d) >> 11
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub(crate) fn bytes(&mut self, n: usize) -> Vec<u8> {
        (0..n).map(|_| self.next() as u8).collect()
    }
}

pub(crate) fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2)
        .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hexadecimal"))
        .collect()
}
