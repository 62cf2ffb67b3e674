"use strict";
(() => {
  const form = document.getElementById("tools");
  const filter = document.getElementById("filter");
  const baseline = document.getElementById("baseline");
  const sections = [...document.querySelectorAll("section.operation")];
  const rowsOf = section => [...section.querySelectorAll("tr[data-value]")];
  const label = row => row.cells[0].textContent;
  form.hidden = false;
  form.addEventListener("submit", event => event.preventDefault());
  for (const name of [...new Set(sections.flatMap(rowsOf).map(label))].sort())
    baseline.add(new Option(name, name));

  filter.addEventListener("input", () => {
    const words = filter.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    for (const section of sections) {
      for (const row of rowsOf(section)) {
        const text = `${section.id} ${row.className} ${label(row)}`.toLowerCase();
        row.hidden = !words.every(word => text.includes(word));
      }
      section.hidden = rowsOf(section).every(row => row.hidden);
    }
  });

  baseline.addEventListener("change", () => {
    for (const section of sections) {
      const base = rowsOf(section).find(row => label(row) === baseline.value);
      for (const cell of section.querySelectorAll(".relative"))
        cell.hidden = !base;
      for (const row of rowsOf(section))
        row.querySelector(".relative").textContent =
          base ? (base.dataset.value / row.dataset.value).toFixed(2) : "";
    }
  });
})();
