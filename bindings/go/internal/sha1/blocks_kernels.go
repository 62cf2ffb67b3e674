// SPDX-License-Identifier: MIT
//go:build (amd64 || arm64) && gc && !purego

package sha1

import (
	"unsafe"

	"oldguard/internal/cpu"
)

// longest is the size of a call in bytes: nothing preempts assembly, so that a collection of garbage waits for it.
const longest = 64 << 10

// The kernels that serve every size.
var blocksKernel, detectKernel = of(sha1BlocksOrder), of(sha1dcBlocksOrder)

// pairKernel compresses one block in each of two lanes, or is 0.
var pairKernel = pair()

// testKernel decides on a candidate, or is 0.
var testKernel = of(sha1dcTestOrder)

func of(lines []cpu.Line) int {
	if line := cpu.At(lines, longest, long); line != nil {
		return line.Kernel
	}
	return 0
}

func pair() int {
	if line := cpu.At(sha1LanesOrder, 2*BlockSize, short); line != nil && line.Lanes == 2 {
		return line.Kernel
	}
	return 0
}

// Fast reports whether a kernel serves. Where none does, crypto/sha1 is the better choice.
func Fast() bool { return blocksKernel != 0 }

// Blocks compresses the whole blocks of p into cv.
func Blocks(cv *[5]uint32, p []byte) {
	for len(p) >= BlockSize {
		some := p[:min(len(p)&^(BlockSize-1), longest)]
		if blocksKernel == 0 {
			blocksGeneric(cv, some)
		} else {
			sha1BlocksCall(blocksKernel, unsafe.Pointer(cv), unsafe.Pointer(&some[0]), uintptr(len(some)/BlockSize))
		}
		p = p[len(some):]
	}
}

// detectBlocks compresses the whole blocks of p into cv and writes one info for each.
func detectBlocks(cv *[5]uint32, p []byte, info []Info) {
	n := len(p) / BlockSize
	if detectKernel == 0 {
		detectGeneric(cv, p, info)
		return
	}
	_, _ = p[64*n-1], info[n-1]
	sha1dcBlocksCall(detectKernel, unsafe.Pointer(cv), unsafe.Pointer(&p[0]), uintptr(n), unsafe.Pointer(&info[0]))
}

// isAttack decides whether a block forms an attack along a vector with its other block: whether this leads from the
// state before step 60 to the same chaining value and back to that state.
func isAttack(block []byte, info *Info, after *[5]uint32, v int8) bool {
	var differ uint32
	s := before60(info, v)
	sha1dcTestCall(testKernel, unsafe.Pointer(&differ), unsafe.Pointer(after), unsafe.Pointer(&s), unsafe.Pointer(&info.w),
		unsafe.Pointer(&block[0]), unsafe.Pointer(&differences[v]))
	return differ == 0
}

// compressPair compresses a block into each of two chaining values.
func compressPair(cv *[2][5]uint32, a, b *[BlockSize]byte) {
	if pairKernel == 0 {
		Blocks(&cv[0], a[:])
		Blocks(&cv[1], b[:])
		return
	}
	blocks := [2]unsafe.Pointer{unsafe.Pointer(a), unsafe.Pointer(b)}
	sha1LanesCall(pairKernel, unsafe.Pointer(cv), unsafe.Pointer(&blocks), 1)
}

// lanesFor returns the line that serves a number of messages, or nil where they are better hashed one by one.
func lanesFor(detect bool, messages, lengths int) *cpu.Line {
	order := sha1LanesOrder
	if detect {
		order = sha1dcLanesOrder
	}
	if messages < 2 {
		return nil
	}
	line := cpu.At(order, BlockSize*messages, lengths)
	if line == nil || line.Kernel == 0 {
		return nil
	}
	return line
}

// lanesCall compresses n blocks in every lane. Of kernels with detection, info has the chaining value before each
// block and the mask.
func lanesCall(detect bool, kernel int, cv *[mostLanes][5]uint32, at *[mostLanes]unsafe.Pointer, n int, info *laneInfo) {
	if detect {
		sha1dcLanesCall(kernel, unsafe.Pointer(cv), unsafe.Pointer(at), uintptr(n), unsafe.Pointer(info))
	} else {
		sha1LanesCall(kernel, unsafe.Pointer(cv), unsafe.Pointer(at), uintptr(n))
	}
}

// iterationsFor returns the line of a kernel that runs the iterations of n chains of PBKDF2, or nil. Chains are better
// compressed in lanes if there are more of these: sha1_x64_avx2_x8 on Intel beside sha1_x64_shani_x4.
func iterationsFor(n int) *cpu.Line {
	line, lanes := cpu.At(pbkdf2Sha1LanesOrder, BlockSize*n, short), lanesFor(false, n, short)
	if line != nil && lanes != nil && lanes.Lanes > line.Lanes {
		return nil
	}
	return line
}

// iterationsCall runs n iterations in every lane.
func iterationsCall(kernel int, u, sums *[5 * mostLanes]uint32, keys *[10 * mostLanes]uint32, n int) {
	pbkdf2Sha1LanesCall(kernel, unsafe.Pointer(u), unsafe.Pointer(sums), unsafe.Pointer(keys), uintptr(n))
}
