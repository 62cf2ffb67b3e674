// SPDX-License-Identifier: MIT

// Package cpu chooses kernels: it knows the features of the processor and its class, and takes from the measured
// order of an operation the lines that are for them.
package cpu

import "strings"

// Features is a set of features of a processor. A kernel states all that it needs.
type Features uint32

// The bits of Features.
const (
	MMX Features = 1 << iota
	SSE
	SSE2
	SSSE3
	SSE41
	MOVBE
	AVX
	AVX2
	BMI1
	BMI2
	SHANI
	AVX512F
	AVX512BW
	AVX512VL
	AVX512VBMI
	GFNI
	NEON
	ARMSHA1
)

var names = [...]string{"mmx", "sse", "sse2", "ssse3", "sse41", "movbe", "avx", "avx2", "bmi1", "bmi2", "shani",
	"avx512f", "avx512bw", "avx512vl", "avx512vbmi", "gfni", "neon", "armsha1"}

// MaxSize is the end of a range of sizes without a limit.
const MaxSize = int(^uint(0) >> 1)

// A Line of the measured order: a kernel for a range of sizes in bytes.
type Line struct {
	Kernel   int // a number of the package; 0 stands for one message after the other
	Lanes    int
	From, To int
	Needs    Features
	Class    string // of processors; "": all
	Lengths  int    // bit 0: long messages, bit 1: short ones
}

// A model is a range of models of a family of a vendor. Family 0: all of the vendor.
type model struct {
	class, vendor       string
	family, first, last uint32
}

// without has the names of features, separated by commas, that tests hide from the choice:
// -ldflags '-X MODULE/internal/cpu.without=avx2,shani'.
var without string

// Has is what this processor has and the system keeps.
var Has = detect() &^ hidden()

var vendor, family, number = identity()

func hidden() Features {
	var found Features
	for _, word := range strings.Split(without, ",") {
		known := word == ""
		for i, name := range names {
			if name == word {
				found |= 1 << i
				known = true
			}
		}
		if !known {
			panic("oldguard: no processor has the feature " + word)
		}
	}
	return found
}

// Order returns the lines of an operation that are for this processor, best first.
func Order(lines []Line) []Line {
	var found []Line
	for _, line := range lines {
		mine := line.Class == ""
		for _, m := range models {
			mine = mine || m.class == line.Class && m.vendor == vendor &&
				(m.family == 0 || m.family == family && m.first <= number && number <= m.last)
		}
		if mine && line.Needs&^Has == 0 {
			found = append(found, line)
		}
	}
	return found
}

// At returns the line that serves a size, or nil. lengths: the bit of Line.Lengths.
func At(lines []Line, size, lengths int) *Line {
	for i := range lines {
		if line := &lines[i]; line.From <= size && size <= line.To && line.Lengths&lengths != 0 {
			return line
		}
	}
	return nil
}
