// SPDX-License-Identifier: MIT
//! The same program with the crates in whose place this one comes, and with this one: the `use` line alone differs.
#![cfg(all(feature = "std", feature = "oid", feature = "des", feature = "whirlpool"))]

mod theirs {
    pub use {::des, ::sha1, ::sha1_checked as sha1dc, ::whirlpool};
}

macro_rules! program {
    ($name:ident, $($from:ident)::+) => {
        mod $name {
            use $($from)::+::{des, sha1, sha1dc, whirlpool};

            use cbc::cipher::{BlockModeEncrypt, KeyIvInit, block_padding::Pkcs7};
            use core::fmt::Debug;
            use des::cipher::{AlgorithmName, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
            use hmac::{EagerHash, Hmac, HmacReset, Mac, SimpleHmac, SimpleHmacReset};
            use sha1::digest::block_api::{Buffer, CoreProxy, FixedOutputCore, UpdateCore};
            use sha1::digest::common::hazmat::SerializableState;
            use sha1::digest::const_oid::AssociatedOid;
            use sha1::digest::{Digest, DynDigest, FixedOutputReset, HashMarker, Reset};

            const TEXT: &[u8] = &[5; 200];
            type Outputs = Vec<Vec<u8>>;

            fn hash<D>(out: &mut Outputs)
            where
                D: Digest + EagerHash + CoreProxy + FixedOutputReset + Reset + HashMarker + SerializableState,
                D: AlgorithmName + Default + Clone + Debug + Send + Sync + 'static,
            {
                out.push(D::digest(TEXT).to_vec());
                let state = D::new_with_prefix(TEXT).serialize();
                out.push(state.to_vec());
                let Ok(resumed) = D::deserialize(&state) else { panic!("a state is refused") };
                out.push(resumed.chain_update(TEXT).finalize().to_vec());
            }

            fn core<C>(out: &mut Outputs)
            where
                C: UpdateCore + FixedOutputCore + SerializableState + AlgorithmName + Default + Clone + Debug,
            {
                let (mut core, mut buffer, mut digest) = (C::default(), Buffer::<C>::default(), Default::default());
                core.update_blocks(&[Default::default(), Default::default()]);
                out.push(core.serialize().to_vec());
                core.finalize_fixed_core(&mut buffer, &mut digest);
                out.push(digest.to_vec());
                out.push(format!("{core:?}").into());
            }

            fn hmac<M: Mac + KeyInit>(out: &mut Outputs) {
                for key in [b"key", TEXT] {
                    let mac = <M as KeyInit>::new_from_slice(key).expect("any length");
                    out.push(mac.chain_update(TEXT).finalize().into_bytes().to_vec());
                }
            }

            fn boxed(mut hasher: Box<dyn DynDigest>, out: &mut Outputs) {
                DynDigest::update(&mut *hasher, TEXT);
                out.push(hasher.box_clone().finalize().to_vec());
            }

            fn cipher<C>(out: &mut Outputs)
            where
                C: BlockCipherEncrypt + BlockCipherDecrypt + KeyInit + AlgorithmName + Clone + Debug,
                cbc::Encryptor<C>: KeyIvInit + BlockModeEncrypt,
            {
                let key = (0..C::key_size()).map(|byte| byte as u8 * 11).collect::<Vec<_>>();
                let cipher = C::new_from_slice(&key).expect("a key");
                let mut block = Default::default();
                cipher.encrypt_block(&mut block);
                out.push(block.to_vec());
                cipher.decrypt_block(&mut block);
                cipher.decrypt_block(&mut block);
                out.push(block.to_vec());
                let mode = cbc::Encryptor::<C>::new_from_slices(&key, &[1; 8]).expect("key and IV");
                out.push(mode.encrypt_padded::<Pkcs7>(&mut [7; 200], 99).expect("room").into());
            }

            fn detection(out: &mut Outputs) {
                use sha1dc::digest::const_oid::AssociatedOid;
                use sha1dc::digest::{self, FixedOutputReset, HashMarker, Output, Reset};
                use sha1dc::{Builder, CollisionResult, Digest, Sha1};
                use std::io::Write;

                fn traits<T>()
                where
                    T: Digest + digest::Update + FixedOutputReset + Reset + HashMarker,
                    T: AssociatedOid + Clone + Default + Debug + Write + Send + Sync + 'static,
                {
                }
                traits::<Sha1>();
                out.push(Sha1::OID.to_string().into());
                let mut hasher = Builder::default().safe_hash(false).use_ubc(true).build();
                hasher.write_all(TEXT).expect("no end");
                let digest: Output<Sha1> = match hasher.try_finalize() {
                    CollisionResult::Ok(digest) => digest,
                    CollisionResult::Mitigated(_) | CollisionResult::Collision(_) => panic!("an attack"),
                };
                out.push(digest.to_vec());
                out.push(Sha1::try_digest(TEXT).hash().to_vec());
                out.push(<Sha1 as Digest>::digest(TEXT).to_vec());
            }

            pub fn outputs() -> Outputs {
                let mut out = Outputs::new();
                hash::<sha1::Sha1>(&mut out);
                hash::<whirlpool::Whirlpool>(&mut out);
                core::<sha1::block_api::Sha1Core>(&mut out);
                core::<whirlpool::block_api::WhirlpoolCore>(&mut out);
                hmac::<Hmac<sha1::Sha1>>(&mut out);
                hmac::<HmacReset<sha1::Sha1>>(&mut out);
                hmac::<SimpleHmac<sha1::Sha1>>(&mut out);
                hmac::<SimpleHmacReset<whirlpool::Whirlpool>>(&mut out);
                hmac::<Hmac<whirlpool::Whirlpool>>(&mut out);
                boxed(Box::new(sha1::Sha1::new()), &mut out);
                boxed(Box::new(whirlpool::Whirlpool::new()), &mut out);
                out.push(sha1::Sha1::OID.to_string().into());
                let mut state = [1, 2, 3, 4, 5];
                sha1::block_api::compress(&mut state, &[[6; 64], [7; 64]]);
                out.extend(state.map(|word: u32| word.to_le_bytes().to_vec()));
                let mut key = [0; 30];
                pbkdf2::pbkdf2_hmac::<sha1::Sha1>(TEXT, b"salt", 3, &mut key);
                out.push(key.into());
                detection(&mut out);
                cipher::<des::Des>(&mut out);
                cipher::<des::TdesEde2>(&mut out);
                cipher::<des::TdesEde3>(&mut out);
                cipher::<des::TdesEee2>(&mut out);
                cipher::<des::TdesEee3>(&mut out);
                let weak: Result<(), des::WeakKeyError> = des::weak_key_test(&[0xfe; 8]);
                out.push(vec![weak.is_err().into(), des::weak_key_test(b"16 bytes of key.").is_err().into()]);
                out
            }
        }
    };
}

program!(with_theirs, crate::theirs);
program!(with_ours, oldguard);

#[test]
fn the_same_outputs() {
    assert_eq!(with_ours::outputs(), with_theirs::outputs());
}

/// What the other crates lack: sha1-checked has the traits of digest 0.10, and Whirlpool no OID.
#[test]
fn of_ours_alone() {
    use hmac::{Hmac, KeyInit, Mac};
    use oldguard::whirlpool::{Whirlpool, digest::const_oid::AssociatedOid};
    assert_eq!(Whirlpool::OID.to_string(), "1.0.10118.3.0.55"); // ISO/IEC 10118-3
    let mac = <Hmac<oldguard::sha1dc::Sha1> as KeyInit>::new_from_slice(b"key").unwrap();
    let theirs = <Hmac<sha1::Sha1> as KeyInit>::new_from_slice(b"key").unwrap();
    assert_eq!(mac.finalize().into_bytes(), theirs.finalize().into_bytes());
}

#[cfg(feature = "zeroize")]
#[test]
fn wiped_when_dropped() {
    fn wiped<T: oldguard::sha1::digest::zeroize::ZeroizeOnDrop>() {}
    wiped::<oldguard::sha1::Sha1>();
    wiped::<oldguard::sha1dc::Sha1>();
    wiped::<oldguard::whirlpool::Whirlpool>();
    wiped::<oldguard::des::TdesEde3>();
}
