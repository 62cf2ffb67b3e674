// SPDX-License-Identifier: MIT

// Package des is crypto/des with fast bulk decryption, for data that is still under DES or Triple DES.
//
// NewCipher and NewTripleDESCipher return a *Cipher, a cipher.Block whose methods cipher.NewCBCEncrypter and
// cipher.NewCBCDecrypter use. Decryption and ECB take many blocks at once. CBC encryption is one block after the other
// by its nature; EncryptCBCMany takes many messages, each with its key. The kernels do not refuse DES under GODEBUG=fips140=only. Do not encrypt anything new.
package des

import (
	"crypto/cipher"
	"crypto/des"
	"unsafe"

	kernels "oldguard/internal/des"
)

// BlockSize is the size of a block in bytes.
const BlockSize = kernels.BlockSize

// KeySizeError is the error of crypto/des.
type KeySizeError = des.KeySizeError

// A Cipher encrypts and decrypts with DES or Triple DES. Any number of goroutines may use one. NewCipher and
// NewTripleDESCipher make it: the zero value has no key, and panics.
type Cipher struct {
	keys kernels.Keys
	fast bool         // keys has the round keys
	std  cipher.Block // in place of keys where there is no kernel
}

// NewCipher returns DES with a key of 8 bytes.
func NewCipher(key []byte) (cipher.Block, error) {
	if len(key) != 8 {
		return nil, KeySizeError(len(key))
	}
	return newCipher(key, des.NewCipher)
}

// NewTripleDESCipher returns Triple DES with a key of 24 bytes.
func NewTripleDESCipher(key []byte) (cipher.Block, error) {
	if len(key) != 24 {
		return nil, KeySizeError(len(key))
	}
	return newCipher(key, des.NewTripleDESCipher)
}

func newCipher(key []byte, std func([]byte) (cipher.Block, error)) (cipher.Block, error) {
	c := new(Cipher)
	if kernels.Fast() {
		c.keys.Expand(key)
		c.fast = true
		return c, nil
	}
	var err error
	c.std, err = std(key)
	return c, err
}

func (c *Cipher) BlockSize() int { return BlockSize }

// Encrypt encrypts the first block of src into dst, and panics as that of crypto/des does.
func (c *Cipher) Encrypt(dst, src []byte) { c.block(dst, src, true) }

// Decrypt decrypts the first block of src into dst, and panics as that of crypto/des does.
func (c *Cipher) Decrypt(dst, src []byte) { c.block(dst, src, false) }

func (c *Cipher) block(dst, src []byte, encrypt bool) {
	if len(src) < BlockSize {
		panic("crypto/des: input not full block")
	}
	if len(dst) < BlockSize {
		panic("crypto/des: output not full block")
	}
	if overlaps(dst[:BlockSize], src[:BlockSize]) {
		panic("crypto/des: invalid buffer overlap")
	}
	c.ecb(dst[:BlockSize], src[:BlockSize], encrypt)
}

func (c *Cipher) ecb(dst, src []byte, encrypt bool) {
	if c.fast {
		c.keys.ECB(dst, src, encrypt)
		return
	}
	c.check()
	for at := 0; at < len(src); at += BlockSize {
		if encrypt {
			c.std.Encrypt(dst[at:], src[at:])
		} else {
			c.std.Decrypt(dst[at:], src[at:])
		}
	}
}

// check panics of a Cipher without a key.
func (c *Cipher) check() {
	if c.std == nil {
		panic("oldguard/des: a Cipher that NewCipher or NewTripleDESCipher did not make")
	}
}

// EncryptECB encrypts the blocks of src into dst. src has whole blocks, dst is as long or longer, and both are the same
// or do not overlap. Otherwise it panics, as a cipher.BlockMode does.
func (c *Cipher) EncryptECB(dst, src []byte) {
	check(dst, src)
	c.ecb(dst[:len(src)], src, true)
}

// DecryptECB is the inverse of EncryptECB.
func (c *Cipher) DecryptECB(dst, src []byte) {
	check(dst, src)
	c.ecb(dst[:len(src)], src, false)
}

// EncryptCBC encrypts src into dst and replaces iv by the last block of ciphertext, for the next call. It panics as a
// cipher.BlockMode does.
func (c *Cipher) EncryptCBC(dst, src []byte, iv *[BlockSize]byte) {
	check(dst, src)
	c.cbc(dst[:len(src)], src, iv, true)
}

// DecryptCBC is the inverse of EncryptCBC.
func (c *Cipher) DecryptCBC(dst, src []byte, iv *[BlockSize]byte) {
	check(dst, src)
	c.cbc(dst[:len(src)], src, iv, false)
}

func (c *Cipher) cbc(dst, src []byte, iv *[BlockSize]byte, encrypt bool) {
	if len(src) == 0 {
		return
	}
	if c.fast {
		c.keys.CBC(dst, src, iv, encrypt)
		return
	}
	c.check()
	next := [BlockSize]byte(src[len(src)-BlockSize:])
	if encrypt {
		cipher.NewCBCEncrypter(c.std, iv[:]).CryptBlocks(dst, src)
		next = [BlockSize]byte(dst[len(src)-BlockSize:])
	} else {
		cipher.NewCBCDecrypter(c.std, iv[:]).CryptBlocks(dst, src)
	}
	*iv = next
}

// A Message of EncryptCBCMany. Dst is as long as Src or longer, and both are the same or do not overlap. Dst and IV share
// no memory with a Key or with another message.
type Message struct {
	Key      []byte // 8 bytes for DES, 24 for Triple DES
	IV       [BlockSize]byte
	Dst, Src []byte
}

// EncryptCBCMany encrypts messages, each under its own key, in the lanes of vector registers: CBC encryption of a single
// message is one block after the other. It replaces each IV by the last block of ciphertext. It returns the error of the
// first key of a wrong size before it writes anything, and panics as a cipher.BlockMode does.
func EncryptCBCMany(messages []Message) error {
	for i := range messages {
		m := &messages[i]
		if len(m.Key) != 8 && len(m.Key) != 24 {
			return KeySizeError(len(m.Key))
		}
		check(m.Dst, m.Src)
	}
	if kernels.Fast() {
		for _, size := range []int{8, 24} {
			manyOf(size, messages)
		}
		return nil
	}
	for i := range messages {
		m, create := &messages[i], NewCipher
		if len(m.Key) == 24 {
			create = NewTripleDESCipher
		}
		c, err := create(m.Key)
		if err != nil {
			return err
		}
		c.(*Cipher).EncryptCBC(m.Dst, m.Src, &m.IV)
	}
	return nil
}

// manyOf encrypts the messages whose keys have a size.
func manyOf(size int, messages []Message) {
	var some []kernels.Message
	var from []*Message
	for i := range messages {
		if m := &messages[i]; len(m.Key) == size {
			some, from = append(some, kernels.Message{Key: m.Key, Dst: m.Dst, Src: m.Src, IV: m.IV}), append(from, m)
		}
	}
	kernels.EncryptMany(some)
	for i := range some {
		from[i].IV = some[i].IV
	}
}

type cbc struct {
	c       *Cipher
	iv      [BlockSize]byte
	encrypt bool
}

// NewCBCEncrypter returns CBC encryption. cipher.NewCBCEncrypter calls it.
func (c *Cipher) NewCBCEncrypter(iv []byte) cipher.BlockMode { return c.newCBC(iv, true) }

// NewCBCDecrypter returns CBC decryption. cipher.NewCBCDecrypter calls it.
func (c *Cipher) NewCBCDecrypter(iv []byte) cipher.BlockMode { return c.newCBC(iv, false) }

func (c *Cipher) newCBC(iv []byte, encrypt bool) cipher.BlockMode {
	if len(iv) != BlockSize {
		panic("cipher: incorrect length IV")
	}
	return &cbc{c, [BlockSize]byte(iv), encrypt}
}

func (x *cbc) BlockSize() int { return BlockSize }

func (x *cbc) CryptBlocks(dst, src []byte) {
	check(dst, src)
	x.c.cbc(dst[:len(src)], src, &x.iv, x.encrypt)
}

// SetIV has the name that the modes of crypto/cipher give it.
func (x *cbc) SetIV(iv []byte) {
	if len(iv) != BlockSize {
		panic("cipher: incorrect length IV")
	}
	x.iv = [BlockSize]byte(iv)
}

func check(dst, src []byte) {
	if len(src)%BlockSize != 0 {
		panic("crypto/cipher: input not full blocks")
	}
	if len(dst) < len(src) {
		panic("crypto/cipher: output smaller than input")
	}
	if overlaps(dst[:len(src)], src) {
		panic("crypto/cipher: invalid buffer overlap")
	}
}

// overlaps reports whether two buffers share bytes at different offsets.
func overlaps(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 || &a[0] == &b[0] {
		return false
	}
	first, second := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return first < second+uintptr(len(b)) && second < first+uintptr(len(a))
}
