"""How long networks and their kernels take, beside onnxruntime, IREE and mlir-opt's default lowering, in one run.

    python -m bench.networks.times --folder build/networks [--threads 1,2] [--only matmul,conv,squeezenet] [--rounds 3]

Programs are a matmul of 512 and one of 1024, a convolution 3x3 of ResNet, and each folder that bench.networks.prepare wrote.
Every tool runs a program in a process of its own, for a second; the tools take turns, and the best round counts. Ratios are
how many times as long a tool takes as asyncir. NumPy's matmul is OpenBLAS. IREE needs iree-base-runtime, mlir-opt needs
mlir-opt-22, mlir-translate-22 and clang-22; what is not there is left out, and named.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

SECONDS = 1.0
KERNELS = {"matmul512": 512, "matmul1024": 1024}
LOOPS = (
    "--one-shot-bufferize=bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map",
    "--buffer-results-to-out-params=hoist-static-allocs modify-public-functions",
    "--convert-linalg-to-loops",
    "--convert-scf-to-cf",
    "--expand-strided-metadata",
    "--lower-affine",
    "--llvm-request-c-wrappers",
    "--convert-math-to-llvm",
    "--convert-math-to-libm",
    "--convert-to-llvm",
    "--reconcile-unrealized-casts",
)
CLANG = ("-O3", "-march=native", "-shared", "-fPIC", "-Wno-everything")


def matmul_text(size: int) -> str:
    of = f"tensor<{size}x{size}xf32>"
    return f"""func.func @main(%a: {of}, %b: {of}) -> {of} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {of}
  %start = linalg.fill ins(%zero : f32) outs(%empty : {of}) -> {of}
  %c = linalg.matmul ins(%a, %b : {of}, {of}) outs(%start : {of}) -> {of}
  return %c : {of}
}}
"""


CONV_SHAPES = (1, 64, 58, 58), (64, 64, 3, 3), (1, 64, 56, 56)


def conv_text() -> str:
    x, w, y = (f"tensor<{'x'.join(map(str, shape))}xf32>" for shape in CONV_SHAPES)
    return f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : {y}
  %start = linalg.fill ins(%zero : f32) outs(%empty : {y}) -> {y}
  %c = linalg.conv_2d_nchw_fchw ins(%x, %w : {x}, {w}) outs(%start : {y}) -> {y}
  return %c : {y}
}}
"""


def write_kernels(folder: Path) -> list[Path]:
    """The programs that are no networks, as folders like those of the networks."""
    found: list[Path] = []
    generator = np.random.default_rng(0)
    shapes = {name: ((size, size), (size, size)) for name, size in KERNELS.items()}
    for name, given in {**shapes, "conv": CONV_SHAPES[:2]}.items():
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "model.mlir").write_text(conv_text() if name == "conv" else matmul_text(KERNELS[name]))
        arrays = [generator.normal(0, 1, shape).astype(np.float32) for shape in given]
        np.savez(place / "inputs.npz", *arrays)
        found.append(place)
    return found


def inputs(place: Path) -> list[Any]:
    """The arrays that a program gets."""
    if (place / "inputs.npz").exists():
        with np.load(place / "inputs.npz") as file:
            return [file[name] for name in file]
    given = np.load(place / "input.npy")
    return [given[0] if "magika" in place.name else given]


# ---- what runs in a process of its own ----


def best(call: Callable[[], Any]) -> float:
    """The shortest time of a call, in ms, of a second of calls."""
    call()
    found, start = float("inf"), time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        begin = time.perf_counter()
        call()
        found = min(found, time.perf_counter() - begin)
    return found * 1e3


def run_asyncir(place: Path, threads: int) -> tuple[float, Any]:
    # late: only this process needs it
    import asyncir

    program = asyncir.compile((place / "model.mlir").read_text())
    function, given = program[next(iter(program))], inputs(place)
    return best(lambda: function(*given)), function(*given)


def run_numpy(place: Path, threads: int) -> tuple[float, Any]:
    a, b = inputs(place)
    return best(lambda: a @ b), a @ b


def run_onnxruntime(place: Path, threads: int) -> tuple[float, Any]:
    # late: only this process needs it
    import onnx
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    file = place / "model.onnx"
    if not file.exists():
        value = onnx.helper.make_tensor_value_info
        shapes = [("x", CONV_SHAPES[0]), ("w", CONV_SHAPES[1]), ("y", CONV_SHAPES[2])]
        *ins, out = [value(name, onnx.TensorProto.FLOAT, shape) for name, shape in shapes]
        node = onnx.helper.make_node("Conv", ["x", "w"], ["y"])
        model = onnx.helper.make_model(
            onnx.helper.make_graph([node], "conv", ins, [out]),
            opset_imports=[onnx.helper.make_opsetid("", 17)],
        )
        model.ir_version = 8
        onnx.save(model, file)
    session = onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    given = dict(zip([each.name for each in session.get_inputs()], inputs(place), strict=True))
    return best(lambda: session.run(None, given)), session.run(None, given)[0]


def run_iree(place: Path, threads: int) -> tuple[float, Any]:
    # late: only this process needs it
    import iree.runtime as iree

    iree.flags.parse_flags(f"--task_topology_max_group_count={threads}")
    config = iree.Config("local-sync" if threads == 1 else "local-task")
    module = iree.load_vm_module(iree.VmModule.mmap(config.vm_instance, str(place / "model.vmfb")), config)
    (name,) = [
        each for each in module.vm_module.function_names if not each.startswith("__") and "$" not in each
    ]
    function = module[name]
    given = [iree.asdevicearray(config.device, each) for each in inputs(place)]
    return best(lambda: function(*given).to_host()), function(*given).to_host()


class _Descriptor(ctypes.Structure):
    @staticmethod
    def of(array: Any) -> Any:
        """MLIR's descriptor of an array."""
        rank = array.ndim
        numbers = (ctypes.c_int64 * (1 + 2 * rank))(
            0, *array.shape, *(s // array.itemsize for s in array.strides)
        )
        pointer = array.ctypes.data
        raw = (ctypes.c_int64 * (3 + 2 * rank))(pointer, pointer, *numbers)
        return ctypes.byref(raw), raw


def run_mlir_opt(place: Path, threads: int) -> tuple[float, Any]:
    library = ctypes.CDLL(str(place / "model.so"))
    facts = json.loads((place / "model.so.json").read_text())
    given = [np.ascontiguousarray(each) for each in inputs(place)]
    result = np.zeros(facts["shape"], facts["type"])
    held = [_Descriptor.of(each) for each in (*given, result)]
    function = getattr(library, f"_mlir_ciface_{facts['function']}")
    return best(lambda: function(*(pointer for pointer, _ in held))), result


RUNNERS = {
    "asyncir": run_asyncir,
    "numpy": run_numpy,
    "onnxruntime": run_onnxruntime,
    "iree": run_iree,
    "mlir-opt": run_mlir_opt,
}


# ---- what is made before ----


def iree_compile(place: Path) -> str | None:
    """Compile with IREE; why not, if that is not possible. The file is kept."""
    tool = shutil.which("iree-compile")
    if tool is None:
        return "iree-compile is not there"
    source = place / "model.mlir"
    if (place / "model.onnx").exists() and place.name != "conv":
        importer = shutil.which("iree-import-onnx")
        assert importer is not None
        source = place / "imported.mlir"
        subprocess.run([importer, place / "model.onnx", "-o", source, "--opset-version", "17"], check=True)
    command = [
        tool,
        source,
        "--iree-hal-target-backends=llvm-cpu",
        "--iree-llvmcpu-target-cpu=host",
        "--iree-opt-level=O3",
    ]
    done = subprocess.run([*command, "-o", place / "model.vmfb"], capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip().splitlines()[0]


def _helpers() -> list[str]:
    """What mlir-opt's code calls: MLIR's own library of helpers."""
    library = Path("/usr/lib/llvm-22/lib/libmlir_c_runner_utils.so")
    return [str(library), f"-Wl,-rpath,{library.parent}"] if library.exists() else []


def mlir_opt_compile(place: Path) -> str | None:
    """The default lowering to loops, and clang -O3 for this CPU; why not, if that is not possible."""
    tools = [shutil.which(name) for name in ("mlir-opt-22", "mlir-translate-22", "clang-22")]
    if None in tools:
        return "mlir-opt-22, mlir-translate-22 or clang-22 is not there"
    opt, translate, clang = tools
    text = (place / "model.mlir").read_text()
    lowered, llvm = place / "lowered.mlir", place / "model.ll"
    commands: list[list[Any]] = [
        [opt, *LOOPS, place / "model.mlir", "-o", lowered],
        [translate, "--mlir-to-llvmir", lowered, "-o", llvm],
        [
            clang,
            "-O3",
            "-march=native",
            "-shared",
            "-fPIC",
            "-Wno-everything",
            llvm,
            "-lm",
            *_helpers(),
            "-o",
            place / "model.so",
        ],
    ]
    for command in commands:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            return done.stderr.strip().splitlines()[0][:200]
    # late: imports the whole compiler
    from asyncir.dialects.functions import FunctionOp
    from asyncir.source.text import parse_module

    function = next(op for op in parse_module(text).ops if isinstance(op, FunctionOp) and op.body.blocks)
    (of,) = function.function_type.outputs.data
    shaped: Any = of
    facts = {"function": function.sym_name.data, "shape": list(shaped.get_shape()), "type": "float32"}
    (place / "model.so.json").write_text(json.dumps(facts))
    return None


# ---- the run ----


def measured(tool: str, place: Path, threads: int) -> dict[str, Any]:
    """What a process says that runs one tool."""
    environment = {
        **os.environ,
        "ASYNCIR_NUM_THREADS": str(threads),
        "OPENBLAS_NUM_THREADS": str(threads),
        "OMP_NUM_THREADS": str(threads),
    }
    command = [sys.executable, "-m", "bench.networks.times", "--one", tool, str(place), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        return {"why": (done.stderr.strip().splitlines() or ["?"])[-1]}
    return json.loads(done.stdout.splitlines()[-1])


def one(tool: str, place: Path, threads: int) -> None:
    """Measure in this process."""
    took, result = RUNNERS[tool](place, threads)
    flat = np.asarray(result, np.float64).ravel()
    print(json.dumps({"ms": took, "sum": float(flat.sum()), "norm": float(np.abs(flat).max())}))


def compare(place: Path, threads: list[int], rounds: int, tools: list[str]) -> None:
    """Print the row of a program for each number of threads."""
    for number in threads:
        found: dict[str, float] = {}
        why: dict[str, str] = {}
        for _ in range(rounds):
            for tool in tools:
                if tool == "mlir-opt" and number > 1:
                    continue
                said = measured(tool, place, number)
                if "ms" in said:
                    found[tool] = min(found.get(tool, float("inf")), said["ms"])
                else:
                    why[tool] = said["why"]
        mine = found.get("asyncir")
        cells = [
            f"{tool} {ms:.2f} ms" + (f" ({ms / mine:.2f})" if mine else "") for tool, ms in found.items()
        ]
        print(f"{place.name:12} {number} thread{'s' * (number > 1)}: {', '.join(cells)}", flush=True)
        for tool, reason in why.items():
            print(f"{'':12} {tool}: {reason}")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--folder", type=Path, default=Path("build/networks"))
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--only", help="names of programs, with commas")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", nargs=3, metavar=("TOOL", "FOLDER", "THREADS"), help="measure once, here")
    asked = parser.parse_args()
    if asked.one:
        tool, place, threads = asked.one
        one(tool, Path(place), int(threads))
        return
    places = write_kernels(asked.folder)
    places += [p for p in sorted(asked.folder.iterdir()) if (p / "input.npy").exists()]
    wanted = asked.only.split(",") if asked.only else [p.name for p in places]
    for place in [p for p in places if p.name in wanted]:
        tools = ["asyncir"]
        tools.append("numpy" if place.name in KERNELS else "onnxruntime")
        for tool, make in (("iree", iree_compile), ("mlir-opt", mlir_opt_compile)):
            reason = make(place)
            if reason is None:
                tools.append(tool)
            else:
                print(f"{place.name:12} {tool} is left out: {reason}")
        compare(place, [int(n) for n in asked.threads.split(",")], asked.rounds, tools)


if __name__ == "__main__":
    main()
