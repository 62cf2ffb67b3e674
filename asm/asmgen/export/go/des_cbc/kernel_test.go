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
		for _, n := range []int{0, 8, 16, 24, 400, 1024, 70_000} {
			p, cbc, out := random(n), make([]byte, n), make([]byte, n+BlockSize)
			cipher.NewCBCEncrypter(block, iv).CryptBlocks(cbc, p)
			chain := [BlockSize]byte(iv)
			Expand(key).EncryptCBC(out, p, &chain)
			last := append(iv, cbc...)[n:]
			if !bytes.Equal(out[:n], cbc) || !bytes.Equal(chain[:], last) {
				t.Errorf("key of %d bytes, %d bytes", size, n)
			}
			chain = [BlockSize]byte(iv)
			if Expand(key).EncryptCBC(p, p, &chain); !bytes.Equal(p, cbc) {
				t.Errorf("in place, key of %d bytes, %d bytes", size, n)
			}
		}
	}
}

func BenchmarkEncryptCBC(b *testing.B) {
	keys, p, iv := Expand(random(24)), make([]byte, 16384), [BlockSize]byte{}
	b.SetBytes(int64(len(p)))
	for range b.N {
		keys.EncryptCBC(p, p, &iv)
	}
}
