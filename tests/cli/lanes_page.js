// As much of a page as the script of the lanes looks at; what it draws is asked for at the end.
class Element {
  constructor(tag) { Object.assign(this, { tag, attributes: {}, children: [], listeners: {}, classes: new Set(), dataset: {}, clientWidth: 1004, scrollLeft: 0 });
    this.classList = { toggle: (name, on) => (on ? this.classes.add(name) : this.classes.delete(name)) }; }
  setAttribute(name, value) { this.attributes[name] = value; }
  append(...all) { this.children.push(...all); }
  replaceChildren(...all) { this.children = all; }
  addEventListener(name, what) { this.listeners[name] = what; }
  getBoundingClientRect() { return { left: 0 }; }
  all(tag) { return [...(this.tag === tag ? [this] : []), ...this.children.flatMap((each) => each.all(tag))]; }
}
const DATA = JSON.parse(process.argv[1]);
const boxes = DATA.pictures.map((_, n) => Object.assign(new Element("div"), { dataset: { picture: `${n}` } }));
const one = { ".lanes-data": { textContent: JSON.stringify(DATA) }, ".lane-find": new Element("input"), ".lane-found": new Element("output"), ".lane-same": DATA.pictures.length > 1 ? new Element("input") : null };
const buttons = ["in", "out", "all"].map((name) => Object.assign(new Element("button"), { dataset: { do: name } }));
const section = { querySelector: (name) => one[name], querySelectorAll: (name) => (name === "[data-do]" ? buttons : boxes) };
globalThis.addEventListener = () => {};
globalThis.document = { createElementNS: (_, tag) => new Element(tag), querySelectorAll: () => [section], getElementById: () => null };
const bars = (n = 0) => boxes[n].all("rect"), at = (rect) => [rect.attributes.x, rect.attributes.width].map((x) => Math.round(x));
const press = (name) => buttons.find((each) => each.dataset.do === name).listeners.click();
const search = (text) => { one[".lane-find"].value = text; one[".lane-find"].listeners.input(); };
const pale = () => boxes[0].all("g").map((each) => each.classes.has("pale"));
const lit = (bar) => bar.classes.has("lit");
