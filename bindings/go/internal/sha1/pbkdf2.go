// SPDX-License-Identifier: MIT

package sha1

import (
	"encoding/binary"
	"unsafe"

	"oldguard/internal/kdf"
	"oldguard/internal/stream"
)

// A call has at most so many iterations, of two blocks each.
const iterations = longest / (2 * BlockSize)

// Iterate runs the first of the chains, all by the same number of iterations, and returns how many it ran.
func Iterate(chains []kdf.Chain) int {
	if line := iterationsFor(len(chains)); line != nil {
		return iterateCall(line.Kernel, line.Lanes, chains)
	}
	if line := lanesFor(false, len(chains), short); line != nil {
		return iterateLanes(line.Kernel, line.Lanes, chains)
	}
	return iterateLanes(0, 1, chains)
}

// iterateCall runs chains by a kernel that keeps all between the iterations in registers. Word i of all lanes is
// behind word i-1. Idle lanes do what the first one does.
func iterateCall(kernel, lanes int, chains []kdf.Chain) int {
	var u, sums [5 * mostLanes]uint32
	var keys [10 * mostLanes]uint32
	chains = chains[:min(len(chains), lanes)]
	n := kdf.Least(chains, iterations)
	for lane := range lanes {
		c := &chains[0]
		if lane < len(chains) {
			c = &chains[lane]
		}
		for i := range 5 {
			u[lanes*i+lane] = binary.BigEndian.Uint32(c.U[4*i:])
			sums[lanes*i+lane] = binary.BigEndian.Uint32(c.Sum[4*i:])
			keys[lanes*i+lane] = binary.BigEndian.Uint32(c.Keys[0][4*i:])
			keys[lanes*(5+i)+lane] = binary.BigEndian.Uint32(c.Keys[1][4*i:])
		}
	}
	iterationsCall(kernel, &u, &sums, &keys, n)
	for lane := range chains {
		c := &chains[lane]
		for i := range 5 {
			binary.BigEndian.PutUint32(c.U[4*i:], u[lanes*i+lane])
			binary.BigEndian.PutUint32(c.Sum[4*i:], sums[lanes*i+lane])
		}
		c.Left -= n
	}
	return len(chains)
}

// iterateLanes runs chains by compressions in lanes, or one chain if kernel is 0.
func iterateLanes(kernel, lanes int, chains []kdf.Chain) int {
	var keys [2][mostLanes][5]uint32
	var cv, sums [mostLanes][5]uint32
	var at [mostLanes]unsafe.Pointer
	s := pool.Get().(*scratch)
	chains = chains[:min(len(chains), lanes)]
	n := kdf.Least(chains, iterations)
	for lane := range lanes {
		c := &chains[0]
		if lane < len(chains) {
			c = &chains[lane]
		}
		for i := range keys {
			keys[i][lane] = ChainingValue(c.Keys[i][:])
		}
		sums[lane] = ChainingValue(c.Sum[:])
		stream.Pad(s.buffers[lane][:], c.U[:Size], BlockSize+Size, LengthSize)
		at[lane] = unsafe.Pointer(&s.buffers[lane])
	}
	for range n {
		for key := range keys {
			cv = keys[key]
			if kernel == 0 {
				Blocks(&cv[0], s.buffers[0][:BlockSize])
			} else {
				lanesCall(false, kernel, &cv, &at, 1, nil)
			}
			for lane := range lanes {
				Digest((*[Size]byte)(s.buffers[lane][:]), &cv[lane])
			}
		}
		for lane := range lanes {
			for i := range sums[lane] {
				sums[lane][i] ^= cv[lane][i]
			}
		}
	}
	for lane := range chains {
		c := &chains[lane]
		copy(c.U[:], s.buffers[lane][:Size])
		Digest((*[Size]byte)(c.Sum[:]), &sums[lane])
		c.Left -= n
	}
	clear(s.buffers[:lanes]) // what comes from a password stays in no pool
	pool.Put(s)
	return len(chains)
}
