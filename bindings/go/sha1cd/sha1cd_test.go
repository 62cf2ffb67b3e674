// SPDX-License-Identifier: MIT

package sha1cd

import (
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"
	"unsafe"
)

func Example() {
	digest, collision := Sum([]byte("abc"))
	fmt.Printf("%x %v\n", digest, collision)
	// Output: a9993e364706816aba3e25717850c26c9cd0d89d false
}

func random(n int) []byte {
	p := make([]byte, n)
	rand.New(rand.NewSource(int64(n))).Read(p)
	return p
}

// A collision is a record of testdata/sha1_collisions.rsp: a message of an attack.
type collision struct {
	name, vector, safe string
	message            []byte
	at                 uint64
}

func collisions(t *testing.T) (found []collision) {
	text, err := os.ReadFile("testdata/sha1_collisions.rsp")
	if err != nil {
		t.Fatal(err)
	}
	inside := false
	for _, block := range strings.Split(string(text), "\n\n") {
		fields := map[string]string{}
		for _, line := range strings.Split(block, "\n") {
			if strings.HasPrefix(line, "[") {
				inside = line == "[MESSAGES]"
			}
			if key, value, ok := strings.Cut(line, " = "); ok {
				fields[key] = value
			}
		}
		message, err := hex.DecodeString(fields["Msg"])
		if !inside || fields["Name"] == "" || fields["Reduced"] == "1" {
			continue
		}
		at, wrong := strconv.ParseUint(fields["At"], 10, 64)
		if err != nil || wrong != nil {
			t.Fatal(err, wrong)
		}
		found = append(found, collision{fields["Name"], fields["Vector"], fields["Safe"], message, at})
	}
	if len(found) < 4 {
		t.Fatalf("%d collisions", len(found))
	}
	return found
}

// Shattered and sha-mbles, alone, split at many places, and among other messages in lanes.
func TestCollisions(t *testing.T) {
	seen := map[[Size]byte]string{}
	for _, c := range collisions(t) {
		wanted := Verdict{true, c.vector, c.at}
		digest, v := SumVerdict(c.message)
		if v != wanted || digest == sha1.Sum(c.message) {
			t.Errorf("%s: %+v", c.name, v)
		}
		if c.safe != "" && hex.EncodeToString(digest[:]) != c.safe {
			t.Errorf("%s: %x, not %s", c.name, digest, c.safe)
		}
		if seen[digest] != "" {
			t.Errorf("%s has the digest of %s", c.name, seen[digest])
		}
		seen[digest] = c.name
		for cut := 0; cut <= len(c.message); cut += 7 {
			h := New().(CollisionResistantHash)
			h.Write(c.message[:cut])
			h.Write(c.message[cut:])
			if sum, found := h.CollisionResistantSum(nil); !found || !bytes.Equal(sum, digest[:]) {
				t.Fatalf("%s at %d: %x, %v", c.name, cut, sum, found)
			}
		}
		for n := range 20 {
			messages := make([][]byte, n+1)
			for i := range messages {
				messages[i] = random(640 + i)
			}
			messages[n/2] = c.message
			digests, verdicts := make([][Size]byte, n+1), make([]Verdict, n+1)
			if !SumMany(digests, verdicts, messages) {
				t.Fatalf("%s among %d: not found", c.name, n)
			}
			for i, message := range messages {
				if i == n/2 && (verdicts[i] != wanted || digests[i] != digest) ||
					i != n/2 && (verdicts[i].Collision || digests[i] != sha1.Sum(message)) {
					t.Fatalf("%s among %d: message %d: %+v", c.name, n, i, verdicts[i])
				}
			}
		}
	}
}

func TestWithoutCollision(t *testing.T) {
	data := random(700)
	for n := range data {
		if digest, found := Sum(data[:n]); found || digest != sha1.Sum(data[:n]) {
			t.Fatalf("%d bytes", n)
		}
	}
	r, long := rand.New(rand.NewSource(1)), random(300_000)
	for range 50 {
		n := r.Intn(40)
		heads, bodies := make([][]byte, n), make([][]byte, n)
		for i := range bodies {
			heads[i] = long[i:][:r.Intn(100)]
			bodies[i] = long[r.Intn(1000):][:r.Intn([]int{60, 600, 6000, 60_000}[r.Intn(4)])]
		}
		digests := make([][Size]byte, n)
		if SumMany2(digests, nil, heads, bodies) {
			t.Fatal("a collision")
		}
		for i := range digests {
			if digests[i] != sha1.Sum(append(bytes.Clone(heads[i]), bodies[i]...)) {
				t.Fatalf("message %d of %d", i, n)
			}
		}
	}
	many := make([][]byte, 1000)
	digests := make([][Size]byte, len(many))
	SumMany(digests, nil, many)
	if digests[999] != sha1.Sum(nil) {
		t.Fatal("many")
	}
}

func TestState(t *testing.T) {
	c := collisions(t)[0]
	wanted, _ := Sum(c.message)
	for cut := 0; cut < len(c.message); cut += 7 {
		first := New().(*digest)
		first.Write(c.message[:cut])
		state, _ := first.MarshalBinary()
		copied, _ := hash.Cloner(first).Clone()
		copied.Write(c.message[cut:])
		if !bytes.Equal(copied.Sum(nil), wanted[:]) || !copied.(*digest).Verdict().Collision {
			t.Fatalf("clone at %d", cut)
		}
		second := New().(*digest)
		if err := second.UnmarshalBinary(state); err != nil {
			t.Fatal(err)
		}
		second.Write(c.message[cut:])
		if !bytes.Equal(second.Sum(nil), wanted[:]) {
			t.Fatalf("saved at %d", cut)
		}
		found := copied.(*digest).Verdict()
		if err := copied.(*digest).UnmarshalBinary(state); err != nil || copied.(*digest).Verdict() != found {
			t.Fatalf("the verdict is lost at %d: %v", cut, err)
		}
		if copied.Reset(); copied.(*digest).Verdict().Collision {
			t.Fatalf("reset at %d", cut)
		}
	}
}

// Sum and Verdict change nothing, so that goroutines may call them at once.
func TestReaders(t *testing.T) {
	c, done := collisions(t)[0], make(chan bool)
	h := New()
	h.Write(c.message[:c.at])
	h.Write(c.message[c.at:])
	wanted := h.Sum(nil)
	for range 4 {
		go func() {
			done <- bytes.Equal(h.Sum(nil), wanted) && h.(Judge).Verdict() == Verdict{true, c.vector, c.at}
		}()
	}
	for range 4 {
		if !<-done {
			t.Error("differs")
		}
	}
}

func panics(f func()) (said any) {
	defer func() { said = recover() }()
	f()
	return nil
}

// The capacity of a slice does not count.
func TestBadInput(t *testing.T) {
	two, out, verdicts := make([][]byte, 2), make([][Size]byte, 2), make([]Verdict, 2)
	for name, f := range map[string]func(){
		"digests":                  func() { SumMany(out[:1], nil, two) },
		"digests beside verdicts":  func() { SumMany(out[:1], verdicts, two) },
		"digests of two parts":     func() { SumMany2(out[:1], nil, two, two) },
		"verdicts":                 func() { SumMany(out, verdicts[:1], two) },
		"no verdicts, but not nil": func() { SumMany(out, verdicts[:0], two) },
		"verdicts of two parts":    func() { SumMany2(out, verdicts[:1], two, two) },
		"heads":                    func() { SumMany2(out, nil, two[:1], two) },
	} {
		if panics(f) == nil {
			t.Errorf("too few %s: accepted", name)
		}
	}
}

func TestAllocations(t *testing.T) {
	data, h := random(1000), New()
	var out [Size]byte
	digests, pieces := make([][Size]byte, 20), make([][]byte, 20)
	for name, f := range map[string]func(){
		"Sum":       func() { Sum(data) },
		"short Sum": func() { Sum(data[:20]) },
		"SumMany":   func() { SumMany(digests, nil, pieces) },
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
	if size := unsafe.Sizeof(digest{}); size > 384 {
		t.Errorf("New allocates %d bytes", size)
	}
}
