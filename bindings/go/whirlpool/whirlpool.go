// SPDX-License-Identifier: MIT

// Package whirlpool is the hash function Whirlpool (ISO/IEC 10118-3:2004, the third and last version), alone and of
// many messages at once.
package whirlpool

import (
	"hash"

	"oldguard/internal/stream"
	kernels "oldguard/internal/whirlpool"
)

// The sizes of a digest and of a block in bytes.
const (
	Size      = kernels.Size
	BlockSize = kernels.BlockSize
)

// New returns a hash.Hash that computes Whirlpool. It implements encoding.BinaryMarshaler, BinaryAppender and
// BinaryUnmarshaler, and hash.Cloner.
func New() hash.Hash { return new(digest) }

// Sum returns the Whirlpool digest of data.
func Sum(data []byte) (out [Size]byte) {
	kernels.Sum(&out, data)
	return
}

// SumMany writes the digest of messages[i] to out[i]. It panics if out is shorter than messages.
func SumMany(out [][Size]byte, messages [][]byte) {
	if len(out) < len(messages) { // slicing up to the capacity of out would not panic
		panic("oldguard/whirlpool: fewer digests than messages")
	}
	kernels.SumMany(out, messages)
}

type digest struct {
	cv   [Size]byte
	tail stream.Tail
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() {
	d.cv = [Size]byte{}
	d.tail.Reset()
}

func (d *digest) Write(p []byte) (int, error) {
	size := len(p)
	for blocks := d.tail.Next(&p); len(blocks) > 0; blocks = d.tail.Next(&p) {
		kernels.Blocks(&d.cv, blocks)
	}
	return size, nil
}

func (d *digest) Sum(in []byte) []byte {
	cv := d.cv
	tail := d.tail
	kernels.Blocks(&cv, tail.Close(kernels.LengthSize))
	return append(in, cv[:]...)
}

const magic = "wp3\x01"

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	cv := d.cv
	kernels.Blocks(&cv, d.tail.Whole())
	return d.tail.Append(append(append(b, magic...), cv[:]...)), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, stream.StateSize(magic, Size)))
}

func (d *digest) UnmarshalBinary(b []byte) error {
	cv, err := d.tail.Read(b, "oldguard/whirlpool", magic, Size)
	if err == nil {
		d.cv = [Size]byte(cv)
	}
	return err
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
