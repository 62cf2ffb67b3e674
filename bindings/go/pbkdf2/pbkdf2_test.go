// SPDX-License-Identifier: MIT

package pbkdf2

import (
	"bytes"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha1"
	"fmt"
	"hash"
	"math/rand"
	"testing"

	"oldguard/whirlpool"
)

func Example() {
	key, err := SHA1("password", []byte("salt"), 4096, 20)
	fmt.Printf("%x %v\n", key, err)
	// Output: 4b007901b765489abead49d926f721d065a429c1 <nil>
}

// plain follows the definition.
func plain(create func() hash.Hash, password, salt []byte, iterations, size int) (out []byte) {
	for number := byte(1); len(out) < size; number++ {
		mac := hmac.New(create, password)
		mac.Write(append(bytes.Clone(salt), 0, 0, 0, number))
		u := mac.Sum(nil)
		sum := bytes.Clone(u)
		for range iterations - 1 {
			mac.Reset()
			mac.Write(u)
			u = mac.Sum(nil)
			for i := range sum {
				sum[i] ^= u[i]
			}
		}
		out = append(out, sum...)
	}
	return out[:size]
}

// One derivation, and many with outputs, iterations and passwords of many sizes.
func TestAgainstPlain(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	text := func(n int) []byte {
		p := make([]byte, r.Intn(n))
		r.Read(p)
		return p
	}
	for name, f := range map[string]struct {
		create func() hash.Hash
		one    func(string, []byte, int, int) ([]byte, error)
		many   func([]Derivation) error
		most   int // iterations: more than a call of a kernel has
	}{"SHA1": {sha1.New, SHA1, SHA1Many, 520}, "Whirlpool": {whirlpool.New, Whirlpool, WhirlpoolMany, 70}} {
		for _, n := range []int{1, 2, 3, 5, 20} {
			derivations := make([]Derivation, n)
			for i := range derivations {
				iterations := []int{1, 2, 3, f.most}[r.Intn(4)]
				derivations[i] = Derivation{text(150), text(80), iterations, make([]byte, 1+r.Intn(150))}
			}
			if err := f.many(derivations); err != nil {
				t.Fatal(err)
			}
			for i, d := range derivations {
				wanted := plain(f.create, d.Password, d.Salt, d.Iterations, len(d.Out))
				if !bytes.Equal(d.Out, wanted) {
					t.Fatalf("%s: derivation %d of %d: %d iterations, %d bytes", name, i, n, d.Iterations, len(d.Out))
				}
				alone, err := f.one(string(d.Password), d.Salt, d.Iterations, len(d.Out))
				if err != nil || !bytes.Equal(alone, wanted) {
					t.Fatalf("%s: alone: %d iterations, %d bytes, %v", name, d.Iterations, len(d.Out), err)
				}
			}
		}
	}
	mine, _ := SHA1("x", []byte("yy"), 1000, 50)
	if theirs, err := pbkdf2.Key(sha1.New, "x", []byte("yy"), 1000, 50); err == nil && !bytes.Equal(mine, theirs) {
		t.Error("differs from crypto/pbkdf2")
	}
}

func TestBadInput(t *testing.T) {
	for _, n := range [][2]int{{0, 20}, {-1, 20}, {1, 0}, {1, -1}} {
		if key, err := SHA1("", nil, n[0], n[1]); key != nil || err == nil {
			t.Errorf("%v: accepted", n)
		}
	}
	out := make([]byte, 8)
	if SHA1Many([]Derivation{{Iterations: 1, Out: out}, {Iterations: 1}}) == nil || !bytes.Equal(out, make([]byte, 8)) {
		t.Error("no output: accepted")
	}
	if err := WhirlpoolMany(nil); err != nil {
		t.Error(err)
	}
}
