// Regions in time: rows with bars, the memory beneath them. All is drawn anew at each zoom; bars that are out of sight, too.
const ROW = 18, AXIS = 20, MEMORY = 66, MOST_ZOOM = 200, SVG = "http://www.w3.org/2000/svg";

const durationText = (ns) => { for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) if (ns >= size) return `${+(ns / size).toPrecision(3)} ${unit}`; return `${Math.round(ns)} ns`; };
const bytesText = (count) => { for (const [unit, size] of [["GiB", 2 ** 30], ["MiB", 2 ** 20], ["KiB", 2 ** 10]]) if (count >= size) return `${(count / size).toFixed(1)} ${unit}`; return `${count} bytes`; };

class LanesPicture {
  constructor(section, box, data, picture) {
    Object.assign(this, { section, box, data, picture, zoom: 1, scale: 1, bars: [] });
    this.critical = new Set(data.critical);
    box.addEventListener("wheel", (event) => { if (!event.deltaY || event.shiftKey) return; event.preventDefault(); this.zoomBy(event.deltaY < 0 ? 1.25 : 0.8, event.clientX - box.getBoundingClientRect().left); }, { passive: false });
  }

  part(tag, attributes, text) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  zoomBy(factor, at = this.box.clientWidth / 2) {
    const before = (this.box.scrollLeft + at) / this.zoom;
    this.zoom = Math.max(1, Math.min(MOST_ZOOM, this.zoom * factor));
    this.draw();
    this.box.scrollLeft = before * this.zoom - at;
  }

  draw() {
    const { picture, data } = this, width = (this.box.clientWidth - 4) * this.zoom, height = picture.rows.length * ROW + AXIS + (picture.memory ? MEMORY : 0);
    const per = width * this.scale / Math.max(picture.length, 1), svg = this.part("svg", { width, height });
    this.axis(svg, per, width, height);
    this.bars = picture.bars.map(([number, row, begin, length]) => {
      const [name, line, colour] = number < 0 ? [picture.other, 0, 0] : data.regions[number];
      const wide = Math.max(length * per, 1), group = this.part("g", {});
      const bar = this.part("rect", { class: number < 0 ? "run other" : `run q${colour}${this.critical.has(number) ? " critical" : ""}`, x: begin * per, y: AXIS + row * ROW + 2, width: wide, height: ROW - 4, rx: Math.min(2, wide / 3) });
      bar.append(this.part("title", {}, `${name}${line ? `, line ${line}` : ""}\n${durationText(length)}: ${durationText(begin)} to ${durationText(begin + length)}, ${picture.rows[row]}`));
      group.append(bar);
      if (number >= 0 && wide > 26) group.append(this.part("text", { x: begin * per + 4, y: AXIS + row * ROW + 13 }, name.length * 6.2 < wide - 6 ? name : `${name.slice(0, Math.max(1, Math.floor((wide - 12) / 6.2)))}…`));
      if (number >= 0) {
        bar.addEventListener("pointerenter", () => this.section.light(number));
        bar.addEventListener("pointerleave", () => this.section.light(-1));
        bar.addEventListener("click", () => { const at = document.getElementById(`L${line}`); if (at) { location.hash = `L${line}`; at.scrollIntoView({ block: "center" }); } });
      }
      svg.append(group);
      return [number, bar, group];
    });
    if (picture.memory && picture.memory.peak) this.memory(svg, per, height);
    this.box.replaceChildren(svg);
    this.mark();
  }

  axis(svg, per, width, height) {
    let step = 1;
    for (let n = 0; step * per < 90; n++) step *= n % 3 === 1 ? 2.5 : 2;  // 1, 2, 5, 10, 20, 50 ...
    for (let time = 0; time * per < width; time += step) {
      svg.append(this.part("line", { class: "tick", x1: time * per, x2: time * per, y1: 0, y2: height }), this.part("text", { class: "axis", x: time * per + 3, y: 11 }, durationText(time)));
    }
  }

  memory(svg, per, height) {
    const { peak, steps } = this.picture.memory, y = (size) => height - 2 - size / peak * (MEMORY - 18);
    const way = steps.map(([time, size]) => `H${(time * per).toFixed(1)}V${y(size).toFixed(1)}`).join("");
    svg.append(this.part("path", { class: "memory", d: `M0 ${y(0)}${way}V${y(0)}Z` }), this.part("text", { class: "axis", x: 3, y: height - MEMORY + 12 }, `${bytesText(peak)} at most`));
  }

  mark() {
    for (const [number, bar, group] of this.bars) {
      group.classList.toggle("pale", Boolean(this.section.hits) && !this.section.hits.has(number));
      bar.classList.toggle("lit", number >= 0 && number === this.section.lit);
    }
  }
}

class LanesSection {
  constructor(element) {
    const data = JSON.parse(element.querySelector(".lanes-data").textContent), find = element.querySelector(".lane-find");
    this.element = element;
    this.data = data;
    this.hits = null;
    this.lit = -1;
    this.pictures = [...element.querySelectorAll(".lane-picture")].map((box) => new LanesPicture(this, box, data, data.pictures[Number(box.dataset.picture)]));
    const actions = { in: (each) => each.zoomBy(1.5), out: (each) => each.zoomBy(1 / 1.5), all: (each) => each.zoomBy(0) };
    for (const button of element.querySelectorAll("[data-do]")) button.addEventListener("click", () => this.pictures.forEach(actions[button.dataset.do]));
    find.addEventListener("input", () => this.search(find.value));
    find.addEventListener("keydown", (event) => { if (event.key === "Escape") { find.value = ""; this.search(""); } });
    const same = element.querySelector(".lane-same"), longest = Math.max(...this.pictures.map((each) => each.picture.length));
    if (same) same.addEventListener("change", () => { for (const each of this.pictures) { each.scale = same.checked ? Math.max(each.picture.length / longest, 1e-6) : 1; each.draw(); } });
    addEventListener("resize", () => this.draw());
    this.draw();
  }

  draw() { for (const each of this.pictures) each.draw(); }

  light(number) { this.lit = number; for (const each of this.pictures) each.mark(); }

  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean), line = words.length === 2 && words[0] === "line" ? Number(words[1]) : NaN;
    const fits = ([name, at]) => (line >= 0 ? at === line : words.every((word) => name.toLowerCase().includes(word.replace(/^%/, ""))));
    this.hits = words.length ? new Set(this.data.regions.flatMap((each, number) => (fits(each) ? [number] : []))) : null;
    this.element.querySelector(".lane-found").textContent = this.hits ? `${this.hits.size} found` : "";
    for (const each of this.pictures) each.mark();
  }
}

for (const element of document.querySelectorAll(".lanes-of-regions")) element.lanes = new LanesSection(element);
