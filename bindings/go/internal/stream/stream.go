// SPDX-License-Identifier: MIT

// Package stream holds the end of a message that comes in parts, for hash functions with blocks of 64 bytes.
package stream

import (
	"encoding/binary"
	"errors"
)

// BlockSize is the size of a block in bytes.
const BlockSize = 64

// Most is the number of blocks that are held. A small message in parts, such as an object of git behind its header, is
// compressed by one call of a kernel.
const Most = 4

// A Tail is the end of a message that is not compressed.
type Tail struct {
	x    [(Most + 1) * BlockSize]byte // with room for the padding
	held int
	size uint64 // bytes of the message
}

// Reset begins a message.
func (t *Tail) Reset() { t.held, t.size = 0, 0 }

// Next takes bytes of *p and returns the next blocks to compress: what is held, or blocks of *p. It returns none when the
// rest of *p is held.
func (t *Tail) Next(p *[]byte) (blocks []byte) {
	n := len(*p)
	switch {
	case t.held+n <= Most*BlockSize:
		t.held += copy(t.x[t.held:], *p)
	case t.held == 0:
		n &^= BlockSize - 1
		blocks = (*p)[:n]
	default:
		n = copy(t.x[t.held:], (*p)[:-t.held&(BlockSize-1)])
		blocks, t.held = t.x[:t.held+n], 0
	}
	*p = (*p)[n:]
	t.size += uint64(n)
	return
}

// Split is Next for messages side by side: it takes p and returns all that is to be compressed now, what is held and
// completed by p, and blocks of p. Both are empty if the rest of p is held. Else Hold takes the rest after that.
func (t *Tail) Split(p []byte) (head, body, rest []byte) {
	t.size += uint64(len(p))
	if t.held+len(p) <= Most*BlockSize {
		t.held += copy(t.x[t.held:], p)
		return
	}
	n := copy(t.x[t.held:], p[:-t.held&(BlockSize-1)])
	head, p = t.x[:t.held+n], p[n:]
	n = len(p) &^ (BlockSize - 1)
	return head, p[:n], p[n:]
}

// Hold holds what Split has returned last.
func (t *Tail) Hold(rest []byte) { t.held = copy(t.x[:], rest) }

// Whole returns the blocks that are held.
func (t *Tail) Whole() []byte { return t.x[:t.held&^(BlockSize-1)] }

// Close pads the message, whose length takes `field` bytes, and returns its last blocks. Nothing can follow.
func (t *Tail) Close(field int) []byte { return t.x[:pad(t.x[:], t.held, t.size, field)] }

// Pad writes the padded end of a message of `size` bytes, whose last bytes are p, and returns the size of that end.
func Pad(to []byte, p []byte, size uint64, field int) int { return pad(to, copy(to, p), size, field) }

// pad writes the padding after the n bytes at the end of a message, and returns the size of both.
func pad(to []byte, n int, size uint64, field int) int {
	end := (n + field + BlockSize) &^ (BlockSize - 1)
	to[n] = 0x80
	clear(to[n+1 : end])
	binary.BigEndian.PutUint64(to[end-8:], size<<3)
	if field > 8 {
		to[end-9] = byte(size >> 61)
	}
	return end
}

// Append appends the end of a state, which has the format of crypto/sha1: the magic, the chaining value, the block that
// is not complete, and the length, big-endian.
func (t *Tail) Append(b []byte) []byte {
	whole := t.held &^ (BlockSize - 1)
	b = append(b, t.x[whole:t.held]...)
	b = append(b, make([]byte, BlockSize-(t.held-whole))...)
	return binary.BigEndian.AppendUint64(b, t.size)
}

// StateSize returns the size of a state.
func StateSize(magic string, cv int) int { return len(magic) + cv + BlockSize + 8 }

// Read reads a state and returns its chaining value of `size` bytes. An error, which begins with the name of the
// package, changes nothing.
func (t *Tail) Read(b []byte, name, magic string, size int) ([]byte, error) {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return nil, errors.New(name + ": invalid hash state identifier")
	}
	if len(b) != StateSize(magic, size) {
		return nil, errors.New(name + ": invalid hash state size")
	}
	cv, rest := b[len(magic):][:size], b[len(magic)+size:]
	t.size = binary.BigEndian.Uint64(rest[BlockSize:])
	t.held = copy(t.x[:], rest[:t.size%BlockSize])
	return cv, nil
}

// Blocks returns the bytes of the message that are in whole blocks.
func (t *Tail) Blocks() uint64 { return t.size &^ (BlockSize - 1) }
