// SPDX-License-Identifier: MIT
//go:build (!amd64 && !arm64) || !gc || purego

package des

import "oldguard/internal/cpu"

// Fast reports whether kernels serve. The methods of Keys are not called where none do.
func Fast() bool { return false }

func (k *Keys) Expand(key []byte)                                      { panic("no kernel") }
func (k *Keys) ECB(dst, src []byte, encrypt bool)                      { panic("no kernel") }
func (k *Keys) CBC(dst, src []byte, iv *[BlockSize]byte, encrypt bool) { panic("no kernel") }

func cryptFor(n int, extended bool) *cpu.Line                  { return nil }
func cryptCall(kernel int, l *Lanes, turns int, extended bool) {}
func alone(block, key *[8]byte, salt uint64, turns int) bool   { return false }
func manyFor(n int, triple bool) *cpu.Line                     { return nil }
func manyCall(kernel int, m *many, n int, triple bool)         {}
