// Pointing at anything of an iteration shows all of that iteration, in both pictures of its loop.
(() => {
  for (const section of document.querySelectorAll(".pipeline .both")) {
    const all = new Map();
    for (const item of section.querySelectorAll("[data-it]")) {
      const key = item.dataset.it;
      if (!all.has(key)) all.set(key, []);
      all.get(key).push(item);
    }
    let shown = [];
    const clear = () => {
      for (const item of shown) item.classList.remove("same");
      section.classList.remove("focus");
      shown = [];
    };
    const show = (key) => {
      clear();
      if (key === "-1") return;
      shown = all.get(key) || [];
      for (const item of shown) item.classList.add("same");
      section.classList.add("focus");
    };
    section.addEventListener("pointerover", (event) => {
      const item = event.target.closest("[data-it]");
      if (item) show(item.dataset.it); else clear();
    }, true);
    section.addEventListener("pointerleave", clear);
  }
})();
