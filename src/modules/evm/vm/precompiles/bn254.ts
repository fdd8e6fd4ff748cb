import type { ExecResult } from '@ethereumjs/evm'
import type { G1, G2 } from 'mcl-wasm'
import { loadMcl, type Mcl } from './loadMcl.ts'
import { failed, type PrecompileCall } from './PrecompileCall.ts'
import { isNothing, pointSums } from './pointSums.ts'

/** The library and constants in its form. */
interface Curve {
	readonly mcl: Mcl
	readonly one: InstanceType<Mcl['Fp']>
	readonly one2: InstanceType<Mcl['Fp2']>
	/** The sum of two points of the first group in a call's data. */
	readonly sum: (data: Uint8Array) => Uint8Array | undefined
	/** What points are made of; used again for each. */
	readonly parts: readonly InstanceType<Mcl['Fp']>[]
}

const pairBytes = 192

let loading: Promise<Curve> | undefined
let loaded: Curve | undefined

/** Twice as fast as the interpreter's own. */
function curve(): Promise<Curve> {
	loading ??= load()
	return loading
}

async function load(): Promise<Curve> {
	const mcl = loadMcl()
	await mcl.init(mcl.BN_SNARK1)
	const one = new mcl.Fp()
	one.setInt(1)
	const one2 = new mcl.Fp2()
	one2.setInt(1, 0)
	const sum = pointSums(mcl, { group: 'G1', elementBytes: 32, numberBytes: 32 })
	loaded = { mcl, one, one2, sum, parts: [new mcl.Fp(), new mcl.Fp(), new mcl.Fp(), new mcl.Fp()] }
	return loaded
}

/** The contract at 0x06: the sum of two points (EIP-196). Only the first call makes a promise: a block has 100,000 of them. */
export function ecAdd(call: PrecompileCall): ExecResult | Promise<ExecResult> {
	const { data, gasLimit, common } = call
	const price = common.param('bn254AddGas')
	if (gasLimit < price) return failed('out of gas', gasLimit)
	if (loaded === undefined) return curve().then(() => ecAdd(call))
	const returnValue = loaded.sum(data.length < 128 ? padded(data, 0, 128) : data)
	return returnValue === undefined ? failed('revert', gasLimit) : { returnValue, executionGasUsed: price }
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
function g1Of({ mcl, one, parts }: Curve, bytes: Uint8Array): G1 | undefined {
	const point = new mcl.G1()
	if (isNothing(bytes, 0, bytes.length)) return point
	if (!setElement(parts[0]!, bytes, 0) || !setElement(parts[1]!, bytes, 32)) return undefined
	point.setX(parts[0]!)
	point.setY(parts[1]!)
	point.setZ(one)
	return point.isValid() ? point : undefined
}

/** A point of the second group from 128 bytes, imaginary parts first; undefined if there is none or it has another order. */
function g2Of({ mcl, one2, parts }: Curve, bytes: Uint8Array): G2 | undefined {
	const point = new mcl.G2()
	if (isNothing(bytes, 0, bytes.length)) return point
	if (!parts.every((part, at) => setElement(part, bytes, at * 32))) return undefined
	const [xImaginary, xReal, yImaginary, yReal] = parts
	const x = new mcl.Fp2()
	x.set_a(xReal!)
	x.set_b(xImaginary!)
	const y = new mcl.Fp2()
	y.set_a(yReal!)
	y.set_b(yImaginary!)
	point.setX(x)
	point.setY(y)
	point.setZ(one2)
	return point.isValid() && point.isValidOrder() ? point : undefined
}

const lowestFirst = new Uint8Array(32)

/** Sets an element to the number of 32 bytes, the highest first; false if it is not below the field's modulus. */
function setElement(element: Curve['one'], bytes: Uint8Array, from: number): boolean {
	for (let at = 0; at < 32; at++) lowestFirst[at] = bytes[from + 31 - at]!
	try {
		element.deserialize(lowestFirst)
		return true
	} catch {
		return false
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
