"""Kernels in Triton, as their authors write them: products, attention, rows. Compiled by build_triton.py."""

import triton
import triton.language as tl


@triton.jit
def gemm(
    a_ptr, b_ptr, c_ptr, K, sam, sbk, scm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, OUT: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * sam + inner[None, :]
    b = b_ptr + inner[:, None] * sbk + columns[None, :]
    total = tl.zeros((BM, BN), OUT)
    for _ in range(0, K, BK):
        total = tl.dot(tl.load(a), tl.load(b), total)
        a += BK
        b += BK * sbk
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(c_ptr.dtype.element_ty))


@triton.jit
def gemm_masked(
    a_ptr, b_ptr, c_ptr, M, N, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        depth = k + inner
        a = tl.load(
            a_ptr + rows[:, None] * sam + depth[None, :],
            mask=(rows[:, None] < M) & (depth[None, :] < K),
            other=0.0,
        )
        b = tl.load(
            b_ptr + depth[:, None] * sbk + columns[None, :],
            mask=(depth[:, None] < K) & (columns[None, :] < N),
            other=0.0,
        )
        total = tl.dot(a, b, total)
    here = (rows[:, None] < M) & (columns[None, :] < N)
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16), mask=here)


@triton.jit
def gemm_bias(
    a_ptr, b_ptr, bias_ptr, c_ptr, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rows[:, None] * sam + (k + inner)[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * sbk + columns[None, :])
        total = tl.dot(a, b, total)
    total = total + tl.load(bias_ptr + columns)[None, :]
    total = tl.where(total > 0, total, 0.1 * total)
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_transposed(
    a_ptr, b_ptr, c_ptr, K, sak, sbn, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + inner[:, None] * sak + rows[None, :]
    b = b_ptr + columns[:, None] * sbn + inner[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot(tl.trans(tl.load(a)), tl.trans(tl.load(b)), total)
        a += BK * sak
        b += BK
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_splitk(
    a_ptr, b_ptr, c_ptr, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    parts = tl.num_programs(2)
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.program_id(2) * BK + tl.arange(0, BK)
    a = a_ptr + rows[:, None] * sam + inner[None, :]
    b = b_ptr + inner[:, None] * sbk + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, tl.cdiv(K, BK * parts)):
        total = tl.dot(tl.load(a), tl.load(b), total)
        a += BK * parts
        b += BK * parts * sbk
    tl.atomic_add(c_ptr + rows[:, None] * scm + columns[None, :], total)


@triton.jit
def gemm_persistent(
    a_ptr, b_ptr, c_ptr, M, N, K, sam, sbk, scm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, FLAT: tl.constexpr,
):  # fmt: skip
    inner = tl.arange(0, BK)
    across = N // BN
    for tile in tl.range(tl.program_id(0), (M // BM) * across, tl.num_programs(0), flatten=FLAT):
        rows = (tile // across) * BM + tl.arange(0, BM)
        columns = (tile % across) * BN + tl.arange(0, BN)
        total = tl.zeros((BM, BN), tl.float32)
        for k in range(0, K, BK):
            a = tl.load(a_ptr + rows[:, None] * sam + (k + inner)[None, :])
            b = tl.load(b_ptr + (k + inner)[:, None] * sbk + columns[None, :])
            total = tl.dot(a, b, total)
        tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_moe(
    a_ptr, b_ptr, c_ptr, row_ptr, expert_ptr, K, sam, sbe, sbk, scm,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    block = tl.program_id(0)
    rows = tl.load(row_ptr + block * BM + tl.arange(0, BM))
    expert = tl.load(expert_ptr + block).to(tl.int64)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * sam + inner[None, :]
    b = b_ptr + expert * sbe + inner[:, None] * sbk + columns[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        total = tl.dot(tl.load(a, mask=rows[:, None] < 4096, other=0.0), tl.load(b), total)
        a += BK
        b += BK * sbk
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_block_sparse(
    a_ptr, b_ptr, c_ptr, block_ptr, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    for k in range(0, K):
        depth = tl.load(block_ptr + k) * BK + inner
        a = tl.load(a_ptr + rows[:, None] * sam + depth[None, :])
        b = tl.load(b_ptr + depth[:, None] * sbk + columns[None, :])
        total = tl.dot(a, b, total)
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_int4(
    a_ptr, b_ptr, c_ptr, scale_ptr, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    a = a_ptr + rows[:, None] * sam + inner[None, :]
    b = b_ptr + (inner // 2)[:, None] * sbk + columns[None, :]
    scale = tl.load(scale_ptr + columns)[None, :]
    total = tl.zeros((BM, BN), tl.float32)
    for _ in range(0, K, BK):
        packed = tl.load(b)
        nibble = (packed >> ((inner % 2) * 4)[:, None].to(tl.uint8)) & 15
        total = tl.dot(tl.load(a), nibble.to(tl.float16) * scale, total)
        a += BK
        b += (BK // 2) * sbk
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_while(
    a_ptr, b_ptr, c_ptr, K, sam, sbk, scm, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    inner = tl.arange(0, BK)
    total = tl.zeros((BM, BN), tl.float32)
    k = 0
    while k < K:
        a = tl.load(a_ptr + rows[:, None] * sam + (k + inner)[None, :])
        b = tl.load(b_ptr + (k + inner)[:, None] * sbk + columns[None, :])
        total = tl.dot(a, b, total)
        k += BK
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.float16))


@triton.jit
def gemm_described(
    a_ptr, b_ptr, c_ptr, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WS: tl.constexpr,
):  # fmt: skip
    """The descriptors are made by the kernel itself."""
    a = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [BM, BK])
    b = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, BN])
    c = tl.make_tensor_descriptor(c_ptr, [M, N], [N, 1], [BM, BN])
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=WS):
        total = tl.dot(a.load([row, k]), b.load([k, column]), total)
    c.store([row, column], total.to(tl.float16))


@triton.jit
def gemm_tma(
    a_desc, b_desc, c_desc, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WS: tl.constexpr,
):  # fmt: skip
    """The descriptors come from the host."""
    row = tl.program_id(0) * BM
    column = tl.program_id(1) * BN
    total = tl.zeros((BM, BN), tl.float32)
    for k in tl.range(0, K, BK, warp_specialize=WS):
        total = tl.dot(a_desc.load([row, k]), b_desc.load([k, column]), total)
    c_desc.store([row, column], total.to(tl.float16))


@triton.jit
def gemm_tma_persistent(
    a_desc, b_desc, c_desc, M, N, K,
    BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, WS: tl.constexpr,
):  # fmt: skip
    across = N // BN
    for tile in tl.range(
        tl.program_id(0), (M // BM) * across, tl.num_programs(0), flatten=True, warp_specialize=WS
    ):
        row = (tile // across) * BM
        column = (tile % across) * BN
        total = tl.zeros((BM, BN), tl.float32)
        for k in tl.range(0, K, BK):
            total = tl.dot(a_desc.load([row, k]), b_desc.load([k, column]), total)
        c_desc.store([row, column], total.to(tl.float16))


@triton.jit
def attention(
    q_ptr, k_ptr, v_ptr, o_ptr, L, stride, scale,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    keys = tl.arange(0, BN)
    head = tl.program_id(1) * L * stride
    q = tl.load(q_ptr + head + rows[:, None] * stride + inner[None, :])
    most = tl.full((BM,), -1.0e30, tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for n in range(0, L, BN):
        k = tl.load(k_ptr + head + (n + keys)[None, :] * stride + inner[:, None])
        score = tl.dot(q, k) * scale
        if CAUSAL:
            score = tl.where(rows[:, None] >= (n + keys)[None, :], score, -1.0e30)
        higher = tl.maximum(most, tl.max(score, 1))
        p = tl.math.exp2(score - higher[:, None])
        shrink = tl.math.exp2(most - higher)
        weight = weight * shrink + tl.sum(p, 1)
        v = tl.load(v_ptr + head + (n + keys)[:, None] * stride + inner[None, :])
        total = tl.dot(p.to(tl.float16), v, total * shrink[:, None])
        most = higher
    tl.store(o_ptr + head + rows[:, None] * stride + inner[None, :], (total / weight[:, None]).to(tl.float16))


@triton.jit
def attention_tma(
    q_desc, k_desc, v_desc, o_desc, L, scale,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, WS: tl.constexpr,
):  # fmt: skip
    row = tl.program_id(0) * BM
    q = q_desc.load([row, 0])
    most = tl.full((BM,), -1.0e30, tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for n in tl.range(0, L, BN, warp_specialize=WS):
        score = tl.dot(q, k_desc.load([n, 0]).T) * scale
        higher = tl.maximum(most, tl.max(score, 1))
        p = tl.math.exp2(score - higher[:, None])
        shrink = tl.math.exp2(most - higher)
        weight = weight * shrink + tl.sum(p, 1)
        total = tl.dot(p.to(tl.float16), v_desc.load([n, 0]), total * shrink[:, None])
        most = higher
    o_desc.store([row, 0], (total / weight[:, None]).to(tl.float16))


@triton.jit
def attention_backward(
    q_ptr, k_ptr, v_ptr, do_ptr, lse_ptr, delta_ptr, dk_ptr, dv_ptr, L, stride, scale,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
):  # fmt: skip
    """Gradients of keys and values: one block of keys, all queries."""
    keys = tl.program_id(0) * BN + tl.arange(0, BN)
    inner = tl.arange(0, D)
    k = tl.load(k_ptr + keys[:, None] * stride + inner[None, :])
    v = tl.load(v_ptr + keys[:, None] * stride + inner[None, :])
    dk = tl.zeros((BN, D), tl.float32)
    dv = tl.zeros((BN, D), tl.float32)
    for m in range(0, L, BM):
        rows = m + tl.arange(0, BM)
        q = tl.load(q_ptr + rows[:, None] * stride + inner[None, :])
        do = tl.load(do_ptr + rows[:, None] * stride + inner[None, :])
        lse = tl.load(lse_ptr + rows)
        delta = tl.load(delta_ptr + rows)
        p = tl.math.exp2(tl.dot(q, tl.trans(k)) * scale - lse[:, None])
        dv = tl.dot(tl.trans(p.to(tl.float16)), do, dv)
        ds = p * (tl.dot(do, tl.trans(v)) - delta[:, None])
        dk = tl.dot(tl.trans(ds.to(tl.float16)), q, dk)
    tl.store(dk_ptr + keys[:, None] * stride + inner[None, :], (dk * scale).to(tl.float16))
    tl.store(dv_ptr + keys[:, None] * stride + inner[None, :], dv.to(tl.float16))


@triton.jit
def attention_paged(
    q_ptr, k_ptr, v_ptr, o_ptr, table_ptr, L, stride, scale,
    BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
):  # fmt: skip
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    inner = tl.arange(0, D)
    keys = tl.arange(0, BN)
    q = tl.load(q_ptr + rows[:, None] * stride + inner[None, :])
    most = tl.full((BM,), -1.0e30, tl.float32)
    weight = tl.zeros((BM,), tl.float32)
    total = tl.zeros((BM, D), tl.float32)
    for n in range(0, L):
        page = tl.load(table_ptr + n) * BN + keys
        score = tl.dot(q, tl.load(k_ptr + page[None, :] * stride + inner[:, None])) * scale
        higher = tl.maximum(most, tl.max(score, 1))
        p = tl.math.exp2(score - higher[:, None])
        shrink = tl.math.exp2(most - higher)
        weight = weight * shrink + tl.sum(p, 1)
        v = tl.load(v_ptr + page[:, None] * stride + inner[None, :])
        total = tl.dot(p.to(tl.float16), v, total * shrink[:, None])
        most = higher
    tl.store(o_ptr + rows[:, None] * stride + inner[None, :], (total / weight[:, None]).to(tl.float16))


@triton.jit
def softmax(x_ptr, y_ptr, R, N, stride, B: tl.constexpr, STAGES: tl.constexpr):
    at = tl.arange(0, B)
    for row in tl.range(tl.program_id(0), R, tl.num_programs(0), num_stages=STAGES):
        x = tl.load(x_ptr + row * stride + at, mask=at < N, other=-1.0e30)
        e = tl.exp(x - tl.max(x, 0))
        tl.store(y_ptr + row * stride + at, e / tl.sum(e, 0), mask=at < N)


@triton.jit
def layer_norm(x_ptr, y_ptr, w_ptr, bias_ptr, N, stride, eps, B: tl.constexpr):
    row = tl.program_id(0) * stride
    at = tl.arange(0, B)
    mean = tl.zeros((B,), tl.float32)
    for n in range(0, N, B):
        mean += tl.load(x_ptr + row + n + at, mask=n + at < N, other=0.0).to(tl.float32)
    middle = tl.sum(mean, 0) / N
    spread = tl.zeros((B,), tl.float32)
    for n in range(0, N, B):
        x = tl.load(x_ptr + row + n + at, mask=n + at < N, other=0.0).to(tl.float32)
        x = tl.where(n + at < N, x - middle, 0.0)
        spread += x * x
    inverse = 1 / tl.sqrt(tl.sum(spread, 0) / N + eps)
    for n in range(0, N, B):
        here = n + at < N
        x = tl.load(x_ptr + row + n + at, mask=here).to(tl.float32)
        y = (x - middle) * inverse * tl.load(w_ptr + n + at, mask=here) + tl.load(
            bias_ptr + n + at, mask=here
        )
        tl.store(y_ptr + row + n + at, y.to(tl.float16), mask=here)


@triton.jit
def running_sum(x_ptr, y_ptr, N, B: tl.constexpr):
    at = tl.arange(0, B)
    before = 0.0
    for n in range(0, N, B):
        x = tl.load(x_ptr + n + at)
        tl.store(y_ptr + n + at, tl.cumsum(x, 0) + before)
        before += tl.sum(x, 0)


@triton.jit
def column_sums(x_ptr, y_ptr, R, stride, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    total = tl.zeros((BN,), tl.float32)
    for row in range(0, R, BM):
        x = tl.load(x_ptr + (row + tl.arange(0, BM))[:, None] * stride + columns[None, :])
        total += tl.sum(x.to(tl.float32), 0)
    tl.store(y_ptr + columns, total)


@triton.jit
def transpose(x_ptr, y_ptr, R, sx, sy, BM: tl.constexpr, BN: tl.constexpr):
    columns = tl.program_id(0) * BN + tl.arange(0, BN)
    for row in range(0, R, BM):
        rows = row + tl.arange(0, BM)
        x = tl.load(x_ptr + rows[:, None] * sx + columns[None, :])
        tl.store(y_ptr + columns[:, None] * sy + rows[None, :], tl.trans(x))
