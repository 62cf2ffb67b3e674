// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"encoding/binary"
	"math/bits"
)

// BlockSize is the size of a block in bytes.
const BlockSize = 8

// Tables of FIPS 46-3.
var (
	pc1 = [...]uint8{57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36,
		63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4}
	pc2 = [...]uint8{14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2,
		41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32}
	shifts = [...]uint8{1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1}
)

// pick returns the bits of x, which has `size` bits, that a table selects. Bit 1 is the highest.
func pick(x uint64, size uint, table []uint8) (out uint64) {
	for _, bit := range table {
		out = out<<1 | x>>(size-uint(bit))&1
	}
	return
}

// Keys are the round keys of DES or Triple DES.
type Keys struct {
	round  [3][32]uint32
	triple bool
}

// Expand returns the round keys of a key of 8 bytes, or of one of 24 bytes. It panics of any other.
func Expand(key []byte) *Keys {
	if len(key) != 8 && len(key) != 24 {
		panic("@STEM@: a key of DES has 8 or 24 bytes")
	}
	k := &Keys{triple: len(key) == 24}
	for i := range len(key) / 8 {
		chosen := pick(binary.BigEndian.Uint64(key[8*i:]), 64, pc1[:])
		c, d := uint32(chosen>>28), uint32(chosen&(1<<28-1))
		for r, shift := range shifts {
			c = (c<<shift | c>>(28-shift)) & (1<<28 - 1)
			d = (d<<shift | d>>(28-shift)) & (1<<28 - 1)
			fields := pick(uint64(c)<<28|uint64(d), 56, pc2[:])
			for box := range 8 { // the fields of S1 S3 S5 S7, and those of S2 S4 S6 S8, which are rotated
				field := uint32(bits.Reverse8(uint8(fields >> (42 - 6*box) & 63)))
				k.round[i][2*r+box%2] |= bits.RotateLeft32(field, 8*(box/2)+4*(box%2))
			}
		}
	}
	return k
}

// check panics unless src has whole blocks and dst as many bytes.
func check(dst, src []byte) {
	if len(src)%BlockSize != 0 {
		panic("@STEM@: input not full blocks")
	}
	if len(dst) < len(src) {
		panic("@STEM@: output smaller than input")
	}
}
