# SPDX-License-Identifier: MIT
"""A call of a kernel in the interpreter as a trace: every executed instruction and what it wrote.

`oldguard-asm trace STEM -o FILE` writes a trace as one JSON object. A program that shows or replays it needs
no other part of the generator. Runs are lists of [value, count]. Steps are counted from 0. An instruction is
counted by its place in the function.

    stem op symbol        the kernel, the operation and the function
    title said            the input in words; the result in words
    summary               the kernel's summary
    constant_time bits    of the kernel: true or false; 32 or 64
    unit                  bits of a word that `names` can name; a wider register has several
    std                   the standard whose rounds belong to it: NAME of the object below
    how                   a sentence on the form in which the kernel holds the words of the standard, or ""
    window                [first step of the trace in the call, steps of the call]
    regs                  [[name, bits], ...] the registers that the function names, widest view used
    lines                 the program: one line of text per item, fields separated by tabs:
                          mnemonic, operands, note; or "p", heading of a phase; or "l", label
    meanings              {mnemonic: [formula, text]}; {0} in a formula is the first operand, {*} the last
    wr rd                 runs over the instructions: "0,3", the places in regs of what it writes and reads
    mem                   runs over the instructions: "loads,stores", how many accesses it makes
    files src             kernel sources; "file.line" of each instruction in hex, separated by spaces
    roles role            [{place in regs: name in the kernel's source}, ...]; runs over the instructions:
                          the place in roles
    regions               [[name, address, offset, size, writable, content], ...] the part of each buffer that
                          the trace touches, from offset on; content in hex before the first step, "" if 0
    start secret          {place in regs: hex} before the first step; the places of the secret ones
    pc                    [[instruction, count], ...] straight lines of executed instructions
    v                     the written registers of all steps in order: hex numbers separated by commas
    sec                   lengths of the runs of not secret and secret among v, not secret first
    acc                   the accesses of all steps in order, separated by spaces, numbers in hex:
                          "region.offset.size" a load, "region.offset.size.value" a store; loads first
    round                 runs over the steps: [first round, number of rounds], or null outside the rounds
    names                 {hex of a whole unit: its name in the standard} of the values that occur
    tags tag              of bit slices, whose vectors are shown as the bit of one block: names of whole
                          vectors; runs over v: 0, or 1 + the place in tags

The rounds of a standard on the input of the trace, `Standard.public`:

    name title            for example "sha1"; the standard and its section
    first                 number of the first round in `rounds`
    rounds                [[[label, place in expr, hex], ...], ...] the values of each round
    expr                  the expressions of the values in words
    columns               0, or the bytes of a row if a value is shown as a matrix

A step changes registers, then memory. The state after n steps is the start with the first n steps applied.
"""
