// SPDX-License-Identifier: MIT
//! PBKDF2 against the crate `pbkdf2`.

use super::Random;
use crate::Error;
use crate::pbkdf2::{self, Derivation};

macro_rules! tests {
    ($tests:ident, $many:ident, $other:ty) => {
        #[test]
        fn $tests() {
            let mut random = Random::new(1);
            for n in [0, 1, 2, 3, 5, 9, 17, 40] {
                let n = if cfg!(miri) { n.min(2) } else { n };
                let words: Vec<_> = (0..n).map(|_| [random.bytes(150), random.bytes(200)]).collect();
                let mut outs: Vec<_> = (0..n).map(|i| vec![0; 1 + i * 31 % 200]).collect();
                let part = |i: usize, k: usize| &words[i][k][..(i * 67 + k * 13) % (150 + 50 * k)];
                let count = |i: usize| 1 + (i as u64 * 5) % 23;
                let mut derivations: Vec<_> = (outs.iter_mut().enumerate())
                    .map(|(i, out)| Derivation {
                        password: part(i, 0),
                        salt: part(i, 1),
                        iterations: count(i),
                        out,
                    })
                    .collect();
                pbkdf2::$many(&mut derivations).unwrap();
                for (i, out) in outs.iter().enumerate() {
                    let mut wanted = vec![0; out.len()];
                    ::pbkdf2::pbkdf2_hmac::<$other>(part(i, 0), part(i, 1), count(i) as u32, &mut wanted);
                    assert_eq!(*out, wanted, "{i} of {n}");
                }
            }
            for (iterations, out, error) in
                [(0, &mut [0][..], Error::Iterations), (1, &mut [], Error::Length)]
            {
                let bad = Derivation { password: b"", salt: b"", iterations, out };
                assert_eq!(pbkdf2::$many(&mut [bad]), Err(error));
            }
        }
    };
}

tests!(with_sha1, sha1_many, ::sha1::Sha1);
#[cfg(feature = "whirlpool")]
tests!(with_whirlpool, whirlpool_many, ::whirlpool::Whirlpool);

#[test]
fn no_secret_is_shown() {
    let shown = format!("{:?}", Derivation { password: b"1", salt: b"2", iterations: 3, out: &mut [4] });
    assert_eq!(shown, "Derivation { iterations: 3, .. }");
    #[cfg(feature = "des")]
    {
        let message = crate::des::Message { key: &[5; 8], iv: &mut [6; 8], blocks: &mut [] };
        assert_eq!(format!("{message:?}"), "Message { .. }");
    }
}
