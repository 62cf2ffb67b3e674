// SPDX-License-Identifier: MIT
//go:build (amd64 || arm64) && gc && !purego

package des

import (
	"unsafe"

	"oldguard/internal/cpu"
)

// longest is the size of a call in bytes: nothing preempts assembly, so that a collection of garbage waits for it.
const longest = 64 << 10

var keyKernel = kernelOf(desKeyOrder, KeySize)

func kernelOf(lines []cpu.Line, size int) int {
	if line := cpu.At(lines, size, 3); line != nil {
		return line.Kernel
	}
	return 0
}

// Fast reports whether kernels serve.
func Fast() bool {
	return kernelOf(des3EcbOrder, BlockSize) != 0 && kernelOf(des3CbcDecOrder, BlockSize) != 0 &&
		kernelOf(des3CbcEncOrder, BlockSize) != 0
}

// Expand writes the round keys of one key or of three.
func (k *Keys) Expand(key []byte) {
	k.triple = len(key) == 3*KeySize
	for i := range len(key) / KeySize {
		if each := key[i*KeySize:]; keyKernel == 0 {
			expand(&k.round[i], each)
		} else {
			desKeyCall(keyKernel, unsafe.Pointer(&k.round[i]), unsafe.Pointer(&each[0]))
		}
	}
}

// ECB encrypts or decrypts the blocks of src.
func (k *Keys) ECB(dst, src []byte, encrypt bool) {
	flag := int32(0)
	if encrypt {
		flag = 1
	}
	order := desEcbOrder
	if k.triple {
		order = des3EcbOrder
	}
	kernel := kernelOf(order, len(src))
	for len(src) > 0 {
		n := min(len(src), longest)
		to, from, blocks := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), uintptr(n/BlockSize)
		if k.triple {
			des3EcbCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), flag)
		} else {
			desEcbCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), flag)
		}
		dst, src = dst[n:], src[n:]
	}
}

// CBC encrypts or decrypts the blocks of src, and replaces the chaining block.
func (k *Keys) CBC(dst, src []byte, iv *[BlockSize]byte, encrypt bool) {
	var order []cpu.Line
	switch {
	case k.triple && encrypt:
		order = des3CbcEncOrder
	case k.triple:
		order = des3CbcDecOrder
	case encrypt:
		order = desCbcEncOrder
	default:
		order = desCbcDecOrder
	}
	kernel := kernelOf(order, len(src))
	for len(src) > 0 {
		n := min(len(src), longest)
		to, from, blocks := unsafe.Pointer(&dst[0]), unsafe.Pointer(&src[0]), uintptr(n/BlockSize)
		switch {
		case k.triple && encrypt:
			des3CbcEncCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		case k.triple:
			des3CbcDecCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		case encrypt:
			desCbcEncCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		default:
			desCbcDecCall(kernel, to, from, blocks, unsafe.Pointer(&k.round), unsafe.Pointer(iv))
		}
		dst, src = dst[n:], src[n:]
	}
}

// lanesFor returns the line of the kernel that serves n messages or passwords, or nil where each by itself is faster.
func lanesFor(order []cpu.Line, n int) *cpu.Line {
	if line := cpu.At(order, BlockSize*min(n, mostLanes), 3); line != nil && line.Kernel != 0 {
		return line
	}
	return nil
}

func cryptFor(n int, extended bool) *cpu.Line {
	if extended {
		return lanesFor(desBsdiLanesOrder, n)
	}
	return lanesFor(desCryptLanesOrder, n)
}

// cryptCall encrypts the blocks of all lanes again and again.
func cryptCall(kernel int, l *Lanes, turns int, extended bool) {
	blocks, keys, salts := unsafe.Pointer(&l.Blocks), unsafe.Pointer(&l.Keys), unsafe.Pointer(&l.Salts)
	if extended {
		desBsdiLanesCall(kernel, blocks, keys, salts, uintptr(turns))
	} else {
		desCryptLanesCall(kernel, blocks, keys, salts, uintptr(turns))
	}
}

// alone encrypts a block of zeros 25 times with a salt of 12 bits, if a kernel does. Reports whether one did.
func alone(block, key *[8]byte, salt uint64, turns int) bool {
	kernel := kernelOf(desCrypt25Order, BlockSize)
	if kernel == 0 || turns != 25 || salt >= 1<<12 || *block != [8]byte{} {
		return false
	}
	var k Keys
	k.Expand(key[:])
	desCrypt25Call(kernel, unsafe.Pointer(block), unsafe.Pointer(&k.round), uint32(salt))
	return true
}

func manyFor(n int, triple bool) *cpu.Line {
	if triple {
		return lanesFor(des3LanesOrder, n)
	}
	return lanesFor(desLanesOrder, n)
}

// manyCall encrypts n blocks of each lane.
func manyCall(kernel int, m *many, n int, triple bool) {
	blocks, keys, iv := unsafe.Pointer(&m.blocks), unsafe.Pointer(&m.keys), unsafe.Pointer(&m.iv)
	if triple {
		des3LanesCall(kernel, blocks, blocks, uintptr(n), keys, iv)
	} else {
		desLanesCall(kernel, blocks, blocks, uintptr(n), keys, iv)
	}
}
