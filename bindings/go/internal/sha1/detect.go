// SPDX-License-Identifier: MIT

package sha1

import (
	"encoding/binary"
	"math/bits"
)

// Ahead is the number of blocks that are compressed before the first of them is tested.
const Ahead = 24

// State is the state of detection between the blocks of a message.
type State struct {
	CV     [5]uint32
	Length uint64 // bytes that are compressed
	Found  bool   // whether a block was half of a collision attack
	Vector int8   // the disturbance vector of the first attack
	At     uint64 // the offset of its block
}

// VectorName returns the name of a disturbance vector: "II(52,0)".
func VectorName(v int8) string { return vectors[v].name }

// Blocks compresses and tests the whole blocks of p. After a block of an attack the chaining value is that of
// counter-cryptanalysis: this block is compressed twice more, so that the digests of both files of an attack differ
// from each other and from SHA-1. The info of few blocks is on the stack, where Go clears it.
func (s *State) Blocks(p []byte) {
	switch n := len(p) / BlockSize; {
	case n <= 2:
		var info [2]Info
		s.blocks(p, info[:])
	case n <= 4:
		var info [4]Info
		s.blocks(p, info[:])
	default:
		some := pool.Get().(*scratch)
		s.blocks(p, some.info[:])
		pool.Put(some)
	}
}

// blocks has room for the info of some blocks.
func (s *State) blocks(p []byte, info []Info) {
	ahead := len(info)
	for len(p) >= BlockSize {
		n := min(len(p)/BlockSize, ahead)
		some := p[:n*BlockSize]
		detectBlocks(&s.CV, some, info)
		done := n
		for i := range info[:n] {
			if info[i].mask != 0 {
				done = s.test(some, info[:n], i)
				break
			}
		}
		ahead = len(info)
		if done < n { // at most half of the work is wasted on a message that consists of attacks
			ahead = 1
		}
		s.Length += uint64(done) * BlockSize
		p = p[done*BlockSize:]
	}
}

// A candidate is a block and a vector that no condition excludes, with the block that forms an attack with it.
type candidate struct {
	index  int // of the block
	vector int8
	other  [BlockSize]byte
}

// test decides on the blocks from `first` on. Returns the number of blocks up to and including that of an attack,
// or all.
func (s *State) test(p []byte, info []Info, first int) int {
	last := s.CV
	if testKernel == 0 {
		return s.testPairs(p, info, first, &last)
	}
	for i := first; i < len(info); i++ {
		for mask := info[i].mask; mask != 0; mask &= mask - 1 {
			v, end := int8(bits.TrailingZeros32(mask)), after(info, i, &last)
			if isAttack(p[i*BlockSize:][:BlockSize], &info[i], end, v) {
				return s.hit(p, i, v, end)
			}
		}
	}
	return len(info)
}

// testPairs does the same without a kernel of sha1dc.test. Two candidates at a time are compressed in lanes.
func (s *State) testPairs(p []byte, info []Info, first int, last *[5]uint32) int {
	var waiting [2]candidate
	var ends [2][5]uint32
	n := 0
	decide := func() int { // inlined: it makes nothing escape
		if n == 1 {
			Blocks(&ends[0], waiting[0].other[:])
		} else {
			compressPair(&ends, &waiting[0].other, &waiting[1].other)
		}
		for i := range waiting[:n] {
			if ends[i] == *after(info, waiting[i].index, last) {
				return i
			}
		}
		return -1
	}
	for i := first; i < len(info); i++ {
		for mask := info[i].mask; mask != 0; mask &= mask - 1 {
			c := &waiting[n]
			c.index, c.vector = i, int8(bits.TrailingZeros32(mask))
			findOther(&c.other, &ends[n], p[i*BlockSize:], &info[i], after(info, i, last), c.vector)
			if n++; n == len(waiting) {
				if hit := decide(); hit >= 0 {
					return s.hit(p, waiting[hit].index, waiting[hit].vector, after(info, waiting[hit].index, last))
				}
				n = 0
			}
		}
	}
	if n > 0 {
		if hit := decide(); hit >= 0 {
			return s.hit(p, waiting[hit].index, waiting[hit].vector, after(info, waiting[hit].index, last))
		}
	}
	return len(info)
}

// after returns the chaining value after a block.
func after(info []Info, i int, last *[5]uint32) *[5]uint32 {
	if i+1 < len(info) {
		return &info[i+1].cv
	}
	return last
}

func (s *State) hit(p []byte, index int, vector int8, cv *[5]uint32) int {
	if !s.Found {
		s.Found, s.Vector, s.At = true, vector, s.Length+uint64(index)*BlockSize
	}
	block := p[index*BlockSize:][:BlockSize]
	s.CV = *cv
	Blocks(&s.CV, block)
	Blocks(&s.CV, block)
	return index + 1
}

// findOther computes the other block of an attack and the chaining value before it. There is an attack if
// compressing this block from there gives the chaining value after the block p. The method is that of
// src/sha1/sha1dc_test.c: the states of both blocks agree at a step near 60, and the rounds from there with the
// words of the other block give its last state (M. Stevens, Counter-cryptanalysis, CRYPTO 2013).
func findOther(other *[BlockSize]byte, cv *[5]uint32, p []byte, info *Info, after *[5]uint32, v int8) {
	dm, w := &differences[v], &info.w
	for t := 0; t < 16; t += 2 {
		x := binary.BigEndian.Uint64(p[4*t:]) ^ (uint64(dm[t])<<32 | uint64(dm[t+1]))
		binary.BigEndian.PutUint64(other[4*t:], x)
	}
	s := before60(info, v)
	a, b, c, d, e := s[0], s[1], s[2], s[3], s[4]
	for t := 60; t < 80; t += 5 {
		x := [5]uint32{w[t-60], w[t-59], w[t-58], w[t-57], w[t-56]}
		for i := range x {
			x[i] ^= dm[t+i]
		}
		e, b = e+x[0]+k3+(b^c^d)+bits.RotateLeft32(a, 5), bits.RotateLeft32(b, 30)
		d, a = d+x[1]+k3+(a^b^c)+bits.RotateLeft32(e, 5), bits.RotateLeft32(a, 30)
		c, e = c+x[2]+k3+(e^a^b)+bits.RotateLeft32(d, 5), bits.RotateLeft32(e, 30)
		b, d = b+x[3]+k3+(d^e^a)+bits.RotateLeft32(c, 5), bits.RotateLeft32(d, 30)
		a, c = a+x[4]+k3+(c^d^e)+bits.RotateLeft32(b, 5), bits.RotateLeft32(c, 30)
	}
	*cv = [5]uint32{after[0] - a, after[1] - b, after[2] - c, after[3] - d, after[4] - e}
}

// before60 returns the state of the other block before step 60. The states of both blocks agree at the step of the
// vector. Between this and step 60 they differ by the words.
func before60(info *Info, v int8) [5]uint32 {
	s, w, dm, step := info.state, &info.w, &differences[v], vectors[v].step
	if step < 60 {
		// the recurrence of the schedule, solved for W[t - 16]
		w59 := bits.RotateLeft32(w[15], -1) ^ w[12] ^ w[7] ^ w[1]
		w58 := bits.RotateLeft32(w[14], -1) ^ w[11] ^ w[6] ^ w[0]
		s = back(s, 59, w59)
		if step < 59 {
			s = forward(back(s, 58, w58), 58, w58^dm[58])
		}
		return forward(s, 59, w59^dm[59])
	}
	for t := 60; t < step; t++ {
		s = forward(s, t, w[t-60])
	}
	for t := step - 1; t >= 60; t-- {
		s = back(s, t, w[t-60]^dm[t])
	}
	return s
}

// mixed returns what step t, from 40 on, adds beside a, e and the word.
func mixed(t int, b, c, d uint32) uint32 {
	if t < 60 {
		return (b&c | d&(b|c)) + k2
	}
	return (b ^ c ^ d) + k3
}

// forward executes step t, and back reverts it.
func forward(s [5]uint32, t int, w uint32) [5]uint32 {
	next := bits.RotateLeft32(s[0], 5) + mixed(t, s[1], s[2], s[3]) + s[4] + w
	return [5]uint32{next, s[0], bits.RotateLeft32(s[1], 30), s[2], s[3]}
}

func back(s [5]uint32, t int, w uint32) [5]uint32 {
	a, b, c, d := s[1], bits.RotateLeft32(s[2], -30), s[3], s[4]
	return [5]uint32{a, b, c, d, s[0] - bits.RotateLeft32(a, 5) - mixed(t, b, c, d) - w}
}
