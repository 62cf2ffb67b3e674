/* SPDX-License-Identifier: MIT */
/* Sets the theme before the first paint: the stored one, else that of the system. */
(function () {
    "use strict";
    var root = document.documentElement;
    var theme = null;
    root.className = "js";
    try {
        theme = localStorage.getItem("oldguard-theme");
    } catch (e) {
        /* Pages from file:// may have no storage. */
    }
    if (theme !== "dark" && theme !== "light") {
        theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    }
    root.dataset.theme = theme;
})();
