/* SPDX-License-Identifier: MIT */
/* The stepper: OG_TRACE is a call of a kernel, OG_STD the rounds of its standard (asm/asmgen/tracing/__init__.py).
   OgReplay needs no page, and the tests use it alone. */
"use strict";

/* The registers and the memory of a trace after `at` of its steps. */
class OgReplay {
    constructor(trace) {
        const expand = (runs) => runs.flatMap(([value, count]) => Array(count).fill(value));
        const lists = (runs) => expand(runs).map((text) => (text ? text.split(",").map(Number) : []));
        this.trace = trace;
        this.written = lists(trace.wr);
        this.read = lists(trace.rd);
        this.role = expand(trace.role);
        this.round = expand(trace.round);
        /* The instruction of each step. */
        this.steps = trace.pc.flatMap(([first, count]) => Array.from({length: count}, (_, i) => first + i));
        this.values = trace.v.split(",");
        this.tags = expand(trace.tag);
        this.secrets = expand(trace.sec.map((count, i) => [i % 2 === 1, count]));
        this.accesses = trace.acc ? trace.acc.split(" ") : [];
        /* Where the values and the accesses of each step begin. */
        const accesses = lists(trace.mem).map(([loads, stores]) => loads + stores);
        this.firstValue = [0];
        this.firstAccess = [0];
        this.steps.forEach((place, i) => {
            this.firstValue.push(this.firstValue[i] + this.written[place].length);
            this.firstAccess.push(this.firstAccess[i] + accesses[place]);
        });
        this.reset();
    }

    reset() {
        this.at = 0;
        this.registers = {...this.trace.start};
        this.secret = {};
        this.trace.secret.forEach((place) => (this.secret[place] = true));
        this.tag = {};
        this.wrote = []; /* places of the registers that the last step wrote */
        this.touched = []; /* its accesses: {region, at, size, store, value}, value in hex */
        this.memory = this.trace.regions.map(([, , , size, , content]) => {
            const bytes = (content.match(/../g) || []).map((byte) => parseInt(byte, 16));
            return Uint8Array.from({length: size}, (_, i) => bytes[i] || 0);
        });
        /* For each byte: 1 if it was read, 2 if it was written. */
        this.seen = this.memory.map((bytes) => new Uint8Array(bytes.length));
    }

    /* Returns bytes of memory as hex, in the order of their addresses. */
    bytes(region, at, size) {
        const part = Array.from(this.memory[region].subarray(at, at + size));
        return part.map((byte) => byte.toString(16).padStart(2, "0")).join("");
    }

    next() {
        const value = this.firstValue[this.at];
        this.wrote = this.written[this.steps[this.at]];
        this.wrote.forEach((place, i) => {
            this.registers[place] = this.values[value + i];
            this.secret[place] = this.secrets[value + i];
            this.tag[place] = this.tags[value + i];
        });
        const [first, last] = this.firstAccess.slice(this.at, this.at + 2);
        this.touched = this.accesses.slice(first, last).map((text) => this.access(text));
        this.at++;
    }

    access(text) {
        const [region, at, size] = text.split(".", 3).map((field) => parseInt(field, 16));
        const stored = text.split(".")[3];
        if (stored) {
            const bytes = reversed(stored.padStart(2 * size, "0")).match(/../g);
            bytes.forEach((byte, i) => (this.memory[region][at + i] = parseInt(byte, 16)));
        }
        for (let i = at; i < at + size; i++) {
            this.seen[region][i] |= stored ? 2 : 1;
        }
        return {region, at, size, store: Boolean(stored), value: reversed(this.bytes(region, at, size))};
    }

    /* Goes to the state after n steps. */
    go(n) {
        if (n <= this.at) {
            this.reset();
        }
        while (this.at < n) {
            this.next();
        }
    }
}

/* Returns hex with its bytes in the reverse order. */
function reversed(hex) {
    return (hex.match(/../g) || []).reverse().join("");
}

/* Shows a trace in the page of watch.html. */
function ogStepper(trace, standard) {
    const LARGE = 1024; /* bytes: a larger part of memory is drawn as a strip */
    const STRIP = 256; /* cells of a strip */
    const AROUND = 12; /* lines of code around those that are executed */
    const replay = new OgReplay(trace);
    const total = replay.steps.length;
    const digits = trace.unit / 4; /* of a word that can have a name */
    const lines = trace.lines.split("\n").map((line) => line.split("\t"));
    const isCode = (line) => line[0] !== "p" && line[0] !== "l";
    const lineOf = lines.map((line, i) => (isCode(line) ? i : -1)).filter((i) => i >= 0); /* of an instruction */
    const sources = trace.src.split(" ");
    const firstStep = new Map(replay.steps.map((place, step) => [place, step]).reverse());
    /* The steps before which another round begins. */
    const rounds = replay.round.map(String);
    const starts = rounds.map((_, i) => i).filter((i) => !i || rounds[i] !== rounds[i - 1]);
    const get = (id) => document.getElementById(id);
    /* The instruction that the last step executed, or the first one. */
    const current = () => replay.steps[Math.max(0, replay.at - 1)];
    const rolesAt = (place) => trace.roles[replay.role[place]] || {};

    function add(parent, tag, style, text = "") {
        const element = document.createElement(tag);
        element.className = style;
        element.textContent = text;
        return parent.appendChild(element);
    }

    function nameOf(hex) {
        const fits = !/[^0]/.test(hex.slice(0, -digits));
        return (fits && trace.names[hex.slice(-digits).padStart(digits, "0")]) || "";
    }

    /* Returns [hex, name] of each word of a number, the highest first. */
    function split(hex, bits) {
        const size = bits > Math.max(trace.unit, trace.bits) ? digits : bits / 4;
        const parts = hex.padStart(bits / 4, "0").match(RegExp(`.{${size}}`, "g"));
        return parts.map((part) => [part, nameOf(part)]);
    }

    function words(place) {
        const bits = trace.regs[place][1];
        const hex = replay.registers[place];
        return bits > 1 ? split(hex, bits) : [[hex, trace.tags[replay.tag[place] - 1] || ""]];
    }

    const namesOf = (list) => [...new Set(list.map(([, name]) => name).filter(Boolean))].slice(0, 4).join(", ");

    /* Returns where in memory a register points to, or "". */
    function pointer(place) {
        if (trace.regs[place][1] !== trace.bits || replay.secret[place]) {
            return "";
        }
        const address = parseInt(replay.registers[place], 16);
        const inside = ([, base, offset, size]) => address >= base && address <= base + offset + size;
        const region = trace.regions.find(inside);
        const at = region && address - region[1] - region[2];
        return region ? `at ${region[0]}${at > 0 ? ` + ${at}` : ""}` : "";
    }

    /* Returns what the names of all views of a register have in common. */
    const family = (name) =>
        name
            .replace(/^[er]?([a-d])[xlh]$/, "$1x")
            .replace(/^[er]?(si|di|bp|sp)l?$/, "$1")
            .replace(/^(r\d+)[dwb]$/, "$1")
            .replace(/^[xyz](mm\d+)$/, "v$1")
            .replace(/^[xw](\d+)$/, "g$1")
            .replace(/^[bhsdqv](\d+)(\..*)?$/, "v$1");
    const placeOf = Object.fromEntries(trace.regs.map(([name], place) => [family(name), place]));

    /* Returns an operand with the roles of its registers in place of their names. */
    function inWords(operand, roles) {
        return operand.replace(/\b[a-z]\w*(\.\w+)?/g, (name) => {
            const role = roles[placeOf[family(name)]];
            return role ? role + (/^[a-d][hl]$/.test(name) ? `.byte${Number(name[1] === "h")}` : "") : name;
        });
    }

    const constants = {};
    standard.rounds.flat().forEach(([label, , hex]) => /^K\d+$/.test(label) && (constants[hex] = label));
    const negated = (hex) => (2 ** 32 - parseInt(hex, 16)).toString(16);

    function formula(place) {
        const [mnemonic, text = ""] = lines[lineOf[place]];
        const list = text.match(/(?:[^,[{]|\[[^\]]*\]|\{[^}]*\})+/g) || []; /* commas in brackets do not part */
        const said = trace.meanings[mnemonic][0].replace(/\{(\d|\*)\}/g, (_, which) =>
            inWords((list[which === "*" ? list.length - 1 : which] || "").trim(), rolesAt(place))
        );
        const shown = mnemonic === "lea" ? said.replace(/[[\]]/g, "").replace(/[+-]/g, " $& ") : said;
        return shown.replace(/(- )?0x([0-9a-f]{8})\b/g, (all, minus, hex) => {
            const name = constants[minus ? negated(hex) : hex];
            return name ? (minus ? "+ " : "") + name : all;
        });
    }

    function drawSentence() {
        const box = get("say");
        box.textContent = "";
        if (!replay.at) {
            add(box, "p", "does", trace.title);
            add(box, "p", "", `The right arrow executes an instruction, the space bar lets them run. ${trace.said}`);
            return;
        }
        const place = current();
        const [mnemonic, operands = "", note = ""] = lines[lineOf[place]];
        const head = add(box, "p", "does");
        add(head, "code", "", `${mnemonic} ${operands}`);
        add(head, "span", "means", formula(place));
        const rest = add(box, "p", "");
        add(rest, "b", "", note);
        add(rest, "span", "", trace.meanings[mnemonic][1]);
        const found = namesOf(replay.wrote.flatMap(words));
        add(rest, "span", "news", found && `now holds ${found}`);
        add(rest, "span", "news", replay.at === total ? trace.said : "");
        const [file, line] = sources[place].split(".").map((field) => parseInt(field, 16));
        add(rest, "span", "source", `${trace.files[file]}:${line}`);
    }

    const code = get("code");
    const rows = new Map();
    const from = lineOf[Math.min(...firstStep.keys())] - AROUND;
    const to = lineOf[Math.max(...firstStep.keys())] + AROUND;
    lineOf.forEach((at, place) => {
        /* The headings and labels before the instruction belong to it. */
        for (let i = place ? lineOf[place - 1] + 1 : 0; i < at && i >= from && i <= to; i++) {
            add(code, "div", lines[i][0] === "p" ? "phase" : "label", lines[i][1]);
        }
        if (at >= from && at <= to) {
            const row = add(code, "div", firstStep.has(place) ? "in" : "in never");
            lines[at].slice(0, 2).forEach((text) => add(row, "span", "", text));
            add(row, "span", "", formula(place));
            rows.set(place, row);
            row.addEventListener("click", () => {
                const next = replay.steps.indexOf(place, replay.at);
                if (firstStep.has(place)) {
                    play(false);
                    go((next < 0 ? firstStep.get(place) : next) + 1);
                }
            });
        }
    });

    function drawCode() {
        const old = code.querySelector("[aria-current]");
        if (old) {
            old.removeAttribute("aria-current");
        }
        if (replay.at) {
            rows.get(current()).setAttribute("aria-current", "step");
        }
        code.scrollTop = replay.at ? rows.get(current()).offsetTop - 0.4 * code.clientHeight : 0;
    }

    const HUES = {a: 0, b: 1, c: 2, d: 3, e: 4, abcd: 0, L: 0, R: 2, left: 0, right: 2};
    const ARGUMENTS = /^(cv|blocks|nblocks|in|out|data|ks|iv|key|encrypt|end|info)$/;
    let byRole = true;
    const order = {}; /* of roles: letters, others, arguments */
    trace.roles.flatMap(Object.values).forEach((role, i) => {
        const rank = role.length === 1 ? role.charCodeAt(0) : ARGUMENTS.test(role) ? 90000 + i : 1000 + i;
        order[role] = order[role] || rank;
    });
    const hue = (role) => `--hue:var(--h${HUES[role] ?? (/^(m|w|ring)\b/.test(role) ? 5 : "")})`;

    function drawWord(parent, [hex, name], at) {
        const box = add(parent, "span", "word");
        const zeros = hex.match(/^0*(?=.)/)[0].length;
        const number = add(box, "code", "");
        add(number, "i", "", hex.slice(0, zeros));
        number.append(hex.slice(zeros));
        add(box, "span", at ? "name at" : "name", at || name).title = at || name;
    }

    function drawRegisters() {
        const box = get("regs");
        const roles = rolesAt(current());
        const rank = (place) => (byRole && (order[roles[place]] || 99999)) || 0;
        const places = Object.keys(replay.registers).map(Number);
        places.sort((a, b) => rank(a) - rank(b) || a - b);
        box.textContent = "";
        places.forEach((place) => {
            const role = roles[place] || "";
            const read = replay.at && replay.read[current()].includes(place) ? "read" : "";
            const list = words(place);
            const row = add(box, "div", `reg ${replay.wrote.includes(place) ? "wrote" : read}`);
            row.style = hue(role);
            add(row, "b", "", role);
            add(row, "span", "rn", trace.regs[place][0]);
            const lanes = add(row, "span", list.length > 1 ? "words lanes" : "words");
            lanes.style.setProperty("--lanes", list.length > 2 && digits < 16 ? 4 : 2);
            list.forEach((word) => drawWord(lanes, word, list.length > 1 ? "" : pointer(place)));
            add(row, "span", "secret", replay.secret[place] ? "secret" : "");
        });
        const changed = box.querySelector(".wrote");
        const low = changed ? changed.offsetTop - box.scrollTop : 0;
        if (low < 0 || low > box.clientHeight - 40) {
            box.scrollTop += low - box.clientHeight / 2;
        }
    }

    /* Returns {hex or name of a word: [register, style]} of all registers. */
    function held() {
        const found = {};
        Object.keys(replay.registers).forEach((place) => {
            const fresh = replay.wrote.includes(Number(place));
            words(place).forEach(([hex, name]) => {
                const whole = name.replace(/^~|\[\d+\]$| of S\d.*$/g, ""); /* R1 of its bit R1[7] */
                [trace.regs[place][1] > 1 && hex.slice(-digits), name, whole].forEach((key) => {
                    if (key && (fresh || !found[key])) {
                        found[key] = [trace.regs[place][0], fresh ? "fresh" : "held"];
                    }
                });
            });
        });
        return found;
    }

    function drawMatrix(parent, hex, now) {
        const grid = add(parent, "div", "matrix");
        const side = [...Array(standard.columns).keys()];
        const byte = (i, j) => hex.substr(2 * (i * side.length + j), 2);
        const lineIn = side.map((i) => now[reversed(side.map((j) => byte(i, j)).join(""))]);
        const columnIn = side.map((j) => now[reversed(side.map((i) => byte(i, j)).join(""))]);
        side.forEach((i) => {
            side.forEach((j) => add(grid, "span", (lineIn[i] || columnIn[j] || ["", ""])[1], byte(i, j)));
            add(grid, "span", "where", (lineIn[i] || [""])[0]);
        });
        if (columnIn.some(Boolean)) {
            side.forEach((j) => add(grid, "span", "where", (columnIn[j] || [""])[0]));
        }
    }

    /* Returns [first round, number of rounds, words on them] to show. */
    function shownRounds() {
        const at = Math.max(0, replay.at - 1);
        if (replay.round[at]) {
            const [first, count] = replay.round[at];
            return [first, count, count > 1 ? `rounds ${first} to ${first + count - 1}` : `round ${first}`];
        }
        const before = replay.round.slice(0, at).filter(Boolean).pop();
        const after = replay.round.slice(at).find(Boolean);
        const said = !before ? "before the rounds" : after ? "between rounds" : "after the rounds";
        return [...(before || after || [standard.first, 1]), said];
    }

    function drawStandard() {
        const box = get("std");
        const [first, count, said] = shownRounds();
        const now = held();
        box.textContent = "";
        get("round").textContent = said;
        for (let round = first; round < first + count; round++) {
            if (count > 1) {
                add(box, "h3", "", `round ${round}`);
            }
            (standard.rounds[round - standard.first] || []).forEach(([label, expression, hex]) => {
                if (count > 1 && /^[a-e]$/.test(label)) {
                    return; /* of several rounds only what is new */
                }
                const [register, style] = now[hex] || now[label] || ["", ""];
                const matrix = hex.length > 32;
                const row = add(box, "div", `value ${style}`);
                add(row, "b", "", label).style = hue(label);
                add(row, "code", "", matrix ? "" : hex);
                add(row, "span", "said", round > first ? "" : standard.expr[expression]);
                add(row, "span", "where", register);
                if (matrix) {
                    drawMatrix(row, hex, now);
                }
            });
        }
    }

    function drawMemory() {
        const box = get("mem");
        box.textContent = "";
        trace.regions.forEach(([name, , , length], number) => {
            const large = length > LARGE;
            const step = large ? length / STRIP : 4;
            const part = add(box, "div", large ? "region large" : "region");
            const heading = add(part, "h3", "", `${name}, ${length} bytes`);
            const accesses = replay.touched.filter((access) => access.region === number);
            accesses.forEach(({at, size, store, value}) => {
                const known = namesOf(split(value, 8 * size));
                const text = `${store ? "writes" : "reads"} ${size} bytes at ${at}${known && `: ${known}`}`;
                add(heading, "span", store ? "stores" : "loads", text);
            });
            const cells = add(part, "div", "cells");
            for (let first = 0; first < length; first += step) {
                const low = Math.floor(first);
                const end = Math.min(length, Math.ceil(first + step));
                const seen = replay.seen[number].subarray(low, end).reduce((a, b) => a | b, 0);
                const now = accesses.filter(({at, size}) => at < end && at + size > low);
                const style = [seen & 2 ? "was" : seen ? "saw" : "", ...now.map((a) => (a.store ? "stores" : "loads"))];
                add(cells, "span", style.join(" "), large ? "" : replay.bytes(number, low, end - low));
            }
        });
    }

    const slider = get("at");
    let timer = null;

    function remember() {
        try {
            history.replaceState(null, "", `#${replay.at}`);
        } catch (e) {
            location.hash = replay.at;
        }
    }

    /* Shows the state after n steps. passing: one of many states, which the address need not have. */
    function go(n, passing) {
        replay.go(Math.max(0, Math.min(total, n)));
        [drawCode, drawRegisters, drawStandard, drawMemory, drawSentence].forEach((draw) => draw());
        slider.value = replay.at;
        slider.setAttribute("aria-valuetext", `step ${replay.at} of ${total}, ${get("round").textContent}`);
        get("where").textContent = `${replay.at} / ${total}`;
        get("mark").style.left = `${(100 * replay.at) / total}%`;
        if (!passing) {
            remember();
        }
    }

    function play(on) {
        if (timer) {
            clearInterval(timer);
            timer = null;
            remember();
        }
        if (on) {
            go(replay.at === total ? 0 : replay.at, true);
            timer = setInterval(() => {
                go(replay.at + 1, true);
                if (replay.at === total) {
                    play(false);
                }
            }, 1000 / get("speed").value);
        }
        /* A screen reader could not keep up. */
        get("say").setAttribute("aria-live", timer ? "off" : "polite");
        get("play").classList.toggle("on", Boolean(timer));
        get("play").setAttribute("aria-label", timer ? "Pause" : "Play");
    }

    const ACTIONS = {
        first: () => go(0),
        roundback: () => go((starts.filter((start) => start + 1 < replay.at).pop() ?? -1) + 1),
        back: () => go(replay.at - 1),
        forward: () => go(replay.at + 1),
        roundforward: () => go((starts.find((start) => start >= replay.at) ?? total) + 1),
        last: () => go(total)
    };
    const KEYS = {
        ArrowRight: "forward", ArrowLeft: "back", ArrowDown: "roundforward", ArrowUp: "roundback",
        PageDown: "roundforward", PageUp: "roundback", Home: "first", End: "last", " ": "play"
    };

    function act(name) {
        play(name === "play" && !timer);
        if (name !== "play") {
            ACTIONS[name]();
        }
    }

    document.querySelectorAll("[data-act]").forEach((button) => {
        button.addEventListener("click", () => act(button.dataset.act));
    });
    document.addEventListener("keydown", (event) => {
        const on = event.target;
        const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
        const typing = on !== slider && /^(INPUT|SELECT)$/.test(on.tagName);
        const pressing = event.key === " " && /^(BUTTON|A)$/.test(on.tagName);
        const scrolling = /^(ArrowUp|ArrowDown|Page)/.test(event.key) && on.dataset.scrolls !== undefined;
        if (KEYS[event.key] && !modified && !typing && !pressing && !scrolling) {
            event.preventDefault();
            act(KEYS[event.key]);
        }
    });
    slider.addEventListener("input", () => {
        play(false);
        go(Number(slider.value), true);
    });
    slider.addEventListener("change", remember);
    get("speed").addEventListener("change", () => play(Boolean(timer)));
    get("order").addEventListener("click", () => {
        byRole = !byRole;
        get("order").textContent = byRole ? "by role" : "by register";
        drawRegisters();
    });
    window.addEventListener("hashchange", () => {
        const n = parseInt(location.hash.slice(1), 10);
        if (n >= 0 && n !== replay.at) {
            play(false);
            go(n, true);
        }
    });
    starts.forEach((start, i) => {
        const part = add(get("strip"), "span", rounds[start] === "null" ? "none" : i % 2 ? "odd" : "");
        part.style.width = `${(100 * ((starts[i + 1] ?? total) - start)) / total}%`;
    });
    slider.max = total;
    get("how").textContent = trace.how;
    get("stepper").classList.toggle("vectors", trace.regs.filter(([, bits]) => bits > 64).length > 2);
    go(parseInt(location.hash.slice(1), 10) || 0, true);
}

if (document.getElementById("stepper")) {
    ogStepper(window.OG_TRACE, window.OG_STD);
}
