// The page: what pointing, clicking, typing and searching do.
(async () => {
  const byId = (id) => document.getElementById(id);
  const head = JSON.parse(byId("head").textContent);
  const model = await Model.decode(head, byId("data").textContent.trim());
  const rows = byId("rows"), overview = byId("overview"), tip = byId("tip"), details = byId("task");
  const picture = new Picture(model, rows, overview);
  let kept = -1, hits = [], hit = -1, drawing = false, kind = -1;

  const redraw = () => {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => { drawing = false; picture.draw(); });
  };

  // ---- one task

  const element = (tag, text, css) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (css) made.className = css;
    return made;
  };
  const link = (task) => {
    const place = model.place(task);
    const made = element("button", model.name(task) + (place && model.label(task)[0] ? "" : place ? ` (${place})` : ""), "link");
    made.type = "button";
    made.addEventListener("click", () => keep(task, true));
    return made;
  };
  const list = (title, rows_, most = 6) => {
    const block = element("div");
    block.append(element("h3", `${title}${rows_.length > 1 ? ` (${rows_.length.toLocaleString("en")})` : ""}`));
    const items = element("ul");
    for (const [task, text] of rows_.slice(0, most)) {
      const item = element("li");
      item.append(link(task), ` ${text}`);
      items.append(item);
    }
    if (rows_.length > most) items.append(element("li", `… ${(rows_.length - most).toLocaleString("en")} more`, "soft"));
    if (!rows_.length) items.append(element("li", "nobody", "soft"));
    block.append(items);
    return block;
  };
  const sentence = (task) => {
    const spans = model.spans(task), parts = [];
    if (model.taskSort[task] === 4) {
      const length = model.taskFinished[task] >= 0 ? `in flight for ${durationText(model.taskFinished[task] - model.taskCreated[task])}` : "in flight at the end";
      return `started at ${momentText(model.taskCreated[task])} · ${length}${model.taskFailed[task] ? " · failed" : ""}`;
    }
    if (model.taskCreated[task] >= 0) parts.push(`created at ${momentText(model.taskCreated[task])}`);
    if (spans.length) {
      parts.push(`first run ${model.taskCreated[task] >= 0 ? `${durationText(model.spanStart[spans[0]] - model.taskCreated[task])} later` : `at ${momentText(model.spanStart[spans[0]])}`}`);
      const pieces = spans.length === 1 ? "at one go" : `in ${spans.length} pieces`;
      parts.push(`ran for ${durationText(model.running(task))} ${pieces}`);
    } else parts.push("never ran");
    const stolen = [...spans].filter((span) => model.spanVictim[span] >= 0);
    for (const span of stolen.slice(0, 3)) parts.push(`stolen by ${model.names[model.spanWorker[span]]} from ${model.names[model.spanVictim[span]]}`);
    parts.push(model.taskFailed[task] ? "failed" : model.taskFinished[task] >= 0 ? `complete at ${momentText(model.taskFinished[task])}` : "not complete at the end");
    return parts.join(" · ");
  };
  const describe = (task) => {
    details.replaceChildren();
    if (task < 0) {
      details.append(element("p", "Point at a bar: what it is, what it waited for, and who went on because of it.", "soft"));
      return;
    }
    const what = element("div", undefined, "what"), title = element("h2", model.name(task));
    what.append(title, element("span", model.about(task), "soft"));
    if (model.line(task)) what.append(element("code", model.line(task)));
    const facts = element("p", sentence(task), model.taskFailed[task] ? "what failed" : "what");
    const causes = model.causes(task).sort((a, b) => b.time - a.time);
    const effects = [...model.effects(task)];
    const parent = model.taskParent[task], children = [...model.children(task)].filter((child) => model.taskKind[child] >= 0);
    details.append(
      what, facts,
      list("Waited for", causes.map((cause) => [cause.task, `complete at ${momentText(cause.time)}`])),
      list("Went on because of it", effects.map(([waiter, when]) => [waiter, `at ${momentText(when.until)}`])),
      list("Launched by", parent >= 0 ? [[parent, model.taskWorker[task] < 0 ? "" : `on ${model.names[model.taskWorker[task]]}`]] : []),
      list("Launched", children.map((child) => [child, ""])),
    );
  };
  const point = (task) => {
    const shown = kept >= 0 ? kept : task;
    if (picture.task === shown) return;
    picture.task = shown;
    describe(shown);
    redraw();
  };
  const keep = (task, move) => {
    kept = task;
    picture.task = -2;
    point(task);
    if (move && task >= 0) bring(task);
  };
  // Show where a task runs: as it is if it is in view, else around it.
  const bring = (task) => {
    const spans = model.spans(task);
    if (!spans.length) return;
    const start = model.spanStart[spans[0]], end = model.spanEnd[spans[spans.length - 1]];
    const { view } = picture;
    if (start < view.start || end > view.start + view.length || end - start < view.length / 400) {
      const length = Math.min(Math.max((end - start) * 4, view.length / 20, 1000), model.duration);
      picture.show((start + end) / 2 - length / 2, length);
    }
    redraw();
  };

  // ---- pointing

  const under = (event) => {
    const box = rows.getBoundingClientRect(), x = event.clientX - box.left, y = event.clientY - box.top;
    const worker = picture.worker(y);
    if (x < picture.gutter || worker < 0 || worker >= model.rowCount) return -1;
    return model.spanAt(worker, picture.time(x), (picture.view.length / picture.across) * 3);
  };
  const say = (event, span) => {
    tip.hidden = span < 0;
    rows.classList.toggle("pointing", span >= 0);
    if (span < 0) return;
    const task = model.spanTask[span], how = ["complete", "suspended", "another task in its place", "the recording ends"][model.spanHow[span]];
    const awaited = model.spanAwaited[span];
    tip.replaceChildren(
      element("b", model.name(task)),
      ...(model.about(task) ? [model.about(task), element("br")] : []),
      `${durationText(model.spanEnd[span] - model.spanStart[span])} from ${momentText(model.spanStart[span])} on; then ${how}`,
    );
    if (awaited >= 0) tip.append(element("br"), `waits for ${model.name(awaited)}`);
    if (model.spanVictim[span] >= 0) tip.append(element("br"), `stolen from ${model.names[model.spanVictim[span]]}`);
    const width = tip.offsetWidth, height = tip.offsetHeight;
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - width - 8))}px`;
    tip.style.top = `${event.clientY - height - 14 < 0 ? event.clientY + 18 : event.clientY - height - 14}px`;
  };
  let drag = null;
  rows.addEventListener("pointerdown", (event) => { drag = { x: event.clientX, start: picture.view.start, moved: false }; rows.setPointerCapture(event.pointerId); });
  rows.addEventListener("pointermove", (event) => {
    if (drag) {
      const by = event.clientX - drag.x;
      drag.moved ||= Math.abs(by) > 3;
      if (drag.moved) { tip.hidden = true; picture.show(drag.start - (by / picture.across) * picture.view.length, picture.view.length); redraw(); return; }
    }
    const span = under(event);
    say(event, span);
    point(span < 0 ? -1 : model.spanTask[span]);
  });
  rows.addEventListener("pointerup", (event) => {
    if (drag && !drag.moved) { const span = under(event); keep(span < 0 || model.spanTask[span] === kept ? -1 : model.spanTask[span], false); }
    drag = null;
  });
  rows.addEventListener("pointercancel", () => { drag = null; });
  rows.addEventListener("pointerleave", () => { tip.hidden = true; point(-1); });
  rows.addEventListener("wheel", (event) => {
    event.preventDefault();
    const box = rows.getBoundingClientRect();
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey) picture.show(picture.view.start + ((event.deltaX || event.deltaY) / picture.across) * picture.view.length, picture.view.length);
    else picture.zoom(1.0018 ** event.deltaY, picture.time(Math.max(event.clientX - box.left, picture.gutter)));
    redraw();
  }, { passive: false });
  let band = null;
  const timeIn = (event) => Math.min(Math.max(((event.clientX - overview.getBoundingClientRect().left - picture.gutter) / picture.across) * model.duration, 0), model.duration);
  overview.addEventListener("pointerdown", (event) => { band = timeIn(event); overview.setPointerCapture(event.pointerId); });
  overview.addEventListener("pointermove", (event) => {
    if (band === null) return;
    const to = timeIn(event);
    if (Math.abs(to - band) > model.duration / 400) picture.show(Math.min(band, to), Math.abs(to - band));
    redraw();
  });
  overview.addEventListener("pointerup", (event) => {
    if (band !== null && Math.abs(timeIn(event) - band) <= model.duration / 400) picture.show(band - picture.view.length / 2, picture.view.length);
    band = null;
    redraw();
  });

  // ---- keys and buttons

  const step = { ArrowLeft: -0.2, ArrowRight: 0.2 };
  const zooms = { "+": 0.6, "=": 0.6, ArrowUp: 0.6, "-": 1 / 0.6, ArrowDown: 1 / 0.6 };
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input") && event.key !== "Escape") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.startsWith("Arrow") && document.activeElement !== rows && document.activeElement !== document.body) return;
    if (event.key in step) picture.show(picture.view.start + step[event.key] * picture.view.length, picture.view.length);
    else if (event.key in zooms) picture.zoom(zooms[event.key]);
    else if (event.key === "0") picture.show(0, model.duration);
    else if (event.key === "/") byId("find").focus();
    else if (event.key === "Escape") { keep(-1, false); choose(-1); byId("find").value = ""; search(""); }
    else return;
    event.preventDefault();
    redraw();
  });
  byId("path")?.addEventListener("change", (event) => { picture.critical = event.target.checked; redraw(); });
  byId("in").addEventListener("click", () => { picture.zoom(0.6); redraw(); });
  byId("out").addEventListener("click", () => { picture.zoom(1 / 0.6); redraw(); });
  byId("all").addEventListener("click", () => { picture.show(0, model.duration); redraw(); });

  // ---- search, and one kind alone

  const select = () => {
    const flags = model.matching(byId("find").value);
    picture.chosen = flags === null && kind < 0 ? null : Uint8Array.from(model.taskKind, (of, task) => (kind < 0 || of === kind) && (flags === null || flags[task]));
    hits = picture.chosen === null ? [] : [...picture.chosen.keys()].filter((task) => picture.chosen[task]);
    hit = -1;
    byId("found").textContent = picture.chosen === null ? "" : `${hits.length.toLocaleString("en")} task${hits.length === 1 ? "" : "s"}${hits.length ? "; Enter goes from one to the next" : ""}`;
    redraw();
  };
  const search = (text) => { byId("find").value = text; select(); };
  const choose = (row) => {
    kind = row === kind ? -1 : row;
    for (const each of document.querySelectorAll("tr[data-kind]")) each.classList.toggle("chosen", Number(each.dataset.kind) === kind);
    select();
  };
  byId("find").addEventListener("input", select);
  byId("find").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !hits.length) return;
    hit = (hit + (event.shiftKey ? hits.length - 1 : 1)) % hits.length;
    keep(hits[hit], true);
  });
  for (const row of document.querySelectorAll("tr[data-kind]")) {
    row.addEventListener("click", () => choose(Number(row.dataset.kind)));
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(Number(row.dataset.kind)); });
  }

  const fit = () => { picture.fit(); redraw(); };
  addEventListener("resize", fit);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { picture.colours(); redraw(); });
  fit();
  // For whoever drives the page from outside: a test, a console.
  window.timeline = { model, picture, keep, search, redraw };
  document.documentElement.dataset.ready = "yes";
})().catch((error) => {
  const note = document.createElement("p");
  note.className = "note";
  note.textContent = `The picture cannot be drawn: ${error.message}`;
  document.querySelector(".picture").prepend(note);
});
