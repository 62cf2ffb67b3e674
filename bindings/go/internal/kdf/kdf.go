// SPDX-License-Identifier: MIT

// Package kdf has the chains of iterations of PBKDF2 (RFC 8018 section 5.2), which fill the lanes of a kernel.
package kdf

// Most is the number of chains that are worth having at a time: the lanes of the widest kernel.
const Most = 16

// A Chain is an output block that is not finished. The arrays begin with as many bytes as the hash has.
type Chain struct {
	Keys   [2][64]byte // chaining values after the inner and the outer key block
	U, Sum [64]byte    // U_i of the last iteration, and U_1 ^ ... ^ U_i
	Left   int         // iterations
	Out    []byte      // where Sum goes
}

// Least returns the least number of iterations that a chain has left, and `most` at most.
func Least(chains []Chain, most int) int {
	for i := range chains {
		most = min(most, chains[i].Left)
	}
	return most
}
