// SPDX-License-Identifier: MIT
//go:build (amd64 || arm64) && gc && !purego

package whirlpool

import (
	"unsafe"

	"oldguard/internal/cpu"
)

// longest is the size of a call in bytes: nothing preempts assembly, so that a collection of garbage waits for it.
const longest = 16 << 10

const long, short = 1, 2 // bits of cpu.Line.Lengths

var blocksKernel = kernelOf()

func kernelOf() int {
	if line := cpu.At(whirlpoolBlocksOrder, longest, long); line != nil {
		return line.Kernel
	}
	return 0
}

// Blocks compresses the whole blocks of p into cv.
func Blocks(cv *[Size]byte, p []byte) {
	for len(p) >= BlockSize {
		some := p[:min(len(p)&^(BlockSize-1), longest)]
		if blocksKernel == 0 {
			blocksGeneric(cv, some)
		} else {
			whirlpoolBlocksCall(blocksKernel, unsafe.Pointer(cv), unsafe.Pointer(&some[0]), uintptr(len(some)/BlockSize))
		}
		p = p[len(some):]
	}
}

// lanesFor returns the number of a kernel for several messages and how many it takes, or 0.
func lanesFor(messages, lengths int) (kernel, lanes int) {
	if messages < 2 {
		return 0, 0
	}
	line := cpu.At(whirlpoolLanesOrder, BlockSize*messages, lengths)
	if line == nil || line.Kernel == 0 || line.Lanes > mostLanes {
		return 0, 0
	}
	return line.Kernel, line.Lanes
}

// lanesCall compresses n blocks in every lane.
func lanesCall(kernel int, cv *[mostLanes][Size]byte, at *[mostLanes]unsafe.Pointer, n int) {
	whirlpoolLanesCall(kernel, unsafe.Pointer(cv), unsafe.Pointer(at), uintptr(n))
}

// iterationsFor returns the number of a kernel that runs the iterations of n chains of PBKDF2, and how many it takes,
// or 0.
func iterationsFor(n int) (kernel, lanes int) {
	if line := cpu.At(pbkdf2WhirlpoolBlocksOrder, BlockSize*n, short); line != nil && line.Lanes <= mostLanes {
		return line.Kernel, line.Lanes
	}
	return 0, 0
}

// iterationsCall runs n iterations in every lane.
func iterationsCall(kernel int, u, sums *[mostLanes][Size]byte, keys *[2 * mostLanes][Size]byte, n int) {
	pbkdf2WhirlpoolBlocksCall(kernel, unsafe.Pointer(u), unsafe.Pointer(sums), unsafe.Pointer(keys), uintptr(n))
}
