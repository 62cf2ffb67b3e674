// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of SHA-1. It does not ask whether the processor can run it.
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

// Blocks compresses the whole blocks of p into the chaining value.
func Blocks(cv *[5]uint32, p []byte) {
	const longest = 64 << 10 // nothing preempts assembly: the collector would wait for a longer call
	for len(p) >= BlockSize {
		n := min(len(p)&^(BlockSize-1), longest)
		@SYMBOL@(unsafe.Pointer(cv), unsafe.Pointer(&p[0]), uintptr(n/BlockSize))
		p = p[n:]
	}
}

// Sum returns the SHA-1 digest of a message.
func Sum(message []byte) (digest [Size]byte) {
	cv := [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0} // FIPS 180-4 section 5.3.1
	whole := len(message) &^ (BlockSize - 1)
	Blocks(&cv, message[:whole])
	var end [2 * BlockSize]byte
	n := copy(end[:], message[whole:])
	end[n] = 0x80
	size := (n + 8 + BlockSize) &^ (BlockSize - 1)
	binary.BigEndian.PutUint64(end[size-8:], uint64(len(message))<<3)
	Blocks(&cv, end[:size])
	for i, word := range cv {
		binary.BigEndian.PutUint32(digest[4*i:], word)
	}
	return
}
