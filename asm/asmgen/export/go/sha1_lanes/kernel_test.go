// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"crypto/sha1"
	"testing"
)

// Every length around the block boundaries as crypto/sha1 has it, with another message in each lane.
func TestSum(t *testing.T) {
	data := make([]byte, @LENGTHS@+Lanes)
	for i := range data {
		data[i] = byte(7 * i)
	}
	for n := 0; n <= @LENGTHS@; n++ {
		var messages [Lanes][]byte
		for i := range messages {
			messages[i] = data[i:][:n]
		}
		for i, digest := range Sum(&messages) {
			if digest != sha1.Sum(messages[i]) {
				t.Errorf("%d bytes, lane %d: %x", n, i, digest)
			}
		}
	}
}

func BenchmarkSum(b *testing.B) {
	var messages [Lanes][]byte
	for i := range messages {
		messages[i] = make([]byte, 16384)
	}
	b.SetBytes(Lanes * 16384)
	for range b.N {
		Sum(&messages)
	}
}
