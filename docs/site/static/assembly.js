/* SPDX-License-Identifier: MIT */
/* The printed assembly of a kernel's page. One script per kernel holds all dialects, and is loaded when a button
   needs it. Colours are added here, because stored colours would take six times the bytes of the text. */
(function () {
    "use strict";
    var CHUNK = 200; /* lines in one element, so that the browser draws only what is visible */
    var box = document.getElementById("asm");
    if (!box) {
        return;
    }
    var pre = document.getElementById("asmtext");
    var say = document.getElementById("asmsay");
    var now = box.dataset.dialect;
    var data = null;
    var lines = null;

    function script(source, then) {
        var element = document.createElement("script");
        element.src = source;
        element.onload = then;
        element.onerror = function () {
            say.textContent = "The file " + source + " could not be loaded.";
        };
        document.body.appendChild(element);
    }

    function load(then) {
        if (data) {
            then();
            return;
        }
        window.OG_ASM = function (loaded) {
            data = loaded;
            var words = data.words.split("\n");
            lines = data.lines
                .replace(/[\u0100-\ud7ff]/g, function (code) {
                    return words[code.charCodeAt(0) - 256];
                })
                .replace(/\x7f(.)/g, function (all, code) {
                    return " ".repeat(code.charCodeAt(0) - 32);
                })
                .split("\n");
        };
        script(box.dataset.src, then);
    }

    /* Returns the text of runs: pairs of the distance of the first line from the last run and its length. */
    function text(runs) {
        var out = [];
        var at = 0;
        for (var i = 0; i < runs.length; i += 2) {
            at += runs[i];
            for (var end = at + runs[i + 1]; at < end; at++) {
                out.push(lines[at]);
            }
        }
        return out.join("\n");
    }

    function dialect(name) {
        var found = data.dialects.filter(function (each) {
            return each[0] === name;
        })[0];
        return {name: name, extension: found[1], summary: found[2], text: text(found[4]), build: found[5]};
    }

    function escaped(part) {
        return part.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    }

    /* Returns a line with its label, directive, mnemonic and comment marked. */
    function painted(line) {
        var parts = line.match(/^(\s*)(.*?)(\s*)(\/\*.*|[;#\/] .*|[;#!]$|\/\/.*|#.*)?$/);
        var body = parts[2];
        var comment = parts[4] || "";
        if (/^[\w.$@?]+:/.test(body)) {
            body = "<u>" + escaped(body) + "</u>";
        } else if (/^(\.|%|#)|^(db|dd|dw|dq|section|global|bits|default|align|public|end)\b/i.test(body)) {
            body = "<em>" + escaped(body) + "</em>";
        } else {
            body = escaped(body).replace(/^[a-z][\w.]*/i, "<b>$&</b>");
        }
        return parts[1] + body + parts[3] + (comment ? "<i>" + escaped(comment) + "</i>" : "");
    }

    function paint(all) {
        var rest = all.split("\n");
        var out = "";
        for (var i = 0; i < rest.length; i += CHUNK) {
            out += '<span class="chunk">' + rest.slice(i, i + CHUNK).map(painted).join("\n") + "\n</span>";
        }
        pre.innerHTML = out;
    }

    function show(name) {
        load(function () {
            var found = dialect(name);
            now = name;
            box.querySelectorAll("[data-d]").forEach(function (button) {
                button.setAttribute("aria-pressed", String(button.dataset.d === name));
            });
            document.getElementById("asmname").textContent = found.summary;
            document.getElementById("asmall").hidden = true;
            var named = document.getElementById("asmdialect");
            if (named) {
                named.textContent = name;
            }
            paint(found.text);
            pre.scrollTop = 0;
        });
    }

    function button(id, action) {
        var element = document.getElementById(id);
        if (element) {
            element.addEventListener("click", action);
        }
    }

    function save(name, content, type) {
        var link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([content], {type: type}));
        link.download = name;
        document.body.appendChild(link);
        link.click();
        link.remove();
        say.textContent = name + " was saved.";
    }

    /* Copies by a text area, where a page from file:// has no clipboard. */
    function copyOld(content) {
        var area = document.createElement("textarea");
        area.value = content;
        area.setAttribute("aria-hidden", "true");
        document.body.appendChild(area);
        area.select();
        var done = document.execCommand("copy");
        area.remove();
        return done;
    }

    box.querySelectorAll("[data-d]").forEach(function (each) {
        each.addEventListener("click", function () {
            show(each.dataset.d);
        });
    });
    button("asmall", function () {
        show(now);
    });
    button("asmcopy", function () {
        load(function () {
            var content = dialect(now).text;
            var done = function (copied) {
                say.textContent = copied ? "The code was copied." : "The browser refused to copy.";
            };
            if (navigator.clipboard && window.isSecureContext) {
                navigator.clipboard.writeText(content).then(
                    function () {
                        done(true);
                    },
                    function () {
                        done(copyOld(content));
                    }
                );
            } else {
                done(copyOld(content));
            }
        });
    });
    button("asmsave", function () {
        load(function () {
            var found = dialect(now);
            save(data.stem + found.extension, found.text, "text/plain");
        });
    });

    /* Returns the header of a file in a tar archive (POSIX.1-1988 ustar). */
    function header(name, size) {
        var bytes = new Uint8Array(512);
        function put(at, value) {
            for (var i = 0; i < value.length; i++) {
                bytes[at + i] = value.charCodeAt(i);
            }
        }
        put(0, name);
        put(100, "0000644\0");
        put(108, "0000000\0");
        put(116, "0000000\0");
        put(124, ("00000000000" + size.toString(8)).slice(-11) + "\0");
        put(136, "00000000000\0");
        put(148, "        ");
        put(156, "0");
        put(257, "ustar\0" + "00");
        var sum = 0;
        bytes.forEach(function (byte) {
            sum += byte;
        });
        put(148, ("000000" + sum.toString(8)).slice(-6) + "\0 ");
        return bytes;
    }

    function archive(folder, files) {
        var parts = [];
        var encoder = new TextEncoder();
        files.forEach(function (file) {
            var content = encoder.encode(file[1]);
            parts.push(header(folder + "/" + file[0], content.length), content);
            parts.push(new Uint8Array((512 - (content.length % 512)) % 512));
        });
        parts.push(new Uint8Array(1024));
        return parts;
    }

    button("asmfolder", function () {
        load(function () {
            var found = dialect(now);
            var files = [[data.stem + found.extension, found.text], ["Makefile", text(found.build)]];
            Object.keys(data.files).forEach(function (name) {
                files.push([name, text(data.files[name])]);
            });
            var link = new Blob(archive(data.stem, files), {type: "application/x-tar"});
            save(data.stem + "-" + now + ".tar", link, "application/x-tar");
        });
    });

    /* The meaning of a mnemonic, when it is pointed at or touched. */
    function explain(mnemonic) {
        var known = window.OG_MEANINGS || {};
        var found = known[mnemonic] || known[mnemonic.replace(/[bwlq]$/, "")];
        say.textContent = mnemonic + (found ? ": " + found : "");
    }
    ["mouseover", "click"].forEach(function (kind) {
        pre.addEventListener(kind, function (event) {
            if (event.target.tagName !== "B") {
                return;
            }
            var mnemonic = event.target.textContent.toLowerCase();
            if (window.OG_MEANINGS || !box.dataset.meanings) {
                explain(mnemonic);
            } else {
                script(box.dataset.meanings, function () {
                    explain(mnemonic);
                });
            }
        });
    });

    paint(pre.textContent.replace(/\n$/, ""));
})();
