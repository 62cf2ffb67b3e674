// SPDX-License-Identifier: MIT
//go:build (!amd64 && !arm64) || !gc || purego

package sha1

import (
	"unsafe"

	"oldguard/internal/cpu"
)

const longest = 64 << 10

// Fast reports whether a kernel serves. Where none does, crypto/sha1 is the better choice.
func Fast() bool { return false }

// Blocks compresses the whole blocks of p into cv.
func Blocks(cv *[5]uint32, p []byte) { blocksGeneric(cv, p) }

func detectBlocks(cv *[5]uint32, p []byte, info []Info) { detectGeneric(cv, p, info) }

const testKernel = 0

func isAttack(block []byte, info *Info, after *[5]uint32, v int8) bool { return false }

func compressPair(cv *[2][5]uint32, a, b *[BlockSize]byte) {
	blocksGeneric(&cv[0], a[:])
	blocksGeneric(&cv[1], b[:])
}

func lanesFor(detect bool, messages, lengths int) *cpu.Line { return nil }

func lanesCall(detect bool, kernel int, cv *[mostLanes][5]uint32, at *[mostLanes]unsafe.Pointer, n int, info *laneInfo) {
}

func iterationsFor(n int) *cpu.Line { return nil }

func iterationsCall(kernel int, u, sums *[5 * mostLanes]uint32, keys *[10 * mostLanes]uint32, n int) {
}
