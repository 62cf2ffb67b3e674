// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"crypto/sha1"
	"fmt"
	"testing"
)

// The examples of FIPS 180-4, and every length around the block boundaries as crypto/sha1 has it.
func TestSum(t *testing.T) {
	digest, _ := Sum([]byte("abc"))
	if got := fmt.Sprintf("%x", digest); got != "a9993e364706816aba3e25717850c26c9cd0d89d" {
		t.Errorf("abc: %s", got)
	}
	message := make([]byte, @LENGTHS@+64)
	for i := range message {
		message[i] = byte(7 * i)
	}
	for n := 0; n <= @LENGTHS@; n++ {
		at := message[n%64:][:n]
		if digest, _ := Sum(at); digest != sha1.Sum(at) {
			t.Errorf("%d bytes: %x", n, digest)
		}
	}
}

func BenchmarkSum(b *testing.B) {
	message := make([]byte, 16384)
	b.SetBytes(int64(len(message)))
	for range b.N {
		Sum(message)
	}
}
