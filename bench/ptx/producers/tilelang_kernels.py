"""Kernels in TileLang, as its examples write them. Compiled by build_tilelang.py."""

import tilelang.language as T


def gemm(m, n, k, bm, bn, bk, stages, threads=128, dtype="float16"):
    @T.prim_func
    def main(A: T.Tensor((m, k), dtype), B: T.Tensor((k, n), dtype), C: T.Tensor((m, n), "float16")):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=threads) as (bx, by):
            a = T.alloc_shared((bm, bk), dtype)
            b = T.alloc_shared((bk, bn), dtype)
            c = T.alloc_fragment((bm, bn), "float32")
            T.clear(c)
            for i in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(A[by * bm, i * bk], a)
                T.copy(B[i * bk, bx * bn], b)
                T.gemm(a, b, c)
            T.copy(c, C[by * bm, bx * bn])

    return main


def gemm_transposed(m, n, k, bm, bn, bk, stages, threads=128, dtype="float16"):
    """B is stored by columns; the result goes out through shared memory."""

    @T.prim_func
    def main(A: T.Tensor((m, k), dtype), B: T.Tensor((n, k), dtype), C: T.Tensor((m, n), "float16")):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=threads) as (bx, by):
            a = T.alloc_shared((bm, bk), dtype)
            b = T.alloc_shared((bn, bk), dtype)
            out = T.alloc_shared((bm, bn), "float16")
            c = T.alloc_fragment((bm, bn), "float32")
            T.clear(c)
            for i in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(A[by * bm, i * bk], a)
                T.copy(B[bx * bn, i * bk], b)
                T.gemm(a, b, c, transpose_B=True)
            T.copy(c, out)
            T.copy(out, C[by * bm, bx * bn])

    return main


def gemm_dequant(m, n, k, bm, bn, bk, stages, threads=128):
    """B is packed: two numbers of four bits a byte."""

    @T.prim_func
    def main(
        A: T.Tensor((m, k), "float16"), B: T.Tensor((n, k // 2), "uint8"), C: T.Tensor((m, n), "float16")
    ):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=threads) as (bx, by):
            a = T.alloc_shared((bm, bk), "float16")
            packed = T.alloc_shared((bn, bk // 2), "uint8")
            few = T.alloc_fragment((bn, bk // 2), "uint8")
            wide = T.alloc_fragment((bn, bk), "float16")
            b = T.alloc_shared((bn, bk), "float16")
            c = T.alloc_fragment((bm, bn), "float32")
            T.clear(c)
            for i in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(A[by * bm, i * bk], a)
                T.copy(B[bx * bn, i * bk // 2], packed)
                T.copy(packed, few)
                for x, y in T.Parallel(bn, bk):
                    wide[x, y] = ((few[x, y // 2] >> ((y % 2) * 4).astype("uint8")) & T.uint8(15)).astype(
                        "float16"
                    )
                T.copy(wide, b)
                T.gemm(a, b, c, transpose_B=True)
            T.copy(c, C[by * bm, bx * bn])

    return main


def gemm_splitk(m, n, k, bm, bn, bk, stages, parts, threads=128):
    @T.prim_func
    def main(A: T.Tensor((m, k), "float16"), B: T.Tensor((k, n), "float16"), C: T.Tensor((m, n), "float32")):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), parts, threads=threads) as (bx, by, bz):
            a = T.alloc_shared((bm, bk), "float16")
            b = T.alloc_shared((bk, bn), "float16")
            c = T.alloc_fragment((bm, bn), "float32")
            T.clear(c)
            for i in T.Pipelined(T.ceildiv(k // parts, bk), num_stages=stages):
                T.copy(A[by * bm, bz * (k // parts) + i * bk], a)
                T.copy(B[bz * (k // parts) + i * bk, bx * bn], b)
                T.gemm(a, b, c)
            for x, y in T.Parallel(bm, bn):
                T.atomic_add(C[by * bm + x, bx * bn + y], c[x, y])

    return main


def attention(heads, length, d, bm, bn, stages, threads=128, causal=False):
    scale = d**-0.5 * 1.44269504

    @T.prim_func
    def main(
        Q: T.Tensor((heads, length, d), "float16"), K: T.Tensor((heads, length, d), "float16"),
        V: T.Tensor((heads, length, d), "float16"), Out: T.Tensor((heads, length, d), "float16"),
    ):  # fmt: skip
        with T.Kernel(T.ceildiv(length, bm), heads, threads=threads) as (bx, by):
            q = T.alloc_shared((bm, d), "float16")
            key = T.alloc_shared((bn, d), "float16")
            value = T.alloc_shared((bn, d), "float16")
            score = T.alloc_fragment((bm, bn), "float32")
            p = T.alloc_fragment((bm, bn), "float16")
            total = T.alloc_fragment((bm, d), "float32")
            most = T.alloc_fragment((bm,), "float32")
            before = T.alloc_fragment((bm,), "float32")
            shrink = T.alloc_fragment((bm,), "float32")
            row = T.alloc_fragment((bm,), "float32")
            weight = T.alloc_fragment((bm,), "float32")
            T.copy(Q[by, bx * bm : (bx + 1) * bm, :], q)
            T.fill(total, 0)
            T.fill(weight, 0)
            T.fill(most, -T.infinity("float32"))
            for i in T.Pipelined(T.ceildiv(length, bn), num_stages=stages):
                T.copy(K[by, i * bn : (i + 1) * bn, :], key)
                if causal:
                    for x, y in T.Parallel(bm, bn):
                        score[x, y] = T.if_then_else(bx * bm + x >= i * bn + y, 0, -T.infinity("float32"))
                else:
                    T.clear(score)
                T.gemm(q, key, score, transpose_B=True, policy=T.GemmWarpPolicy.FullRow)
                T.copy(most, before)
                T.reduce_max(score, most, dim=1, clear=False)
                for x in T.Parallel(bm):
                    shrink[x] = T.exp2(before[x] * scale - most[x] * scale)
                for x, y in T.Parallel(bm, bn):
                    score[x, y] = T.exp2(score[x, y] * scale - most[x] * scale)
                T.reduce_sum(score, row, dim=1)
                for x in T.Parallel(bm):
                    weight[x] = weight[x] * shrink[x] + row[x]
                T.copy(score, p)
                for x, y in T.Parallel(bm, d):
                    total[x, y] *= shrink[x]
                T.copy(V[by, i * bn : (i + 1) * bn, :], value)
                T.gemm(p, value, total, policy=T.GemmWarpPolicy.FullRow)
            for x, y in T.Parallel(bm, d):
                total[x, y] /= weight[x]
            T.copy(total, Out[by, bx * bm : (bx + 1) * bm, :])

    return main


def rms_norm(m, n, bm, bn, stages, threads=128):
    """Two passes over each row, in parts."""

    @T.prim_func
    def main(A: T.Tensor((m, n), "float32"), B: T.Tensor((m, n), "float32")):
        with T.Kernel(T.ceildiv(m, bm), threads=threads) as bx:
            part = T.alloc_shared((bm, bn), "float32")
            squares = T.alloc_fragment((bm, bn), "float32")
            total = T.alloc_fragment((bm,), "float32")
            T.clear(squares)
            for i in T.Pipelined(T.ceildiv(n, bn), num_stages=stages):
                T.copy(A[bx * bm, i * bn], part)
                for x, y in T.Parallel(bm, bn):
                    squares[x, y] += part[x, y] * part[x, y]
            T.reduce_sum(squares, total, dim=1)
            for x in T.Parallel(bm):
                total[x] = T.rsqrt(total[x] / n + 1e-6)
            for i in T.Pipelined(T.ceildiv(n, bn), num_stages=stages):
                T.copy(A[bx * bm, i * bn], part)
                for x, y in T.Parallel(bm, bn):
                    B[bx * bm + x, i * bn + y] = part[x, y] * total[x]

    return main


def gemm_tcgen05(m, n, k, bm, bn, bk, stages, threads=256):
    """Blackwell: the accumulator is in tensor memory."""

    @T.prim_func
    def main(
        A: T.Tensor((m, k), "bfloat16"), B: T.Tensor((n, k), "bfloat16"), C: T.Tensor((m, n), "bfloat16")
    ):
        with T.Kernel(T.ceildiv(n, bn), T.ceildiv(m, bm), threads=threads) as (bx, by):
            a = T.alloc_shared((bm, bk), "bfloat16")
            b = T.alloc_shared((bn, bk), "bfloat16")
            c = T.alloc_tmem([bm, bn], "float32")
            done = T.alloc_barrier(1)
            local = T.alloc_fragment((bm, bn), "float32")
            out = T.alloc_shared((bm, bn), "bfloat16")
            for i in T.Pipelined(T.ceildiv(k, bk), num_stages=stages):
                T.copy(A[by * bm, i * bk], a)
                T.copy(B[bx * bn, i * bk], b)
                T.gemm(a, b, c, transpose_A=False, transpose_B=True, mbar=done, clear_accum=i == 0)
                T.mbarrier_wait_parity(done, i % 2)
            T.copy(c, local)
            T.copy(local, out)
            T.copy(out, C[by * bm, bx * bn])

    return main
