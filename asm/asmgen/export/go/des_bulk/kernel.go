// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

// Package @STEM@ is one kernel of DES and Triple DES. It does not ask whether the processor can run it.
package @STEM@

import "unsafe"

@DECLARATIONS@

const longest = 64 << 10 // nothing preempts assembly: the collector would wait for a longer call

// ECB encrypts or decrypts the blocks of src. dst may be src. It panics if src has no whole blocks or dst is shorter.
func (k *Keys) ECB(dst, src []byte, encrypt bool) {
	check(dst, src)
	flag := int32(0)
	if encrypt {
		flag = 1
	}
	for len(src) > 0 {
		n := min(len(src), longest)
		to, from, blocks := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), uintptr(n/BlockSize)
		if k.triple {
			@des3.ecb@(to, from, blocks, unsafe.Pointer(&k.round), flag)
		} else {
			@des.ecb@(to, from, blocks, unsafe.Pointer(&k.round), flag)
		}
		dst, src = dst[n:], src[n:]
	}
}

// DecryptCBC decrypts the blocks of src, and replaces iv by the last of them. dst may be src. It panics as ECB does.
func (k *Keys) DecryptCBC(dst, src []byte, iv *[BlockSize]byte) {
	check(dst, src)
	for len(src) > 0 {
		n := min(len(src), longest)
		to, from, blocks := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), uintptr(n/BlockSize)
		if k.triple {
			@des3.cbc_dec@(to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		} else {
			@des.cbc_dec@(to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		}
		dst, src = dst[n:], src[n:]
	}
}
