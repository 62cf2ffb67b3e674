// SPDX-License-Identifier: MIT
//go:build amd64 && gc && !purego

package cpu

// cpuid executes CPUID, and xgetbv reads XCR0.
func cpuid(leaf, subleaf uint32) (eax, ebx, ecx, edx uint32)
func xgetbv() uint32

func bit(word uint32, n uint) bool { return word>>n&1 != 0 }

// detect follows src/core/cpuid.c: Intel SDM volume 2, CPUID, and the specification of AVX10 (355989).
func detect() Features {
	most, _, _, _ := cpuid(0, 0)
	_, _, ecx1, edx1 := cpuid(1, 0)
	var eax7, ebx7, ecx7 uint32
	if most >= 7 {
		eax7, ebx7, ecx7, _ = cpuid(7, 0)
	}
	var saved uint32
	if bit(ecx1, 27) {
		saved = xgetbv()
	}
	ymm := saved&0x06 == 0x06 // SSE and AVX state
	zmm := saved&0xe6 == 0xe6 // and opmask, ZMM_Hi256, Hi16_ZMM
	wide := false             // AVX10 with vectors of 512 bits
	if zmm && eax7 >= 1 && most >= 0x24 {
		_, _, _, edx := cpuid(7, 1)
		_, ebx, _, _ := cpuid(0x24, 0)
		wide = bit(edx, 19) && ebx&255 >= 1 && bit(ebx, 18)
	}
	var found Features
	for _, each := range []struct {
		feature Features
		has     bool
	}{
		{MMX, bit(edx1, 23)}, {SSE, bit(edx1, 25)}, {SSE2, bit(edx1, 26)}, {SSSE3, bit(ecx1, 9)},
		{SSE41, bit(ecx1, 19)}, {MOVBE, bit(ecx1, 22)}, {AVX, ymm && bit(ecx1, 28)}, {AVX2, ymm && bit(ebx7, 5)},
		{BMI1, bit(ebx7, 3)}, {BMI2, bit(ebx7, 8)}, {SHANI, bit(ebx7, 29)},
		{AVX512F, zmm && (wide || bit(ebx7, 16))}, {AVX512BW, zmm && (wide || bit(ebx7, 30))},
		{AVX512VL, zmm && (wide || bit(ebx7, 31))}, {AVX512VBMI, zmm && (wide || bit(ecx7, 1))},
		{GFNI, bit(ecx7, 8)},
	} {
		if each.has {
			found |= each.feature
		}
	}
	return found
}

func identity() (vendor string, family, number uint32) {
	_, ebx, ecx, edx := cpuid(0, 0)
	var letters [12]byte
	for i, word := range []uint32{ebx, edx, ecx} {
		for j := range 4 {
			letters[4*i+j] = byte(word >> (8 * j))
		}
	}
	eax, _, _, _ := cpuid(1, 0)
	family, number = eax>>8&15, eax>>4&15
	if family == 6 || family == 15 { // the extended fields are used for these alone
		number += eax >> 16 & 15 << 4
	}
	if family == 15 {
		family += eax >> 20 & 255
	}
	return string(letters[:]), family, number
}
