// SPDX-License-Identifier: MIT

// Package pbkdf2 derives keys from passwords with PBKDF2 (RFC 8018 section 5.2) and HMAC with SHA-1 or Whirlpool. The
// blocks of an output, and those of many derivations, run in the lanes of vector registers.
//
// Use it for existing data, such as WPA2 and old containers of VeraCrypt. It does not wipe its memory.
package pbkdf2

import (
	"encoding/binary"
	"errors"
	"hash"
	"math"

	"oldguard/internal/kdf"
	kernels "oldguard/internal/sha1"
	whirlpoolkernels "oldguard/internal/whirlpool"
	"oldguard/sha1"
	"oldguard/whirlpool"
)

// A Derivation has the arguments of a derivation, and gets its result in Out, which has no memory in common with
// Password, Salt or another Out.
type Derivation struct {
	Password   []byte
	Salt       []byte
	Iterations int
	Out        []byte
}

// A hashing is what PBKDF2 needs of a hash function with blocks of 64 bytes.
type hashing struct {
	size     int
	create   func() hash.Hash
	compress func(cv *[64]byte, block []byte) // the first block of a message
	iterate  func([]kdf.Chain) int
}

var (
	withSHA1 = hashing{sha1.Size, sha1.New, func(cv *[64]byte, block []byte) {
		words := kernels.Start
		kernels.Blocks(&words, block)
		kernels.Digest((*[sha1.Size]byte)(cv[:]), &words)
	}, kernels.Iterate}
	withWhirlpool = hashing{whirlpool.Size, whirlpool.New, func(cv *[64]byte, block []byte) {
		whirlpoolkernels.Blocks(cv, block)
	}, whirlpoolkernels.Iterate}
)

// SHA1 derives keyLength bytes from a password with HMAC-SHA1. The error is that of SHA1Many.
func SHA1(password string, salt []byte, iterations, keyLength int) ([]byte, error) {
	return one(&withSHA1, password, salt, iterations, keyLength)
}

// Whirlpool derives keyLength bytes from a password with HMAC-Whirlpool. The error is that of SHA1Many.
func Whirlpool(password string, salt []byte, iterations, keyLength int) ([]byte, error) {
	return one(&withWhirlpool, password, salt, iterations, keyLength)
}

// SHA1Many makes derivations with HMAC-SHA1. It returns an error, and writes nothing, if one of them has no iterations,
// no Out, or an Out of more than 2^32 - 1 digests.
func SHA1Many(derivations []Derivation) error { return many(&withSHA1, derivations) }

// WhirlpoolMany is SHA1Many with HMAC-Whirlpool.
func WhirlpoolMany(derivations []Derivation) error { return many(&withWhirlpool, derivations) }

func one(h *hashing, password string, salt []byte, iterations, keyLength int) ([]byte, error) {
	if err := check(h, iterations, keyLength); err != nil {
		return nil, err
	}
	out := make([]byte, keyLength)
	derive(h, []Derivation{{[]byte(password), salt, iterations, out}})
	return out, nil
}

func check(h *hashing, iterations, size int) error {
	switch {
	case iterations < 1:
		return errors.New("oldguard/pbkdf2: fewer iterations than one")
	case size < 1:
		return errors.New("oldguard/pbkdf2: an output without bytes")
	case uint64(size-1)/uint64(h.size) >= math.MaxUint32:
		return errors.New("oldguard/pbkdf2: derived key too long")
	}
	return nil
}

func many(h *hashing, derivations []Derivation) error {
	for i := range derivations {
		if err := check(h, derivations[i].Iterations, len(derivations[i].Out)); err != nil {
			return err
		}
	}
	derive(h, derivations)
	return nil
}

// A source starts the chains of derivations, block after block.
type source struct {
	*hashing
	waiting []Derivation
	started int // bytes of the first one's Out
	blocks  [2][64]byte
	keys    [2][64]byte
}

// derive runs all chains, as many at a time as the widest kernel takes.
func derive(h *hashing, derivations []Derivation) {
	s, chains := source{hashing: h, waiting: derivations}, make([]kdf.Chain, 0, kdf.Most)
	for {
		for len(chains) < cap(chains) && len(s.waiting) > 0 {
			chains = append(chains, s.start())
		}
		if len(chains) == 0 {
			return
		}
		if kdf.Least(chains, 1) > 0 {
			h.iterate(chains)
		}
		for i := len(chains) - 1; i >= 0; i-- { // downwards: no chain moves before it is looked at
			if c := &chains[i]; c.Left == 0 {
				copy(c.Out, c.Sum[:])
				*c = chains[len(chains)-1]
				chains = chains[:len(chains)-1]
			}
		}
	}
}

// start returns the chain of the next block: U_1 = HMAC(password, salt || INT(number)).
func (s *source) start() (c kdf.Chain) {
	d, h := &s.waiting[0], s.create()
	if s.started == 0 {
		s.key(d.Password, h)
	}
	number := binary.BigEndian.AppendUint32(nil, uint32(s.started/s.size+1))
	h.Reset()
	for _, part := range [][]byte{s.blocks[0][:], d.Salt, number} {
		h.Write(part)
	}
	inner := h.Sum(c.U[:0])
	h.Reset()
	h.Write(s.blocks[1][:])
	h.Write(inner)
	h.Sum(c.U[:0])
	c.Keys, c.Sum, c.Left = s.keys, c.U, d.Iterations-1
	c.Out = d.Out[s.started:min(len(d.Out), s.started+s.size)]
	if s.started += s.size; s.started >= len(d.Out) {
		s.started, s.waiting = 0, s.waiting[1:]
	}
	return c
}

// key makes the inner and the outer key block of HMAC (RFC 2104) and compresses them.
func (s *source) key(password []byte, h hash.Hash) {
	var key [64]byte
	if len(password) > len(key) {
		h.Write(password)
		h.Sum(key[:0])
	} else {
		copy(key[:], password)
	}
	for i, mask := range []byte{0x36, 0x5c} {
		for j := range key {
			s.blocks[i][j] = key[j] ^ mask
		}
		s.keys[i] = [64]byte{}
		s.compress(&s.keys[i], s.blocks[i][:])
	}
}
