// SPDX-License-Identifier: MIT
//! Saved states, whose bytes are those of `og_sha1_export` and its siblings in `oldguard/state.h`.

use crate::Error;
use crate::sha1::{Cv, START, Sha1, to_bytes};

/// The most bytes of a message of SHA-1.
pub(crate) const MOST_BYTES: u64 = (1 << 61) - 1;
const HEAD: usize = 8; // bytes of name and version

fn check(state: &[u8]) -> [u8; 4] {
    let digest = Sha1::digest(&state[..state.len() - 4]);
    [digest[0], digest[1], digest[2], digest[3]]
}

/// Writes name, version and checksum around a state.
pub(crate) fn seal(state: &mut [u8], name: &[u8; 4]) {
    state[..4].copy_from_slice(name);
    state[4..HEAD].copy_from_slice(&1u32.to_be_bytes());
    let sum = check(state);
    let at = state.len() - 4;
    state[at..].copy_from_slice(&sum);
}

/// Checks name, version and checksum.
pub(crate) fn open(state: &[u8], name: &[u8; 4]) -> Result<(), Error> {
    let right = state[..4] == *name
        && state[4..HEAD] == 1u32.to_be_bytes()
        && state[state.len() - 4..] == check(state);
    if right { Ok(()) } else { Err(Error::State) }
}

pub(crate) fn number(state: &[u8], at: usize) -> u64 {
    state[at..at + 8].iter().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

pub(crate) fn put_sha1(state: &mut [u8], cv: &Cv, blocks: u64, tail: &[u8]) {
    state[HEAD..28].copy_from_slice(&to_bytes(cv));
    state[28..36].copy_from_slice(&(blocks * 64 + tail.len() as u64).to_be_bytes());
    state[36..36 + tail.len()].copy_from_slice(tail);
}

/// Returns the chaining value, the number of blocks and the partial block, if a message leads to them.
pub(crate) fn get_sha1(state: &[u8]) -> Result<(Cv, u64, &[u8]), Error> {
    let mut cv = START;
    for (word, bytes) in cv.iter_mut().zip(state[HEAD..28].chunks_exact(4)) {
        *word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
    }
    let length = number(state, 28);
    let tail = get_tail(&state[36..100], length)?;
    if length > MOST_BYTES || length < 64 && cv != START {
        return Err(Error::State);
    }
    Ok((cv, length / 64, tail))
}

/// Returns the partial block of a message. The rest of a block must be zero.
pub(crate) fn get_tail(block: &[u8], length: u64) -> Result<&[u8], Error> {
    let (tail, rest) = block.split_at((length % 64) as usize);
    if rest.iter().any(|byte| *byte != 0) { Err(Error::State) } else { Ok(tail) }
}
