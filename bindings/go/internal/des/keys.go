// SPDX-License-Identifier: MIT

// Package des encrypts and decrypts blocks with DES and Triple DES (FIPS 46-3) by kernels. Package des of the module
// takes crypto/des where there are none.
package des

// Sizes in bytes.
const (
	BlockSize = 8
	KeySize   = 8
)

// Keys are the round keys of one key or of three.
type Keys struct {
	round  [3][32]uint32
	triple bool
}
