// Draws graphs: zoom, search, folding, what is said of what is pointed at, paths that are highlighted.
class GraphPicture {
  constructor(tab, data) {
    this.tab = tab;
    this.model = new GraphModel(data);
    this.canvas = tab.querySelector(".graph-canvas");
    this.tip = tab.querySelector(".graph-tip");
    this.hits = null;
    this.hit = -1;
    this.path = -1;
    this.families = new Map();
    for (const node of this.model.nodes) if (node.family && !this.families.has(node.family)) this.families.set(node.family, this.families.size % 6);
    this.cy = cytoscape({ container: this.canvas, style: this.style(), minZoom: 0.02, maxZoom: 3, hideEdgesOnViewport: false, textureOnViewport: false, boxSelectionEnabled: false, autoungrabify: true });
    this.listen();
    this.draw();
    this.open();
  }

  // ---- what it looks like

  static mix(colour, other, share) {
    const parts = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
    const [a, b] = [parts(colour), parts(other)];
    return `rgb(${a.map((part, n) => Math.round(part * share + b[n] * (1 - share))).join(",")})`;
  }

  style() {
    const root = getComputedStyle(document.documentElement);
    const of = (name) => root.getPropertyValue(`--${name}`).trim();
    const paper = of("page"), ink = of("ink"), soft = of("soft");
    const tint = (name, share) => GraphPicture.mix(of(name), paper, share);
    const verdict = { needed: of("good"), exact: of("good"), redundant: of("warn"), "too-strong": of("warn"), unknown: of("dark"), "too-weak": of("bad") };
    const families = [...Array(6).keys()].flatMap((n) => [{ selector: `node.f${n}`, style: { "background-color": tint(`q${n}`, 0.3), "border-color": of(`q${n}`) } }, { selector: `node.dense.f${n}`, style: { "background-color": tint(`q${n}`, 0.65) } }]);
    const colours = Object.entries(verdict).flatMap(([name, colour]) => [
      { selector: `edge.${name}`, style: { "line-color": colour, "target-arrow-color": colour, width: 2 } },
      { selector: `node.await.${name}`, style: { "border-color": colour, "border-width": 2 } },
    ]);
    return [
      { selector: "node[width]", style: { width: "data(width)", height: "data(height)" } },
      { selector: "node", style: { shape: "round-rectangle", label: "data(label)", color: ink, "font-size": 12, "font-family": "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace", "text-valign": "center", "text-halign": "center", "background-color": tint("idle", 0.18), "border-width": 1, "border-color": of("idle"), "min-zoomed-font-size": 6 } },
      { selector: "node.await", style: { shape: "cut-rectangle", "background-color": paper } },
      { selector: "node.group", style: { shape: "ellipse", "background-color": paper } },
      { selector: "node.work", style: { shape: "rectangle", "background-color": paper, "border-style": "dashed", "font-size": 11 } },
      { selector: "node.entry", style: { shape: "rectangle", "background-color": paper, "border-width": 2 } },
      { selector: "node.call", style: { shape: "rectangle", "border-style": "double", "border-width": 3 } },
      { selector: "node.outside", style: { shape: "barrel" } },
      { selector: "node.argument, node.token, node.set", style: { shape: "ellipse", "border-style": "dashed" } },
      { selector: "node.join", style: { shape: "ellipse", "background-color": soft } },
      ...families,
      { selector: "node.folded", style: { "border-width": 3, "border-style": "double", "font-weight": "bold" } },
      { selector: "node:parent", style: { "background-color": of("panel"), "background-opacity": 0.55, "border-color": of("line"), "border-width": 1.5, "text-valign": "top", "text-halign": "center", "text-margin-y": 17, padding: 20, color: soft, "font-weight": "bold", "min-zoomed-font-size": 5 } },
      { selector: "node.loop:parent", style: { "border-color": soft, "border-style": "double", "border-width": 4 } },
      { selector: "node.branch:parent", style: { "border-style": "dashed" } },
      { selector: "edge", style: { width: 1.3, "line-color": soft, "target-arrow-color": soft, "target-arrow-shape": "triangle", "arrow-scale": 0.8, "curve-style": "bezier", "control-point-step-size": 24 } },
      { selector: "edge.order", style: { "line-color": of("line"), "target-arrow-color": of("line"), width: 2 } },
      { selector: "edge.launch", style: { "line-style": "dotted" } },
      { selector: "edge.member, edge.passes", style: { "line-color": of("idle"), "target-arrow-color": of("idle") } },
      { selector: "edge.memory", style: { "line-color": of("q2"), "target-arrow-color": of("q2"), "line-style": "dashed", width: 1 } },
      ...colours,
      { selector: "edge.race", style: { "line-color": of("bad"), "target-arrow-color": of("bad"), width: 3, "line-style": "dashed" } },
      { selector: "edge.back", style: { "line-style": "dashed", "curve-style": "unbundled-bezier", "control-point-distances": -36, "control-point-weights": 0.5 } },
      { selector: "edge.back:loop", style: { "curve-style": "bezier", "loop-direction": "180deg", "loop-sweep": "-50deg" } },
      { selector: "edge.many", style: { label: "data(count)", "font-size": 10, color: soft, "text-background-color": paper, "text-background-opacity": 0.8, "min-zoomed-font-size": 8 } },
      { selector: "edge.thin", style: { "curve-style": "straight", opacity: 0.5, width: 1, "arrow-scale": 0.6 } },
      { selector: ".critical", style: { "border-color": of("bad"), "border-width": 2.5 } },
      { selector: ".racing", style: { "border-color": of("bad"), "border-width": 3 } },
      { selector: ".pale", style: { opacity: 0.16 } },
      { selector: "edge.pale", style: { opacity: 0.06 } },
      { selector: "node.hit", style: { "border-color": of("ink"), "border-width": 4, opacity: 1 } },
      { selector: "node.near", style: { opacity: 1 } },
      { selector: "edge.near", style: { opacity: 1, width: 3.5, "z-index": 9 } },
      { selector: "node.path0", style: { "background-color": tint("ink", 0.75), color: paper, "border-color": ink, opacity: 1 } },
      { selector: "node.path1", style: { "background-color": of("bad"), color: paper, "border-color": of("bad"), opacity: 1 } },
      { selector: "node.path2", style: { "background-color": of("q0"), color: paper, "border-color": of("q0"), opacity: 1 } },
      { selector: "edge.path1", style: { "line-color": of("bad"), "target-arrow-color": of("bad"), width: 5, opacity: 1, "z-index": 10 } },
      { selector: "edge.path2", style: { "line-color": of("q0"), "target-arrow-color": of("q0"), width: 5, opacity: 1, "z-index": 10 } },
    ];
  }

  classes(each) {
    const folded = this.model.folded.has(each.id);
    const family = each.family || (folded && this.familyInside(each.id));
    return [each.kind, ...(each.marks || []), family && this.families.has(family) ? `f${this.families.get(family)}` : "", folded ? "folded" : ""].join(" ");
  }

  // The family of all that is in a folded group, if they have one.
  familyInside(id) {
    const inside = this.model.inside(id), family = inside.length ? inside[0].family : "";
    return inside.every((node) => node.family === family) ? family : "";
  }

  sizeOf(each) {
    if (each.kind === "join") return { width: 8, height: 8 };
    return { width: Math.max(30, Math.min(380, 7.4 * each.label.length + 18)), height: 24 };
  }

  // ---- drawing

  draw() {
    const seen = this.model.visible(), places = this.model.placed(seen, (each) => this.sizeOf(each));
    const thin = seen.edges.length > 700 ? " thin" : "", dense = seen.nodes.length > MANY_NODES ? " dense" : "";
    const open = new Set(seen.groups.map((group) => group.id));
    const parent = (each) => (each.parent && open.has(each.parent) && this.isBoxed(each.parent, seen) ? each.parent : undefined);
    const elements = [
      ...seen.groups.filter((group) => this.isBoxed(group.id, seen)).map((group) => ({ data: { id: group.id, label: group.label, parent: parent(group) }, classes: this.classes(group) })),
      ...seen.nodes.map((node) => ({ data: { id: node.id, label: node.label, parent: parent(node), ...this.sizeOf(node) }, classes: this.classes(node) + dense, position: places.get(node.id) })),
      ...seen.edges.map((edge) => ({ data: { id: edge.id, source: edge.source, target: edge.target, count: `${edge.count}` }, scratch: { edge }, classes: `${edge.kind} ${edge.verdict}${edge.back ? " back" : ""}${edge.count > 1 && edge.kind !== "race" ? " many" : ""}${thin}` })),
    ];
    this.cy.batch(() => { this.cy.elements().remove(); this.cy.add(elements); });
    this.mark();
  }

  // Boxes around very many nodes say nothing, and those of waves cross each other.
  isBoxed(id, seen) { return seen.nodes.length <= MANY_NODES || !["wave", "function"].includes(this.model.byId.get(id).kind); }

  fit() { this.cy.fit(undefined, 24); if (this.cy.zoom() > 1.1) { this.cy.zoom(1.1); this.cy.center(); } }

  // What is shown at first: all of it, or where it begins, if all of it would be too small to be read. Low graphs get less room.
  open() {
    const box = this.cy.elements().boundingBox(), wide = this.canvas.clientWidth - 48;
    const zoom = Math.min(1.1, wide / box.w), shown = this.model.visible().nodes.length > MANY_NODES ? zoom : Math.max(zoom, 0.8);
    this.canvas.style.height = `${Math.round(Math.min(Math.max(box.h * shown + 60, 220), innerHeight * 0.72))}px`;
    this.cy.resize();
    this.fit();
    if (this.cy.zoom() >= 0.8 || shown === zoom) return;
    this.cy.zoom(0.8);
    const { x1, y1, h } = this.cy.elements().boundingBox();
    this.cy.pan({ x: 24 - x1 * 0.8, y: Math.max(24, (this.canvas.clientHeight - h * 0.8) / 2) - y1 * 0.8 });
  }

  // Redraw after something was folded or unfolded, with `id` where it was.
  redraw(id) {
    const before = id && this.cy.getElementById(id).nonempty() ? this.cy.getElementById(id).renderedPosition() : null;
    this.draw();
    const now = id ? this.cy.getElementById(this.model.byId.has(id) ? id : "") : null;
    if (before && now && now.nonempty()) { const at = now.renderedPosition(); this.cy.panBy({ x: before.x - at.x, y: before.y - at.y }); }
    else this.fit();
  }

  // ---- search and paths

  mark() {
    const { cy } = this;
    cy.batch(() => {
      cy.elements().removeClass("pale hit near path0 path1 path2");
      if (this.path >= 0) this.markPath(this.model.paths[this.path]);
      else if (this.hits) {
        const shown = new Set(this.hits.map((node) => this.model.standIn(node.id)));
        cy.elements().addClass("pale");
        for (const id of shown) { const found = cy.getElementById(id); found.removeClass("pale").addClass("hit"); found.ancestors().removeClass("pale"); }
      }
    });
  }

  markPath(path) {
    const { cy, model } = this;
    cy.elements().addClass("pale");
    for (const [numbers, name] of [[path.first, "path1"], [path.second, "path2"]]) {
      const ids = numbers.map((number) => model.standIn(model.all[number].id));
      ids.forEach((id, n) => {
        const found = cy.getElementById(id);
        found.removeClass("pale").addClass(n ? name : "path0").ancestors().removeClass("pale");
        if (n) cy.getElementById(ids[n - 1]).edgesTo(found).filter((edge) => !edge.hasClass("memory")).removeClass("pale").addClass(name);
      });
    }
    cy.edges(".race").removeClass("pale");
  }

  showPath(number) {
    this.path = this.path === number ? -1 : number;
    for (const button of this.tab.querySelectorAll("[data-path]")) button.classList.toggle("chosen", Number(button.dataset.path) === this.path);
    if (this.path < 0) { this.mark(); return; }
    const path = this.model.paths[this.path];
    for (const at of [...path.first, ...path.second]) this.model.reveal(this.model.all[at].id);
    this.draw();
    this.cy.fit(this.cy.elements(".path0, .path1, .path2"), 60);
    if (this.cy.zoom() > 1.2) { this.cy.zoom(1.2); this.cy.center(this.cy.elements(".path0, .path1, .path2")); }
  }

  search(text) {
    this.hits = this.model.matching(text);
    this.hit = -1;
    this.tab.querySelector(".graph-found").textContent = this.hits ? `${this.hits.length} found${this.hits.length ? "; Enter goes from one to the next" : ""}` : "";
    this.mark();
  }

  next(step) {
    if (!this.hits || !this.hits.length) return;
    this.hit = (this.hit + step + this.hits.length) % this.hits.length;
    this.goTo(this.hits[this.hit].id);
  }

  goTo(id) {
    if (this.model.standIn(id) !== id) { this.model.reveal(id); this.draw(); }
    const found = this.cy.getElementById(id);
    this.cy.zoom(Math.max(this.cy.zoom(), 0.8));
    this.cy.center(found);
    this.cy.elements().removeClass("near");
    found.addClass("near");
    this.say(this.model.byId.get(id), found.renderedPosition());
  }

  // ---- pointing

  element(tag, text, css) {
    const made = document.createElement(tag);
    made.textContent = text;
    if (css) made.className = css;
    return made;
  }

  say(each, at) {
    this.tip.replaceChildren(this.element("b", each.label || each.kind));
    if (each.line) this.tip.append(this.element("span", ` line ${each.line}`, "soft"));
    for (const [title, text] of each.facts || []) { const row = this.element("div", title ? `${title} ` : "", "soft"); row.append(this.element("code", text)); this.tip.append(row); }
    if (this.model.folded.has(each.id)) this.tip.append(this.element("div", "A click unfolds it.", "soft"));
    this.place(at);
  }

  sayEdge(edge, at) {
    const name = (id) => this.model.byId.get(id).label || "…";
    this.tip.replaceChildren(this.element("b", `${name(edge.source)} → ${name(edge.target)}`), this.element("span", ` ${edge.verdict || edge.kind}${edge.count > 1 ? ` × ${edge.count}` : ""}`, "soft"));
    for (const text of edge.texts) this.tip.append(this.element("div", text));
    this.place(at);
  }

  place(at) {
    this.tip.hidden = false;
    const { clientWidth, clientHeight } = this.canvas, { offsetWidth, offsetHeight } = this.tip;
    this.tip.style.left = `${Math.max(4, Math.min(at.x + 14, clientWidth - offsetWidth - 6))}px`;
    this.tip.style.top = `${at.y + 18 + offsetHeight > clientHeight ? Math.max(4, at.y - offsetHeight - 14) : at.y + 18}px`;
  }

  listen() {
    const { cy } = this;
    cy.on("mouseover", "node", (event) => {
      const each = this.model.byId.get(event.target.id());
      this.say(each, event.renderedPosition);
      if (!event.target.isParent()) event.target.closedNeighborhood().addClass("near");
    });
    cy.on("mouseover", "edge", (event) => { this.sayEdge(event.target.scratch("edge"), event.renderedPosition); event.target.addClass("near"); });
    cy.on("mouseout", "node, edge", () => { this.tip.hidden = true; cy.elements().removeClass("near"); });
    cy.on("pan zoom", () => { this.tip.hidden = true; });
    cy.on("tap", "node", (event) => {
      const each = this.model.byId.get(event.target.id());
      if (this.model.folded.has(each.id)) { this.model.folded.delete(each.id); this.redraw(each.id); }
      else if (!event.target.isParent()) this.goToLine(each.line);
    });
    cy.on("dbltap", "node:parent", (event) => { this.model.folded.add(event.target.id()); this.redraw(event.target.id()); });
    const find = this.tab.querySelector(".graph-find");
    find.addEventListener("input", () => this.search(find.value));
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter") { this.next(event.shiftKey ? -1 : 1); event.preventDefault(); }
      if (event.key === "Escape") { find.value = ""; this.search(""); }
    });
    const actions = {
      in: () => cy.zoom({ level: cy.zoom() * 1.4, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
      out: () => cy.zoom({ level: cy.zoom() / 1.4, renderedPosition: { x: cy.width() / 2, y: cy.height() / 2 } }),
      fit: () => this.fit(),
      fold: () => { this.model.foldAll(); this.redraw(); },
      unfold: () => { this.model.unfoldAll(); this.redraw(); },
    };
    for (const button of this.tab.querySelectorAll("[data-do]")) button.addEventListener("click", () => actions[button.dataset.do]());
    for (const button of this.tab.querySelectorAll("[data-path]")) button.addEventListener("click", () => this.showPath(Number(button.dataset.path)));
    for (const box of this.tab.querySelectorAll("[data-kind]")) box.addEventListener("change", () => { if (box.checked) this.model.hidden.delete(box.dataset.kind); else this.model.hidden.add(box.dataset.kind); this.redraw(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => cy.style(this.style()));
  }

  goToLine(line) {
    const row = line && document.getElementById(`L${line}`);
    if (!row) return;
    location.hash = `L${line}`;
    row.scrollIntoView({ block: "center" });
  }
}

for (const section of document.querySelectorAll("section.graphs")) {
  const data = JSON.parse(section.querySelector(".graph-data").textContent);
  const pictures = [];
  const show = (number) => {
    for (const tab of section.querySelectorAll(".graph-tab")) tab.hidden = Number(tab.dataset.tab) !== number;
    for (const button of section.querySelectorAll("[role=tab]")) button.setAttribute("aria-selected", String(Number(button.dataset.tab) === number));
    const tab = section.querySelector(`.graph-tab[data-tab="${number}"]`);
    if (data[number].nodes.length) { pictures[number] ??= new GraphPicture(tab, data[number]); pictures[number].cy.resize(); }
  };
  for (const button of section.querySelectorAll("[role=tab]")) button.addEventListener("click", () => show(Number(button.dataset.tab)));
  section.pictures = pictures;  // for whoever drives the page from outside: a test, a console
  section.show = show;
  show(0);
}
