// SPDX-License-Identifier: MIT
#![doc = include_str!("../README.md")]
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg_attr(
    all(
        target_arch = "x86_64",
        target_pointer_width = "64",
        not(any(miri, target_os = "none", target_env = "sgx"))
    ),
    path = "kernels_x64.rs"
)]
#[cfg_attr(
    all(target_arch = "aarch64", target_endian = "little", not(any(miri, target_os = "none"))),
    path = "kernels_a64.rs"
)]
#[cfg_attr(
    not(any(
        all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(any(miri, target_os = "none", target_env = "sgx"))
        ),
        all(target_arch = "aarch64", target_endian = "little", not(any(miri, target_os = "none")))
    )),
    path = "kernels_none.rs"
)]
#[allow(dead_code)]
#[rustfmt::skip]
mod kernels;

mod cpu;
mod many;
pub mod sha1;
pub mod sha1dc;
mod state;
#[rustfmt::skip]
mod tables;
#[cfg(test)]
mod tests;
#[cfg(feature = "whirlpool")]
pub mod whirlpool;

/// What a function refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The number of results is not that of the messages.
    Length,
    /// A saved state is damaged, of another hash or impossible.
    State,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Error::Length => "the number of results is not that of the messages",
            Error::State => "the saved state is damaged, of another hash or impossible",
        })
    }
}

impl core::error::Error for Error {}

fn same(a: usize, b: usize) -> Result<(), Error> {
    if a == b { Ok(()) } else { Err(Error::Length) }
}
