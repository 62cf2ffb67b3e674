// SPDX-License-Identifier: MIT

package whirlpool

import (
	"bytes"
	"encoding"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func Example() {
	digest := Sum([]byte("abc"))
	fmt.Printf("%x\n", digest[:16])
	// Output: 4e2448a4c6f486bb16b6562c73b4020b
}

// The test vectors of ISO/IEC 10118-3.
func TestVectors(t *testing.T) {
	for _, v := range []struct{ message, digest string }{
		{"", "19fa61d75522a4669b44e39c1d2e1726c530232130d407f89afee0964997f7a7" +
			"3e83be698b288febcf88e3e03c4f0757ea8964e59b63d93708b138cc42a66eb3"},
		{"abc", "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c" +
			"7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"},
		{"abcdbcdecdefdefgefghfghighijhijk", "2a987ea40f917061f5d6f0a0e4644f488a7a5a52deee656207c562f988e95c69" +
			"16bdc8031bc5be1b7b947639fe050b56939baaa0adff9ae6745b7b181c3be3fd"},
		{strings.Repeat("a", 1_000_000), "0c99005beb57eff50a7cf005560ddf5d29057fd86b20bfd62deca0f1ccea4af5" +
			"1fc15490eddc47af32bb2b66c34ff9ad8c6008ad677f77126953b226e4ed8b01"},
	} {
		if got := fmt.Sprintf("%x", Sum([]byte(v.message))); got != v.digest {
			t.Errorf("%.40q: %s", v.message, got)
		}
	}
}

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// Messages in lanes, in pieces and through saved states have the digest of Sum.
func TestSame(t *testing.T) {
	data := random(600)
	for n := range data {
		wanted, cut := Sum(data[:n]), n/3
		first := New()
		first.Write(data[:cut])
		state, _ := first.(encoding.BinaryMarshaler).MarshalBinary()
		second := New()
		if err := second.(encoding.BinaryUnmarshaler).UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		for _, h := range []interface {
			Write([]byte) (int, error)
			Sum([]byte) []byte
		}{first, second} {
			h.Write(data[cut:n])
			if !bytes.Equal(h.Sum(nil), wanted[:]) {
				t.Fatalf("%d bytes", n)
			}
		}
	}
	r, long := rand.New(rand.NewSource(1)), random(100_000)
	for range 30 {
		messages := make([][]byte, r.Intn(12))
		for i := range messages {
			messages[i] = long[r.Intn(1000):][:r.Intn([]int{60, 600, 6000, 60_000}[r.Intn(4)])]
		}
		digests := make([][Size]byte, len(messages))
		SumMany(digests, messages)
		for i, message := range messages {
			if digests[i] != Sum(message) {
				t.Fatalf("message %d of %d, %d bytes", i, len(messages), len(message))
			}
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, bad := range []string{"", "wp3\x01", "sha\x01" + strings.Repeat("x", 136)} {
		if err := New().(encoding.BinaryUnmarshaler).UnmarshalBinary([]byte(bad)); err == nil {
			t.Errorf("%q: accepted", bad)
		}
	}
	for capacity := range 2 {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("SumMany: no digests, a capacity of %d", capacity)
				}
			}()
			SumMany(make([][Size]byte, 0, capacity), make([][]byte, 1))
		}()
	}
}

func TestAllocations(t *testing.T) {
	data, h := random(1000), New()
	var out [Size]byte
	digests, pieces := make([][Size]byte, 20), make([][]byte, 20)
	for name, f := range map[string]func(){
		"Sum":     func() { Sum(data) },
		"SumMany": func() { SumMany(digests, pieces) },
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
