// SPDX-License-Identifier: MIT

// Package sha1cd is SHA-1 with detection of the known collision attacks, in place of github.com/pjbgf/sha1cd: the same
// names and the same digests, those of attacks included. go-git takes it in one line:
//
//	err := hash.RegisterHash(crypto.SHA1, sha1cd.New)
//
// Where there are no kernels (amd64 without AVX2, arm64 without the SHA-1 instructions, the build tag purego), keep
// github.com/pjbgf/sha1cd, which is 4 to 10 times as fast as the plain Go of this package.
//
// A message without an attack has its SHA-1 digest. Each block of an attack is compressed three times, so that the two
// files of an attack get different digests, and neither is SHA-1. The method is that of M. Stevens and D. Shumow,
// "Speeding up detection of SHA-1 collision attacks using unavoidable attack conditions", USENIX Security 2017.
package sha1cd

import (
	"hash"

	kernels "oldguard/internal/sha1"
	"oldguard/internal/stream"
)

// The sizes of a digest and of a block in bytes.
const (
	Size      = kernels.Size
	BlockSize = kernels.BlockSize
)

// CollisionResistantHash is what New returns.
type CollisionResistantHash interface {
	// CollisionResistantSum is Sum, and reports whether the message has a block of a collision attack.
	CollisionResistantSum(b []byte) ([]byte, bool)

	hash.Hash
}

// A Verdict says what detection has found in a message.
type Verdict struct {
	Collision bool
	Vector    string // the disturbance vector of the attack: "II(52,0)"; empty without one
	At        uint64 // the offset of the first attacked block, in bytes
}

func verdict(s *kernels.State) Verdict {
	if !s.Found {
		return Verdict{}
	}
	return Verdict{true, kernels.VectorName(s.Vector), s.At}
}

// New returns a hash.Hash that computes SHA-1 with detection. It implements CollisionResistantHash, Judge,
// encoding.BinaryMarshaler, BinaryAppender and BinaryUnmarshaler, and hash.Cloner. A saved state, whose format is that
// of github.com/pjbgf/sha1cd, has no verdict: UnmarshalBinary keeps that of the object, as it does there.
func New() hash.Hash {
	d := new(digest)
	d.Reset()
	return d
}

// A Judge tells the verdict on the whole blocks that have been written. New returns one.
type Judge interface {
	Verdict() Verdict
}

// Sum returns the digest of data, and whether data has a block of a collision attack.
func Sum(data []byte) ([Size]byte, bool) {
	digest, v := SumVerdict(data)
	return digest, v.Collision
}

// SumVerdict returns the digest of data, and what detection has found.
func SumVerdict(data []byte) (digest [Size]byte, v Verdict) {
	s := kernels.State{CV: kernels.Start}
	if len(data) <= 4*BlockSize-9 {
		var padded [4 * BlockSize]byte
		s.Blocks(padded[:stream.Pad(padded[:], data, uint64(len(data)), kernels.LengthSize)])
	} else {
		n := len(data) &^ (BlockSize - 1)
		s.Blocks(data[:n])
		var end [2 * BlockSize]byte
		s.Blocks(end[:stream.Pad(end[:], data[n:], uint64(len(data)), kernels.LengthSize)])
	}
	kernels.Digest(&digest, &s.CV)
	return digest, verdict(&s)
}

// SumMany writes the digest of messages[i] to out[i] and what detection has found to verdicts[i], which may be nil.
// It reports whether any message has a block of an attack. It panics if out or verdicts is shorter than messages.
func SumMany(out [][Size]byte, verdicts []Verdict, messages [][]byte) bool {
	return sumMany(out, verdicts, nil, messages)
}

// SumMany2 is SumMany of messages in two parts, heads[i] followed by bodies[i]. It panics if their numbers differ.
func SumMany2(out [][Size]byte, verdicts []Verdict, heads, bodies [][]byte) bool {
	if len(heads) != len(bodies) {
		panic("oldguard/sha1cd: heads and bodies differ in number")
	}
	return sumMany(out, verdicts, heads, bodies)
}

func sumMany(out [][Size]byte, verdicts []Verdict, heads, bodies [][]byte) bool {
	if len(out) < len(bodies) || verdicts != nil && len(verdicts) < len(bodies) {
		panic("oldguard/sha1cd: fewer digests or verdicts than messages")
	}
	if len(bodies) <= little {
		var states [little]kernels.State
		return sumWindows(out, verdicts, heads, bodies, states[:])
	}
	var states [window]kernels.State
	return sumWindows(out, verdicts, heads, bodies, states[:])
}

// The messages of a call, whose states are on the stack, and of one with little to clear.
const window, little = 256, 16

func sumWindows(out [][Size]byte, verdicts []Verdict, heads, bodies [][]byte, states []kernels.State) bool {
	found := false
	for len(bodies) > 0 {
		n := min(len(bodies), len(states))
		var some [][]byte
		if heads != nil {
			some, heads = heads[:n], heads[n:]
		}
		kernels.SumMany(out[:n], states[:n], some, bodies[:n])
		for i := range states[:n] {
			found = found || states[i].Found
			if verdicts != nil {
				verdicts[i] = verdict(&states[i])
			}
		}
		out, bodies = out[n:], bodies[n:]
		if verdicts != nil {
			verdicts = verdicts[n:]
		}
	}
	return found
}

type digest struct {
	state kernels.State
	tail  stream.Tail
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() {
	d.state = kernels.State{CV: kernels.Start}
	d.tail.Reset()
}

func (d *digest) Write(p []byte) (int, error) {
	size := len(p)
	for blocks := d.tail.Next(&p); len(blocks) > 0; blocks = d.tail.Next(&p) {
		d.state.Blocks(blocks)
	}
	return size, nil
}

// end writes the state after the padded end, and whole that after the whole blocks. Both leave d as it is.
func (d *digest) end(s *kernels.State) {
	*s = d.state
	tail := d.tail
	s.Blocks(tail.Close(kernels.LengthSize))
}

func (d *digest) whole(s *kernels.State) {
	*s = d.state
	s.Blocks(d.tail.Whole())
}

func (d *digest) Sum(in []byte) []byte {
	var s kernels.State
	d.end(&s)
	return kernels.AppendDigest(in, &s.CV)
}

func (d *digest) CollisionResistantSum(in []byte) ([]byte, bool) {
	var s kernels.State
	d.end(&s)
	return kernels.AppendDigest(in, &s.CV), s.Found
}

func (d *digest) Verdict() Verdict {
	var s kernels.State
	d.whole(&s)
	return verdict(&s)
}

const magic = "shacd\x01" // of github.com/pjbgf/sha1cd

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	var s kernels.State
	d.whole(&s)
	return d.tail.Append(kernels.AppendDigest(append(b, magic...), &s.CV)), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, stream.StateSize(magic, Size)))
}

// UnmarshalBinary keeps what was found before, as New says: also in blocks that were held.
func (d *digest) UnmarshalBinary(b []byte) error {
	var found kernels.State
	d.whole(&found)
	cv, err := d.tail.Read(b, "oldguard/sha1", magic, Size)
	if err == nil {
		d.state = found
		d.state.CV, d.state.Length = kernels.ChainingValue(cv), d.tail.Blocks()
	}
	return err
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
