// SPDX-License-Identifier: MIT

package crypt

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func Example() {
	hash, err := Hash("password", "ab")
	fmt.Println(hash, err)
	// Output: abJnggxhB/yWI <nil>
}

// Hashes of libxcrypt.
func TestKnown(t *testing.T) {
	for _, v := range [][3]string{
		{"password", "ab", "abJnggxhB/yWI"}, {"password and more", "abJnggxhB/yWI", "abJnggxhB/yWI"},
		{"passwor\xe4", "ab", "abJnggxhB/yWI"}, {"U*U***U*", "CC", "CC4rMpbg9AMZ."},
		{"rasmuslerdorf", "_J9..rasm", "_J9..rasmBYk8r9AiWNc"}, {"*U*U*U*U*", "_J9..XXXX", "_J9..XXXXsqM/YSSP..Y"},
		{"a rather long password, for all its characters", "_J9..rasm", "_J9..rasmpdnt9RldFbo"},
		{"", "_/.../...", "_/.../...elhbtlysKy6"}, {"x", "_....rasm", "_....rasmj5zfJVs6CBM"},
	} {
		if got, err := Hash(v[0], v[1]); got != v[2] || err != nil {
			t.Errorf("%q, %q: %s, %v", v[0], v[1], got, err)
		}
	}
}

// Passwords in lanes have the hashes of each by itself, and so by other kernels.
func TestMany(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	some := func(n int, from string) string {
		p := make([]byte, n)
		for i := range p {
			p[i] = from[r.Intn(len(from))]
		}
		return string(p)
	}
	for _, n := range []int{0, 1, 5, 30, 300, 600} {
		passwords, settings := make([]string, n), make([]string, n)
		for i := range passwords {
			passwords[i] = some(r.Intn(20), digits+" \xff")
			settings[i] = some(2, digits)
			if i%3 == 0 {
				settings[i] = "_" + some(1, digits[:9]) + "..." + some(4, digits)
			}
		}
		hashes, err := HashMany(passwords, settings)
		if err != nil {
			t.Fatal(err)
		}
		for i, hash := range hashes {
			if n > 30 && i%20 != 0 { // of the others a few
				continue
			}
			if alone, _ := Hash(passwords[i], settings[i]); hash != alone || !strings.HasPrefix(hash, settings[i]) {
				t.Fatalf("%d of %d: %s, %s", i, n, hash, alone)
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, setting := range []string{"", "a", "*0", "a!", "ab:", "ab ", "ab\x7f", "abJnggxhB/yWIx", "_J9..ras", "_J9,.rasm", "$1$"} {
		if got, err := Hash("x", setting); got != "" || err != ErrSetting || Count(setting) != 0 {
			t.Errorf("%q: %s, %v", setting, got, err)
		}
	}
	for _, v := range [][2]string{{"a\x00", "ab"}, {strings.Repeat("a", 512), "_J9..rasm"}} {
		if got, err := Hash(v[0], v[1]); got != "" || err != ErrPassword {
			t.Errorf("%q: %s, %v", v[0], got, err)
		}
	}
	if Count("ab") != 25 || Count("_J9..rasm") != 725 || Count("_....rasm") != 1 {
		t.Error("Count")
	}
}
