// SPDX-License-Identifier: MIT

// Package sha1 compresses blocks with SHA-1, one message or many at once, with and without the detection of
// collision attacks.
package sha1

import (
	"encoding/binary"
	"math/bits"
)

// Sizes in bytes.
const (
	Size      = 20
	BlockSize = 64
)

// Start is the chaining value before a message (FIPS 180-4 section 5.3.1).
var Start = [5]uint32{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}

// The constants of section 4.2.1.
const (
	k0 = 0x5a827999
	k1 = 0x6ed9eba1
	k2 = 0x8f1bbcdc
	k3 = 0xca62c1d6
)

// Info is what detection knows of a compressed block.
type Info struct {
	w     [20]uint32 // W[60..79] of the expanded message
	cv    [5]uint32  // the chaining value before the block
	state [5]uint32  // a to e before step 60
	mask  uint32     // bit v: no condition excludes disturbance vector v
}

// A condition: if bit bi of W[i] XOR bit bj of W[j] is not want, the block belongs to no vector of mask.
type condition struct {
	i, bi, j, bj, want uint8
	mask               uint32
}

// A vector is a disturbance vector. step: that near 60 before which the states of both blocks agree.
type vector struct {
	name string
	step int
}

// compress follows section 6.1.2. Returns the expanded message and the state before step 60.
func compress(cv *[5]uint32, p []byte) (w [80]uint32, state [5]uint32) {
	for t := range 16 {
		w[t] = binary.BigEndian.Uint32(p[4*t:])
	}
	for t := 16; t < 80; t++ {
		w[t] = bits.RotateLeft32(w[t-3]^w[t-8]^w[t-14]^w[t-16], 1)
	}
	a, b, c, d, e := cv[0], cv[1], cv[2], cv[3], cv[4]
	for t := range 80 {
		var f, k uint32
		switch t / 20 {
		case 0:
			f, k = b&c|^b&d, k0
		case 1:
			f, k = b^c^d, k1
		case 2:
			f, k = b&c|b&d|c&d, k2
		default:
			f, k = b^c^d, k3
		}
		if t == 60 {
			state = [5]uint32{a, b, c, d, e}
		}
		a, b, c, d, e = bits.RotateLeft32(a, 5)+f+e+k+w[t], a, bits.RotateLeft32(b, 30), c, d
	}
	cv[0] += a
	cv[1] += b
	cv[2] += c
	cv[3] += d
	cv[4] += e
	return w, state
}

func blocksGeneric(cv *[5]uint32, p []byte) {
	for ; len(p) >= BlockSize; p = p[BlockSize:] {
		compress(cv, p)
	}
}

func detectGeneric(cv *[5]uint32, p []byte, info []Info) {
	for i := 0; len(p) >= BlockSize; i, p = i+1, p[BlockSize:] {
		each := &info[i]
		each.cv = *cv
		w, state := compress(cv, p)
		copy(each.w[:], w[60:])
		each.state, each.mask = state, ^uint32(0)
		for j := range conditions {
			c := &conditions[j]
			if (w[c.i]>>c.bi^w[c.j]>>c.bj)&1 != uint32(c.want) {
				each.mask &^= c.mask
			}
		}
	}
}
