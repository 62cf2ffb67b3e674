// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of CBC encryption with DES and Triple DES. It does not ask whether the processor can run it.
package @STEM@

import "unsafe"

@DECLARATIONS@

// EncryptCBC encrypts the blocks of src, and replaces iv by the last block of ciphertext. dst may be src. It panics if
// src has no whole blocks or dst is shorter.
func (k *Keys) EncryptCBC(dst, src []byte, iv *[BlockSize]byte) {
	const longest = 64 << 10 // nothing preempts assembly: the collector would wait for a longer call
	check(dst, src)
	for len(src) > 0 {
		n := min(len(src), longest)
		to, from, blocks := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), uintptr(n/BlockSize)
		if k.triple {
			@des3.cbc_enc@(to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		} else {
			@des.cbc_enc@(to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		}
		dst, src = dst[n:], src[n:]
	}
}
