import type { ExecResult } from '@ethereumjs/evm'
import type { G1, G2 } from 'mcl-wasm'
import { failed, type PrecompileCall } from './PrecompileCall.ts'

/** The library and constants in its form. */
interface Curve {
	readonly mcl: typeof import('mcl-wasm')
	readonly one: InstanceType<typeof import('mcl-wasm').Fp>
	readonly one2: InstanceType<typeof import('mcl-wasm').Fp2>
}

const pairBytes = 192

let loading: Promise<Curve> | undefined

/**
 * The library mcl in WebAssembly, loaded by the first call: twice as fast as the interpreter's own and as `rustbn-wasm`, and the
 * only one whose pairing can stop between two pairs.
 */
function curve(): Promise<Curve> {
	loading ??= load()
	return loading
}

async function load(): Promise<Curve> {
	const { default: mcl } = (await import('mcl-wasm')) as unknown as { default: Curve['mcl'] }
	await mcl.init(mcl.BN_SNARK1)
	const one = new mcl.Fp()
	one.setInt(1)
	const one2 = new mcl.Fp2()
	one2.setInt(1, 0)
	return { mcl, one, one2 }
}

/** The contract at 0x06: the sum of two points (EIP-196). */
export async function ecAdd({ data, gasLimit, common }: PrecompileCall): Promise<ExecResult> {
	const price = common.param('bn254AddGas')
	if (gasLimit < price) return failed('out of gas', gasLimit)
	const loaded = await curve()
	const a = g1Of(loaded, padded(data, 0, 64))
	const b = g1Of(loaded, padded(data, 64, 128))
	if (a === undefined || b === undefined) return failed('revert', gasLimit)
	return { returnValue: g1Bytes(loaded.mcl.add(a, b)), executionGasUsed: price }
}

/** The contract at 0x07: a point times a number (EIP-196). */
export async function ecMul({ data, gasLimit, common }: PrecompileCall): Promise<ExecResult> {
	const price = common.param('bn254MulGas')
	if (gasLimit < price) return failed('out of gas', gasLimit)
	const loaded = await curve()
	const point = g1Of(loaded, padded(data, 0, 64))
	if (point === undefined) return failed('revert', gasLimit)
	const factor = new loaded.mcl.Fr()
	factor.setBigEndianMod(padded(data, 64, 96))
	return { returnValue: g1Bytes(loaded.mcl.mul(point, factor)), executionGasUsed: price }
}

/** The contract at 0x08: whether the product of pairings is one (EIP-197). */
export async function ecPairing({ data, gasLimit, common, patience }: PrecompileCall): Promise<ExecResult> {
	if (data.length % pairBytes !== 0) return failed('revert', gasLimit)
	const pairs = data.length / pairBytes
	const price = common.param('bn254PairingGas') + BigInt(pairs) * common.param('bn254PairingWordGas')
	if (gasLimit < price) return failed('out of gas', gasLimit)
	const loaded = await curve()
	const { mcl } = loaded
	let product: ReturnType<typeof mcl.millerLoop> | undefined
	for (let at = 0; at < data.length; at += pairBytes) {
		const p = g1Of(loaded, data.subarray(at, at + 64))
		const q = g2Of(loaded, data.subarray(at + 64, at + pairBytes))
		if (p === undefined || q === undefined) return failed('revert', gasLimit)
		if (!p.isZero() && !q.isZero()) {
			const loop = mcl.millerLoop(p, q)
			product = product === undefined ? loop : mcl.mul(product, loop)
		}
		const pause = patience.look()
		if (pause !== undefined) await pause
	}
	const result = new Uint8Array(32)
	if (product === undefined || mcl.finalExp(product).isOne()) result[31] = 1
	return { returnValue: result, executionGasUsed: price }
}

/** A point of the first group from 64 bytes; undefined if there is none. Zeros are the point at infinity. */
function g1Of({ mcl, one }: Curve, bytes: Uint8Array): G1 | undefined {
	const point = new mcl.G1()
	if (bytes.every((byte) => byte === 0)) return point
	const x = fieldElement(mcl, bytes.subarray(0, 32))
	const y = fieldElement(mcl, bytes.subarray(32, 64))
	if (x === undefined || y === undefined) return undefined
	point.setX(x)
	point.setY(y)
	point.setZ(one)
	return point.isValid() ? point : undefined
}

/** A point of the second group from 128 bytes, imaginary parts first; undefined if there is none or it has another order. */
function g2Of({ mcl, one2 }: Curve, bytes: Uint8Array): G2 | undefined {
	const point = new mcl.G2()
	if (bytes.every((byte) => byte === 0)) return point
	const parts = [0, 32, 64, 96].map((at) => fieldElement(mcl, bytes.subarray(at, at + 32)))
	const [xImaginary, xReal, yImaginary, yReal] = parts
	if (xImaginary === undefined || xReal === undefined || yImaginary === undefined || yReal === undefined) {
		return undefined
	}
	const x = new mcl.Fp2()
	x.set_a(xReal)
	x.set_b(xImaginary)
	const y = new mcl.Fp2()
	y.set_a(yReal)
	y.set_b(yImaginary)
	point.setX(x)
	point.setY(y)
	point.setZ(one2)
	return point.isValid() && point.isValidOrder() ? point : undefined
}

/** A number below the field's modulus from 32 bytes, the highest first; undefined for a greater one. */
function fieldElement(mcl: Curve['mcl'], bytes: Uint8Array): InstanceType<typeof mcl.Fp> | undefined {
	const element = new mcl.Fp()
	try {
		element.deserialize(Uint8Array.from(bytes).reverse())
		return element
	} catch {
		return undefined
	}
}

function g1Bytes(point: G1): Uint8Array {
	const bytes = new Uint8Array(64)
	if (point.isZero()) return bytes
	point.normalize()
	bytes.set(point.getX().serialize().reverse(), 0)
	bytes.set(point.getY().serialize().reverse(), 32)
	return bytes
}

/** A part of the data; what is missing is zero. */
function padded(data: Uint8Array, from: number, to: number): Uint8Array {
	const bytes = new Uint8Array(to - from)
	bytes.set(data.subarray(from, to))
	return bytes
}
