// SPDX-License-Identifier: MIT
//go:build gc && !purego

package cpu

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// detect reads what Linux tells a process of the processor. The runtime exports none of it.
func detect() Features {
	const hwcap, sha1 = 16, 5 // AT_HWCAP, and the bit of the SHA-1 instructions in it
	vector, _ := os.ReadFile("/proc/self/auxv")
	for ; len(vector) >= 16; vector = vector[16:] {
		if binary.LittleEndian.Uint64(vector) == hwcap {
			return NEON | Features(binary.LittleEndian.Uint64(vector[8:])>>sha1&1)*ARMSHA1
		}
	}
	return 0 // unknown: crypto/sha1 knows better
}

// mostCores is how many cores are looked at. No system with more of them combines cores of several kinds.
const mostCores = 32

// identity has the core with the highest capacity, as src/core/midr.c chooses it, so that it does not depend on the
// core that executes this.
func identity() (vendor string, family, number uint32) {
	return named(strongest(func(core int, name string, base int) uint64 {
		text, _ := os.ReadFile(fmt.Sprintf("/sys/devices/system/cpu/cpu%d/%s", core, name))
		value, _ := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(string(text)), "0x"), base, 64)
		return value
	}))
}

// strongest returns the MIDR of the core with the highest capacity, or 0. read returns a number of a core, or 0.
func strongest(read func(core int, name string, base int) uint64) uint32 {
	var found, capacity uint64
	for core := range mostCores {
		midr := read(core, "regs/identification/midr_el1", 16)
		if midr == 0 || midr == found {
			continue
		}
		if c := read(core, "cpu_capacity", 10); found == 0 || c > capacity {
			found, capacity = midr, c
		}
	}
	return uint32(found)
}

// named returns the implementer and the part number of a MIDR (Arm ARM, MIDR_EL1).
func named(midr uint32) (vendor string, family, number uint32) {
	return "midr", midr >> 24, midr >> 4 & 0xfff
}
