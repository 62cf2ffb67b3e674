// SPDX-License-Identifier: MIT

// Package sha1cd is SHA-1 with detection of the known collision attacks, in place of github.com/pjbgf/sha1cd: the same
// names and the same digests, those of attacks included. go-git takes it in one line:
//
//	err := hash.RegisterHash(crypto.SHA1, sha1cd.New)
//
// Where there are no kernels (arm64, amd64 without AVX2, the build tag purego), keep
// github.com/pjbgf/sha1cd, which is 4 to 10 times as fast as the plain Go of this package.
//
// A message without an attack has its SHA-1 digest. Each block of an attack is compressed three times, so that the two
// files of an attack get different digests, and neither is SHA-1. The method is that of M. Stevens and D. Shumow,
// "Speeding up detection of SHA-1 collision attacks using unavoidable attack conditions", USENIX Security 2017.
package sha1cd

import (
	"hash"

	kernels "oldguard/internal/sha1"
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
func SumVerdict(data []byte) ([Size]byte, Verdict) {
	s := kernels.State{CV: kernels.Start}
	if len(data) <= few*BlockSize-9 {
		var padded [few * BlockSize]byte
		blocks(&s, padded[:kernels.Pad(padded[:], data, uint64(len(data)))])
	} else {
		n := len(data) &^ (BlockSize - 1)
		blocks(&s, data[:n])
		last(&s, data[n:], uint64(len(data)))
	}
	return kernels.Digest(&s.CV), verdict(&s)
}

const few = 4 // blocks whose info is cleared at once

// blocks compresses the whole blocks of p. Their info is on the stack.
func blocks(s *kernels.State, p []byte) {
	if len(p) <= few*BlockSize {
		var info [few]kernels.Info
		s.Blocks(p, info[:])
	} else {
		var info [kernels.Ahead]kernels.Info
		s.Blocks(p, info[:])
	}
}

// last compresses the padded end of a message of `length` bytes, whose last bytes are p.
func last(s *kernels.State, p []byte, length uint64) {
	var padded [2 * BlockSize]byte
	var info [2]kernels.Info
	s.Blocks(padded[:kernels.Pad(padded[:], p, length)], info[:])
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
	x     [BlockSize]byte
	len   uint64
}

func (d *digest) Size() int      { return Size }
func (d *digest) BlockSize() int { return BlockSize }

func (d *digest) Reset() {
	d.state = kernels.State{CV: kernels.Start}
	d.len = 0
}

func (d *digest) Write(p []byte) (int, error) {
	size := len(p)
	if held := int(d.len % BlockSize); held > 0 {
		n := copy(d.x[held:], p)
		p = p[n:]
		if held+n == BlockSize {
			blocks(&d.state, d.x[:])
		}
	}
	n := len(p) &^ (BlockSize - 1)
	blocks(&d.state, p[:n])
	if n < len(p) {
		copy(d.x[:], p[n:])
	}
	d.len += uint64(size)
	return size, nil
}

// end returns the digest and the state after the padded end, and leaves d as it is.
func (d *digest) end() ([Size]byte, kernels.State) {
	s := d.state
	last(&s, d.x[:d.len%BlockSize], d.len)
	return kernels.Digest(&s.CV), s
}

func (d *digest) Sum(in []byte) []byte {
	sum, _ := d.end()
	return append(in, sum[:]...)
}

func (d *digest) CollisionResistantSum(in []byte) ([]byte, bool) {
	sum, s := d.end()
	return append(in, sum[:]...), s.Found
}

func (d *digest) Verdict() Verdict { return verdict(&d.state) }

const magic = "shacd\x01" // of github.com/pjbgf/sha1cd

func (d *digest) AppendBinary(b []byte) ([]byte, error) {
	return kernels.AppendState(b, magic, &d.state.CV, &d.x, d.len), nil
}

func (d *digest) MarshalBinary() ([]byte, error) {
	return d.AppendBinary(make([]byte, 0, len(magic)+kernels.StateSize))
}

func (d *digest) UnmarshalBinary(b []byte) error {
	if err := kernels.ReadState(b, magic, &d.state.CV, &d.x, &d.len); err != nil {
		return err
	}
	d.state.Length = d.len - d.len%BlockSize
	return nil
}

func (d *digest) Clone() (hash.Cloner, error) {
	copied := *d
	return &copied, nil
}
