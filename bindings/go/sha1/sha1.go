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
	"oldguard/internal/stream"
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
func Sum(data []byte) (out [Size]byte) {
	if !kernels.Fast() {
		return sha1.Sum(data)
	}
	cv := kernels.Start
	n := len(data) &^ (BlockSize - 1)
	kernels.Blocks(&cv, data[:n])
	var end [2 * BlockSize]byte
	kernels.Blocks(&cv, end[:stream.Pad(end[:], data[n:], uint64(len(data)), kernels.LengthSize)])
	kernels.Digest(&out, &cv)
	return
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

// UpdateMany writes data[i] to hashes[i], which New or another package made: many streams that grow side by side. Those
// of New are hashed in lanes. It panics if the lengths differ. A hash may be in the list more than once.
func UpdateMany(hashes []hash.Hash, data [][]byte) {
	if len(hashes) != len(data) {
		panic("oldguard/sha1: hashes and data differ in number")
	}
	var u updates
	for i, h := range hashes {
		d, mine := h.(*digest)
		if !mine {
			u.run() // before code of others, which may write to one of these or panic
			h.Write(data[i])
			continue
		}
		if d.waits || u.n == len(u.digests) {
			u.run()
		}
		head, body, rest := d.tail.Split(data[i])
		if len(head)+len(body) > 0 {
			d.waits = true
			u.digests[u.n], u.cvs[u.n], u.heads[u.n], u.bodies[u.n], u.rests[u.n] = d, &d.cv, head, body, rest
			u.n++
		}
	}
	u.run()
}

// updates are the blocks of different hashes.
type updates struct {
	digests              [64]*digest
	cvs                  [64]*[5]uint32
	heads, bodies, rests [64][]byte
	n                    int
}

func (u *updates) run() {
	kernels.UpdateMany(u.cvs[:u.n], u.heads[:u.n], u.bodies[:u.n])
	for i, d := range u.digests[:u.n] {
		d.tail.Hold(u.rests[i])
		d.waits = false
	}
	u.n = 0
}

type digest struct {
	cv    [5]uint32
	tail  stream.Tail
	waits bool // in a list of UpdateMany
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() {
	d.cv = kernels.Start
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
	return kernels.AppendDigest(in, &cv)
}

const magic = "sha\x01" // of crypto/sha1

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	cv := d.cv
	kernels.Blocks(&cv, d.tail.Whole())
	return d.tail.Append(kernels.AppendDigest(append(b, magic...), &cv)), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, stream.StateSize(magic, Size)))
}

func (d *digest) UnmarshalBinary(b []byte) error {
	cv, err := d.tail.Read(b, "oldguard/sha1", magic, Size)
	if err == nil {
		d.cv = kernels.ChainingValue(cv)
	}
	return err
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
