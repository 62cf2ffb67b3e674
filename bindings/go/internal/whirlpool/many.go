// SPDX-License-Identifier: MIT

package whirlpool

import (
	"unsafe"

	"oldguard/internal/stream"
)

const mostLanes = 3

// Sum writes the digest of a message, whose chaining value begins with zeros.
func Sum(cv *[Size]byte, p []byte) {
	*cv = [Size]byte{}
	n := len(p) &^ (BlockSize - 1)
	Blocks(cv, p[:n])
	var end [2 * BlockSize]byte
	Blocks(cv, end[:stream.Pad(end[:], p[n:], uint64(len(p)), LengthSize)])
}

// A lane holds a message: the blocks that are not compressed, and its padded end.
type lane struct {
	message, size int
	ended         bool
	rest          []byte // less than a block
	end           [2 * BlockSize]byte
}

// SumMany writes the digest of each message.
func SumMany(out [][Size]byte, messages [][]byte) {
	var cv [mostLanes][Size]byte
	var at [mostLanes]unsafe.Pointer
	var blocks [mostLanes]int
	var lanes [mostLanes]lane
	lengths := short
	for _, message := range messages {
		if len(message) >= 4*BlockSize-32 {
			lengths = long
		}
	}
	// next gives lane i its next blocks, and reports whether there were any.
	next := func(i int) bool {
		l := &lanes[i]
		if l.ended {
			return false
		}
		l.ended = true
		n := stream.Pad(l.end[:], l.rest, uint64(l.size), LengthSize)
		at[i], blocks[i] = unsafe.Pointer(&l.end), n/BlockSize
		return true
	}
	waiting := 0
	start := func(i int) {
		p, l := messages[waiting], &lanes[i]
		n := len(p) &^ (BlockSize - 1)
		l.message, l.size, l.ended, l.rest = waiting, len(p), false, p[n:]
		cv[i] = [Size]byte{}
		if n == 0 {
			next(i)
		} else {
			at[i], blocks[i] = unsafe.Pointer(&p[0]), n/BlockSize
		}
		waiting++
	}
	kernel, width := lanesFor(len(messages), lengths)
	busy := 0
	for kernel != 0 && (waiting < len(messages) || busy == width) {
		for ; busy < width && waiting < len(messages); busy++ {
			start(busy)
		}
		if busy < width {
			break
		}
		n := longest / BlockSize
		for _, left := range blocks[:width] {
			n = min(n, left)
		}
		lanesCall(kernel, &cv, &at, n)
		for i := width - 1; i >= 0; i-- {
			if blocks[i] -= n; blocks[i] > 0 {
				at[i] = unsafe.Add(at[i], n*BlockSize)
			} else if !next(i) {
				out[lanes[i].message] = cv[i]
				lanes[i].message = -1
				if waiting < len(messages) {
					start(i)
				} else {
					busy--
				}
			}
		}
	}
	// The lanes that are left, one after the other.
	for i := range lanes[:width] {
		if l := &lanes[i]; kernel != 0 && (at[i] != nil && l.message >= 0) {
			for more := true; more; more = next(i) {
				Blocks(&cv[i], unsafe.Slice((*byte)(at[i]), blocks[i]*BlockSize))
			}
			out[l.message] = cv[i]
		}
	}
	for ; waiting < len(messages); waiting++ {
		Sum(&out[waiting], messages[waiting])
	}
}
