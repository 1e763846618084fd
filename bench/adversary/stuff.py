"""What random programs do with memory: cells, views, copies of whole memories, copies of `nvgpu`."""

from .writer import Writer

FLAT = "memref<?xf32>"


class Stuff(Writer):
    """Statements over memory; `soup.Soup` has the rest of what they use."""

    def do_cell(self):
        name, kind, element, at = self.rng.choice(self.known("cell"))
        how = self.weighted({"load": 5, "add": 4, "store": 3, "copy": 2, "atomic": 2, "async": 1})
        if how == "load":
            self.note("number", (self.value(f"memref.load {name}{at} : {kind}", "c"), element))
        elif how == "add":
            old = self.value(f"memref.load {name}{at} : {kind}", "c")
            self.line(f"memref.store {self.add(old, self.pick(1, 1, 2, -1), element)}, {name}{at} : {kind}")
        elif how == "atomic" and element != "index":
            op = self.pick("addi", "addi", "assign", "maxs", "ori")
            self.value(
                f"memref.atomic_rmw {op} {self.number(element)}, {name}{at} : ({element}, {kind}) -> {element}"
            )
        elif how == "copy":
            others = [c for c in self.known("cell") if c[1] == kind]
            self.line(f"memref.copy {self.rng.choice(others)[0]}, {name} : {kind} to {kind}")
        elif how == "async" and not self.inside:
            value = self.number(element)
            self.open(f"queue.commit({self.rng.choice(self.queues)})")
            self.open("queue.async")
            self.line(f"memref.store {value}, {name}{at} : {kind}")
            self.end()
            self.end()
            if self.chance(0.7):
                self.line(f"queue.wait({self.queues[0]}, 0)")
        else:
            self.line(f"memref.store {self.number(element)}, {name}{at} : {kind}")

    def do_view(self):
        """Another way to see a row of memory: with strides that are odd, none, or negative, or of a computed size."""
        base = [
            m
            for m in self.known("memory")
            if len(m[2]) == 1 and "strided" not in m[1] and "?" not in m[1] and "#gpu" not in m[1]
        ]
        if not base:
            return
        name, kind, (extent,) = self.rng.choice(base)
        form = self.weighted({"sub": 4, "cast": 3, "dynamic": 2, "moved": 2})
        if form == "sub":
            stride, size = self.pick(1, 1, 2, -1, -2), self.rng.randint(1, max(extent // 2, 1))
            low = self.rng.randint(0, max(extent - 1 - (size - 1) * abs(stride), 0)) + (
                0 if stride > 0 else (size - 1) * abs(stride)
            )
            if not 0 <= low < extent:
                return
            new = f"memref<{size}xf32, strided<[{stride}], offset: {low}>>"
            self.note(
                "memory",
                (
                    self.value(f"memref.subview {name}[{low}] [{size}] [{stride}] : {kind} to {new}", "V"),
                    new,
                    [size],
                ),
            )
        elif form == "cast":
            a, b = self.pick((2, 1), (1, 1), (1, 2), (0, 1), (-1, 1), (2, -1))
            low = self.pick(0, 1, 2, 3) + (1 if a < 0 else 0) + (1 if b < 0 else 0)
            new = f"memref<2x2xf32, strided<[{a}, {b}], offset: {low}>>"
            text = f"memref.reinterpret_cast {name} to offset: [{low}], sizes: [2, 2], strides: [{a}, {b}] : {kind} to {new}"
            if low + max(a, 0) + max(b, 0) < extent and low + min(a, 0) + min(b, 0) >= 0:
                self.note("memory", (self.value(text, "V"), new, [2, 2]))
        elif form == "moved":
            low = self.below(max(extent - 1, 1))
            new = "memref<1xf32, strided<[1], offset: ?>>"
            self.note(
                "memory",
                (self.value(f"memref.subview {name}[{low}] [1] [1] : {kind} to {new}", "V"), new, [1]),
            )
        else:
            n = self.below(extent + 1)
            new = "memref<?xf32, strided<[1]>>"
            self.note(
                "part",
                (self.value(f"memref.subview {name}[0] [{n}] [1] : {kind} to {new}", "V"), new, n, extent),
            )

    def do_copy(self):
        """A whole memory is copied to another, now or in flight; or a view of computed size, maybe of no elements."""
        parts = self.known("part")
        if parts and self.chance(0.6):
            a, kind, n, _ = self.rng.choice(parts)
            others = [
                m
                for m in self.known("memory")
                if len(m[2]) == 1
                and "strided" not in m[1]
                and "?" not in m[1]
                and m[2][0] >= 4
                and "#gpu" not in m[1]
            ]
            if not others:
                return self.do_access()
            b = self.rng.choice(others)
            to = self.value(f"memref.subview {b[0]}[0] [{n}] [1] : {b[1]} to {kind}", "V")
            text = f"memref.copy {a}, {to} : {kind} to {kind}"
        else:
            have = [m for m in self.known("memory") if m[0] != "%A"]
            a = self.rng.choice(have)
            others = [m for m in have if m[2] == a[2]]
            b = self.rng.choice(others)
            text = f"memref.copy {a[0]}, {b[0]} : {a[1]} to {b[1]}"
        if self.inside or self.chance(0.3):
            return self.line(text) if not self.inside else self.do_access()
        self.open(f"queue.commit({self.queue()})")
        self.open("queue.async")
        self.line(text)
        self.end()
        self.end()
        return None

    def do_nv(self):
        shared = [m for m in self.known("memory") if "#gpu" in m[1]]
        target = self.rng.choice(shared)
        width = self.rng.randint(1, min(2, target[2][0]))
        to = self.below(target[2][0] - width + 1)
        real = f", {self.below(width + 1)}" if self.chance(0.35) else ""
        copy = f"nvgpu.device_async_copy %A[{self.below(60)}], {target[0]}[{to}], {width}{real} : {FLAT} to {target[1]}"
        token = self.value(copy, "p")
        if self.chance(0.92):
            self.note("group", self.value(f"nvgpu.device_async_create_group {token}", "g"))

    def do_nvwait(self):
        groups = self.known("group")
        if not groups:
            return self.do_nv()
        if self.chance(0.5):
            self.line(f"nvgpu.device_async_wait {groups[-1]}")
        else:
            self.line(
                f"nvgpu.device_async_wait {groups[0]} {{numGroups = {self.rng.randint(0, max(len(groups) - 1, 0))} : i32}}"
            )
        return None

    def do_swap(self):
        """One of two memories, by a condition."""
        same = [m for m in self.known("memory") if m[1] == "memref<4xf32>"]
        if len(same) < 2:
            return self.do_access()
        a, b = self.rng.sample(same, 2)
        return self.note(
            "memory",
            (self.value(f"arith.select {self.condition()}, {a[0]}, {b[0]} : {a[1]}", "B"), a[1], [4]),
        )
