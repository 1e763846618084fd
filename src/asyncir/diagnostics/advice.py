"""What to do about a diagnostic that has no help line of its own, by its code.

Where more is known, such as the nearest name, whoever makes the diagnostic says that instead. Codes whose message says it all
are not here; tests/errors/test_help.py lists them.
"""

from __future__ import annotations

from collections.abc import Mapping

_REPORT = "please report this with the program"
_TYPES = (
    "numbers, vectors, tensors and ranked memrefs can be passed; tokens and values of these can be returned"
)
_COMPILED = "compiled programs do not check this: "

ADVICE: Mapping[str, str] = {
    # the command line and the Python API
    "C001": "name a file that exists and can be read",
    "C002": "name a file that can be written, on a disk that has room",
    "C007": "give a .npy file, a number, a list such as [1,2,3], or zeros such as f32[4,4]",
    "C008": "write the file with numpy.save, without Python objects",
    "C010": "install what the linker asks for, or name another compiler in the environment as CC",
    "C021": "run the file with python to see the same with a traceback",
    "C023": "name a folder that you can write to and others cannot, or use --no-cache",
    "C101": "pass a value of exactly that type; nothing is converted",
    "C102": "reshape the array, or change the type in the program",
    "C103": "pass an array of that shape, or write ? for the size in the program",
    "C106": "pass a number that fits, or change the type in the program",
    "C107": "pass one value for each of the types between the brackets",
    "C108": _TYPES,
    "C998": "make the program smaller, or give the machine more memory",
    # text
    "T002": "define it in a line above; what is defined in a region is known in that region only",
    "T003": "give one of them another name",
    "T004": "write the operation's dialect in front, and look the name up in MLIR's documentation",
    "T006": "name one of MLIR's; those of other dialects are read with --machine M or --allow-unregistered-dialect",
    "T007": "write the type that it is defined with, or convert it",
    "T008": "give each block of a region one label of its own",
    "T203": "give the .ttgir that Triton keeps beside the .ptx",
    "T010": "save the file in UTF-8",
    "T011": "correct these, and see what is left",
    "T012": "split it into functions",
    "T013": "write a smaller one",
    "T014": "name as many results as the operation has, as in %a, %b or %r:2",
    # verification
    "V002": "define it on every way to this use",
    "V004": "end each block with a terminator, and with nothing behind it",
    "V005": "pass one value for each argument of the block, of its type",
    "V006": "make the call's operands and results those of the function",
    "V007": "give one of them another name",
    # passes
    "P002": "pipelines look like 'canonicalize,func.func(cse)'",
    # lowering
    "L001": "lower it to other operations first, or run the program with --interpret latest",
    "L002": "lower the type first, or keep such values in memory that is passed by memref",
    "L020": "put the resource's bytes behind the module, in `{-# dialect_resources: ... #-}`",
    "L005": _REPORT,
    "L900": _REPORT,
    "L901": _REPORT,
    "L902": _REPORT,
    # running
    "R001": "correct it, or leave it unset; if the system gives no threads, ask for fewer (ASYNCIR_NUM_THREADS)",
    "R004": "raise the limit (ASYNCIR_MEMORY_LIMIT, --memory-limit), or wait for some tasks before launching more",
    "R007": "--interpret latest shows where a size is negative",
    "R010": "pass arrays whose sizes fit, or correct the sizes that the operation asks for",
    "R011": "make the arrays smaller, or check what their sizes are computed from",
    "R013": "the size is the number of members that will be added",
    "R103": "make the group as large as the number of additions",
    "R104": "complete what is waited for, or give the group as many members as its size says",
    "R106": "complete it once, on one path",
    "R109": "give it more time, or put its work into tasks, which are cancelled one by one",
    "R204": "let one task wait for the other where their order matters",
    # meaning
    "P221": "let the host wait for the token (`gpu.wait [%t]`), or inline what it goes through",
    "S002": "free it after the last use; wait for tasks that use it first",
    "S003": "free each memref.alloc once, and nothing else",
    "S004": _COMPILED + "correct the index or the size, or guard the access with scf.if",
    "S005": _COMPILED + "guard the operation with scf.if",
    "S006": "write the memory first, or correct the operation that a note names",
    "S010": "make the problem smaller, or leave --interpret out",
    "S011": "look at what ends the recursion",
    "S012": "lower it first with asyncir opt, or leave --interpret out",
    "S013": "ask for one resumption after each async.coro.save",
    "S014": "drop `constant` from the memref.global",
    "S015": "pass values of exactly the types that the entry takes",
    "S016": "compiled programs check this of tensors and linalg only: cast only to what is known",
    "S017": "put the barrier where all threads come to it, in the same iterations",
    "S018": "ask for the same size in all threads of the block",
    "S019": "end the other commit first: an async op is in one group only",
    "S020": "wait for it before the function returns",
    "S021": "commit it first, with `nvgpu.device_async_create_group`",
    # the check of synchronisation
    "Q005": "asyncir check --oracle exhaustive asks the interpreter, for some arguments",
    # PTX
    "X002": "write the version of the PTX in front: `.version 8.4`",
    "X003": "write the architecture behind the version: `.target sm_90a`",
    "X004": "write the file again: it is not whole; what comes before this spot is checked",
    "X005": "see what ptxas says of it: `ptxas -arch=sm_90a FILE`",
    "X006": "declare it in this pair of braces or one around it, or correct the name",
    "X007": "put the label into this function, or correct the name",
    "X008": "give one of them another name, or put braces around each",
    "X103": "look at who should arrive: counts of barriers, arrivals and bytes of mbarriers, parities",
    "X104": "initialise an mbarrier before its use, behind a barrier; wait for each phase before the next one can end",
    "X105": "wait for the group first (`wgmma.wait_group.sync.aligned 0;`), or put `wgmma.fence.sync.aligned;` in front",
    "X106": "let the thread that issued it wait: `cp.async.bulk.wait_group.read 0;`",
    "X108": "use it as the manual defines it; `asyncir explain X108` lists what is not defined",
    "X111": "--fix OUT.ptx leaves it out; `// asyncir: keep` behind it keeps it without this warning",
    "X120": "--explain LINE says what is in flight; --param, --block and --grid say more of the launch",
    "X122": "what it may touch is not judged; if the manual has it, it is missing in our table: please report it",
    "X123": "name a file with an .entry",
    "X124": "say it: --block 128, --param NAME=VALUE",
    "X131": "see what changed with diff",
}
