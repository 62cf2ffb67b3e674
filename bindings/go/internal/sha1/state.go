// SPDX-License-Identifier: MIT

package sha1

import (
	"encoding/binary"
	"errors"
)

// StateSize is the size of a saved state in bytes without its magic. It has the format of crypto/sha1: the magic, the
// chaining value, the partial block and the length, big-endian.
const StateSize = 5*4 + BlockSize + 8

// AppendState appends a saved state.
func AppendState(b []byte, magic string, cv *[5]uint32, x *[BlockSize]byte, length uint64) []byte {
	b = append(b, magic...)
	for _, word := range cv {
		b = binary.BigEndian.AppendUint32(b, word)
	}
	held := length % BlockSize
	b = append(b, x[:held]...)
	b = append(b, make([]byte, BlockSize-held)...)
	return binary.BigEndian.AppendUint64(b, length)
}

// ReadState reads a saved state. An error changes nothing.
func ReadState(b []byte, magic string, cv *[5]uint32, x *[BlockSize]byte, length *uint64) error {
	if len(b) < len(magic) || string(b[:len(magic)]) != magic {
		return errors.New("oldguard/sha1: invalid hash state identifier")
	}
	if len(b) != len(magic)+StateSize {
		return errors.New("oldguard/sha1: invalid hash state size")
	}
	b = b[len(magic):]
	for i := range cv {
		cv[i] = binary.BigEndian.Uint32(b[4*i:])
	}
	copy(x[:], b[20:])
	*length = binary.BigEndian.Uint64(b[20+BlockSize:])
	return nil
}
