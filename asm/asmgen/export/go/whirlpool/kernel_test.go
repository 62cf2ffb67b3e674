// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"fmt"
	"testing"
)

// Test vectors of ISO/IEC 10118-3: the empty message, "abc" and a message of two blocks.
func TestSum(t *testing.T) {
	for message, wanted := range map[string]string{
		"": "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7" +
			"3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3",
		"abc": "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c" +
			"7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5",
		"abcdbcdecdefdefgefghfghighijhijk": "2a987ea40f917061f5d6f0a0e4644f488a7a5a52deee656207c562f988e95c69" +
			"16bdc8031bc5be1b7b947639fe050b56939baaa0adff9ae6745b7b181c3be3fd",
	} {
		if got := fmt.Sprintf("%x", Sum([]byte(message))); got != wanted {
			t.Errorf("%q: %s", message, got)
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
