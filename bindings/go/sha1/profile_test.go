// SPDX-License-Identifier: MIT
//go:build (amd64 || arm64) && gc && !purego && !race

package sha1

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"runtime/pprof"
	"slices"
	"strings"
	"testing"

	kernels "oldguard/internal/sha1"
)

// fields calls f for each field of a message of protocol buffers: a number, or bytes.
func fields(p []byte, f func(field int, number uint64, content []byte)) {
	next := func() uint64 {
		number, n := binary.Uvarint(p)
		p = p[n:]
		return number
	}
	for len(p) > 0 {
		key := next()
		number, content := next(), []byte(nil)
		if key&7 == 2 {
			content, p = p[:number], p[number:]
		}
		f(int(key>>3), number, content)
	}
}

// stacks returns the names of the functions of each sample of a profile, the innermost first (pprof's profile.proto).
func stacks(profile []byte) (found [][]string) {
	unpacked, err := gzip.NewReader(bytes.NewReader(profile))
	if err != nil {
		panic(err)
	}
	all, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	var texts []string
	var samples [][]uint64
	functions, locations := map[uint64]uint64{}, map[uint64][]uint64{}
	fields(all, func(field int, _ uint64, content []byte) {
		var id, name uint64
		var inner []uint64
		message := content
		if field != 2 && field != 4 && field != 5 {
			message = nil
		}
		fields(message, func(field2 int, number uint64, more []byte) {
			switch {
			case field2 == 1 && more == nil:
				id = number
			case field == 2 && field2 == 1:
				for len(more) > 0 {
					place, n := binary.Uvarint(more)
					inner, more = append(inner, place), more[n:]
				}
			case field == 4 && field2 == 4:
				fields(more, func(field3 int, number uint64, _ []byte) {
					if field3 == 1 {
						inner = append(inner, number)
					}
				})
			case field == 5 && field2 == 2:
				name = number
			}
		})
		switch field {
		case 2:
			samples = append(samples, inner)
		case 4:
			locations[id] = inner
		case 5:
			functions[id] = name
		case 6:
			texts = append(texts, string(content))
		}
	})
	for _, sample := range samples {
		var names []string
		for _, place := range sample {
			for _, function := range locations[place] {
				names = append(names, texts[functions[function]])
			}
		}
		found = append(found, names)
	}
	return
}

// A CPU profile shows who has called a kernel, with a frame (lanes) and without one.
func TestProfile(t *testing.T) {
	if !kernels.Fast() {
		t.Skip("no kernel")
	}
	data := random(64 << 10)
	digests, pieces := make([][Size]byte, 16), make([][]byte, 16)
	for i := range pieces {
		pieces[i] = data[i:]
	}
	for name, work := range map[string]func(){
		"Sum":     func() { Sum(data) },
		"SumMany": func() { SumMany(digests, pieces) },
	} {
		for seen, lost := 0, 0; seen < 5; {
			var profile bytes.Buffer
			if err := pprof.StartCPUProfile(&profile); err != nil {
				t.Skip(err) // another profile is being made
			}
			for range 100 {
				work()
			}
			pprof.StopCPUProfile()
			for _, names := range stacks(profile.Bytes()) {
				switch {
				case len(names) == 0: // the walk over the stack failed, as it also does now and then in the runtime
					lost++
				case !strings.Contains(names[0], ".og_sha1"):
				case slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ".TestProfile") }):
					seen++
				default:
					t.Fatalf("%s: a kernel without its callers: %q", name, names)
				}
			}
			if lost > 20+seen {
				t.Fatalf("%s: %d samples without names, %d with callers", name, lost, seen)
			}
		}
	}
}
