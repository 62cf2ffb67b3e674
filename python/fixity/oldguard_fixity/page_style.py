# SPDX-License-Identifier: MIT
"""The style sheet of the HTML report, for light and dark screens from 390 pixels on."""

STYLE = """
:root { color-scheme: light dark; --back: #fbfbfa; --card: #fff; --ink: #1c2024; --soft: #5b636b;
  --line: #dcdfe2; --good: #3a7d5c; --wait: #9aa4ad; --note: #b07a1e; --bad: #c0342b; }
@media (prefers-color-scheme: dark) { :root { --back: #14171a; --card: #1d2125; --ink: #e7eaec;
  --soft: #9aa4ad; --line: #343a40; --good: #5fb28a; --wait: #6c757d; --note: #d9a648; --bad: #ff7a70; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h1 span { font-weight: 500; color: var(--soft); }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
.about { margin: 0 0 1.2rem; color: var(--soft); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: .8rem; }
.tile { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
.tile b { display: block; font-size: 1.6rem; font-variant-numeric: tabular-nums; }
.tile i { display: block; color: var(--soft); font-style: normal; font-size: .85rem; }
.tile.alarm { border-color: var(--bad); } .tile.alarm b { color: var(--bad); }
table { width: 100%; border-collapse: collapse; background: var(--card); border: 1px solid var(--line); }
th, td { text-align: left; padding: .45rem .7rem; border-top: 1px solid var(--line); vertical-align: top; }
th { font-size: .8rem; font-weight: 600; color: var(--soft); border-top: 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.m { color: var(--soft); font-size: .9rem; }
.bar { width: 22%; } .bar span { display: block; height: .8rem; margin-top: .35rem; border-radius: 2px; }
.s { font-weight: 600; white-space: nowrap; }
td.ok { color: var(--good); } td.corrupt, td.missing, td.unreadable, .attacked { color: var(--bad); }
td.changed, td.moved, td.new, td.duplicate { color: var(--note); } td.skipped { color: var(--soft); }
span.ok { background: var(--good); } span.corrupt, span.missing, span.unreadable { background: var(--bad); }
span.changed, span.moved, span.new, span.duplicate { background: var(--note); }
span.skipped { background: var(--wait); }
svg { display: block; width: 100%; height: 120px; background: var(--card); border: 1px solid var(--line); }
rect.ok { fill: var(--good); } rect.corrupt { fill: var(--bad); }
.ends { display: flex; justify-content: space-between; gap: 1rem; margin: .3rem 0 0; color: var(--soft);
  font-size: .85rem; flex-wrap: wrap; }
.name span { font-weight: 500; overflow-wrap: anywhere; }
.name div { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; } .name i { font-style: normal; }
code { font: .8rem/1.4 ui-monospace, monospace; }
@media (max-width: 640px) { .counts .m, .counts .bar { display: none; } th, td { padding: .4rem .5rem; } }
"""
