// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of Whirlpool. It does not ask whether the processor can run it.
package @STEM@

import (
	"encoding/binary"
	"unsafe"
)

@DECLARATIONS@

// Sizes in bytes.
const (
	Size      = 64
	BlockSize = 64
)

// Blocks compresses the whole blocks of p into the chaining value.
func Blocks(cv *[Size]byte, p []byte) {
	const longest = 16 << 10 // nothing preempts assembly: the collector would wait for a longer call
	for len(p) >= BlockSize {
		n := min(len(p)&^(BlockSize-1), longest)
		@SYMBOL@(unsafe.Pointer(cv), unsafe.Pointer(&p[0]), uintptr(n/BlockSize))
		p = p[n:]
	}
}

// Sum returns the Whirlpool digest of a message.
func Sum(message []byte) (cv [Size]byte) {
	whole := len(message) &^ (BlockSize - 1)
	Blocks(&cv, message[:whole])
	var end [2 * BlockSize]byte
	n := copy(end[:], message[whole:])
	end[n] = 0x80
	size := (n + 32 + BlockSize) &^ (BlockSize - 1)
	binary.BigEndian.PutUint64(end[size-8:], uint64(len(message))<<3)
	Blocks(&cv, end[:size])
	return
}
