"""What was seen, counted."""

from collections import Counter, defaultdict

VERDICTS = ("racy", "deadlocks", "fails", "undefined", "clean", "not judged")


class Table:
    """The check against the interpreter."""

    def __init__(self):
        self.standings, self.verdicts, self.faults = (defaultdict(Counter) for _ in range(3))
        self.pairs, self.reasons, self.refusals, self.unjudged = (Counter() for _ in range(4))
        self.racing, self.bases = defaultdict(Counter), Counter()
        self.seconds = []

    def add(self, record):
        family, standing = record["family"], record["standing"]
        verdict = record.get("verdict", "not judged")
        self.standings[family][standing] += 1
        self.bases[family] += record["variant"] == "base"
        if standing != "refused":
            self.verdicts[family][verdict] += 1
            kind = "base" if record["variant"] == "base" else record["variant"].split("-")[0]
            self.racing[kind][verdict] += 1
            self.pairs[f"{standing}, and by the interpreter {verdict}"] += 1
        else:
            self.refusals[record["reason"][:110]] += 1
        for kind, _ in record["faults"]:
            self.faults[family][kind] += 1
        self.reasons.update(record.get("unknown", ()))
        self.unjudged.update(record.get("unjudged", {}).keys())
        where = f"{family} {record['seed']} {record['variant']}"
        self.seconds.append((record.get("all", 0.0), record.get("judging", 0.0), where))

    def print(self):
        heads = ("programs", "checks", "proved", "refuted", "unknown", *VERDICTS[:5], "unjudged")
        print(f"{'family':10} " + " ".join(f"{h:>9}" for h in heads) + "  faults")
        for family in self.standings:
            self._row(
                family, self.bases[family], *(t[family] for t in (self.standings, self.verdicts, self.faults))
            )
        tables = (self.standings, self.verdicts, self.faults)
        self._row("all", sum(self.bases.values()), *(sum(t.values(), Counter()) for t in tables))
        print("by what was changed:")
        for kind, counts in sorted(self.racing.items()):
            said = ", ".join(f"{v} {counts[v]}" for v in VERDICTS if counts[v])
            print(f"  {kind:16} {said}")
        titles = ("the two judges", "unknown because", "refused", "not judged for some input, by cause")
        for title, counter in zip(
            titles, (self.pairs, self.reasons, self.refusals, self.unjudged), strict=True
        ):
            if counter:
                print(title + ":")
                for text, n in counter.most_common(25):
                    print(f"  {n:6} {text}")
        times(self.seconds)

    def _row(self, name, programs, standings, verdicts, faults):
        numbers = [programs, standings.total(), *(standings[k] for k in ("proved", "refuted", "unknown"))]
        numbers += [verdicts[k] for k in VERDICTS]
        said = ", ".join(f"{k} {v}" for k, v in sorted(faults.items()))
        print(f"{name:10} " + " ".join(f"{n:9}" for n in numbers) + f"  {said}")


class PlainTable:
    """The interpreter's search against every order."""

    def __init__(self):
        self.rows, self.runs, self.faults = defaultdict(Counter), defaultdict(lambda: [0, 0]), Counter()
        self.seconds = []

    def add(self, record):
        family, plain = record["family"], record.get("plain", {})
        row = self.rows[family]
        row["programs"] += 1
        row["several"] += record.get("several", 0)
        row["wrong"] += record.get("wrong", 0)
        compared = [k for k in plain if k != "left out"]
        row["in full"] += bool(plain) and set(plain) == {"all"}
        row["compared"] += bool(compared)
        for kind, n in plain.items():
            row[f"inputs {kind}"] += n
        for which, n in enumerate(record.get("runs", (0, 0))):
            self.runs[family][which] += n
        for kind, _ in record["faults"]:
            self.faults[kind] += 1
        where = f"{family} {record['seed']} {record['variant']}"
        self.seconds.append((record.get("all", 0.0), record.get("judging", 0.0), where))

    def print(self):
        heads = (
            "programs",
            "compared",
            "in full",
            "inputs all",
            "inputs in part",
            "inputs left out",
            "several",
            "wrong",
        )
        print(f"{'family':10} " + " ".join(f"{h:>15}" for h in heads) + "      runs of the reduction, plain")
        total = Counter()
        for family, row in self.rows.items():
            total += row
            numbers = " ".join(f"{row[h]:15}" for h in heads)
            print(f"{family:10} {numbers}      {self.runs[family][0]}, {self.runs[family][1]}")
        runs = [sum(r[k] for r in self.runs.values()) for k in (0, 1)]
        print(f"{'all':10} " + " ".join(f"{total[h]:15}" for h in heads) + f"      {runs[0]}, {runs[1]}")
        print("differences and faults: " + (", ".join(f"{k} {n}" for k, n in self.faults.items()) or "none"))
        times(self.seconds)


def times(seconds):
    seconds = sorted(seconds, reverse=True)
    if seconds:
        plain = [s for s, _, _ in seconds]
        middle, most = plain[len(plain) // 2], plain[len(plain) // 100]
        print(
            f"seconds a comparison: median {middle:.3f}, 99 % {most:.2f}, in all {sum(plain):.0f}; slowest:"
        )
    for all_of_it, judging, where in seconds[:5]:
        print(f"  {all_of_it:7.2f} (runs {judging:.2f}) {where}")
