// SPDX-License-Identifier: MIT

package stream

import (
	"bytes"
	"math/rand"
	"testing"
)

// A message in parts of any sizes gives its blocks in order, and then the padded end.
func TestParts(t *testing.T) {
	r, message := rand.New(rand.NewSource(1)), make([]byte, 5000)
	r.Read(message)
	for range 2000 {
		var tail Tail
		var seen []byte
		tail.Reset()
		size := 0
		for range r.Intn(8) {
			part := message[size:][:r.Intn([]int{10, 100, 600}[r.Intn(3)])]
			size += len(part)
			for blocks := tail.Next(&part); len(blocks) > 0; blocks = tail.Next(&part) {
				seen = append(seen, blocks...)
			}
		}
		if got := append(bytes.Clone(seen), tail.Whole()...); !bytes.Equal(got, message[:size&^63]) {
			t.Fatalf("%d bytes: %d in whole blocks", size, len(got))
		}
		var end [2 * BlockSize]byte
		wanted := append(message[:size&^63:size&^63], end[:Pad(end[:], message[size&^63:size], uint64(size), 8)]...)
		if got := append(seen, tail.Close(8)...); !bytes.Equal(got, wanted) {
			t.Fatalf("%d bytes: %x, not %x", size, got, wanted)
		}
	}
}
