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
    all(
        target_arch = "aarch64",
        target_pointer_width = "64",
        target_endian = "little",
        not(any(miri, target_os = "none"))
    ),
    path = "kernels_a64.rs"
)]
#[cfg_attr(
    not(any(
        all(
            target_arch = "x86_64",
            target_pointer_width = "64",
            not(any(miri, target_os = "none", target_env = "sgx"))
        ),
        all(
            target_arch = "aarch64",
            target_pointer_width = "64",
            target_endian = "little",
            not(any(miri, target_os = "none"))
        )
    )),
    path = "kernels_none.rs"
)]
#[allow(dead_code)]
#[rustfmt::skip]
mod kernels;

mod cpu;
#[cfg(feature = "des")]
pub mod crypt;
#[cfg(feature = "des")]
pub mod des;
mod many;
#[cfg(any(
    test,
    all(feature = "std", target_arch = "aarch64", any(target_os = "linux", target_os = "android"))
))]
mod midr;
pub mod pbkdf2;
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
    /// A length is not allowed: the number of results is not that of the messages, a block is not whole, an output is
    /// empty or too long.
    Length,
    /// The setting is not a salt of crypt(3).
    Salt,
    /// The password has a NUL or is too long.
    Password,
    /// There are no iterations.
    Iterations,
    /// A saved state is damaged, of another hash or impossible.
    State,
}

impl core::fmt::Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Error::Length => "a length is not allowed",
            Error::Salt => "the setting is not a salt of crypt(3)",
            Error::Password => "the password has a NUL or is too long",
            Error::Iterations => "there are no iterations",
            Error::State => "the saved state is damaged, of another hash or impossible",
        })
    }
}

impl core::error::Error for Error {}

fn same(a: usize, b: usize) -> Result<(), Error> {
    if a == b { Ok(()) } else { Err(Error::Length) }
}

/// Overwrites a value. The compiler cannot know that nobody reads it afterwards.
fn wipe<T>(value: &mut T) {
    // SAFETY: the callers' types consist of numbers and options of them, for which zero is a value.
    unsafe { core::ptr::write_bytes(value, 0, 1) };
    core::hint::black_box(value);
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
}
