// SPDX-License-Identifier: MIT

package sha1

import (
	"bytes"
	"crypto/sha1"
	"encoding"
	"fmt"
	"hash"
	"math/rand"
	"runtime"
	"strings"
	"testing"
)

func Example() {
	pieces := [][]byte{[]byte("abc"), []byte("")}
	digests := make([][Size]byte, len(pieces))
	SumMany(digests, pieces)
	fmt.Printf("%x\n%x\n", digests[0], digests[1])
	// Output:
	// a9993e364706816aba3e25717850c26c9cd0d89d
	// da39a3ee5e6b4b0d3255bfef95601890afd80709
}

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// Every length around the block boundaries in every kind of call, split in two.
func TestAgainstStandard(t *testing.T) {
	data := random(700)
	for n := range data {
		wanted := sha1.Sum(data[:n])
		if Sum(data[:n]) != wanted {
			t.Fatalf("Sum of %d bytes", n)
		}
		h := New()
		h.Write(data[:n/3])
		h.Sum(nil) // changes nothing
		h.Write(data[n/3 : n])
		if !bytes.Equal(h.Sum(nil), wanted[:]) {
			t.Fatalf("New of %d bytes", n)
		}
	}
	long := random(300_000) // more than a call of a kernel
	if Sum(long) != sha1.Sum(long) {
		t.Fatal("long")
	}
}

// messages returns random ones, n of them at most.
func messages(r *rand.Rand, data []byte, n int) [][]byte {
	var made [][]byte
	for range r.Intn(n + 1) {
		longest := []int{3, 60, 300, 3000, 90_000}[r.Intn(5)]
		made = append(made, data[r.Intn(1000):][:r.Intn(longest)])
	}
	return made
}

func TestMany(t *testing.T) {
	r, data := rand.New(rand.NewSource(1)), random(100_000)
	for range 100 {
		bodies := messages(r, data, 40)
		heads := make([][]byte, len(bodies))
		for i := range heads {
			heads[i] = data[i:][:r.Intn(200)]
		}
		digests := make([][Size]byte, len(bodies))
		SumMany(digests, bodies)
		for i, body := range bodies {
			if digests[i] != sha1.Sum(body) {
				t.Fatalf("message %d of %d, %d bytes", i, len(bodies), len(body))
			}
		}
		SumMany2(digests, heads, bodies)
		for i, body := range bodies {
			if digests[i] != sha1.Sum(append(bytes.Clone(heads[i]), body...)) {
				t.Fatalf("message %d of %d, %d and %d bytes", i, len(bodies), len(heads[i]), len(body))
			}
		}
	}
}

// Many streams that grow side by side, some of them in the list twice and some of crypto/sha1.
func TestUpdateMany(t *testing.T) {
	r, data := rand.New(rand.NewSource(3)), random(100_000)
	for range 15 {
		streams := make([]hash.Hash, 1+r.Intn(90))
		wanted := make([]hash.Hash, len(streams))
		for i := range streams {
			streams[i], wanted[i] = New(), sha1.New()
			if r.Intn(10) == 0 {
				streams[i] = sha1.New()
			}
		}
		for range 5 {
			parts := messages(r, data, 2*len(streams))
			hashes := make([]hash.Hash, len(parts))
			for i, part := range parts {
				to := r.Intn(len(streams))
				hashes[i] = streams[to]
				wanted[to].Write(part)
			}
			UpdateMany(hashes, parts)
		}
		for i := range streams {
			if !bytes.Equal(streams[i].Sum(nil), wanted[i].Sum(nil)) {
				t.Fatalf("stream %d of %d", i, len(streams))
			}
		}
	}
}

// wrapped is a hash of another package that writes to one of ours.
type wrapped struct{ hash.Hash }

func TestUpdateManyBesideOthers(t *testing.T) {
	data := random(1010)
	ours, wanted := New(), sha1.Sum(data)
	UpdateMany([]hash.Hash{ours, wrapped{ours}}, [][]byte{data[:1000], data[1000:]})
	if !bytes.Equal(ours.Sum(nil), wanted[:]) {
		t.Error("through another hash")
	}
	ours.Reset()
	if panics(func() { UpdateMany([]hash.Hash{ours, nil}, [][]byte{data, nil}) }) == nil {
		t.Error("no hash")
	}
	if !bytes.Equal(ours.Sum(nil), wanted[:]) {
		t.Error("before a panic")
	}
}

func panics(f func()) (said any) {
	defer func() { said = recover() }()
	f()
	return nil
}

func TestBadInput(t *testing.T) {
	two := [][]byte{nil, nil}
	if panics(func() { SumMany(make([][Size]byte, 1), two) }) == nil {
		t.Error("SumMany: too few digests")
	}
	if panics(func() { SumMany(make([][Size]byte, 1, 2), two) }) == nil {
		t.Error("SumMany: too few digests, enough capacity")
	}
	if panics(func() { SumMany2(make([][Size]byte, 1, 2), two, two) }) == nil {
		t.Error("SumMany2: too few digests, enough capacity")
	}
	if panics(func() { SumMany2(make([][Size]byte, 2), two[:1], two) }) == nil {
		t.Error("SumMany2: too few heads")
	}
	if panics(func() { UpdateMany(make([]hash.Hash, 1), two) }) == nil {
		t.Error("UpdateMany: too few hashes")
	}
	SumMany(nil, nil)
	state, _ := New().(encoding.BinaryMarshaler).MarshalBinary()
	for _, bad := range [][]byte{nil, state[:50], append([]byte("sha\x02"), state[4:]...), append(state, 0)} {
		if err := New().(encoding.BinaryUnmarshaler).UnmarshalBinary(bad); err == nil {
			t.Errorf("%x: accepted", bad)
		}
	}
}

// A saved state is that of crypto/sha1, in both directions.
func TestStates(t *testing.T) {
	data := random(200)
	for n := range data {
		mine, theirs := New(), sha1.New()
		mine.Write(data[:n])
		theirs.Write(data[:n])
		a, _ := mine.(encoding.BinaryMarshaler).MarshalBinary()
		b, _ := theirs.(encoding.BinaryMarshaler).MarshalBinary()
		if !bytes.Equal(a, b) {
			t.Fatalf("%d bytes: %x, %x", n, a, b)
		}
		mine.Reset()
		if err := mine.(encoding.BinaryUnmarshaler).UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		mine.Write(data[n:])
		copied, _ := mine.(hash.Cloner).Clone()
		if wanted := sha1.Sum(data); !bytes.Equal(mine.Sum(nil), wanted[:]) || !bytes.Equal(copied.Sum(nil), wanted[:]) {
			t.Fatalf("%d bytes", n)
		}
	}
}

func TestAllocations(t *testing.T) {
	data, h := random(1000), New()
	digests, pieces, hashes := make([][Size]byte, 20), make([][]byte, 20), make([]hash.Hash, 20)
	for i := range pieces {
		pieces[i], hashes[i] = data[i:], New()
	}
	var out [Size]byte
	for name, f := range map[string]func(){
		"Sum":        func() { Sum(data) },
		"SumMany":    func() { SumMany(digests, pieces) },
		"UpdateMany": func() { UpdateMany(hashes, pieces) },
		"New": func() {
			h.Reset()
			h.Write(data)
			h.Sum(out[:0])
		},
	} {
		if n := testing.AllocsPerRun(20, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// deep calls the kernels on stacks that grow, while garbage is collected.
func deep(n int, data []byte) [Size]byte {
	var room [256]byte
	if n > 0 {
		digest := deep(n-1, data)
		room[n%256] = digest[0]
		if room[n%256] != digest[0] {
			panic("overwritten")
		}
	}
	digests := [3][Size]byte{}
	pieces := [3][]byte{data, data[1:], data[2:]}
	SumMany(digests[:], pieces[:])
	if digests[0] != Sum(data) {
		panic("differs")
	}
	return digests[1]
}

func TestStacks(t *testing.T) {
	data, done := random(500), make(chan [Size]byte)
	for i := range 32 {
		go func() { done <- deep(20+10*i, data) }()
	}
	for range 32 {
		runtime.GC()
		if <-done != sha1.Sum(data[1:]) {
			t.Fatal("differs")
		}
	}
}

func FuzzMany(f *testing.F) {
	f.Add([]byte(strings.Repeat("a", 300)), uint16(64), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, step uint16, head uint8) {
		var heads, bodies [][]byte
		for at := 0; at < len(data) && len(bodies) < 40; at += int(step%500) + 1 {
			body := data[at:]
			n := min(len(body), int(head))
			heads, bodies = append(heads, body[:n]), append(bodies, body[n:])
		}
		digests := make([][Size]byte, len(bodies))
		SumMany2(digests, heads, bodies)
		for i := range digests {
			if digests[i] != sha1.Sum(append(bytes.Clone(heads[i]), bodies[i]...)) {
				t.Fatal(i)
			}
		}
	})
}
