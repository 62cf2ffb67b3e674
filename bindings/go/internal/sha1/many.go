// SPDX-License-Identifier: MIT

package sha1

import (
	"encoding/binary"
	"math"
	"sync"
	"unsafe"

	"oldguard/internal/cpu"
	"oldguard/internal/stream"
)

const (
	mostLanes = 16
	whole     = 256 // bytes of a padded message that is copied to its lane, and so takes one step
	rows      = 16  // blocks of a lane in a step with detection

	long, short = 1, 2 // bits of cpu.Line.Lengths
)

// laneInfo has what sha1dc.lanes finds of each block: the chaining value before it, then the mask, of all lanes.
type laneInfo [rows * 6 * mostLanes]uint32

// A lane holds a message: where its next blocks are, and the parts that are not compressed.
type lane struct {
	at         unsafe.Pointer
	blocks     int
	message    int
	head, body []byte
	length     uint64
	ended      bool
	open       bool         // the message goes on: head and body are whole blocks, and no padding follows
	state      State        // of detection
	buffer     *[whole]byte // for what is copied
}

// many is the state of the lanes.
type many struct {
	cv    [mostLanes][5]uint32
	lanes [mostLanes]lane
}

// scratch is what a call would have to clear if it were on its stack.
type scratch struct {
	info    [Ahead]Info
	lanes   laneInfo
	buffers [mostLanes][whole]byte
}

var pool = sync.Pool{New: func() any { return new(scratch) }}

// LengthSize is the size of the length at the end of a padded message.
const LengthSize = 8

// Digest writes a chaining value as the digest.
func Digest(out *[Size]byte, cv *[5]uint32) {
	for i, word := range cv {
		binary.BigEndian.PutUint32(out[4*i:], word)
	}
}

// AppendDigest appends a chaining value as the digest.
func AppendDigest(b []byte, cv *[5]uint32) []byte {
	for _, word := range cv {
		b = binary.BigEndian.AppendUint32(b, word)
	}
	return b
}

// ChainingValue is the inverse of Digest.
func ChainingValue(digest []byte) (cv [5]uint32) {
	for i := range cv {
		cv[i] = binary.BigEndian.Uint32(digest[4*i:])
	}
	return
}

// advance gives a lane the next blocks of its message. Reports false at its end.
func (l *lane) advance() bool {
	size := 0
	switch rest := len(l.head) + len(l.body); {
	case l.ended || l.open && rest == 0:
		return false
	case rest <= whole-9 && uint64(rest) == l.length || len(l.head) < BlockSize && rest < BlockSize:
		n := copy(l.buffer[:], l.head)
		n += copy(l.buffer[n:], l.body)
		size = stream.Pad(l.buffer[:], l.buffer[:n], l.length, LengthSize)
		l.ended = true
	case len(l.head) >= BlockSize:
		n := len(l.head) &^ (BlockSize - 1)
		l.at, l.blocks = unsafe.Pointer(&l.head[0]), n/BlockSize
		l.head = l.head[n:]
		return true
	case len(l.head) > 0:
		n := copy(l.buffer[:BlockSize], l.head)
		l.body = l.body[copy(l.buffer[n:BlockSize], l.body):]
		l.head, size = nil, BlockSize
	default:
		n := len(l.body) &^ (BlockSize - 1)
		l.at, l.blocks = unsafe.Pointer(&l.body[0]), n/BlockSize
		l.body = l.body[n:]
		return true
	}
	l.at, l.blocks = unsafe.Pointer(l.buffer), size/BlockSize
	return true
}

// start puts a message into a lane. open: its whole blocks, of which there is one or more.
func (l *lane) start(message int, head, body []byte, open bool) {
	l.message, l.head, l.body, l.length, l.ended = message, head, body, uint64(len(head))+uint64(len(body)), false
	if l.open = open; open {
		l.length = math.MaxUint64 // not one that is copied as a whole
	}
	l.state = State{}
	l.advance()
}

func (m *many) start(i, message int, cvs []*[5]uint32, head, body []byte) {
	m.cv[i] = startOf(cvs, message)
	m.lanes[i].start(message, head, body, cvs != nil)
}

// startOf returns the chaining value before a message. cvs may be nil.
func startOf(cvs []*[5]uint32, i int) [5]uint32 {
	if cvs == nil {
		return Start
	}
	return *cvs[i]
}

// pass moves lane i behind n blocks. Reports whether the message goes on.
func (m *many) pass(i, n int) bool {
	l := &m.lanes[i]
	if l.blocks -= n; l.blocks == 0 {
		return l.advance()
	}
	l.at = unsafe.Add(l.at, n*BlockSize)
	return true
}

// bytes returns the next n blocks of a lane.
func (l *lane) bytes(n int) []byte {
	return unsafe.Slice((*byte)(l.at), n*BlockSize)
}

// headOf returns the head of a message. heads may be nil.
func headOf(heads [][]byte, i int) []byte {
	if heads == nil {
		return nil
	}
	return heads[i]
}

// SumMany writes the digest of each message: its head, if heads is not nil, and its body. If states is not nil, it gets
// what detection has found.
func SumMany(out [][Size]byte, states []State, heads, bodies [][]byte) {
	lengths := short
	for i, body := range bodies {
		if len(body)+len(headOf(heads, i)) >= whole-8 {
			lengths = long
		}
	}
	run(lengths, out, nil, states, heads, bodies)
}

// UpdateMany compresses the blocks of heads[i] and bodies[i], one or more together, into cvs[i].
func UpdateMany(cvs []*[5]uint32, heads, bodies [][]byte) {
	run(long, nil, cvs, nil, heads, bodies)
}

func run(lengths int, out [][Size]byte, cvs []*[5]uint32, states []State, heads, bodies [][]byte) {
	s := pool.Get().(*scratch)
	if line := lanesFor(states != nil, len(bodies), lengths); line != nil {
		inLanes(line, lengths, out, cvs, states, heads, bodies, s)
	} else {
		oneByOne(out, cvs, states, heads, bodies, s)
	}
	pool.Put(s)
}

func oneByOne(out [][Size]byte, cvs []*[5]uint32, states []State, heads, bodies [][]byte, s *scratch) {
	l := lane{buffer: &s.buffers[0]}
	for i, body := range bodies {
		cv := startOf(cvs, i)
		l.start(i, headOf(heads, i), body, cvs != nil)
		l.finish(&cv, states != nil)
		l.end(&cv, out, cvs, states)
	}
}

func inLanes(line *cpu.Line, lengths int, out [][Size]byte, cvs []*[5]uint32, states []State, heads, bodies [][]byte,
	s *scratch) {
	var m many
	var at [mostLanes]unsafe.Pointer
	for i := range m.lanes {
		m.lanes[i].buffer = &s.buffers[i]
	}
	detect, next, busy := states != nil, 0, 0
	for line != nil {
		for ; busy < line.Lanes && next < len(bodies); busy, next = busy+1, next+1 {
			m.start(busy, next, cvs, headOf(heads, next), bodies[next])
		}
		if busy < line.Lanes {
			if line = lanesFor(detect, busy, lengths); line == nil {
				break
			}
		}
		n := longest / BlockSize / line.Lanes
		if detect {
			n = rows
		}
		for i := range min(busy, line.Lanes) {
			n = min(n, m.lanes[i].blocks)
		}
		for i := range line.Lanes { // idle lanes compress what the first one does
			at[i] = at[0]
			if i < busy {
				at[i] = m.lanes[i].at
			}
		}
		lanesCall(detect, line.Kernel, &m.cv, &at, n, &s.lanes)
		for i := min(busy, line.Lanes) - 1; i >= 0; i-- {
			if detect {
				m.test(i, n, line.Lanes, &s.lanes)
			}
			if m.pass(i, n) {
				continue
			}
			m.lanes[i].end(&m.cv[i], out, cvs, states)
			if next < len(bodies) {
				m.start(i, next, cvs, headOf(heads, next), bodies[next])
				next++
				continue
			}
			busy--
			m.move(i, busy)
		}
	}
	for i := range busy {
		m.lanes[i].finish(&m.cv[i], detect)
		m.lanes[i].end(&m.cv[i], out, cvs, states)
	}
}

// finish compresses the rest of a lane by itself.
func (l *lane) finish(cv *[5]uint32, detect bool) {
	for more := true; more; more = l.advance() {
		if !detect {
			Blocks(cv, l.bytes(l.blocks))
			continue
		}
		l.state.CV = *cv
		l.state.Blocks(l.bytes(l.blocks))
		*cv = l.state.CV
	}
}

func (l *lane) end(cv *[5]uint32, out [][Size]byte, cvs []*[5]uint32, states []State) {
	if l.open {
		*cvs[l.message] = *cv
		return
	}
	Digest(&out[l.message], cv)
	if states != nil {
		states[l.message] = l.state
	}
}

// move exchanges two lanes.
func (m *many) move(i, from int) {
	m.cv[i], m.cv[from] = m.cv[from], m.cv[i]
	m.lanes[i], m.lanes[from] = m.lanes[from], m.lanes[i]
}

// test compresses the blocks of lane i's step whose mask is not zero again, by a kernel that returns what the exact
// test needs. If the chaining value differs, as it does after an attack, the rest of the step is compressed again.
func (m *many) test(i, n, width int, info *laneInfo) {
	s := &m.lanes[i].state
	p := m.lanes[i].bytes(n)
	start := s.Length
	for row := range n {
		words := info[row*6*width+i:]
		if words[5*width] == 0 {
			continue
		}
		s.Length = start + uint64(row)*BlockSize
		for k := range s.CV {
			s.CV[k] = words[k*width]
		}
		next := m.cv[i]
		if row+1 < n {
			for k := range next {
				next[k] = words[(6+k)*width]
			}
		}
		s.Blocks(p[row*BlockSize:][:BlockSize])
		if s.CV != next {
			s.Blocks(p[(row+1)*BlockSize:])
			m.cv[i] = s.CV
			break
		}
	}
	s.Length = start + uint64(n)*BlockSize
}
