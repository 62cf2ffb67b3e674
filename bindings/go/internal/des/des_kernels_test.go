// SPDX-License-Identifier: MIT
//go:build (amd64 || arm64) && gc && !purego

package des

import (
	"testing"
	"unsafe"
)

// The round keys in plain Go are those of the kernel, where there is one.
func TestExpand(t *testing.T) {
	if keyKernel == 0 {
		t.Skip("no kernel")
	}
	for i := range 64 {
		key := []byte("\x01\x23\x45\x67\x89\xab\xcd\xef")
		key[i/8] ^= 1 << (i % 8)
		var plain, wanted [32]uint32
		expand(&plain, key)
		desKeyCall(keyKernel, unsafe.Pointer(&wanted), unsafe.Pointer(&key[0]))
		if plain != wanted {
			t.Fatalf("%x: %08x, not %08x", key, plain, wanted)
		}
	}
}
