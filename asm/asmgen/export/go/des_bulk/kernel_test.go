// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"bytes"
	"crypto/cipher"
	"testing"
)

// The package is crypto/des, in place and into another buffer.
func TestAgainstStandard(t *testing.T) {
	for _, size := range []int{8, 24} {
		key, iv := random(size), random(BlockSize)
		block := standard(t, key)
		keys := Expand(key)
		for _, n := range []int{0, 8, 16, 24, 32, 40, 400, 1024, 2000, 4096, 5000, 70_000} {
			p, ecb, cbc, out := random(n), make([]byte, n), make([]byte, n), make([]byte, n+BlockSize)
			for at := 0; at < n; at += BlockSize {
				block.Encrypt(ecb[at:], p[at:])
			}
			cipher.NewCBCEncrypter(block, iv).CryptBlocks(cbc, p)
			chain := [BlockSize]byte(iv)
			keys.ECB(out, p, true)
			if !bytes.Equal(out[:n], ecb) {
				t.Errorf("ECB encryption, key of %d bytes, %d bytes", size, n)
			}
			keys.ECB(ecb, ecb, false)
			if !bytes.Equal(ecb, p) {
				t.Errorf("ECB decryption, key of %d bytes, %d bytes", size, n)
			}
			last := append(iv, cbc...)[n:]
			keys.DecryptCBC(cbc, cbc, &chain)
			if !bytes.Equal(cbc, p) || !bytes.Equal(chain[:], last) {
				t.Errorf("CBC decryption, key of %d bytes, %d bytes", size, n)
			}
		}
	}
}

func BenchmarkDecryptCBC(b *testing.B) {
	keys, p, iv := Expand(random(24)), make([]byte, 16384), [BlockSize]byte{}
	b.SetBytes(int64(len(p)))
	for range b.N {
		keys.DecryptCBC(p, p, &iv)
	}
}
