// What happened, as arrays, and questions about it. Nothing here draws.
class Model {
  constructor(head, bytes) {
    const types = { f8: Float64Array, i4: Int32Array, i2: Int16Array, u1: Uint8Array };
    for (const [name, [type, at, length]] of Object.entries(head.arrays)) this[name] = new types[type](bytes, at, length);
    this.head = head;
    this.duration = Math.max(head.duration, 1);
    this.names = head.workers;
    this.rowCount = head.workers.length;
    this.workers = this.rowCount - (head.lanes || 0);
    this.path = head.path || [];
    this.rows = Model.grouped(this.spanWorker, this.rowCount);
    const tasks = this.taskCreated.length;
    this.spans = Model.grouped(this.spanTask, tasks);
    this.wakesOf = Model.grouped(this.wakeTask, tasks);
    this.wakesBy = Model.grouped(this.wakeBy, tasks);
    this.needsOf = Model.grouped(this.needTask, tasks);
    this.needsBy = Model.grouped(this.needBy, tasks);
    this.children = Model.grouped(this.taskParent, tasks);
    this.naps = Model.grouped(this.sleepWorker, this.workers);
  }

  static async decode(head, text) {
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Model(head, await new Response(stream).arrayBuffer());
  }

  // For each key from 0 the places where it stands, in order: a function from the key to an array.
  static grouped(keys, count) {
    const starts = new Uint32Array(count + 1);
    for (const key of keys) if (key >= 0 && key < count) starts[key + 1]++;
    for (let key = 0; key < count; key++) starts[key + 1] += starts[key];
    const places = new Uint32Array(starts[count]), next = starts.slice();
    keys.forEach((key, place) => { if (key >= 0 && key < count) places[next[key]++] = place; });
    return (key) => (key >= 0 && key < count ? places.subarray(starts[key], starts[key + 1]) : places.subarray(0, 0));
  }

  // The first of `places` whose value is at least `time`.
  static firstFrom(places, values, time) {
    let low = 0, high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[places[middle]] < time) low = middle + 1; else high = middle;
    }
    return low;
  }

  // From shortly before the first task to shortly after the last: what is shown at first.
  atWork() {
    let from = this.duration, to = 0;
    for (const time of this.spanStart) if (time < from) from = time;
    for (const time of this.spanEnd) if (time > to) to = time;
    if (from >= to) return { start: 0, length: this.duration };
    const start = Math.max(from - (to - from) / 20, 0);
    return { start, length: Math.min(to + (to - from) / 20, this.duration) - start };
  }

  kind(task) {
    if (this.taskSort[task] === 1) return "token";
    if (this.taskSort[task] === 2) return "group";
    if (this.taskSort[task] === 4) return this.label(task)[1] || "operation";
    const kind = this.taskKind[task];
    return kind < 0 ? "task" : this.head.kinds[kind];
  }

  label(task) { return this.head.labels[this.taskOrigin[task]] || ["", "", "", 0]; }

  name(task) {
    const [name] = this.label(task);
    return name ? name.replace(/^%/, "") : this.kind(task);
  }

  place(task) { return this.label(task)[2]; }

  // Kind and place, as far as the name does not say them.
  about(task) {
    const place = this.place(task), kind = this.kind(task);
    return [kind === this.name(task) ? "" : kind, kind.endsWith(place) ? "" : place].filter(Boolean).join(", ");
  }

  line(task) { return this.head.lines[this.label(task)[3]] || ""; }

  running(task) {
    let sum = 0;
    for (const span of this.spans(task)) sum += this.spanEnd[span] - this.spanStart[span];
    return sum;
  }

  // The span of a worker at a time, or the nearest within `slack`; -1 for none.
  spanAt(worker, time, slack) {
    const spans = this.rows(worker);
    let best = -1, distance = slack;
    const from = Model.firstFrom(spans, this.spanStart, time);
    for (const at of [from - 1, from]) {
      if (at < 0 || at >= spans.length) continue;
      const span = spans[at];
      const away = Math.max(this.spanStart[span] - time, time - this.spanEnd[span], 0);
      if (away < distance || (away === 0 && best < 0)) { best = span; distance = away; }
    }
    return best;
  }

  // Whoever was complete for `task` to go on, with when and where: tasks, the members of groups in place of these.
  causes(task, deep = 8) {
    const found = [];
    for (const wake of this.wakesOf(task)) {
      const by = this.wakeBy[wake];
      const inner = this.taskSort[by] === 2 && deep > 0 ? this.causes(by, deep - 1) : [];
      if (inner.length) for (const each of inner) found.push({ ...each, until: this.wakeTime[wake], through: by });
      else if (this.taskSort[by] === 4) found.push({ task: by, ...this.completion(by, this.wakeTime[wake]), until: this.wakeTime[wake], through: -1 });
      else found.push({ task: this.taskSort[by] === 1 ? this.ranAt(wake, by) : by, time: this.wakeTime[wake], until: this.wakeTime[wake], worker: this.wakeWorker[wake], through: -1 });
    }
    for (const need of this.needsOf(task)) {
      const by = this.needBy[need], until = this.needTime[need];
      const inner = this.taskSort[by] === 2 && deep > 0 ? this.causes(by, deep - 1) : [];
      if (inner.length) for (const each of inner) found.push({ ...each, until, through: by });
      else found.push({ task: by, ...this.completion(by, until), until, through: -1 });
    }
    return found;
  }

  // When and where a task was complete; at `time` at the latest.
  completion(task, time) {
    const spans = this.spans(task), finished = this.taskFinished[task];
    return { time: finished >= 0 ? finished : time, worker: spans.length ? this.spanWorker[spans[spans.length - 1]] : -1 };
  }

  // Who set a token: the task that ran there then; the token itself if nobody did.
  ranAt(wake, token) {
    const span = this.wakeWorker[wake] < 0 ? -1 : this.spanAt(this.wakeWorker[wake], this.wakeTime[wake], 2000);
    return span < 0 ? token : this.spanTask[span];
  }

  // The tasks that went on because `task` was complete; those that wait for a group with it in place of the group.
  effects(task, deep = 8) {
    const found = new Map();
    for (const wake of this.wakesBy(task)) {
      const waiter = this.wakeTask[wake];
      if (this.taskSort[waiter] === 2 && deep > 0) for (const [each, when] of this.effects(waiter, deep - 1)) found.set(each, when);
      else found.set(waiter, { time: this.wakeTime[wake], worker: this.wakeWorker[wake], until: this.wakeTime[wake] });
    }
    for (const need of this.needsBy(task)) {
      const until = this.needTime[need];
      found.set(this.needTask[need], { ...this.completion(task, until), until });
    }
    return found;
  }

  // The span that a task is in at a time, or the next one; -1 for none.
  nextSpan(task, time) {
    for (const span of this.spans(task)) if (this.spanEnd[span] > time) return span;
    return -1;
  }

  // The tasks whose kind, name or place has all words of the text in it, as flags; null for an empty text.
  matching(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return null;
    const fits = (said) => words.every((word) => said.toLowerCase().includes(word));
    const labels = this.head.labels.map(([name, kind, place]) => fits(`${name} ${kind} ${place}`));
    const kinds = this.head.kinds.map((kind) => fits(kind));
    const flags = new Uint8Array(this.taskKind.length);
    for (let task = 0; task < flags.length; task++) {
      const origin = this.taskOrigin[task];
      flags[task] = (this.taskKind[task] >= 0 || this.taskSort[task] === 4) && ((origin >= 0 && labels[origin]) || kinds[this.taskKind[task]]) ? 1 : 0;
    }
    return flags;
  }

  // How many workers run tasks in each of `count` equal parts of the time, in the mean.
  busy(count) {
    const sums = new Float64Array(count), width = this.duration / count;
    for (let span = 0; span < this.spanStart.length; span++) {
      if (this.spanWorker[span] < 0 || this.spanWorker[span] >= this.workers) continue;
      const start = this.spanStart[span] / width, end = Math.min(this.spanEnd[span] / width, count);
      for (let part = Math.floor(start); part < end; part++) sums[part] += Math.min(end, part + 1) - Math.max(start, part);
    }
    return sums;
  }
}

// A time with three digits and its unit.
function durationText(nanoseconds) {
  for (const [unit, size] of [["s", 1e9], ["ms", 1e6], ["µs", 1e3]]) {
    if (nanoseconds >= size * 0.9995) return `${Number((nanoseconds / size).toPrecision(3))} ${unit}`;
  }
  return `${Math.round(nanoseconds)} ns`;
}

// A moment, with enough digits to tell it from others.
function momentText(nanoseconds) {
  const [unit, size] = nanoseconds >= 1e9 ? ["s", 1e9] : nanoseconds >= 1e5 ? ["ms", 1e6] : ["µs", 1e3];
  return `${Number((nanoseconds / size).toFixed(size === 1e9 ? 6 : size === 1e6 ? 4 : 2))} ${unit}`;
}

// Round times from `start` to `end`, about `count` of them, and how to write them.
function ticks(start, end, count) {
  const rough = (end - start) / Math.max(count, 1);
  const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
  const [unit, size] = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]].find(([, each]) => end >= each) || ["ns", 1];
  const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));
  const found = [];
  for (let n = Math.ceil(start / step); n * step <= end; n++) found.push([n * step, `${((n * step) / size).toFixed(digits)} ${unit}`]);
  return found;
}

if (typeof module !== "undefined") module.exports = { Model, durationText, momentText, ticks };
