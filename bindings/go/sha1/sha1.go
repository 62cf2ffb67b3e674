// SPDX-License-Identifier: MIT

// Package sha1 is crypto/sha1 with many messages at once: SumMany hashes independent messages, such as the pieces of
// a torrent, in the lanes of vector registers.
//
// Sum takes as long as that of crypto/sha1, and the saved states are the same. SHA-1 is broken: package sha1cd detects
// the known attacks.
package sha1

import (
	"crypto/sha1"
	"hash"

	kernels "oldguard/internal/sha1"
)

// The sizes of a digest and of a block in bytes.
const (
	Size      = kernels.Size
	BlockSize = kernels.BlockSize
)

// New returns a hash.Hash that computes SHA-1. It implements encoding.BinaryMarshaler, BinaryAppender and
// BinaryUnmarshaler with the format of crypto/sha1, and hash.Cloner.
func New() hash.Hash {
	if !kernels.Fast() {
		return sha1.New()
	}
	d := new(digest)
	d.Reset()
	return d
}

// Sum returns the SHA-1 digest of data.
func Sum(data []byte) [Size]byte {
	if !kernels.Fast() {
		return sha1.Sum(data)
	}
	cv := kernels.Start
	n := len(data) &^ (BlockSize - 1)
	kernels.Blocks(&cv, data[:n])
	var end [2 * BlockSize]byte
	kernels.Blocks(&cv, end[:kernels.Pad(end[:], data[n:], uint64(len(data)))])
	return kernels.Digest(&cv)
}

// SumMany writes the digest of messages[i] to out[i]. It panics if out is shorter than messages.
func SumMany(out [][Size]byte, messages [][]byte) {
	many(out, nil, messages)
}

// SumMany2 writes the digest of heads[i] followed by bodies[i] to out[i]: objects of git, for example, without a copy
// behind their headers. It panics if the lengths of heads and bodies differ or out is shorter.
func SumMany2(out [][Size]byte, heads, bodies [][]byte) {
	if len(heads) != len(bodies) {
		panic("oldguard/sha1: heads and bodies differ in number")
	}
	many(out, heads, bodies)
}

// many compares the length of out, because slicing it up to its capacity would not panic.
func many(out [][Size]byte, heads, bodies [][]byte) {
	if len(out) < len(bodies) {
		panic("oldguard/sha1: fewer digests than messages")
	}
	kernels.SumMany(out, nil, heads, bodies)
}

type digest struct {
	cv  [5]uint32
	x   [BlockSize]byte
	len uint64
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }
func (d *digest) Reset()         { d.cv, d.len = kernels.Start, 0 }

func (d *digest) Write(p []byte) (int, error) {
	size := len(p)
	if held := int(d.len % BlockSize); held > 0 {
		n := copy(d.x[held:], p)
		p = p[n:]
		if held+n == BlockSize {
			kernels.Blocks(&d.cv, d.x[:])
		}
	}
	n := len(p) &^ (BlockSize - 1)
	kernels.Blocks(&d.cv, p[:n])
	if n < len(p) {
		copy(d.x[:], p[n:])
	}
	d.len += uint64(size)
	return size, nil
}

func (d *digest) Sum(in []byte) []byte {
	cv := d.cv
	var end [2 * BlockSize]byte
	kernels.Blocks(&cv, end[:kernels.Pad(end[:], d.x[:d.len%BlockSize], d.len)])
	sum := kernels.Digest(&cv)
	return append(in, sum[:]...)
}

const magic = "sha\x01" // of crypto/sha1

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	return kernels.AppendState(b, magic, &d.cv, &d.x, d.len), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, len(magic)+kernels.StateSize))
}

func (d *digest) UnmarshalBinary(b []byte) error {
	return kernels.ReadState(b, magic, &d.cv, &d.x, &d.len)
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
