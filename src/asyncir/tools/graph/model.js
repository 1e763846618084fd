// What of a graph is to be seen while some groups are folded, and where it is drawn. Nothing here touches the page.
const MANY_NODES = 400;  // With more, only edges between neighbouring ranks decide about places: the others cost most.

class GraphModel {
  constructor(data) {
    this.nodes = data.nodes;
    this.groups = data.groups;
    this.all = [...data.nodes, ...data.groups];
    this.edges = data.edges;
    this.paths = data.paths;
    this.hidden = new Set(data.hidden || []);
    this.byId = new Map(this.all.map((each) => [each.id, each]));
    this.folded = new Set(data.groups.filter((group) => group.folded).map((group) => group.id));
    this.children = new Map();
    for (const each of this.all) {
      if (!this.children.has(each.parent)) this.children.set(each.parent, []);
      this.children.get(each.parent).push(each);
    }
    this.texts = new Map(this.all.map((each) => [each.id, GraphModel.said(each)]));
  }

  static said(each) {
    const facts = (each.facts || []).map(([title, text]) => `${title} ${text}`);
    return [each.label, each.family || "", each.line ? `line ${each.line}` : "", ...facts].join(" ").toLowerCase();
  }

  // The groups around something, the innermost first.
  around(id) {
    const found = [];
    for (let each = this.byId.get(id); each && each.parent; each = this.byId.get(each.parent)) found.push(each.parent);
    return found;
  }

  // What stands for it: itself, or the outermost folded group around it.
  standIn(id) {
    let shown = id;
    for (const group of this.around(id)) if (this.folded.has(group)) shown = group;
    return shown;
  }

  // All nodes inside of a group, however deep.
  inside(id) {
    const found = [];
    const pending = [id];
    while (pending.length) {
      for (const each of this.children.get(pending.pop()) || []) {
        if (this.children.has(each.id)) pending.push(each.id); else found.push(each);
      }
    }
    return found;
  }

  // Boxes, the groups around them, and edges, of which those between the same two are one.
  visible() {
    const standIn = new Map(this.nodes.map((node) => [node.id, this.standIn(node.id)]));
    const shown = new Set(standIn.values());
    const open = new Set();
    for (const id of shown) for (const group of this.around(id)) open.add(group);
    const edges = new Map();
    for (const edge of this.edges) {
      if (this.hidden.has(edge.kind) || this.hidden.has(edge.verdict)) continue;
      const [from, to] = [edge.source, edge.target].map((number) => standIn.get(this.all[number].id));
      if (from === to && (edge.source !== edge.target || from !== this.all[edge.source].id)) continue;
      const key = [from, to, edge.kind, edge.verdict || "", edge.back ? 1 : 0].join(" ");
      const known = edges.get(key);
      if (known) { known.count++; if (known.texts.length < 4 && edge.text) known.texts.push(edge.text); }
      else edges.set(key, { id: key, source: from, target: to, kind: edge.kind, verdict: edge.verdict || "", back: Boolean(edge.back), count: 1, texts: edge.text ? [edge.text] : [] });
    }
    return { nodes: [...shown].map((id) => this.byId.get(id)), groups: this.groups.filter((group) => open.has(group.id)), edges: [...edges.values()] };
  }

  // The length of the longest way to each node; edges that lead back to a node on the way do not count.
  static ranks(nodes, edges) {
    const next = new Map(nodes.map((node) => [node.id, []]));
    for (const edge of edges) if (!edge.back && edge.source !== edge.target) next.get(edge.source).push(edge.target);
    const order = [], state = new Map();
    for (const { id } of nodes) {
      if (state.has(id)) continue;
      const stack = [[id, 0]];
      state.set(id, 1);
      while (stack.length) {
        const top = stack[stack.length - 1], targets = next.get(top[0]);
        if (top[1] === targets.length) { order.push(top[0]); state.set(top[0], 2); stack.pop(); continue; }
        const target = targets[top[1]++];
        if (state.get(target) === 1) targets.splice(--top[1], 1);
        else if (!state.has(target)) { state.set(target, 1); stack.push([target, 0]); }
      }
    }
    const rank = new Map(nodes.map((node) => [node.id, 0]));
    for (const id of order.reverse()) for (const target of next.get(id)) rank.set(target, Math.max(rank.get(target), rank.get(id) + 1));
    return rank;
  }

  // The places of what is visible, by the library: from the left to the right.
  placed(visible, sizeOf) {
    const large = visible.nodes.length > MANY_NODES;
    const graph = new dagre.graphlib.Graph({ compound: true, multigraph: true });
    graph.setGraph({ rankdir: "LR", ranker: large ? "tight-tree" : "network-simplex", nodesep: large ? 8 : visible.groups.length > 1 ? 30 : 14, ranksep: large ? 60 : 40, edgesep: 6 });
    graph.setDefaultEdgeLabel(() => ({}));
    for (const node of visible.nodes) graph.setNode(node.id, sizeOf(node));
    if (!large) {
      for (const group of visible.groups) graph.setNode(group.id, {});
      for (const each of [...visible.nodes, ...visible.groups]) if (each.parent) graph.setParent(each.id, each.parent);
    }
    const rank = GraphModel.ranks(visible.nodes, visible.edges);
    for (const edge of visible.edges) {
      if (edge.back || edge.source === edge.target || edge.kind === "memory" || edge.kind === "race") continue;
      if (large && rank.get(edge.target) !== rank.get(edge.source) + 1) continue;
      graph.setEdge(edge.source, edge.target, { weight: edge.kind === "order" ? 3 : 1 }, edge.id);
    }
    dagre.layout(graph);
    return new Map(visible.nodes.map((node) => { const { x, y } = graph.node(node.id); return [node.id, { x, y }]; }));
  }

  foldAll() { this.folded = new Set(this.groups.filter((group) => group.parent || this.groups.every((each) => !each.parent)).map((group) => group.id)); }

  unfoldAll() { this.folded.clear(); }

  // Unfold all around it, so that it is seen.
  reveal(id) { for (const group of this.around(id)) this.folded.delete(group); }

  // The nodes of which all words are said, or null for no words.
  matching(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    const line = words.length === 2 && words[0] === "line" ? Number(words[1]) : NaN;
    const fits = (node) => (line >= 0 ? node.line === line : words.every((word) => this.texts.get(node.id).includes(word.replace(/^%/, ""))));
    return this.nodes.filter(fits);
  }
}

if (typeof module !== "undefined") module.exports = { GraphModel };
