// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of SHA-1 for @LANES@ messages. It does not ask whether the processor can run it.
package @STEM@

import (
	"encoding/binary"
	"unsafe"
)

@DECLARATIONS@

// Sizes in bytes, and the number of messages.
const (
	Size      = 20
	BlockSize = 64
	Lanes     = @LANES@
)

// Blocks compresses n blocks of each message into its chaining value. It panics if a message has fewer.
func Blocks(cv *[Lanes][5]uint32, messages *[Lanes][]byte, n int) {
	const longest = 1024 / Lanes // blocks: nothing preempts assembly, the collector would wait for a longer call
	var at [Lanes]unsafe.Pointer
	for done := 0; done < n; {
		some := min(n-done, longest)
		for i, message := range messages {
			at[i] = unsafe.Pointer(&message[done*BlockSize : (done+some)*BlockSize][0])
		}
		@SYMBOL@(unsafe.Pointer(cv), unsafe.Pointer(&at), uintptr(some))
		done += some
	}
}

// Sum returns the SHA-1 digests of messages of the same length. It panics if one is shorter than the first.
func Sum(messages *[Lanes][]byte) (digests [Lanes][Size]byte) {
	var cv [Lanes][5]uint32
	var ends [Lanes][2 * BlockSize]byte
	var tails [Lanes][]byte
	length := len(messages[0])
	whole := length &^ (BlockSize - 1)
	size := (length - whole + 8 + BlockSize) &^ (BlockSize - 1)
	for i, message := range messages {
		cv[i] = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0} // FIPS 180-4 section 5.3.1
		end := ends[i][:size]
		end[copy(end, message[whole:length])] = 0x80
		binary.BigEndian.PutUint64(end[size-8:], uint64(length)<<3)
		tails[i] = end
	}
	Blocks(&cv, messages, whole/BlockSize)
	Blocks(&cv, &tails, size/BlockSize)
	for i := range cv {
		for j, word := range cv[i] {
			binary.BigEndian.PutUint32(digests[i][4*j:], word)
		}
	}
	return
}
