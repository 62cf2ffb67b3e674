// SPDX-License-Identifier: MIT

package des

import (
	"encoding/binary"
	"sync"
)

const (
	mostLanes = 512
	steps     = 8   // blocks of each message in a call of a kernel with 256 lanes, and more of one with fewer
	mostSteps = 32  // blocks of each message in any call
	mostTurns = 100 // encryptions of each lane of crypt(3) in a call, which nothing preempts
)

// Lanes has what a kernel for many keys takes, of all lanes one after the other.
type Lanes struct {
	Blocks [BlockSize * mostLanes]byte
	Keys   [KeySize * mostLanes]byte
	Salts  [mostLanes]uint64
}

// Block and Key return those of a lane.
func (l *Lanes) Block(i int) *[BlockSize]byte { return (*[BlockSize]byte)(l.Blocks[BlockSize*i:]) }
func (l *Lanes) Key(i int) *[KeySize]byte     { return (*[KeySize]byte)(l.Keys[KeySize*i:]) }

// LanesPool saves the clearing of Lanes. Who puts one back clears what is secret.
var LanesPool = sync.Pool{New: func() any { return new(Lanes) }}

// CryptWidth returns how many of n passwords the kernel for many takes at once, or 1 where each by itself is faster.
func CryptWidth(n int, extended bool) int {
	if line := cryptFor(n, extended); line != nil {
		return line.Lanes
	}
	return 1
}

// Crypt encrypts the blocks of the first n lanes, which CryptWidth allows, again and again under their keys and salts.
// The other lanes have any content on return.
func (l *Lanes) Crypt(n, turns int, extended bool) {
	line := cryptFor(n, extended)
	for turns > 0 {
		some := min(turns, mostTurns)
		switch {
		case line != nil:
			cryptCall(line.Kernel, l, some, extended)
		case !alone(l.Block(0), l.Key(0), l.Salts[0], turns):
			generic(l.Block(0), l.Key(0), l.Salts[0], some)
		default:
			return
		}
		turns -= some
	}
}

// A Message is encrypted in CBC mode. IV is replaced by the last block.
type Message struct {
	Key, Dst, Src []byte
	IV            [BlockSize]byte
}

// many is the state of the lanes for messages. Block t of lane i is behind block t of lane i-1.
type many struct {
	blocks [steps * BlockSize * 256]byte
	keys   [3 * KeySize * 256]byte
	iv     [BlockSize * 256]byte
}

var manyPool = sync.Pool{New: func() any { return new(many) }}

// EncryptMany encrypts messages, whose keys have the same size, where kernels serve.
func EncryptMany(messages []Message) {
	var active [256]*Message
	m, busy := manyPool.Get().(*many), 0
	for {
		for ; busy < len(active) && len(messages) > 0; messages = messages[1:] {
			if len(messages[0].Src) > 0 {
				active[busy] = &messages[0]
				busy++
			}
		}
		if busy == 0 {
			break
		}
		triple := len(active[0].Key) > KeySize
		line := manyFor(busy, triple)
		if line == nil || line.Lanes > len(active) {
			busy--
			last := active[busy]
			var keys Keys
			keys.Expand(last.Key)
			keys.CBC(last.Dst, last.Src, &last.IV, true)
			last.Src = nil
			continue
		}
		n := min(busy, line.Lanes)
		m.step(line.Kernel, line.Lanes, triple, active[:n])
		for i := n - 1; i >= 0; i-- {
			if len(active[i].Src) == 0 {
				busy--
				active[i] = active[busy]
			}
		}
	}
	clear(m.keys[:])
	manyPool.Put(m)
}

// step encrypts as many blocks of each message as the shortest of them has. Idle lanes do what the first one does.
func (m *many) step(kernel, lanes int, triple bool, active []*Message) {
	n := min(len(m.blocks)/BlockSize/lanes, mostSteps)
	for _, each := range active {
		n = min(n, len(each.Src)/BlockSize)
	}
	for i := range lanes {
		each := active[0]
		if i < len(active) {
			each = active[i]
		}
		for k := range len(each.Key) / KeySize {
			copy(m.keys[KeySize*(lanes*k+i):][:KeySize], each.Key[KeySize*k:])
		}
		copy(m.iv[BlockSize*i:][:BlockSize], each.IV[:])
		for t := range n {
			binary.LittleEndian.PutUint64(m.blocks[BlockSize*(lanes*t+i):], binary.LittleEndian.Uint64(each.Src[BlockSize*t:]))
		}
	}
	manyCall(kernel, m, n, triple)
	for i, each := range active {
		for t := range n {
			copy(each.Dst[BlockSize*t:][:BlockSize], m.blocks[BlockSize*(lanes*t+i):])
		}
		copy(each.IV[:], m.iv[BlockSize*i:])
		each.Dst, each.Src = each.Dst[n*BlockSize:], each.Src[n*BlockSize:]
	}
}
