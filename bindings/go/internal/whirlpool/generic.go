// SPDX-License-Identifier: MIT

// Package whirlpool compresses blocks with Whirlpool (ISO/IEC 10118-3, clause 13), one message or many at once.
package whirlpool

import "encoding/binary"

// Sizes in bytes.
const (
	Size      = 64
	BlockSize = 64

	LengthSize = 32 // of the length at the end of a padded message
)

// mix applies SubBytes, ShiftColumns and MixRows. A row is a word, column 0 lowest. Table k of a column is table 0
// rotated by k bytes.
func mix(m *[8]uint64) (out [8]uint64) {
	for i := range out {
		var row uint64
		for k := range 8 {
			x := table[byte(m[(i-k)&7]>>(8*k))]
			row ^= x<<(8*k) | x>>(64-8*k)
		}
		out[i] = row
	}
	return
}

// blocksGeneric compresses the whole blocks of p: Miyaguchi-Preneel with the cipher W.
func blocksGeneric(cv *[Size]byte, p []byte) {
	var h [8]uint64
	for i := range h {
		h[i] = binary.LittleEndian.Uint64(cv[8*i:])
	}
	for ; len(p) >= BlockSize; p = p[BlockSize:] {
		key, state := h, [8]uint64{}
		for i := range state {
			x := binary.LittleEndian.Uint64(p[8*i:])
			state[i] = x ^ key[i]
			h[i] ^= x
		}
		for _, constant := range roundConstants {
			key = mix(&key)
			key[0] ^= constant
			state = mix(&state)
			for i := range state {
				state[i] ^= key[i]
			}
		}
		for i := range h {
			h[i] ^= state[i]
		}
	}
	for i, word := range h {
		binary.LittleEndian.PutUint64(cv[8*i:], word)
	}
}
