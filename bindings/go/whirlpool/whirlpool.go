// SPDX-License-Identifier: MIT

// Package whirlpool is the hash function Whirlpool (ISO/IEC 10118-3:2004, the third and last version), alone and of
// many messages at once.
package whirlpool

import (
	"errors"
	"hash"

	"encoding/binary"

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
	cv  [Size]byte
	x   [BlockSize]byte
	len uint64
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }
func (d *digest) Reset()         { d.cv, d.len = [Size]byte{}, 0 }

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
	return append(in, cv[:]...)
}

const magic = "wp3\x01"

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	held := d.len % BlockSize
	b = append(append(append(b, magic...), d.cv[:]...), d.x[:held]...)
	return binary.BigEndian.AppendUint64(append(b, make([]byte, BlockSize-held)...), d.len), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(nil)
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("oldguard/whirlpool: invalid hash state identifier")
	}
	if len(b) != len(magic)+Size+BlockSize+8 {
		return errors.New("oldguard/whirlpool: invalid hash state size")
	}
	b = b[len(magic):]
	b = b[copy(d.cv[:], b):]
	b = b[copy(d.x[:], b):]
	d.len = binary.BigEndian.Uint64(b)
	return nil
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
