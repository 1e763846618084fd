// Pointing at anything that is about lines shows these lines, and what each has to do with it; a click keeps them shown.
(() => {
  const about = [...document.querySelectorAll("[data-lines]")];
  const parts = new Map(about.map((item) => [item, item.dataset.lines.split(";").filter(Boolean).map((pair) => {
    const at = pair.indexOf(":");
    return [pair.slice(0, at), pair.slice(at + 1)];
  })]));
  const drawn = new Map();  // line -> what the timeline has of it
  for (const item of about.filter((each) => each.closest("svg"))) {
    for (const [line] of parts.get(item)) drawn.set(line, [...(drawn.get(line) || []), item]);
  }
  let lit = [], kept = null;
  const clear = () => {
    for (const item of lit) { item.classList.remove("lit"); item.removeAttribute("data-role"); }
    lit = [];
  };
  const show = (item) => {
    clear();
    for (const [line, role] of parts.get(item)) {
      const row = document.getElementById("L" + line);
      if (!row) continue;
      row.classList.add("lit");
      row.setAttribute("data-role", row.hasAttribute("data-role") ? row.getAttribute("data-role") + ", " + role : role);
      lit.push(row);
      if (!item.closest("svg")) for (const other of drawn.get(line) || []) { other.classList.add("lit"); lit.push(other); }
    }
    if (item.closest("svg")) { item.classList.add("lit"); lit.push(item); }
  };
  const rest = () => (kept ? show(kept) : clear());
  for (const item of about) {
    item.addEventListener("pointerover", (event) => { event.stopPropagation(); show(item); });
    item.addEventListener("pointerout", (event) => { event.stopPropagation(); rest(); });
    item.addEventListener("focus", (event) => { event.stopPropagation(); show(item); });
    item.addEventListener("click", (event) => {
      if (event.target.closest("a") && !item.matches("a")) return;
      event.stopPropagation();
      kept = kept === item ? null : item;
      rest();
      const line = item.closest("svg") && parts.get(item)[0];
      if (line && kept && !line[0].startsWith("p")) document.getElementById("L" + line[0])?.scrollIntoView({ block: "center", behavior: "smooth" });
    });
  }
  document.addEventListener("click", () => { kept = null; clear(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") { kept = null; clear(); } });
})();
