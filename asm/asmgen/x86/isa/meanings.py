# SPDX-License-Identifier: MIT
"""One formula and one line for every mnemonic of the table; see asm/asmgen/meanings.py."""

from ...meanings import table

# Condition codes and what holds when they do, after a comparison or a test.
CONDITIONS = {
    "e": "equal or zero",
    "ne": "not equal or not zero",
    "a": "above, unsigned",
    "ae": "above or equal, unsigned: no carry",
    "b": "below, unsigned: carry",
    "be": "below or equal, unsigned",
    "g": "greater, signed",
    "ge": "greater or equal, signed",
    "l": "less, signed",
    "le": "less or equal, signed",
    "s": "negative",
    "ns": "not negative",
    "o": "overflow",
    "no": "no overflow",
}

_INTEGER = """
mov | {0} = {1} | copies
movbe | {0} = bytes of {1} reversed | loads or stores in big-endian byte order
movzx | {0} = {1}, zero-extended | copies a narrow value and clears the bits above it
movsx movsxd | {0} = {1}, sign-extended | copies a narrow value and repeats its sign bit above it
lea | {0} = {1} | computes an address and keeps it: an addition that changes no flag
add | {0} += {1} | adds
adc | {0} += {1} + carry | adds with the carry of the addition before
sub | {0} -= {1} | subtracts
sbb | {0} -= {1} + carry | subtracts with borrow; from itself: all ones after a borrow, else 0
inc | {0} += 1 | adds one
dec | {0} -= 1 | subtracts one; the flags show whether it is zero now
neg | {0} = -{0} | negates
not | {0} = ~{0} | inverts every bit
imul | {0} = product with {*} | multiplies
and | {0} &= {1} | keeps the bits that both have
andn | {0} = ~{1} & {2} | AND-NOT: keeps the bits of the last operand that the other lacks
or | {0} = {0} or {1} | joins bits
xor | {0} ^= {1} | adds bit by bit without carry
rol | {0} = {0} rotl {1} | rotates left
ror | {0} = {0} rotr {1} | rotates right
rorx | {0} = {1} rotr {2} | rotates right into another register, without flags
shl | {0} <<= {1} | shifts left
shr | {0} >>= {1} | shifts right, zeros from above
sar | {0} >>= {1}, signed | shifts right, the sign bit from above
shlx | {0} = {1} << {2} | shifts left into another register, without flags
shrx | {0} = {1} >> {2} | shifts right into another register, without flags
sarx | {0} = {1} >> {2}, signed | shifts right with the sign bit into another register, without flags
shld | {0} = {0}:{1} << {2} | shifts left, bits of the second register from below
shrd | {0} = {1}:{0} >> {2} | shifts right, bits of the second register from above
bswap | {0} = bytes of {0} reversed | reverses the bytes: the standard is big-endian, the processor is not
bt | carry = bit {1} of {0} | copies one bit to the carry flag
cmp | flags of {0} - {1} | compares
test | flags of {0} & {1} | compares with zero without a change
push | stack = {0} | saves on the stack
pop | {0} = stack | restores from the stack
leave | sp = bp, bp = stack | frees the frame
call | call {0} | stores the return address and branches: here, to learn where the code is
jmp | to {0} | branches
ret | return | returns to the caller
cld | DF = 0 | makes string operations ascend
std | DF = 1 | makes string operations descend
endbr64 | landing pad | a permitted target of indirect calls; without control-flow enforcement a nop
"""

_VECTOR = """
movd movq vmovd | {0} = {1} | copies 32 or 64 bits to or from a vector register
movdqa movdqu movaps movups vmovdqa vmovdqu vmovdqa64 vmovdqu64 | {0} = {1} | copies a vector
movq2dq | {0} = {1} | copies an MMX register to the low half of a vector register
movhps | upper 64 bits: {0} = {1} | copies 64 bits into or out of the upper half
kmovw | {0} = {1} | copies a mask of elements
pxor | {0} ^= {1} | adds bit by bit without carry
vpxor vpxord vpxorq | {0} = {1} ^ {2} | adds bit by bit without carry
pand | {0} &= {1} | keeps the bits that both have
vpand | {0} = {1} & {2} | keeps the bits that both have
por | {0} = {0} or {1} | joins bits
vpor | {0} = {1} or {2} | joins bits
pandn | {0} = ~{0} & {1} | AND-NOT: keeps the bits of the second that the first lacks
vpandn | {0} = ~{1} & {2} | AND-NOT: keeps the bits of the last operand that the other lacks
vpternlogd vpternlogq | {0} = f({0}, {1}, {2}), f = {3} | any function of three bits: f is its truth table
paddb paddw paddd paddq | {0} += {1}, each element | adds element by element
vpaddb vpaddd vpaddq | {0} = {1} + {2}, each element | adds element by element
psubd | {0} -= {1}, each element | subtracts element by element
vpsubd | {0} = {1} - {2}, each element | subtracts element by element
pcmpeqb pcmpeqd | {0} = {0} == {1}, each element | all ones where elements are equal, else 0
vpcmpeqb vpcmpeqd | {0} = {1} == {2}, each element | all ones where elements are equal, else 0
pcmpgtd | {0} = {0} > {1}, each element | all ones where the first is greater, else 0
psllw pslld psllq | {0} <<= {1}, each element | shifts elements left
psrlw psrld psrlq | {0} >>= {1}, each element | shifts elements right
vpsllw vpslld vpsllq | {0} = {1} << {2}, each element | shifts elements left
vpsrlw vpsrld vpsrlq | {0} = {1} >> {2}, each element | shifts elements right
vpsrad | {0} = {1} >> {2}, signed, each element | shifts elements right, the sign bit from above
vpsllvd | {0} = {1} << {2}, each element | shifts each element left by a count of its own
vpsrlvd | {0} = {1} >> {2}, each element | shifts each element right by a count of its own
vprold vprolq | {0} = {1} rotl {*}, each element | rotates every element left
vprorvd | {0} = {1} rotr {2}, each element | rotates each element right by a count of its own
pslldq | {0} <<= {1} bytes | shifts the register left by bytes
psrldq | {0} >>= {1} bytes | shifts the register right by bytes
vpslldq | {0} = {1} << {2} bytes | shifts each 128-bit lane left by bytes
vpsrldq | {0} = {1} >> {2} bytes | shifts each 128-bit lane right by bytes
palignr | {0} = ({0}:{1}) >> {2} bytes | takes 16 consecutive bytes out of two registers
vpalignr | {0} = ({1}:{2}) >> {3} bytes | takes 16 consecutive bytes out of two registers, per lane
pshufb | {0} = bytes of {0} at {1} | puts bytes in any order: a look-up in a table of 16 bytes
vpshufb | {0} = bytes of {1} at {2} | puts the bytes of each lane in any order: a look-up in a table
pshufd vpshufd | {0} = words of {1} in order {2} | puts 32-bit elements in another order
pshufw | {0} = 16-bit elements of {1} in order {2} | puts 16-bit elements in another order
pshuflw | {0} = {1}, low elements in order {2} | puts the four low 16-bit elements in another order
pshufhw | {0} = {1}, high elements in order {2} | puts the four high 16-bit elements in another order
shufpd | {0} = one half of {0}, one of {1}, by {2} | joins a 64-bit half of either register
vshufi32x4 | {0} = lanes of {1} and {2}, by {3} | puts 128-bit lanes of two registers together
punpcklbw punpcklwd punpckldq punpcklqdq | {0} = low {0} and {1} by turns | interleaves the low halves
punpckhbw punpckhwd punpckhdq punpckhqdq | {0} = high {0} and {1} by turns | interleaves the high halves
vpunpcklbw vpunpcklwd vpunpckldq vpunpcklqdq | {0} = low {1} and {2} by turns | interleaves, per lane
vpunpckhbw vpunpckhwd vpunpckhdq vpunpckhqdq | {0} = high {1} and {2} by turns | interleaves, per lane
vpblendd | {0} = words of {1} or {2}, by {3} | chooses every 32-bit element from one of two registers
vperm2i128 | {0} = lanes of {1} and {2}, by {3} | chooses two of the four 128-bit lanes of two registers
vpermq | {0} = quadwords of {1} in order {2} | puts 64-bit elements in another order
vpermd | {0} = words of {2} at {1} | puts the 32-bit elements of a whole register in any order
vpermb | {0} = bytes of {2} at {1} | puts the bytes of a whole register in any order
vpermi2b | {0} = bytes of {1}:{2} at {0} | a look-up in a table of two registers
vpbroadcastd vpbroadcastq vbroadcasti128 | {0} = {1} in every element | repeats one element
pextrb pextrw pextrd vpextrd | {0} = element {2} of {1} | copies one element of a vector out
pinsrd | element {2} of {0} = {1} | replaces one element of a vector
vpinsrd | {0} = {1}, element {3} = {2} | copies a vector with one element replaced
vextracti128 vextracti32x4 | {0} = lane {2} of {1} | copies one 128-bit lane out
vinserti128 vinserti32x4 vinserti64x4 | {0} = {1}, lane {3} = {2} | copies a vector with one lane replaced
pmovmskb vpmovmskb | {0} = top bits of the bytes of {1} | collects one bit of every byte
vgf2p8affineqb | {0} = matrix {2} * bytes of {1} ^ {3} | applies an 8 by 8 matrix of bits to every byte
sha1rnds4 | {0} = four rounds on {0} with {1} | four rounds of SHA-1; the number selects f and K
sha1nexte | {0} = {1}, top word += ROTL 30 (a of {0}) | adds e of the next four rounds to their message words
sha1msg1 | {0} = W[t-16] ^ W[t-14] from {0}, {1} | the first step of the schedule, for four words
sha1msg2 | {0} = ROTL 1 ({0} ^ W[t-3]), W[t-3] from {1} | the last step of the schedule, for four words
emms | MMX off | ends the use of MMX registers, which share those of the FPU
vzeroupper | upper halves = 0 | clears the upper halves, so that legacy SSE code runs at full speed
vzeroall | vector registers = 0 | clears the vector registers
"""

_CONDITIONAL = "\n".join(
    f"j{code} | to {{0}} if {said.split(',')[0].split(':')[0]} | branches if {said}\n"
    f"set{code} | {{0}} = 1 if {said.split(',')[0].split(':')[0]}, else 0 | sets a byte if {said}\n"
    f"cmov{code} | {{0}} = {{1}} if {said.split(',')[0].split(':')[0]} | copies if {said}, without a branch"
    for code, said in CONDITIONS.items()
)

MEANINGS = table(_INTEGER + _VECTOR + _CONDITIONAL)
