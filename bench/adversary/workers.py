"""What both adversaries share: mutants of a program, comparisons with a limit of time, processes that are started anew."""

import concurrent.futures
import contextlib
import gc
import json
import queue
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections import Counter

ALONE = 40
"""Programs for which a process lives."""


def mutate_by(ways, text, rng):
    """What was changed in one of these ways, and the changed text; None if nothing could be."""
    for _ in range(8):
        how = rng.choice(ways)
        changed = how(text, rng)
        if changed is not None and changed != text:
            return how.__name__, changed
    return None


def with_mutants(text, mutate, mutants, seed):
    """A program and its mutants: (name, text); a second one of a kind has its number in its name."""
    yield "base", text
    rng = random.Random(f"mutants {seed}")
    seen, names = {text}, Counter()
    for _ in range(mutants):
        changed = mutate(text, rng)
        if changed is not None and changed[1] not in seen:
            kind, text_of = changed
            seen.add(text_of)
            names[kind] += 1
            yield f"{kind}-{names[kind]}" if names[kind] > 1 else kind, text_of


class OutOfTime(BaseException):
    """A comparison takes longer than it may."""


def limit_memory(gigabytes):
    """Of this process; garbage is collected less often, which makes it a sixth faster."""
    resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))
    gc.set_threshold(20_000, 20, 50)


def limited(compare, text, seconds, failed):
    """A record of a comparison, which has so much time of the processor; `failed` is what one is that raises an error."""

    def late(_number, _frame):
        raise OutOfTime

    signal.signal(signal.SIGPROF, late)
    before = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        record = compare(text)
    except OutOfTime:
        record = {"standing": "slow", "faults": [("slow", f"over {seconds} s")]}
    except MemoryError:
        record = {"standing": "slow", "faults": [("memory", "too much")]}
    except Exception as error:
        record = {"standing": failed, "faults": [(failed, f"{type(error).__name__}: {error}")]}
    signal.setitimer(signal.ITIMER_PROF, 0)
    took = time.process_time() - before
    return {"seconds": took, **record, "all": took}


def answers(process, seconds):
    """The lines of a process, which is ended where one takes so long."""
    while True:
        guard = threading.Timer(seconds, process.kill)
        guard.start()
        line = process.stdout.readline()
        guard.cancel()
        if not line:
            return
        yield json.loads(line)


def chunk(module, options, tasks, seconds, found):
    """Has some programs compared by a process; where it dies, it is started again behind what killed it."""
    while tasks:
        command = [sys.executable, "-m", module, "--work", json.dumps(tasks), *options]
        begun = None
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            for record in answers(process, 20 * seconds):
                begun = record if record.get("begins") else None
                if begun is None:
                    found.put(record)
        if begun is None:
            if process.returncode:
                raise RuntimeError(f"a worker ended with {process.returncode} between two programs")
            return
        ended = f"the process ended with {process.returncode}"
        found.put({**begun, "standing": "crash", "faults": [("crash", ended)], "seconds": 0.0})
        tasks = tasks[tasks.index([begun["family"], begun["seed"]]) + 1 :]


def records(module, options, tasks, jobs, seconds):
    """All records of processes that run a module with these options, in whatever order they come."""
    found = queue.Queue()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        parts = (tasks[k : k + ALONE] for k in range(0, len(tasks), ALONE))
        chunks = [pool.submit(chunk, module, options, part, seconds, found) for part in parts]
        while not (all(c.done() for c in chunks) and found.empty()):
            with contextlib.suppress(queue.Empty):
                yield found.get(timeout=0.5)
        for c in chunks:
            c.result()
