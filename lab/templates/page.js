"use strict";
(() => {
  const form = document.getElementById("tools");
  const filter = document.getElementById("filter");
  const baseline = document.getElementById("baseline");
  const rows = [...document.querySelectorAll("tr[data-label]")];
  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  for (const label of [...new Set(rows.map(row => row.dataset.label))].sort())
    baseline.add(new Option(label, label));

  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    for (const section of document.querySelectorAll("section.operation")) {
      let shown = 0;
      for (const row of section.querySelectorAll("tr[data-label]")) {
        const text = `${section.id} ${row.className} ${row.dataset.label}`.toLowerCase();
        row.hidden = !words.every(word => text.includes(word));
        shown += !row.hidden;
      }
      section.hidden = shown === 0;
    }
  });

  baseline.addEventListener("change", () => {
    for (const table of document.querySelectorAll("table[data-main]")) {
      const value = row => parseFloat(row.querySelectorAll("td[data-value]")[table.dataset.main]
        .dataset.value);
      const lines = [...table.querySelectorAll("tr[data-label]")];
      const base = lines.find(row => row.dataset.label === baseline.value);
      for (const cell of table.querySelectorAll(".relative"))
        cell.hidden = !base;
      for (const row of lines)
        row.querySelector(".relative").textContent =
          base && value(row) ? (value(base) / value(row)).toFixed(2) : "";
    }
  });
})();
