# SPDX-License-Identifier: MIT
"""One formula and one line for every mnemonic of the table; see asm/asmgen/meanings.py."""

from ...meanings import table

# Condition codes and what holds when they do, after a comparison.
CONDITIONS = {
    "eq": "equal or zero",
    "ne": "not equal or not zero",
    "hs": "higher or the same, unsigned",
    "lo": "lower, unsigned",
    "hi": "higher, unsigned",
    "ls": "lower or the same, unsigned",
    "mi": "negative",
    "pl": "not negative",
    "vs": "overflow",
    "vc": "no overflow",
    "ge": "greater or equal, signed",
    "lt": "less, signed",
    "gt": "greater, signed",
    "le": "less or equal, signed",
}

_INTEGER = """
mov | {0} = {1} | copies
movz | {0} = {1}, shifted by the last operand | loads 16 bits and clears the rest
movn | {0} = ~{1}, shifted by the last operand | loads the complement of 16 bits
movk | 16 bits of {0} = {1} | replaces 16 bits and keeps the rest
add | {0} = {1} + {2} | adds
sub | {0} = {1} - {2} | subtracts
subs | {0} = {1} - {2}, with flags | subtracts; the flags show whether it is zero now
cmp | flags of {0} - {1} | compares
tst | flags of {0} & {1} | compares with zero without a change
and | {0} = {1} & {2} | keeps the bits that both have
bic | {0} = {1} & ~{2} | AND-NOT: keeps the bits that the last operand lacks
orr | {0} = {1} or {2} | joins bits
orn | {0} = {1} or ~{2} | joins bits with the complement of the last operand
eor | {0} = {1} ^ {2} | adds bit by bit without carry
eon | {0} = {1} ^ ~{2} | adds bit by bit without carry, and complements
lsl | {0} = {1} << {2} | shifts left
lsr | {0} = {1} >> {2} | shifts right, zeros from above
ror | {0} = {1} rotr {2} | rotates right
extr | {0} = ({1}:{2}) >> {3} | takes consecutive bits out of two registers
ubfx | {0} = {3} bits of {1} from bit {2} | copies a field of bits
bfi | {3} bits of {0} from bit {2} = {1} | replaces a field of bits
bfxil | low {3} bits of {0} = bits of {1} from {2} | copies a field of bits to the bottom and keeps the rest
rev | {0} = bytes of {1} reversed | reverses the bytes: the standard is big-endian, the processor is not
rev32 | {0} = bytes of {1} reversed, each word | reverses the bytes of every 32-bit word
adr | {0} = address of {1} | loads the address of a constant
b | to {0} | branches
cbz | to {1} if {0} is zero | branches if a register is zero
cbnz | to {1} if {0} is not zero | branches if a register is not zero
ret | return | returns to the caller
hint | hint {0} | a permitted target of indirect calls; without branch target identification a nop
nop | nothing | does nothing
"""

_MEMORY = """
ldr ldur | {0} = {1} | loads
str stur | {1} = {0} | stores
ldp | {0}, {1} = {2} | loads a pair
stp | {2} = {0}, {1} | stores a pair
ld1 | {0} and on = {*} | loads vectors, or one element
st1 | {*} = {0} and on | stores vectors, or one element
ld1r | {0} = {*} in every element | loads one element and repeats it
"""

_VECTOR = """
movi | {0} = {1} in every element | sets a vector to a constant
dup | {0} = {1} in every element | repeats one element
ins | {0} = {1} | replaces one element of a vector
umov | {0} = {1} | copies one element of a vector out
fmov | {0} = {1} | copies between a general and a vector register
bsl | {0} = {0} ? {1} : {2}, each bit | selects bits of two registers by the bits of the first
bit | {0} = {2} ? {1} : {0}, each bit | replaces the bits where the last operand has ones
bif | {0} = {2} ? {0} : {1}, each bit | replaces the bits where the last operand has zeros
cmtst | {0} = ({1} & {2}) != 0, each element | all ones where both have a bit in common, else 0
addp | {0} = sums of neighbours in {1} and on | adds neighbouring elements
shl | {0} = {1} << {2}, each element | shifts elements left
ushr | {0} = {1} >> {2}, each element | shifts elements right
sli | {0} = {1} << {2} over {0}, each element | shifts elements left and keeps the low bits
sri | {0} = {1} >> {2} over {0}, each element | shifts elements right and keeps the high bits
ext | {0} = ({2}:{1}) >> {3} bytes | takes 16 consecutive bytes out of two registers
tbl | {0} = bytes of {1} and on at {*} | a look-up in a table of one to four registers
zip1 | {0} = low halves of {1} and {2}, interleaved | takes elements by turns from the low halves of both
zip2 | {0} = high halves of {1} and {2}, interleaved | takes elements by turns from the high halves of both
uzp1 | {0} = even elements of {1} and {2} | takes the elements with even numbers
uzp2 | {0} = odd elements of {1} and {2} | takes the elements with odd numbers
trn1 | {0} = even elements of {1} and {2}, by turns | transposes pairs of elements, the even ones
trn2 | {0} = odd elements of {1} and {2}, by turns | transposes pairs of elements, the odd ones
sha1c | {0} = four rounds with Ch on {0}, {1}, {2} | four rounds of SHA-1
sha1p | {0} = four rounds with Parity on {0}, {1}, {2} | four rounds of SHA-1
sha1m | {0} = four rounds with Maj on {0}, {1}, {2} | four rounds of SHA-1
sha1h | {0} = ROTL 30 ({1}) | e of the next four rounds from a
sha1su0 | {0} = W[t-16] ^ W[t-14] ^ W[t-8] from {0}, {1}, {2} | the first step of the schedule, for four words
sha1su1 | {0} = ROTL 1 ({0} ^ W[t-3]), W[t-3] from {1} | the last step of the schedule, for four words
"""

_CONDITIONAL = "\n".join(
    f"b.{code} | to {{0}} if {said.split(',')[0]} | branches if {said}" for code, said in CONDITIONS.items()
)

MEANINGS = table(_INTEGER + _MEMORY + _VECTOR + _CONDITIONAL)
