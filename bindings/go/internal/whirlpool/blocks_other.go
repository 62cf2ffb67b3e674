// SPDX-License-Identifier: MIT
//go:build (!amd64 && !arm64) || !gc || purego

package whirlpool

import "unsafe"

const longest, long, short = 16 << 10, 1, 2

// Blocks compresses the whole blocks of p into cv.
func Blocks(cv *[Size]byte, p []byte) { blocksGeneric(cv, p) }

func lanesFor(messages, lengths int) (kernel, lanes int) { return 0, 0 }

func lanesCall(kernel int, cv *[mostLanes][Size]byte, at *[mostLanes]unsafe.Pointer, n int) {}

func iterationsFor(n int) (kernel, lanes int) { return 0, 0 }

func iterationsCall(kernel int, u, sums *[mostLanes][Size]byte, keys *[2 * mostLanes][Size]byte, n int) {
}
