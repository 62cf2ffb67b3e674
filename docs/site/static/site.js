/* SPDX-License-Identifier: MIT */
/* The theme, the search, and the switches between panels. The index of the search is a script, because a page
   from file:// may not fetch. */
(function () {
    "use strict";
    var MOST = 12;
    var root = document.documentElement;
    var up = document.body.dataset.up;
    var input = document.getElementById("search");
    var list = null;
    var chosen = -1;

    function remember(key, value) {
        try {
            localStorage.setItem(key, value);
        } catch (e) {
            /* Pages from file:// may have no storage. */
        }
    }

    document.getElementById("theme").addEventListener("click", function () {
        root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
        remember("oldguard-theme", root.dataset.theme);
    });

    function load(then) {
        if (window.OG_INDEX) {
            then();
            return;
        }
        var script = document.createElement("script");
        script.src = up + "search.js";
        script.onload = then;
        document.body.appendChild(script);
    }

    function close() {
        if (list) {
            list.remove();
        }
        list = null;
        chosen = -1;
        input.setAttribute("aria-expanded", "false");
        input.removeAttribute("aria-activedescendant");
    }

    /* Returns the weight of a page, 0 if it lacks a word. */
    function weight(page, words) {
        var title = page.t.toLowerCase();
        var about = page.s.toLowerCase();
        var total = 0;
        for (var i = 0; i < words.length; i++) {
            var word = words[i];
            var found =
                (title === word ? 20 : title.indexOf(word) >= 0 ? 9 : 0) +
                (about.indexOf(word) >= 0 ? 4 : 0) +
                ((" " + page.k + " ").indexOf(" " + word + " ") >= 0 ? 3 : page.k.indexOf(word) >= 0 ? 1 : 0);
            if (!found) {
                return 0;
            }
            total += found;
        }
        return total;
    }

    function option(page, number) {
        var link = document.createElement("a");
        var about = document.createElement("small");
        link.href = up + page.u;
        link.id = "found-" + number;
        link.textContent = page.t;
        link.setAttribute("role", "option");
        link.setAttribute("aria-selected", "false");
        link.tabIndex = -1;
        about.textContent = page.s;
        link.appendChild(about);
        return link;
    }

    function find() {
        var words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        close();
        if (!words.length) {
            return;
        }
        var hits = window.OG_INDEX.map(function (page) {
            return [weight(page, words), page];
        })
            .filter(function (hit) {
                return hit[0];
            })
            .sort(function (a, b) {
                return b[0] - a[0];
            })
            .slice(0, MOST);
        list = document.createElement("div");
        list.className = "found";
        list.id = "found";
        list.setAttribute("role", "listbox");
        list.setAttribute("aria-label", "Pages found");
        hits.forEach(function (hit, number) {
            list.appendChild(option(hit[1], number));
        });
        if (!hits.length) {
            list.appendChild(document.createElement("p")).textContent = "No page has all of these words.";
        }
        input.parentNode.appendChild(list);
        input.setAttribute("aria-expanded", "true");
    }

    function choose(step) {
        var links = list ? list.querySelectorAll("a") : [];
        if (!links.length) {
            return;
        }
        chosen = (chosen + step + links.length + (chosen < 0 && step < 0 ? 1 : 0)) % links.length;
        links.forEach(function (link, number) {
            link.setAttribute("aria-selected", String(number === chosen));
        });
        links[chosen].scrollIntoView({block: "nearest"});
        input.setAttribute("aria-activedescendant", links[chosen].id);
    }

    input.addEventListener("input", function () {
        load(find);
    });
    input.addEventListener("keydown", function (event) {
        if (event.key === "Escape") {
            close();
        } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            choose(event.key === "ArrowDown" ? 1 : -1);
        } else if (event.key === "Enter" && list) {
            var links = list.querySelectorAll("a");
            if (links.length) {
                location.href = links[Math.max(0, chosen)].href;
            }
        }
    });
    document.addEventListener("keydown", function (event) {
        var typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
        if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
            event.preventDefault();
            input.focus();
        }
    });
    document.addEventListener("click", function (event) {
        if (list && !input.parentNode.contains(event.target)) {
            close();
        }
    });

    /* Panels of which one is visible. The choice holds for all pages. */
    document.querySelectorAll("[data-tabs]").forEach(function (tabs) {
        var key = "oldguard-" + tabs.dataset.tabs;
        var buttons = tabs.querySelectorAll("[data-tab]");

        function show(name) {
            buttons.forEach(function (button) {
                var on = button.dataset.tab === name;
                button.setAttribute("aria-pressed", String(on));
                document.querySelectorAll('[data-panel="' + button.dataset.tab + '"]').forEach(function (panel) {
                    panel.hidden = !on;
                });
            });
        }

        buttons.forEach(function (button) {
            button.addEventListener("click", function () {
                show(button.dataset.tab);
                remember(key, button.dataset.tab);
            });
        });
        var stored = null;
        try {
            stored = localStorage.getItem(key);
        } catch (e) {
            /* No storage: the first panel. */
        }
        var known = Array.prototype.some.call(buttons, function (button) {
            return button.dataset.tab === stored;
        });
        show(known ? stored : buttons[0].dataset.tab);
    });

    /* A link to another machine keeps the place in the page. */
    document.querySelectorAll(".switch a[href$='.html']").forEach(function (link) {
        link.addEventListener("click", function () {
            link.href = link.getAttribute("href").split("#")[0] + location.hash;
        });
    });
})();
