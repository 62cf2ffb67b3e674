// SPDX-License-Identifier: MIT
//go:build @PROCESSOR@ && gc && !purego

package @STEM@

import (
	"crypto/cipher"
	"crypto/des"
	"math/rand"
	"testing"
)

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// standard returns the cipher of the standard library for a key of 8 bytes or of 24.
func standard(t *testing.T, key []byte) cipher.Block {
	create := des.NewCipher
	if len(key) == 24 {
		create = des.NewTripleDESCipher
	}
	block, err := create(key)
	if err != nil {
		t.Fatal(err)
	}
	return block
}
