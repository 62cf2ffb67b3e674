// SPDX-License-Identifier: MIT

package des

import (
	"encoding/binary"
	"math/bits"
)

// pick returns the bits of x, which has `size` bits, that a table of FIPS 46-3 selects. Bit 1 is the highest.
func pick(x uint64, size uint, table []uint8) (out uint64) {
	for _, bit := range table {
		out = out<<1 | x>>(size-uint(bit))&1
	}
	return
}

// schedule returns the round keys of 48 bits.
func schedule(key []byte) (round [16]uint64) {
	chosen := pick(binary.BigEndian.Uint64(key), 64, pc1[:])
	c, d := uint32(chosen>>28), uint32(chosen&(1<<28-1))
	for i, shift := range shifts {
		c = (c<<shift | c>>(28-shift)) & (1<<28 - 1)
		d = (d<<shift | d>>(28-shift)) & (1<<28 - 1)
		round[i] = pick(uint64(c)<<28|uint64(d), 56, pc2[:])
	}
	return
}

// expand writes the round keys as kernels take them (og_des_key): the fields of S1, S3, S5 and S7 from bit 2 of each
// byte of a word on, their first bit lowest, and those of the others in the next word, rotated by four bits more.
func expand(words *[32]uint32, key []byte) {
	for i, k := range schedule(key) {
		for box := range 8 {
			field := bits.Reverse8(uint8(k >> (42 - 6*box) & 63))
			words[2*i+box%2] |= bits.RotateLeft32(uint32(field), 8*(box/2)+4*(box%2))
		}
	}
}

// generic encrypts a block again and again with the salt of crypt(3), whose bit i exchanges bits i + 1 and i + 25 of
// E(R).
func generic(block, key *[8]byte, salt uint64, turns int) {
	round := schedule(key[:])
	var mask uint64 // of the bits of the right half of E(R)
	for i := range 24 {
		mask |= salt >> i & 1 << (23 - i)
	}
	x := pick(binary.BigEndian.Uint64(block[:]), 64, ip[:])
	left, right := uint32(x>>32), uint32(x)
	for range turns {
		for _, k := range round {
			ring := uint64(right&1)<<33 | uint64(right)<<1 | uint64(right>>31) // bit 32, bits 1 to 32, bit 1
			var e uint64
			for box := range uint(8) {
				e = e<<6 | ring>>(28-4*box)&63
			}
			differ := (e>>24 ^ e) & mask
			e ^= differ<<24 ^ differ ^ k
			var f uint32
			for box := range uint(8) {
				f ^= boxes[box][e>>(42-6*box)&63]
			}
			left, right = right, left^f
		}
		left, right = right, left
	}
	binary.BigEndian.PutUint64(block[:], pick(uint64(left)<<32|uint64(right), 64, fp[:]))
}
