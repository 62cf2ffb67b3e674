// SPDX-License-Identifier: MIT
//! Verdicts: published attacks, and a comparison with the crate `sha1dc`.

use super::{Random, unhex};
use crate::sha1::{Cv, plain};
use crate::sha1dc::{Block, CollisionResult, Digest, Info, Sha1, detect, detect_plain, digest_many};
use crate::tables::{DIFFERENCES, VECTORS};

#[derive(Default)]
struct Attack {
    name: String,
    message: Vec<u8>,
    at: u64,
    vector: String,
    safe: Vec<u8>,
    reduced: bool,
}

/// Returns the messages of tests/vectors/sha1_collisions.rsp.
fn attacks() -> Vec<Attack> {
    let text = include_str!("sha1_collisions.rsp");
    let messages = text.split("[MESSAGES]").nth(1).unwrap().split("\n[").next().unwrap();
    let mut found = Vec::new();
    for record in messages.split("\n\n") {
        let mut attack = Attack::default();
        for (key, value) in record.lines().filter_map(|line| line.split_once(" = ")) {
            match key {
                "Name" => attack.name = value.into(),
                "Msg" => attack.message = unhex(value),
                "At" => attack.at = value.parse().unwrap(),
                "Vector" => attack.vector = value.into(),
                "Safe" => attack.safe = unhex(value),
                "Reduced" => attack.reduced = value == "1",
                _ => {}
            }
        }
        if !attack.message.is_empty() {
            found.push(attack);
        }
    }
    assert!(found.len() >= 5 && found.iter().any(|attack| attack.reduced));
    found
}

#[test]
fn published() {
    let mut seen = std::collections::HashSet::new();
    for Attack { name, message, at, vector, safe, reduced } in attacks() {
        assert_eq!(Sha1::try_digest(&message).has_collision(), !reduced, "{name}");
        let builder = || Sha1::builder().reduced_round_collision(reduced);
        let (result, found) = builder().build().chain_update(&message).finish();
        let CollisionResult::Mitigated(digest) = &result else { panic!("{name}: {result:?}") };
        let found = found.unwrap();
        assert_eq!((found.at(), found.vector_name()), (at, &vector[..]), "{name}");
        assert!(safe.is_empty() || digest[..] == safe[..], "{name}");
        assert!(seen.insert(*digest), "{name}");
        let other = builder().use_ubc(false).build().chain_update(&message).try_finalize();
        assert_eq!(other, result, "{name} without conditions");
        let other = builder().safe_hash(false).build().chain_update(&message).try_finalize();
        assert_eq!(
            other,
            CollisionResult::Collision(Digest::finalize(::sha1::Sha1::new_with_prefix(&message)).0.into())
        );
        let plain = builder().detect_collision(false).build().chain_update(&message).try_finalize();
        assert!(!plain.has_collision() && plain.hash() == other.hash(), "{name}");
        for cut in (0..message.len()).step_by(7) {
            let mut hasher = builder().build().chain_update(&message[..cut]);
            hasher.update(&message[cut..]);
            assert_eq!(hasher.try_finalize(), result, "{name} in two at {cut}");
        }
        let mut hasher = builder().build().chain_update(&message);
        Digest::reset(&mut hasher); // keeps the configuration, and forgets the attack
        assert_eq!(hasher.peek(), None);
        assert_eq!(hasher.chain_update(&message).try_finalize(), result, "{name} after a reset");
    }
}

/// What a kernel finds of random blocks, with vectors that remain, and plain Rust.
#[test]
fn plain_info() {
    let (mut random, mut left) = (Random::new(7), 0);
    for _ in 0..if cfg!(miri) { 2 } else { 20_000 } {
        let (block, mut cv) = (random.bytes(64), core::array::from_fn(|_| random.next() as u32));
        let (mut after, mut room) = (cv, [core::mem::MaybeUninit::uninit()]);
        let info = detect_plain(&mut cv, &block);
        assert_eq!((detect(&mut after, &block, &mut room)[0], after), (info, cv));
        left |= info.mask;
    }
    assert!(cfg!(miri) || left.count_ones() > 20, "{left:08x}");
}

/// Returns what round t, from 40 on, adds to e.
fn added([a, b, c, d, _]: Cv, word: u32, t: usize) -> u32 {
    let (f, k) = if t < 60 { (b & c | b & d | c & d, 0x8f1bbcdc) } else { (b ^ c ^ d, 0xca62c1d6) };
    a.rotate_left(5).wrapping_add(f).wrapping_add(k).wrapping_add(word)
}

fn on(state: Cv, word: u32, t: usize) -> Cv {
    let [a, b, c, d, e] = state;
    [e.wrapping_add(added(state, word, t)), a, b.rotate_left(30), c, d]
}

fn back([next, a, b, c, d]: Cv, word: u32, t: usize) -> Cv {
    let before = [a, b.rotate_right(30), c, d, 0];
    [a, before[1], c, d, next.wrapping_sub(added(before, word, t))]
}

/// Invented halves of attacks along each vector, with its true difference: the states of both blocks agree at its step,
/// and both blocks lead to the same chaining value. Any other bit makes it none.
#[test]
fn exact_test() {
    let mut random = Random::new(6);
    for vector in 0..32 {
        let (dm, step) = (&DIFFERENCES[vector], VECTORS[vector].1);
        let mut after: Cv = core::array::from_fn(|_| random.next() as u32);
        let (theirs, mut state) = plain(&mut after, &random.bytes(64));
        let mine: [u32; 80] = core::array::from_fn(|t| theirs[t] ^ dm[t]);
        state = (step..60).rev().fold(state, |state, t| back(state, theirs[t], t));
        state = (60..step).fold(state, |state, t| on(state, theirs[t], t));
        state = (step..60).fold(state, |state, t| on(state, mine[t], t));
        state = (60..step).rev().fold(state, |state, t| back(state, mine[t], t));
        let info = Info { w: core::array::from_fn(|i| mine[60 + i]), cv: after, state, mask: 0 };
        let bytes: Vec<u8> = mine[..16].iter().flat_map(|word| word.to_be_bytes()).collect();
        let test = |info: &Info, bytes: &[u8], after: Cv, vector| {
            Block { bytes, info, after }.is_attack(vector, false)
        };
        assert!(test(&info, &bytes, after, vector), "{}", VECTORS[vector].0);
        for other in 0..32 {
            assert_eq!(test(&info, &bytes, after, other), other == vector);
        }
        for bit in 0..160 {
            let (mut bad, mut changed) = (info, after);
            bad.state[bit / 32] ^= 1 << (bit % 32);
            changed[bit / 32] ^= 1 << (bit % 32);
            assert!(!test(&bad, &bytes, after, vector) && !test(&info, &bytes, changed, vector));
        }
        for bit in 0..512 {
            let mut bad = bytes.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            assert!(!test(&info, &bad, after, vector), "bit {bit} of the block");
        }
    }
}

/// An attack among other messages in lanes, which stay as they are.
#[test]
fn among_others() {
    for Attack { name, message, .. } in attacks().into_iter().filter(|attack| !attack.reduced) {
        for n in 0..40 {
            let mut message = message.clone();
            message.resize(message.len() + 300 * (n as usize % 2), 7); // blocks after the attack
            let wanted = Sha1::try_digest(&message);
            let mut messages: Vec<_> = (0..=n).map(|i| Random::new(n).bytes(640 + i as usize)).collect();
            messages[n as usize / 2].clone_from(&message);
            let mut out = vec![CollisionResult::Ok([0; 20].into()); messages.len()];
            digest_many(&messages, &mut out).unwrap();
            for (i, (result, message)) in out.iter().zip(&messages).enumerate() {
                let plain =
                    CollisionResult::Ok(Digest::finalize(::sha1::Sha1::new_with_prefix(message)).0.into());
                assert_eq!(
                    *result,
                    if i == n as usize / 2 { wanted.clone() } else { plain },
                    "{name} among {n}: {i}"
                );
            }
            let mut hashers = vec![Sha1::new(); messages.len()];
            crate::sha1dc::update_many(&mut hashers, &messages).unwrap();
            for (hasher, result) in hashers.into_iter().zip(&out) {
                assert_eq!(hasher.try_finalize(), *result, "{name} in a stream among {n}");
            }
        }
    }
}

/// 10^5 messages, of which some are attacks with other bytes around or inside.
#[test]
fn against_sha1dc() {
    let (mut random, attacks) = (Random::new(5), attacks());
    let n = if cfg!(miri) {
        20
    } else if std::env::var_os("WITHOUT").is_some() {
        10_000
    } else {
        100_000
    };
    let (mut batch, mut found) = (Vec::new(), 0);
    for turn in 0..n {
        let length = random.below([60, 200, 500][turn % 3]);
        let mut message = random.bytes(length);
        if turn % 50 == 0 {
            message.splice(..0, attacks[random.below(attacks.len())].message.iter().copied());
            let damaged = random.below(2 * message.len());
            message.iter_mut().skip(damaged).take(1).for_each(|byte| *byte ^= 1);
        }
        batch.push(message);
        if batch.len() == 1 + turn % 37 || turn + 1 == n {
            let mut out = vec![CollisionResult::Ok([0; 20].into()); batch.len()];
            digest_many(&batch, &mut out).unwrap();
            for (message, result) in batch.drain(..).zip(out) {
                assert_eq!(result, Sha1::try_digest(&message));
                assert_eq!(result.has_collision(), ::sha1dc::digest(&message).is_err());
                if let (CollisionResult::Ok(mine), Ok(theirs)) = (&result, ::sha1dc::digest(&message)) {
                    assert_eq!(mine[..], *theirs.as_ref());
                } else {
                    let Err(theirs) = ::sha1dc::mitigate::digest(&message) else { panic!("not found") };
                    assert_eq!(result.hash()[..], *theirs.digest().as_ref());
                    found += 1;
                }
            }
        }
    }
    assert!(cfg!(miri) || found > n / 200, "{found} attacks");
}
