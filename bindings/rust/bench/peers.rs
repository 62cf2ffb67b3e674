// SPDX-License-Identifier: MIT
//! The crate beside others, each measure in one run: `cargo bench`, and then `./table` for the ratios.

use cbc::cipher::{BlockModeDecrypt, KeyIvInit, block_padding::NoPadding};
use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use oldguard::des::{TdesEde3, blocks_mut, cipher::KeyInit};
use oldguard::sha1dc::CollisionResult;
use oldguard_bench::{MESSAGES, messages};
use std::hint::black_box;
use std::time::Duration;

type Run<'a> = &'a dyn Fn(&[Vec<u8>]);

/// Times implementations on messages of each size. The samples are short, so that some of them are undisturbed on a busy
/// machine.
fn measure(c: &mut Criterion, name: &str, sizes: &[usize], runs: &[(&str, Run)]) {
    let mut group = c.benchmark_group(name);
    group.sampling_mode(SamplingMode::Flat).sample_size(200);
    group.warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(400));
    for &size in sizes {
        let data = messages(size);
        group.throughput(Throughput::Bytes((MESSAGES * size) as u64));
        for (who, run) in runs {
            group.bench_with_input(BenchmarkId::new(*who, size), &data, |b, data| b.iter(|| run(data)));
        }
    }
    group.finish();
}

/// Hashes messages one by one.
fn each<T>(data: &[Vec<u8>], hash: impl Fn(&[u8]) -> T) {
    for message in data {
        black_box(hash(black_box(message)));
    }
}

const SIZES: &[usize] = &[64, 1024, 16384];

fn hashes(c: &mut Criterion) {
    use sha1::Digest as _;
    let sha1 = |data: &[Vec<u8>]| each(data, |m| sha1::Sha1::digest(m));
    let sha1dc = |data: &[Vec<u8>]| each(data, |m| sha1dc::digest(m).is_ok());
    measure(
        c,
        "sha1",
        SIZES,
        &[("oldguard", &|data| each(data, |m| oldguard::sha1::Sha1::digest(m))), ("sha1 0.11", &sha1)],
    );
    let many: Run = &|data| {
        let mut out = [[0; 20]; MESSAGES];
        oldguard::sha1::digest_many(data, &mut out).expect("as many digests");
        black_box(out);
    };
    measure(c, "sha1, 64 messages", SIZES, &[("oldguard", many), ("sha1 0.11", &sha1)]);
    measure(
        c,
        "detection",
        SIZES,
        &[
            ("oldguard", &|data| each(data, |m| oldguard::sha1dc::Sha1::try_digest(m))),
            ("sha1dc 0.1.5", &sha1dc),
            ("sha1-checked 0.10", &|data| each(data, |m| sha1_checked::Sha1::try_digest(m))),
        ],
    );
    let many: Run = &|data| {
        let mut out: [_; MESSAGES] = std::array::from_fn(|_| CollisionResult::Ok(Default::default()));
        oldguard::sha1dc::digest_many(data, &mut out).expect("as many results");
        black_box(out);
    };
    measure(c, "detection, 64 messages", SIZES, &[("oldguard", many), ("sha1dc 0.1.5", &sha1dc)]);
    let whirlpool = |data: &[Vec<u8>]| each(data, |m| whirlpool::Whirlpool::digest(m));
    measure(
        c,
        "whirlpool",
        SIZES,
        &[
            ("oldguard", &|data| each(data, |m| oldguard::whirlpool::Whirlpool::digest(m))),
            ("whirlpool 0.11", &whirlpool),
        ],
    );
}

fn ciphers(c: &mut Criterion) {
    const KEY: &[u8; 24] = b"twenty-four bytes of key";
    measure(
        c,
        "3DES-CBC decryption",
        &[16384],
        &[
            ("oldguard", &|data| {
                let cipher = TdesEde3::new(KEY.into());
                let mut buffer = data[0].clone();
                cipher.decrypt_cbc(&mut [7; 8], blocks_mut(&mut buffer).expect("whole blocks"));
                black_box(buffer);
            }),
            ("des 0.9, cbc 0.2", &|data| {
                let cipher = cbc::Decryptor::<des::TdesEde3>::new(KEY.into(), &[7; 8].into());
                let mut buffer = data[0].clone();
                cipher.decrypt_padded::<NoPadding>(&mut buffer).expect("whole blocks");
                black_box(buffer);
            }),
        ],
    );
}

criterion_group!(benches, hashes, ciphers);
criterion_main!(benches);
