// SPDX-License-Identifier: MIT
//go:build !amd64 || !gc || purego

package des

// Fast reports whether kernels serve. The methods of Keys are not called where none do.
func Fast() bool { return false }

func (k *Keys) Expand(key []byte)                                      { panic("no kernel") }
func (k *Keys) ECB(dst, src []byte, encrypt bool)                      { panic("no kernel") }
func (k *Keys) CBC(dst, src []byte, iv *[BlockSize]byte, encrypt bool) { panic("no kernel") }
