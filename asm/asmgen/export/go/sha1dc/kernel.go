// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of SHA-1 that returns what detection of collision attacks needs. It does not ask whether the processor can run it.
package @STEM@

import (
	"encoding/binary"
	"unsafe"
)

@DECLARATIONS@

// Sizes in bytes.
const (
	Size      = 20
	BlockSize = 64
)

// Info is what the kernel writes of a block. Bit v of Mask: no condition excludes disturbance vector v, so that an exact
// test must decide.
type Info struct {
	W     [20]uint32 // W[60..79] of the expanded message
	CV    [5]uint32  // the chaining value before the block
	State [5]uint32  // a, b, c, d, e before step 60
	Mask  uint32
}

// Blocks compresses the whole blocks of p into the chaining value. Returns the number of blocks with a mask.
func Blocks(cv *[5]uint32, p []byte) (candidates int) {
	var info [32]Info
	for len(p) >= BlockSize {
		n := min(len(p)/BlockSize, len(info))
		@SYMBOL@(unsafe.Pointer(cv), unsafe.Pointer(&p[0]), uintptr(n), unsafe.Pointer(&info))
		for i := range info[:n] {
			if info[i].Mask != 0 {
				candidates++
			}
		}
		p = p[n*BlockSize:]
	}
	return
}

// Sum returns the SHA-1 digest of a message, and the number of blocks that an exact test must decide.
func Sum(message []byte) (digest [Size]byte, candidates int) {
	cv := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0} // FIPS 180-4 section 5.3.1
	whole := len(message) &^ (BlockSize - 1)
	candidates = Blocks(&cv, message[:whole])
	var end [2 * BlockSize]byte
	n := copy(end[:], message[whole:])
	end[n] = 0x80
	size := (n + 8 + BlockSize) &^ (BlockSize - 1)
	binary.BigEndian.PutUint64(end[size-8:], uint64(len(message))<<3)
	candidates += Blocks(&cv, end[:size])
	for i, word := range cv {
		binary.BigEndian.PutUint32(digest[4*i:], word)
	}
	return
}
