// SPDX-License-Identifier: MIT
//! Digests, streams, many messages and saved states of all hashes.

use super::{Random, unhex};
use crate::{Error, sha1, sha1dc};
use digest::Digest;
use digest::common::hazmat::SerializableState;

#[cfg(miri)]
const TURNS: usize = 1;
#[cfg(not(miri))]
const TURNS: usize = 60;
const LONGEST: usize = 300 + 12 * TURNS;

/// The tests of a hash: their name, its module, its hasher, that of another crate, an empty result and the digest of a result.
macro_rules! tests {
    ($tests:ident, $module:ident, $hasher:ty, $other:ty, $empty:expr, $digest:expr) => {
        mod $tests {
            use super::*;

            #[test]
            fn every_length() {
                let data = Random::new(1).bytes(LONGEST);
                for n in 0..data.len() {
                    let wanted = <$other>::digest(&data[..n]);
                    assert_eq!(<$hasher as Digest>::digest(&data[..n])[..], wanted[..], "{n} bytes");
                    assert_eq!(<$hasher>::digest(&data[..n])[..], wanted[..], "{n} bytes at once");
                    let mut hasher = <$hasher>::new().chain_update(&data[..n / 3]);
                    hasher.update(&data[n / 3..n]);
                    assert_eq!(hasher.clone().finalize_reset()[..], wanted[..], "{n} bytes in two");
                    assert_eq!(hasher.finalize_reset()[..], wanted[..]);
                    hasher.update(&data[..n]);
                    assert_eq!(hasher.finalize()[..], wanted[..], "{n} bytes after a reset");
                }
            }

            #[test]
            fn many_messages() {
                let mut random = Random::new(2);
                let data = random.bytes(100_000);
                for turn in 0..TURNS {
                    let n = random.below(70);
                    let longest = [3, 60, 300, 3000, 90_000][turn % 5];
                    let messages: Vec<_> = (0..n)
                        .map(|i| {
                            (
                                &data[i..][..random.below(200)],
                                &data[random.below(1000)..][..random.below(longest)],
                            )
                        })
                        .collect();
                    let bodies: Vec<_> = messages.iter().map(|message| message.1).collect();
                    let mut out = vec![$empty; n];
                    $module::digest_many(&bodies, &mut out).unwrap();
                    for (i, result) in out.iter().enumerate() {
                        assert_eq!($digest(result), <$other>::digest(bodies[i])[..], "message {i} of {n}");
                    }
                    $module::digest_many_two_part(&messages, &mut out).unwrap();
                    for (result, (head, body)) in out.iter().zip(&messages) {
                        assert_eq!(
                            $digest(result),
                            <$other>::digest([*head, *body].concat())[..],
                            "{n} of two parts"
                        );
                    }
                }
                assert_eq!($module::digest_many(&[b"a"], &mut []), Err(Error::Length));
                assert_eq!(
                    $module::digest_many_two_part::<&[u8], &[u8]>(&[], &mut [$empty]),
                    Err(Error::Length)
                );
                assert_eq!($module::update_many(&mut [<$hasher>::new()], &[b"a", b"b"]), Err(Error::Length));
            }

            #[test]
            fn streams() {
                let mut random = Random::new(3);
                let data = random.bytes(2000);
                for n in [1, 2, 5, 9, 40, 70] {
                    let mut hashers = vec![<$hasher>::new(); n];
                    let mut whole = vec![Vec::new(); n];
                    for _ in 0..TURNS / 4 {
                        let pieces: Vec<_> =
                            (0..n).map(|_| &data[random.below(900)..][..random.below(900)]).collect();
                        $module::update_many(&mut hashers, &pieces).unwrap();
                        whole
                            .iter_mut()
                            .zip(&pieces)
                            .for_each(|(whole, piece)| whole.extend_from_slice(piece));
                    }
                    for (hasher, whole) in hashers.into_iter().zip(whole) {
                        assert_eq!(hasher.finalize()[..], <$other>::digest(whole)[..], "{n} streams");
                    }
                }
            }

            #[test]
            fn threads() {
                let data = Random::new(4).bytes(10_000);
                let wanted = <$other>::digest(&data);
                std::thread::scope(|scope| {
                    for _ in 0..8 {
                        scope.spawn(|| {
                            let mut out = vec![$empty; 20];
                            $module::digest_many(&[&data; 20], &mut out).unwrap();
                            assert!(out.iter().all(|result| $digest(result) == wanted[..]));
                        });
                    }
                });
            }
        }
    };
}

tests!(of_sha1, sha1, sha1::Sha1, ::sha1::Sha1, [0; 20], |result: &[u8; 20]| *result);
tests!(
    of_sha1dc,
    sha1dc,
    sha1dc::Sha1,
    ::sha1::Sha1,
    sha1dc::CollisionResult::Ok([0; 20].into()),
    |r: &sha1dc::CollisionResult| {
        assert!(!r.has_collision());
        r.hash().0
    }
);
#[cfg(feature = "whirlpool")]
use crate::whirlpool;
#[cfg(feature = "whirlpool")]
tests!(
    of_whirlpool,
    whirlpool,
    whirlpool::Whirlpool,
    ::whirlpool::Whirlpool,
    [0; 64],
    |result: &[u8; 64]| *result
);

/// Messages of more than 4 GiB, at once and by updates. Their pages are the system's page of zeros.
#[test]
#[cfg(all(not(miri), target_pointer_width = "64"))]
fn huge() {
    if std::env::var_os("WITHOUT").is_some() {
        return;
    }
    let data = vec![0; (1 << 32) + 1000];
    let wanted = unhex("feab348e12a4afb5d06d5de359a08ae1887e684b"); // by OpenSSL
    let hasher = data.chunks(300_000_001).fold(sha1::Sha1::new(), |hasher, piece| hasher.chain_update(piece));
    assert_eq!(hasher.finalize()[..], wanted[..]);
    let mut out = [[0; 20]; 2];
    sha1::digest_many(&[&data, &data], &mut out).unwrap();
    assert!(out.iter().all(|digest| digest[..] == wanted));
    assert_eq!(sha1dc::Sha1::try_digest(&data).hash()[..], wanted[..]);
}

/// A state of 2^61 - 64 bytes: 63 more are allowed. What is refused changes nothing.
#[test]
fn longest_message() {
    fn refused(update: impl FnOnce()) -> bool {
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(update)).is_err()
    }
    macro_rules! with {
        ($module:ident, $name:literal, $save:expr) => {{
            let fresh = $module::Sha1::new();
            let mut saved = $save(&fresh.clone().chain_update([7; 64]));
            saved[28..36].copy_from_slice(&((1u64 << 61) - 64).to_be_bytes());
            crate::state::seal(&mut saved, $name);
            let mut hasher = $module::Sha1::restore(&saved).unwrap();
            assert!(refused(|| hasher.update([1; 64])));
            let mut both = [fresh.clone(), hasher.clone()];
            assert_eq!($module::update_many(&mut both, &[[1; 64]; 2]), Err(Error::Length));
            assert_eq!(both.map(|hasher| $save(&hasher)), [$save(&fresh), saved]);
            hasher.update([1; 63]);
            let digest = hasher.clone().finalize();
            assert!(refused(|| hasher.update([1])));
            let mut all = [fresh, $module::Sha1::restore(&saved).unwrap()];
            $module::update_many(&mut all, &[[1; 63]; 2]).unwrap();
            assert_eq!(all[1].clone().finalize(), digest);
            assert_eq!($module::update_many(&mut all, &[[1; 1]; 2]), Err(Error::Length));
        }};
    }
    with!(sha1, b"OGS1", sha1::Sha1::save);
    with!(sha1dc, b"OGSD", |hasher: &sha1dc::Sha1| hasher.save().unwrap());
}

/// Restores a state, which must save as the same bytes, and finishes the message with `rest`. None: refused.
fn resume(hash: &str, state: &[u8], rest: &[u8]) -> Option<Vec<u8>> {
    macro_rules! with {
        ($hasher:ty, $save:expr) => {{
            let mut hasher = <$hasher>::restore(state.try_into().expect("a size")).ok()?;
            assert_eq!($save(&hasher)[..], *state, "{hash}");
            hasher.update(rest);
            Some(hasher.finalize().to_vec())
        }};
    }
    match hash {
        "sha1" => with!(sha1::Sha1, sha1::Sha1::save),
        "sha1dc" => with!(sha1dc::Sha1, |hasher: &sha1dc::Sha1| hasher.save().unwrap()),
        #[cfg(feature = "whirlpool")]
        "whirlpool" => with!(whirlpool::Whirlpool, whirlpool::Whirlpool::save),
        _ => None,
    }
}

/// The file that STATES names has the states of the C library by tests/states/model.py: hash, state, the rest of the
/// message, and its digest or "refused".
#[test]
fn states_of_the_library() {
    let Some(path) = std::env::var_os("STATES") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.lines().count() > 100);
    for line in text.lines() {
        let words: Vec<_> = line.split(' ').collect();
        let wanted = (words[3] != "refused").then(|| unhex(words[3]));
        assert_eq!(resume(words[0], &unhex(words[1]), &unhex(words[2])), wanted, "{line}");
    }
}

/// The files of a system with cores of two kinds.
#[test]
#[cfg(not(miri))]
fn cores_of_aarch64() {
    use crate::midr;
    let folder = std::env::temp_dir().join(format!("oldguard-midr-{}", std::process::id()));
    let write = |core: usize, name: &str, text: &str| {
        let path = folder.join(format!("cpu{core}/{name}"));
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    assert_eq!(midr::of_system(&folder), None);
    let of_core = "regs/identification/midr_el1";
    write(0, of_core, "0x00000000412fd050\n"); // Cortex-A55
    write(2, of_core, "0x00000000411fd401\n"); // Neoverse V1; core 1 is off
    assert_eq!(midr::of_system(&folder), Some(0x412fd050), "the first of cores of unknown speed");
    write(0, "cpu_capacity", "300\n");
    write(2, "cpu_capacity", "1024\n");
    write(3, of_core, "0x00000000410fd0c0\n");
    write(3, "cpu_capacity", "1024\n");
    assert_eq!(midr::of_system(&folder), Some(0x411fd401));
    assert_eq!(midr::implementer_and_part(0x411fd401), (0x41, 0xd40));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn hostile_states() {
    let hasher = sha1::Sha1::new().chain_update([7; 100]);
    let saved = hasher.save();
    assert_eq!(resume("sha1", &saved, b""), Some(hasher.finalize().to_vec()));
    for bit in 0..8 * saved.len() {
        let mut bad = saved;
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(resume("sha1", &bad, b""), None, "bit {bit}");
        crate::state::seal(&mut bad, b"OGS1"); // by an attacker
        let behind = 8 * (36 + 100 % 64)..800; // the partial block
        assert!(resume("sha1", &bad, b"more").is_none() || !behind.contains(&bit), "bit {bit}");
    }
    let mut serialized = sha1::Sha1::new().serialize();
    serialized[20..28].fill(0xff); // blocks
    assert!(sha1::Sha1::deserialize(&serialized).is_err());
    serialized = sha1::Sha1::new().serialize();
    serialized[0] ^= 1;
    assert!(sha1::Sha1::deserialize(&serialized).is_err());
    assert_eq!(sha1dc::Sha1::builder().detect_collision(false).build().save(), Err(Error::State));
}

/// Lengths on both sides of those that the two parts of our count hold, in the format of the crate `whirlpool`.
#[test]
#[cfg(feature = "whirlpool")]
fn serialized_whirlpool() {
    for blocks in [0, 1, (1 << 55) - 1, 1 << 55, (3 << 55) + 7, u64::MAX - 1] {
        let mut state = whirlpool::Whirlpool::new().serialize();
        if blocks > 0 {
            state[..64].copy_from_slice(&[9; 64]);
        }
        state[64..72].copy_from_slice(&blocks.to_le_bytes());
        let (ours, theirs) =
            (whirlpool::Whirlpool::deserialize(&state), ::whirlpool::Whirlpool::deserialize(&state));
        let (mut ours, mut theirs) = (ours.unwrap(), theirs.unwrap());
        assert_eq!(ours.serialize(), state);
        ours.update([3; 100]);
        theirs.update([3; 100]);
        let (state, restored) = (theirs.serialize(), whirlpool::Whirlpool::restore(&ours.save()).unwrap());
        assert_eq!((ours.serialize(), restored.serialize()), (state, state));
        assert_eq!(ours.finalize(), theirs.finalize(), "{blocks} blocks");
    }
    let mut state = whirlpool::Whirlpool::new().serialize();
    state[0] = 1;
    assert!(whirlpool::Whirlpool::deserialize(&state).is_err());
    let mut state = whirlpool::Whirlpool::new().serialize();
    state[64..72].fill(0xff);
    let last = whirlpool::Whirlpool::deserialize(&state).unwrap().chain_update([1; 64]);
    assert!(std::panic::catch_unwind(|| last.serialize()).is_err());
    for byte in [94, 87] {
        let mut saved = whirlpool::Whirlpool::new().save();
        saved[byte] = 2; // 2^64 blocks, or more
        crate::state::seal(&mut saved, b"OGWP");
        let longer = whirlpool::Whirlpool::restore(&saved).unwrap();
        assert!(std::panic::catch_unwind(|| longer.serialize()).is_err(), "{byte}");
    }
}

#[test]
#[cfg(feature = "zeroize")]
fn wiped() {
    let mut room = std::mem::MaybeUninit::new(sha1::block_api::Sha1Core::default());
    // SAFETY: there is a value, and dropping it leaves its numbers in their place.
    unsafe {
        room.assume_init_drop();
        assert_eq!((*room.as_ptr()).cv, [0; 5]);
    }
}

/// The stack below the caller, which the system reads, after calls that copy parts of messages. Needs an optimized
/// build: rustc copies a value that moves.
#[test]
#[cfg(all(feature = "zeroize", target_os = "linux", target_arch = "x86_64", not(miri)))]
fn nothing_left() {
    use std::io::{Read, Seek, SeekFrom};
    const BELOW: usize = 1 << 16;

    #[inline(never)]
    fn paint() {
        std::hint::black_box(&mut [0x5a_u8; BELOW]);
    }

    let (secret, mut stack) = (Random::new(5).bytes(100), vec![0; BELOW]);
    let mut file = std::fs::File::open("/proc/self/mem").unwrap();
    let mut left = |act: &mut dyn FnMut()| {
        paint();
        act();
        let local = 0_u8;
        let here = std::ptr::from_ref(std::hint::black_box(&local)) as u64;
        file.seek(SeekFrom::Start(here - BELOW as u64)).unwrap();
        file.read_exact(&mut stack).unwrap();
        (0..100 - 16).step_by(8).any(|at| stack.windows(16).any(|some| some == &secret[at..at + 16]))
    };
    assert!(left(&mut || {
        std::hint::black_box(&mut <[u8; 100]>::try_from(&secret[..]).unwrap());
    }));
    macro_rules! with {
        ($module:ident, $hasher:ident, $empty:expr) => {{
            for n in [1, 2, 3, 20] {
                let (messages, mut out) = (vec![&secret; n], vec![$empty; n]);
                assert!(!left(&mut || $module::digest_many(&messages, &mut out).unwrap()), "{n} messages");
                let two: Vec<_> = messages.iter().map(|message| message.split_at(40)).collect();
                assert!(
                    !left(&mut || $module::digest_many_two_part(&two, &mut out).unwrap()),
                    "{n} of two parts"
                );
                let mut hashers = vec![$module::$hasher::new(); n];
                assert!(!left(&mut || $module::update_many(&mut hashers, &messages).unwrap()), "{n} streams");
            }
        }};
    }
    with!(sha1, Sha1, [0; 20]);
    with!(sha1dc, Sha1, sha1dc::CollisionResult::Ok([0; 20].into()));
    #[cfg(feature = "whirlpool")]
    with!(whirlpool, Whirlpool, [0; 64]);
    let mut out = Default::default();
    assert!(!left(&mut || out = sha1::Sha1::digest(&secret)));
    assert_eq!(out[..], ::sha1::Sha1::digest(&secret)[..]);
}
