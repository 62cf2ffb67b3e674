// SPDX-License-Identifier: MIT

// Command oldguardbench times the Go module beside other implementations in one run: the least of many short samples,
// in turns, so that load on the machine disturbs neither more than the other. `make go-module` comes first. Arguments are
// the starts of the rows to time.
package main

import (
	"crypto/cipher"
	stddes "crypto/des"
	stdpbkdf2 "crypto/pbkdf2"
	stdsha1 "crypto/sha1"
	"fmt"
	"hash"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"time"

	peerwhirlpool "github.com/jzelinskie/whirlpool"
	peersha1cd "github.com/pjbgf/sha1cd"

	"oldguard/crypt"
	"oldguard/des"
	"oldguard/pbkdf2"
	"oldguard/sha1"
	"oldguard/sha1cd"
	"oldguard/whirlpool"
)

const (
	messages = 64 // different ones: one block in twenty needs the exact test of detection
	turns    = 300
)

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// least returns the least nanoseconds of each function for one of `calls`.
func least(calls int, functions ...func()) []float64 {
	best := make([]float64, len(functions))
	for turn := range turns {
		for i, f := range functions {
			start := time.Now()
			f()
			if ns := float64(time.Since(start).Nanoseconds()) / float64(calls); turn == 0 || ns < best[i] {
				best[i] = ns
			}
		}
	}
	return best
}

func row(name string, size int, peer string, ns []float64) {
	fmt.Printf("%-34s %9d %12.0f %12.0f %6.3f  %s\n", name, size, ns[0], ns[1], ns[0]/ns[1], peer)
}

// each calls f for every message, again and again for small ones.
func each(all [][]byte, f func([]byte)) (int, func()) {
	again := max(1, 16384/len(all[0])/len(all))
	return again * len(all), func() {
		for range again {
			for _, p := range all {
				f(p)
			}
		}
	}
}

func cut(size, n int) [][]byte {
	all := make([][]byte, n)
	p := random(size * n)
	for i := range all {
		all[i] = p[i*size:][:size]
	}
	return all
}

// git hashes as git does: a header, a body, the digest.
func git(h hash.Hash) func([]byte) {
	var header [32]byte
	var out [20]byte
	return func(p []byte) {
		h.Reset()
		h.Write(append(strconv.AppendInt(append(header[:0], "blob "...), int64(len(p)), 10), 0))
		h.Write(p)
		h.Sum(out[:0])
	}
}

// asked reports whether the command line names the start of a row, or nothing.
func asked(name string) bool {
	for _, start := range os.Args[1:] {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return len(os.Args) == 1
}

func compare(name string, size int, peer string, mine, theirs func([]byte)) {
	if !asked(name) {
		return
	}
	n := messages
	if !strings.HasPrefix(name, "sha1") { // data have no part in the time, and short samples are disturbed less
		n = 1
	}
	all := cut(size, n)
	calls, a := each(all, mine)
	_, b := each(all, theirs)
	row(name, size, peer, least(calls, a, b))
}

func main() {
	fmt.Printf("%-34s %9s %12s %12s %6s  %s\n", "", "bytes", "ns", "peer's ns", "ratio", "peer")
	for _, size := range []int{64, 1024, 16384} {
		compare("sha1.Sum", size, "crypto/sha1", func(p []byte) { sha1.Sum(p) }, func(p []byte) { stdsha1.Sum(p) })
	}
	for _, size := range []int{64, 1024, 16384} {
		compare("sha1cd.Sum", size, "pjbgf/sha1cd", func(p []byte) { sha1cd.Sum(p) }, func(p []byte) { peersha1cd.Sum(p) })
	}
	for _, size := range []int{64, 1024, 16384} {
		compare("sha1cd.New, as git hashes", size, "pjbgf/sha1cd", git(sha1cd.New()), git(peersha1cd.New()))
	}
	for _, size := range []int{64, 1024, 16384, 1 << 20} {
		all, digests := cut(size, messages), make([][20]byte, messages)
		one := func() {
			for i, p := range all {
				digests[i] = stdsha1.Sum(p)
			}
		}
		if asked("sha1.SumMany") {
			row("sha1.SumMany", size, "crypto/sha1", least(messages, func() { sha1.SumMany(digests, all) }, one))
		}
		if size < 1<<20 && asked("sha1cd.SumMany") {
			safe := func() {
				for i, p := range all {
					digests[i], _ = peersha1cd.Sum(p)
				}
			}
			row("sha1cd.SumMany", size, "pjbgf/sha1cd",
				least(messages, func() { sha1cd.SumMany(digests, nil, all) }, safe))
		}
	}
	for _, size := range []int{64, 16384} {
		h := peerwhirlpool.New()
		var out [64]byte
		compare("whirlpool.Sum", size, "jzelinskie/whirlpool", func(p []byte) { whirlpool.Sum(p) }, func(p []byte) {
			h.Reset()
			h.Write(p)
			h.Sum(out[:0])
		})
	}
	key, iv := random(24), random(8)
	mine, _ := des.NewTripleDESCipher(key)
	theirs, _ := stddes.NewTripleDESCipher(key)
	for _, size := range []int{64, 1024, 16384} {
		a, b := cipher.NewCBCDecrypter(mine, iv), cipher.NewCBCDecrypter(theirs, iv)
		out := make([]byte, size)
		compare("3DES-CBC decryption", size, "crypto/des",
			func(p []byte) { a.CryptBlocks(out, p) }, func(p []byte) { b.CryptBlocks(out, p) })
	}
	for _, size := range []int{64, 1024} {
		all, keys := make([]des.Message, 256), cut(24, 256)
		out, from := cut(size, len(all)), cut(size, len(all))
		for i := range all {
			all[i] = des.Message{Key: keys[i], Dst: out[i], Src: from[i]}
		}
		if name := "3DES-CBC encryption, 256 keys"; asked(name) {
			row(name, size, "crypto/des", least(len(all), func() { des.EncryptCBCMany(all) }, func() {
				for i := range all {
					block, _ := stddes.NewTripleDESCipher(keys[i])
					cipher.NewCBCEncrypter(block, iv).CryptBlocks(out[i], from[i])
				}
			}))
		}
	}
	passwords, settings := make([]string, 256), make([]string, 256)
	for i := range passwords {
		passwords[i], settings[i] = strconv.Itoa(i), "ab"
	}
	if name := "crypt.HashMany, 256 passwords"; asked(name) {
		row(name, 8, "crypt.Hash, one by one", least(len(passwords), func() { crypt.HashMany(passwords, settings) }, func() {
			for _, password := range passwords {
				crypt.Hash(password, "ab")
			}
		}))
	}
	for _, size := range []int{20, 32, 160} { // WPA2 takes 32
		if name := "pbkdf2.SHA1, 4096 iterations"; asked(name) {
			row(name, size, "crypto/pbkdf2", least(1, func() { pbkdf2.SHA1("password", iv, 4096, size) }, func() {
				stdpbkdf2.Key(stdsha1.New, "password", iv, 4096, size)
			}))
		}
	}
}
