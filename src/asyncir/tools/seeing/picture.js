// Draws the rows of the workers and the overview above them. What is shown: from `view.start` on, `view.length` nanoseconds.
class Picture {
  constructor(model, rows, overview) {
    this.model = model;
    this.rows = rows;
    this.overview = overview;
    this.view = model.atWork();
    this.gutter = Math.max(78, 20 + 7 * Math.max(0, ...model.names.map((name) => name.length)));
    this.top = 24;
    this.height = Math.max(20, Math.min(46, Math.floor(520 / Math.max(model.rowCount, 1))));
    this.chosen = null;  // flags by task: others are pale
    this.task = -1;      // the one whose connections are drawn
    this.critical = model.path.length > 0;
    this.colours();
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const of = (name) => style.getPropertyValue(name).trim();
    this.ink = of("--ink"); this.soft = of("--soft"); this.line = of("--line"); this.paper = of("--page"); this.band = of("--band");
    this.waited = of("--waited"); this.launched = of("--launched"); this.bad = of("--bad"); this.outside = of("--outside"); this.criticalInk = of("--critical");
    this.kinds = [...Array(9).keys()].map((kind) => of(`--k${kind}`));
  }

  // Fit the canvases to the page's width and the screen's resolution.
  fit() {
    const scale = window.devicePixelRatio || 1;
    this.width = this.rows.parentElement.clientWidth;
    for (const [canvas, height] of [[this.rows, this.top + this.model.rowCount * this.height + 6], [this.overview, 44]]) {
      canvas.width = Math.round(this.width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = `${height}px`;
      canvas.getContext("2d").setTransform(scale, 0, 0, scale, 0, 0);
    }
    this.busy = null;
  }

  get across() { return Math.max(this.width - this.gutter - 8, 1); }
  x(time) { return this.gutter + ((time - this.view.start) / this.view.length) * this.across; }
  time(x) { return this.view.start + ((x - this.gutter) / this.across) * this.view.length; }
  y(worker) { return this.top + worker * this.height; }
  worker(y) { return Math.floor((y - this.top) / this.height); }

  show(start, length) {
    const least = Math.min(50, this.model.duration);
    this.view.length = Math.min(Math.max(length, least), this.model.duration);
    this.view.start = Math.min(Math.max(start, 0), this.model.duration - this.view.length);
  }

  zoom(factor, at = this.view.start + this.view.length / 2) {
    const length = Math.min(Math.max(this.view.length * factor, 50), this.model.duration);
    this.show(at - (at - this.view.start) * (length / this.view.length), length);
  }

  draw() {
    this.drawRows(this.rows.getContext("2d"));
    this.drawOverview(this.overview.getContext("2d"));
  }

  drawRows(pen) {
    const { model } = this;
    pen.clearRect(0, 0, this.width, this.top + model.rowCount * this.height + 6);
    pen.textBaseline = "middle";
    this.drawAxis(pen);
    for (let worker = 0; worker < model.rowCount; worker++) this.drawWorker(pen, worker);
    pen.save();
    pen.beginPath();
    pen.rect(this.gutter, 0, this.across + 8, this.top + model.rowCount * this.height + 6);
    pen.clip();
    if (this.critical) this.drawPath(pen);
    if (this.task >= 0) this.drawConnections(pen, this.task);
    pen.restore();
  }

  drawAxis(pen) {
    pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    pen.strokeStyle = this.line;
    pen.fillStyle = this.soft;
    pen.textAlign = "center";
    const bottom = this.top + this.model.rowCount * this.height;
    for (const [time, text] of ticks(this.view.start, this.view.start + this.view.length, this.across / 110)) {
      const x = Math.round(this.x(time)) + 0.5;
      pen.beginPath(); pen.moveTo(x, this.top - 5); pen.lineTo(x, bottom); pen.stroke();
      const half = pen.measureText(text).width / 2;
      pen.fillText(text, Math.min(Math.max(x, this.gutter + half), this.width - half - 2), 10);
    }
  }

  drawWorker(pen, worker) {
    const y = this.y(worker), height = this.height;
    pen.fillStyle = this.ink;
    pen.textAlign = "left";
    pen.font = "12px system-ui, 'DejaVu Sans', sans-serif";
    pen.fillText(this.model.names[worker], 10, y + height / 2);
    pen.strokeStyle = this.line;
    pen.beginPath(); pen.moveTo(0, y + height + 0.5); pen.lineTo(this.width, y + height + 0.5); pen.stroke();
    pen.save();
    pen.beginPath(); pen.rect(this.gutter, y, this.across + 8, height); pen.clip();
    this.drawNaps(pen, worker);
    this.drawSpans(pen, worker);
    pen.restore();
  }

  // The part of `places` that is in view; they are in order and do not overlap.
  inView(places, starts, ends) {
    let from = Model.firstFrom(places, starts, this.view.start);
    while (from > 0 && ends[places[from - 1]] > this.view.start) from--;
    return places.subarray(from, Model.firstFrom(places, starts, this.view.start + this.view.length));
  }

  drawNaps(pen, worker) {
    const { model } = this, y = this.y(worker) + 5, height = this.height - 9;
    for (const nap of this.inView(model.naps(worker), model.sleepStart, model.sleepEnd)) {
      const x = this.x(model.sleepStart[nap]), width = this.x(model.sleepEnd[nap]) - x;
      if (width < 3) continue;
      pen.fillStyle = this.hatching(pen);
      pen.fillRect(x, y, width, height);
    }
  }

  hatching(pen) {
    if (this.pattern?.colour === this.line) return this.pattern.pattern;
    const tile = new OffscreenCanvas(8, 8), hatch = tile.getContext("2d");
    hatch.strokeStyle = this.line;
    hatch.lineWidth = 1.3;
    for (const shift of [-8, 0, 8]) { hatch.beginPath(); hatch.moveTo(shift, 8); hatch.lineTo(shift + 8, 0); hatch.stroke(); }
    this.pattern = { colour: this.line, pattern: pen.createPattern(tile, "repeat") };
    return this.pattern.pattern;
  }

  drawSpans(pen, worker) {
    const { model } = this, y = this.y(worker) + 4, height = this.height - 7;
    const narrow = (1.5 * this.view.length) / this.across;
    const times = new Float64Array(18);  // of the spans in one pixel: by kind, and by kind those that are pale
    let pixel = -1;
    const flush = () => {
      if (pixel >= 0) this.drawPixel(pen, pixel, times, y, height);
      pixel = -1;
      times.fill(0);
    };
    for (const span of this.inView(model.rows(worker), model.spanStart, model.spanEnd)) {
      const length = model.spanEnd[span] - model.spanStart[span], x = this.x(model.spanStart[span]);
      if (length < narrow) {
        if (Math.floor(x) !== pixel) { flush(); pixel = Math.floor(x); }
        const task = model.spanTask[span], kind = model.taskKind[task];
        times[(kind < 0 || kind > 8 ? 8 : kind) + (this.pale(task) ? 9 : 0)] += length;
        continue;
      }
      flush();
      this.paint(pen, span);
      this.drawBar(pen, span, x, y, this.x(model.spanEnd[span]) - x, height);
    }
    flush();
    pen.globalAlpha = 1;
  }

  // Many spans in one pixel: in the colour of the kind that ran longest, those that were asked for before others.
  drawPixel(pen, pixel, times, y, height) {
    const asked = times.subarray(0, 9), some = asked.some((time) => time > 0);
    const shown = some ? asked : times.subarray(9);
    const most = shown.indexOf(Math.max(...shown));
    const full = (times.reduce((sum, time) => sum + time, 0) / this.view.length) * this.across;
    pen.globalAlpha = (some ? 1 : 0.18) * Math.min(1, 0.35 + 0.65 * full);
    pen.fillStyle = this.kinds[most];
    pen.fillRect(pixel, y, 1, height);
  }

  pale(task) { return this.chosen !== null && !this.chosen[task] && task !== this.task; }

  paint(pen, span) {
    const task = this.model.spanTask[span];
    pen.globalAlpha = this.pale(task) ? 0.18 : 1;
    pen.fillStyle = this.colour(task);
  }

  colour(task) {
    if (this.model.taskSort[task] === 4) return this.outside;
    const kind = this.model.taskKind[task];
    return this.kinds[kind < 0 ? 8 : Math.min(kind, 8)];
  }

  drawBar(pen, span, x, y, width, height) {
    const { model } = this, task = model.spanTask[span];
    const cut = model.spanHow[span] === 1 && width > 5 ? Math.min(6, width / 3) : 0;
    const gap = width > 4 ? 0.8 : 0;
    pen.beginPath();
    pen.moveTo(x, y); pen.lineTo(x + width - gap, y); pen.lineTo(x + width - gap - cut, y + height); pen.lineTo(x, y + height);
    pen.closePath();
    pen.fill();
    if (task === this.task) { pen.strokeStyle = this.ink; pen.lineWidth = 2; pen.stroke(); pen.lineWidth = 1; }
    if (model.taskFailed[task]) { pen.fillStyle = this.bad; pen.fillRect(x, y + height - 3, width - gap, 3); }
    if (model.spanVictim[span] >= 0 && width > 5) {
      const size = Math.min(8, width / 2);
      pen.fillStyle = this.ink;
      pen.beginPath(); pen.moveTo(x, y); pen.lineTo(x + size, y); pen.lineTo(x, y + size); pen.fill();
    }
    if (width > 26) this.drawName(pen, span, x, y, width - cut, height);
  }

  drawName(pen, span, x, y, width, height) {
    const left = Math.max(x, this.gutter), room = x + width - left - 12;
    if (room < 14) return;
    pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    const name = this.shortened(pen, this.model.name(this.model.spanTask[span]), room);
    if (!name) return;
    pen.fillStyle = "#ffffff";
    if (matchMedia("(prefers-color-scheme: light)").matches) pen.fillStyle = "#10151c";
    pen.textAlign = "left";
    pen.fillText(name, left + 8, y + height / 2 + 0.5);
  }

  shortened(pen, text, room) {
    this.widths ??= new Map();
    let width = this.widths.get(text);
    if (width === undefined) { width = pen.measureText(text).width; this.widths.set(text, width); }
    if (width <= room) return text;
    const kept = Math.floor((text.length * room) / width) - 1;
    return kept >= 2 ? `${text.slice(0, kept)}…` : "";
  }

  // From whoever was waited for to where the task went on, from there to who went on because of it, and from its launcher.
  drawConnections(pen, task) {
    const { model } = this;
    pen.lineWidth = 1.6;
    const centre = (worker) => this.y(worker) + this.height / 2;
    this.drawPauses(pen, task, centre);
    for (const cause of model.causes(task).slice(0, 200)) {
      const next = model.nextSpan(task, cause.until);
      if (next >= 0 && cause.worker >= 0) this.drawArrow(pen, this.x(cause.time), centre(cause.worker), this.x(Math.max(model.spanStart[next], cause.until)), centre(model.spanWorker[next]), this.waited);
    }
    for (const [waiter, when] of [...model.effects(task)].slice(0, 200)) {
      const next = model.nextSpan(waiter, when.until);
      if (next >= 0 && when.worker >= 0) this.drawArrow(pen, this.x(when.time), centre(when.worker), this.x(Math.max(model.spanStart[next], when.until)), centre(model.spanWorker[next]), this.waited);
    }
    const first = model.spans(task)[0];
    if (model.taskWorker[task] >= 0 && first !== undefined) {
      pen.setLineDash([5, 4]);
      this.drawArrow(pen, this.x(model.taskCreated[task]), centre(model.taskWorker[task]), this.x(model.spanStart[first]), centre(model.spanWorker[first]), this.launched);
      pen.setLineDash([]);
    }
    pen.lineWidth = 1;
  }

  // A line below each piece of the path, and from the end of one to the start of the next.
  drawPath(pen) {
    pen.strokeStyle = pen.fillStyle = this.criticalInk;
    let before = null, drawn = -10;
    for (const [, start, end, row] of this.model.path) {
      const x = this.x(start), right = this.x(end), y = this.y(row) + this.height - 3;
      if (right >= this.gutter && x <= this.width && row >= 0) {
        if (right - drawn > 0.5) { pen.fillRect(x, y - 2, Math.max(right - x, 1), 4); drawn = right; }
        if (before && (before[1] !== y || x - before[0] > 2)) { pen.lineWidth = 1.2; pen.beginPath(); pen.moveTo(before[0], before[1]); pen.lineTo(x, y); pen.stroke(); pen.lineWidth = 1; }
      }
      before = row >= 0 ? [right, y] : null;
    }
  }

  drawPauses(pen, task, centre) {
    const { model } = this, spans = model.spans(task);
    pen.strokeStyle = this.ink;
    pen.setLineDash([1, 3]);
    for (let n = 1; n < spans.length; n++) {
      pen.beginPath();
      pen.moveTo(this.x(model.spanEnd[spans[n - 1]]), centre(model.spanWorker[spans[n - 1]]) + this.height / 4);
      pen.lineTo(this.x(model.spanStart[spans[n]]), centre(model.spanWorker[spans[n]]) + this.height / 4);
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  drawArrow(pen, x0, y0, x1, y1, colour) {
    const bend = Math.max(12, Math.min(60, Math.abs(x1 - x0) / 2));
    const lift = y0 === y1 ? this.height * 0.75 : 0;
    for (const [stroke, width] of [[this.paper, 4], [colour, 1.8]]) {
      pen.strokeStyle = stroke;
      pen.lineWidth = width;
      pen.beginPath();
      pen.moveTo(x0, y0);
      pen.bezierCurveTo(x0 + bend, y0 - lift, x1 - bend, y1 - lift, x1, y1);
      pen.stroke();
    }
    pen.fillStyle = colour;
    pen.beginPath(); pen.arc(x0, y0, 2.6, 0, 7); pen.fill();
    const slope = Math.atan2(lift, bend);
    pen.save();
    pen.translate(x1, y1);
    pen.rotate(slope);
    pen.beginPath(); pen.moveTo(0, 0); pen.lineTo(-8, -4); pen.lineTo(-8, 4); pen.fill();
    pen.restore();
  }

  drawOverview(pen) {
    const { model } = this, height = 44, columns = Math.max(1, Math.floor(this.across));
    this.busy ??= model.busy(columns);
    pen.clearRect(0, 0, this.width, height);
    pen.fillStyle = this.soft;
    pen.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    pen.textAlign = "left"; pen.textBaseline = "middle";
    pen.fillText("running", 10, 15); pen.fillText(`of ${model.workers}`, 10, 30);
    pen.fillStyle = this.kinds[0];
    for (let column = 0; column < columns; column++) {
      const tall = (this.busy[column] / Math.max(model.workers, 1)) * (height - 8);
      pen.fillRect(this.gutter + column, height - 2 - tall, 1, tall);
    }
    const from = this.gutter + (this.view.start / model.duration) * this.across;
    const wide = (this.view.length / model.duration) * this.across;
    if (this.view.length >= model.duration) return;
    pen.fillStyle = this.paper;
    pen.globalAlpha = 0.66;
    pen.fillRect(this.gutter, 0, from - this.gutter, height);
    pen.fillRect(from + wide, 0, this.gutter + this.across - from - wide, height);
    pen.globalAlpha = 1;
    pen.strokeStyle = this.ink;
    pen.strokeRect(from + 0.5, 1.5, Math.max(wide - 1, 2), height - 3);
  }
}
