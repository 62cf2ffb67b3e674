// SPDX-License-Identifier: MIT

// Package crypt is the password hash crypt(3) of Unix, which is based on DES, and its extended form of BSDi. The hashes
// are those of libxcrypt and glibc. HashMany fills the lanes of vector registers with passwords.
//
// Use it only for existing password files: an attacker can search all keys of a traditional hash. Hash takes the tables
// of a traditional password at addresses that depend on it. No function wipes its stack.
package crypt

import (
	"encoding/binary"
	"errors"
	"strings"

	kernels "oldguard/internal/des"
)

// The errors of Hash and HashMany.
var (
	ErrSetting  = errors.New("oldguard/crypt: invalid setting")
	ErrPassword = errors.New("oldguard/crypt: a password with a NUL, or in the extended form with over 511 bytes")
)

const (
	digits   = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	hashSize = 11 // characters of the 64 bits
	longest  = 511
)

// A task is a password with what its setting says.
type task struct {
	password string
	prefix   string // of the setting: what the hash begins with
	salt     uint64
	turns    int
	extended bool
}

// number returns the number of some digits, the lowest first.
func number(text string) (n int, ok bool) {
	for i := len(text) - 1; i >= 0; i-- {
		value := strings.IndexByte(digits, text[i])
		if value < 0 {
			return 0, false
		}
		n = n<<6 | value
	}
	return n, true
}

// hashed reports whether text may be the rest of a setting, which has no effect: as libxcrypt, up to 11 characters of
// printable ASCII without those that have a meaning in password files.
func hashed(text string) bool {
	for i := range len(text) {
		if text[i] <= ' ' || text[i] >= 0x7f || strings.IndexByte("!*:;\\", text[i]) >= 0 {
			return false
		}
	}
	return len(text) <= hashSize
}

// read returns the task of a setting without a password.
func read(setting string) (t task, err error) {
	ok, counted := false, true
	size := 2
	if t.extended = strings.HasPrefix(setting, "_"); t.extended {
		size = 9
	}
	if len(setting) < size || !hashed(setting[size:]) {
		return t, ErrSetting
	}
	t.prefix, t.turns = setting[:size], 25
	salt := t.prefix
	if t.extended {
		salt = setting[5:size]
		t.turns, counted = number(setting[1:5])
		t.turns = max(t.turns, 1)
	}
	var value int
	if value, ok = number(salt); !ok || !counted {
		return t, ErrSetting
	}
	t.salt = uint64(value)
	return t, nil
}

// Count returns the number of encryptions that a setting asks for: 25 for a traditional one, up to 16777215 for one of
// BSDi, and 0 for one that Hash refuses. Who takes settings from others limits it: the highest takes a core half a
// minute.
func Count(setting string) int {
	t, err := read(setting)
	if err != nil {
		return 0
	}
	return t.turns
}

// Hash returns the hash of a password. The setting is a salt of two characters of ./0-9A-Za-z, or _ and four characters
// of count and four of salt for the extended form, and may go on with a hash, as in crypt(3). Of a traditional password
// eight characters count, and of every character the lower seven bits.
func Hash(password, setting string) (string, error) {
	out, err := HashMany([]string{password}, []string{setting})
	if err != nil {
		return "", err
	}
	return out[0], nil
}

// HashMany returns the hash of each password with its setting. The error is that of the first one that has one. It
// panics if their numbers differ.
func HashMany(passwords, settings []string) ([]string, error) {
	if len(passwords) != len(settings) {
		panic("oldguard/crypt: passwords and settings differ in number")
	}
	var tasks [2][]task // traditional and extended
	var places [2][]int
	for i, setting := range settings {
		t, err := read(setting)
		if err != nil {
			return nil, err
		}
		t.password = passwords[i]
		kind := 0
		if t.extended {
			kind = 1
		}
		if strings.IndexByte(t.password, 0) >= 0 || t.extended && len(t.password) > longest {
			return nil, ErrPassword
		}
		tasks[kind], places[kind] = append(tasks[kind], t), append(places[kind], i)
	}
	out := make([]string, len(passwords))
	l := kernels.LanesPool.Get().(*kernels.Lanes)
	for kind, all := range tasks {
		at := places[kind]
		for len(all) > 0 {
			n := min(len(all), kernels.CryptWidth(len(all), kind == 1))
			hash(l, all[:n])
			for i := range n {
				out[at[i]] = all[i].prefix + text(l.Block(i))
			}
			all, at = all[n:], at[n:]
		}
	}
	*l = kernels.Lanes{} // keys and hashes are secrets
	kernels.LanesPool.Put(l)
	return out, nil
}

// key reads eight characters at most, into the bits of a key above the parity bits, and returns the others.
func key(to *[8]byte, password string) string {
	n := min(len(password), len(to))
	*to = [8]byte{}
	for i := range n {
		to[i] = password[i] << 1
	}
	return password[n:]
}

// hash leaves the hash of each task, all traditional or all extended, in the block of its lane.
func hash(l *kernels.Lanes, tasks []task) {
	extended := tasks[0].extended
	for i := range tasks {
		rest := key(l.Key(i), tasks[i].password)
		l.Salts[i] = 0
		if extended {
			tasks[i].password = rest
		}
	}
	for more := extended; more; { // the key of a long password: encrypted under itself, and the next characters added
		more = false
		for i := range tasks {
			more = more || tasks[i].password != ""
			*l.Block(i) = *l.Key(i)
		}
		if !more {
			break
		}
		l.Crypt(len(tasks), 1, true)
		for i := range tasks {
			if tasks[i].password != "" {
				var next [8]byte
				tasks[i].password = key(&next, tasks[i].password)
				for j, value := range l.Block(i) {
					l.Key(i)[j] = value ^ next[j]
				}
			}
		}
	}
	done := make([][8]byte, len(tasks))
	for i := range tasks {
		*l.Block(i), l.Salts[i] = [8]byte{}, tasks[i].salt
	}
	for passed := 0; ; { // lanes whose count is reached go on beside the others
		least := 0
		for i := range tasks {
			if turns := tasks[i].turns - passed; turns > 0 && (least == 0 || turns < least) {
				least = turns
			}
		}
		if least == 0 {
			break
		}
		l.Crypt(len(tasks), least, extended)
		passed += least
		for i := range tasks {
			if tasks[i].turns == passed {
				done[i] = *l.Block(i)
			}
		}
	}
	for i := range done {
		*l.Block(i) = done[i]
	}
}

// text returns the 11 characters of a block, six bits each.
func text(block *[8]byte) string {
	bits := binary.BigEndian.Uint64(block[:])
	var out [hashSize]byte
	for i := range out {
		out[i] = digits[bits>>58]
		bits <<= 6
	}
	return string(out[:])
}
