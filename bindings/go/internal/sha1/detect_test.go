// SPDX-License-Identifier: MIT

package sha1

import (
	"encoding/binary"
	"math/bits"
	"math/rand"
	"testing"
)

// expand returns the expanded message of a block (FIPS 180-4 section 6.1.2).
func expand(block []byte) (w [80]uint32) {
	for t := range w {
		if t < 16 {
			w[t] = binary.BigEndian.Uint32(block[4*t:])
		} else {
			w[t] = bits.RotateLeft32(w[t-3]^w[t-8]^w[t-14]^w[t-16], 1)
		}
	}
	return
}

// step executes step t, and unstep reverts it.
func step(s *[5]uint32, t int, w uint32) {
	f := function(s, t)
	*s = [5]uint32{bits.RotateLeft32(s[0], 5) + f + s[4] + w, s[0], bits.RotateLeft32(s[1], 30), s[2], s[3]}
}

func unstep(s *[5]uint32, t int, w uint32) {
	before := [5]uint32{s[1], bits.RotateLeft32(s[2], 2), s[3], s[4], 0}
	f := function(&before, t)
	before[4] = s[0] - bits.RotateLeft32(before[0], 5) - f - w
	*s = before
}

func function(s *[5]uint32, t int) uint32 {
	b, c, d := s[1], s[2], s[3]
	switch t / 20 {
	case 0:
		return (b&c | ^b&d) + k0
	case 2:
		return (b&c | b&d | c&d) + k2
	case 1:
		return (b ^ c ^ d) + k1
	}
	return (b ^ c ^ d) + k3
}

// Of both blocks of an attack that is made up along each vector, the test sees one by the info of the other, and none
// if a bit of the chaining value differs. No file is known to collide along most of the vectors.
func TestMadeUpAttacks(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for v := range vectors {
		for range 4 {
			var other, block [BlockSize]byte
			r.Read(other[:])
			for i := range 16 {
				x := binary.BigEndian.Uint32(other[4*i:]) ^ differences[v][i]
				binary.BigEndian.PutUint32(block[4*i:], x)
			}
			theirs, mine := expand(other[:]), expand(block[:])
			var cv, s [5]uint32
			for i := range cv {
				cv[i] = r.Uint32()
			}
			s = cv
			var mid [5]uint32 // where both blocks agree
			for i := range 80 {
				if i == vectors[v].step {
					mid = s
				}
				step(&s, i, theirs[i])
			}
			end := [5]uint32{cv[0] + s[0], cv[1] + s[1], cv[2] + s[2], cv[3] + s[3], cv[4] + s[4]}
			for i := vectors[v].step; i < 60; i++ {
				step(&mid, i, mine[i])
			}
			for i := vectors[v].step - 1; i >= 60; i-- {
				unstep(&mid, i, mine[i])
			}
			info := Info{w: [20]uint32(mine[60:]), state: mid, mask: 1 << v}
			found := func() bool {
				state := State{CV: end}
				return state.test(block[:], []Info{info}, 0) == 1 && state.Found && int(state.Vector) == v
			}
			if !found() {
				t.Errorf("%s: not seen", vectors[v].name)
			}
			end[r.Intn(5)] ^= 1 << r.Intn(32)
			if found() {
				t.Errorf("%s: seen where the chaining value differs", vectors[v].name)
			}
		}
	}
}
