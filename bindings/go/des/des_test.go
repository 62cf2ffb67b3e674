// SPDX-License-Identifier: MIT

package des

import (
	"bytes"
	"crypto/cipher"
	"crypto/des"
	"fmt"
	"math/rand"
	"testing"
)

func Example() {
	block, _ := NewTripleDESCipher([]byte("0123456789abcdefghijklmn"))
	secret := []byte("\x05\x89\x8d\x02\xdf\xd0\x13\xc1")
	cipher.NewCBCDecrypter(block, make([]byte, BlockSize)).CryptBlocks(secret, secret)
	fmt.Println(len(secret))
	// Output: 8
}

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// Every mode in every size class of the kernels is that of crypto/des, in place and into another buffer.
func TestAgainstStandard(t *testing.T) {
	key, iv := random(24), random(BlockSize)
	for _, size := range []int{8, 24} {
		made, wanted := NewCipher, des.NewCipher
		if size == 24 {
			made, wanted = NewTripleDESCipher, des.NewTripleDESCipher
		}
		mine, err := made(key[:size])
		theirs, wrong := wanted(key[:size])
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		bulk := mine.(*Cipher)
		for _, n := range []int{0, 8, 16, 24, 56, 64, 240, 248, 256, 352, 400, 1024, 2048, 4096, 6000, 9000, 70_000} {
			p := random(n)
			ecb, back := make([]byte, n), make([]byte, n)
			for at := 0; at < n; at += BlockSize {
				theirs.Encrypt(ecb[at:], p[at:])
				mine.Encrypt(back[at:], p[at:])
			}
			equal := func(name string, a, b []byte) {
				if !bytes.Equal(a, b) {
					t.Errorf("%d bits, %d bytes: %s", 8*size, n, name)
				}
			}
			equal("Encrypt", back, ecb)
			bulk.DecryptECB(back, ecb)
			equal("DecryptECB", back, p)
			bulk.EncryptECB(back, back)
			equal("EncryptECB", back, ecb)
			cbc := make([]byte, n)
			cipher.NewCBCEncrypter(theirs, iv).CryptBlocks(cbc, p)
			cipher.NewCBCEncrypter(mine, iv).CryptBlocks(back, p)
			equal("CBC encryption", back, cbc)
			cipher.NewCBCDecrypter(mine, iv).CryptBlocks(back, back)
			equal("CBC decryption", back, p)
			// in two calls
			mode, cut := cipher.NewCBCDecrypter(mine, iv), n/16*8
			mode.CryptBlocks(back, cbc[:cut])
			mode.CryptBlocks(back[cut:], cbc[cut:])
			equal("CBC decryption in two calls", back, p)
			next := [BlockSize]byte(iv)
			bulk.EncryptCBC(back, p[:cut], &next)
			bulk.EncryptCBC(back[cut:], p[cut:], &next)
			equal("EncryptCBC", back, cbc)
			next = [BlockSize]byte(iv)
			bulk.DecryptCBC(back[:cut], back[:cut], &next)
			bulk.DecryptCBC(back[cut:], back[cut:], &next)
			equal("DecryptCBC", back, p)
		}
	}
}

// Messages of all sizes, with keys of both sizes, in place or not, have the ciphertext of crypto/des.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for _, n := range []int{0, 1, 2, 3, 10, 60, 300} {
		messages, wanted := make([]Message, n), make([][]byte, n)
		for i := range messages {
			key := random(24)
			r.Read(key)
			made := des.NewTripleDESCipher
			if r.Intn(3) == 0 {
				key, made = key[:8], des.NewCipher
			}
			src := random(8 * r.Intn([]int{2, 5, 60}[r.Intn(3)]))
			dst := make([]byte, len(src)+i%9)
			messages[i] = Message{key, [BlockSize]byte(random(BlockSize)), dst, src}
			block, _ := made(key)
			wanted[i] = make([]byte, len(src))
			cipher.NewCBCEncrypter(block, messages[i].IV[:]).CryptBlocks(wanted[i], src)
			if i%2 == 0 {
				messages[i].Src = dst[:copy(dst, src)]
			}
		}
		if err := EncryptCBCMany(messages); err != nil {
			t.Fatal(err)
		}
		for i, m := range messages {
			size := len(wanted[i])
			if !bytes.Equal(m.Dst[:size], wanted[i]) || !bytes.Equal(m.Dst[size:], make([]byte, len(m.Dst)-size)) {
				t.Fatalf("message %d of %d, %d bytes", i, n, size)
			}
			if size > 0 && m.IV != [BlockSize]byte(wanted[i][size-BlockSize:]) {
				t.Fatalf("IV of message %d of %d", i, n)
			}
		}
	}
	p := make([]byte, 16)
	bad := []Message{{Key: p[:8], Dst: p, Src: p}, {Key: p[:9]}}
	if err := EncryptCBCMany(bad); err != KeySizeError(9) || !bytes.Equal(p, make([]byte, 16)) {
		t.Errorf("a key of 9 bytes: %v", err)
	}
	if said(func() { EncryptCBCMany([]Message{{Key: p[:8], Dst: p[:8], Src: p}}) }) == nil {
		t.Error("a short destination: accepted")
	}
}

func said(f func()) (text any) {
	defer func() { text = recover() }()
	f()
	return nil
}

// Wrong sizes and buffers have the errors and panics of the standard library.
func TestBadInput(t *testing.T) {
	for n := range 30 {
		_, single := NewCipher(make([]byte, n))
		_, wanted := des.NewCipher(make([]byte, n))
		_, triple := NewTripleDESCipher(make([]byte, n))
		_, wanted3 := des.NewTripleDESCipher(make([]byte, n))
		if single != wanted || triple != wanted3 {
			t.Errorf("a key of %d bytes: %v, %v", n, single, triple)
		}
	}
	mine, _ := NewCipher(make([]byte, 8))
	theirs, _ := des.NewCipher(make([]byte, 8))
	p := make([]byte, 64)
	for name, f := range map[string]func(cipher.Block){
		"short source":        func(b cipher.Block) { b.Encrypt(p, p[:7]) },
		"short destination":   func(b cipher.Block) { b.Decrypt(p[:7], p) },
		"overlap":             func(b cipher.Block) { b.Encrypt(p[1:], p) },
		"overlap from behind": func(b cipher.Block) { b.Encrypt(p, p[1:]) },
		"mode: no full block": func(b cipher.Block) { cipher.NewCBCDecrypter(b, p[:8]).CryptBlocks(p, p[:9]) },
		"mode: short":         func(b cipher.Block) { cipher.NewCBCEncrypter(b, p[:8]).CryptBlocks(p[:8], p[:16]) },
		"mode: overlap":       func(b cipher.Block) { cipher.NewCBCDecrypter(b, p[:8]).CryptBlocks(p[8:], p[:16]) },
		"iv":                  func(b cipher.Block) { cipher.NewCBCDecrypter(b, p[:7]) },
	} {
		if got, wanted := said(func() { f(mine) }), said(func() { f(theirs) }); got == nil || got != wanted {
			t.Errorf("%s: %v, not %v", name, got, wanted)
		}
	}
}

// A Cipher that no constructor made has no key.
func TestZeroValue(t *testing.T) {
	var c Cipher
	p, iv := make([]byte, 64), [BlockSize]byte{}
	for name, f := range map[string]func(){
		"Encrypt":        func() { c.Encrypt(p, p) },
		"Decrypt":        func() { c.Decrypt(p, p) },
		"EncryptECB":     func() { c.EncryptECB(p, p) },
		"DecryptECB":     func() { c.DecryptECB(p, p) },
		"EncryptCBC":     func() { c.EncryptCBC(p, p, &iv) },
		"DecryptCBC":     func() { c.DecryptCBC(p, p, &iv) },
		"CBC encryption": func() { cipher.NewCBCEncrypter(&c, iv[:]).CryptBlocks(p, p) },
		"CBC decryption": func() { cipher.NewCBCDecrypter(&c, iv[:]).CryptBlocks(p, p) },
	} {
		if said(f) == nil || !bytes.Equal(p, make([]byte, len(p))) {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestAllocations(t *testing.T) {
	block, _ := NewTripleDESCipher(random(24))
	p, iv, bulk := random(1000), [BlockSize]byte{}, block.(*Cipher)
	if !bulk.fast {
		t.Skip("crypto/cipher allocates the mode")
	}
	if n := testing.AllocsPerRun(20, func() {
		block.Encrypt(p, p)
		bulk.DecryptCBC(p, p, &iv)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
