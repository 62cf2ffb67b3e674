// SPDX-License-Identifier: MIT

package whirlpool

import (
	"oldguard/internal/kdf"
	"oldguard/internal/stream"
)

// A call has at most so many iterations, of four blocks each.
const iterations = longest / (4 * BlockSize)

// Iterate runs the first of the chains, all by the same number of iterations, and returns how many it ran.
func Iterate(chains []kdf.Chain) int {
	kernel, lanes := iterationsFor(len(chains))
	if kernel == 0 {
		iterate(&chains[0])
		return 1
	}
	var u, sums [mostLanes][Size]byte
	var keys [2 * mostLanes][Size]byte
	chains = chains[:min(len(chains), lanes)]
	n := kdf.Least(chains, iterations)
	for lane := range lanes { // idle lanes do what the first one does
		c := &chains[0]
		if lane < len(chains) {
			c = &chains[lane]
		}
		u[lane], sums[lane], keys[lane], keys[lanes+lane] = c.U, c.Sum, c.Keys[0], c.Keys[1]
	}
	iterationsCall(kernel, &u, &sums, &keys, n)
	for lane := range chains {
		c := &chains[lane]
		c.U, c.Sum = u[lane], sums[lane]
		c.Left -= n
	}
	return len(chains)
}

// iterate runs a chain by compressions: U and the padding of a message of two blocks, under each key.
func iterate(c *kdf.Chain) {
	var blocks [2 * BlockSize]byte
	stream.Pad(blocks[:], c.U[:], 2*BlockSize, LengthSize)
	n := min(c.Left, iterations)
	for range n {
		for _, cv := range c.Keys {
			Blocks(&cv, blocks[:])
			copy(blocks[:], cv[:])
		}
		for i := range c.Sum {
			c.Sum[i] ^= blocks[i]
		}
	}
	copy(c.U[:], blocks[:])
	c.Left -= n
}
