// SPDX-License-Identifier: MIT
//go:build (!amd64 && !(arm64 && (linux || darwin))) || !gc || purego

package cpu

var models []model

func detect() Features { return 0 }

func identity() (vendor string, family, number uint32) { return }
