import type { ExecResult, PrecompileInput } from '@ethereumjs/evm'
import type { Patience } from '../Patience.ts'
import { loadMcl, type Mcl } from './loadMcl.ts'
import { failed, type OwnPrecompile, type PrecompileCall } from './PrecompileCall.ts'
import { isNothing, pointSums } from './pointSums.ts'

type Element = InstanceType<Mcl['Fp']>
type Point = InstanceType<Mcl['G1']> | InstanceType<Mcl['G2']>

/** One of the two groups: how many elements of the field a coordinate has, and the library's functions. */
interface Group<P extends Point> {
	readonly parts: 1 | 2
	make(): P
	/** Sets the coordinates of a point: x, then y, the lower part of each first. */
	place(point: P, elements: readonly Element[]): void
	/** Coordinates of a point that is normalised, lower parts first. */
	coordinates(point: P): readonly Element[]
	add(a: P, b: P): P
	/** The sum of two points in a call's data; undefined if one is not on the curve. */
	readonly sumOfTwo: (data: Uint8Array) => Uint8Array | undefined
	/** The sum of products. */
	sum(points: P[], factors: InstanceType<Mcl['Fr']>[]): P
}

interface Curve {
	readonly mcl: Mcl
	readonly g1: Group<InstanceType<Mcl['G1']>>
	readonly g2: Group<InstanceType<Mcl['G2']>>
	/** What points are made of; used again for each. */
	readonly elements: readonly Element[]
	/** An element of the extended field. */
	pair(low: Element, high: Element): InstanceType<Mcl['Fp2']>
}

/** Bytes of an element of the field in calls (EIP-2537), and of its number. */
const [elementBytes, numberBytes] = [64, 48]
const factorBytes = 32
/** Products that are summed at once: some milliseconds of work. */
const productsAtOnce = 16

let loading: Promise<Curve> | undefined
let loaded: Curve | undefined

/** The library of the curve, loaded once. */
export async function loadBls(): Promise<Mcl> {
	loading ??= load()
	return (await loading).mcl
}

/** The interpreter's own form takes 1.6 ms for a sum of two points, which costs 375 gas. */
async function load(): Promise<Curve> {
	const mcl = loadMcl()
	await mcl.init(mcl.BLS12_381)
	mcl.setMapToMode(mcl.IRTF)
	// Whether a point has the right order is asked where it matters.
	mcl.verifyOrderG1(false)
	mcl.verifyOrderG2(false)
	const one = new mcl.Fp()
	one.setInt(1)
	const one2 = new mcl.Fp2()
	one2.setInt(1, 0)
	const pair = (low: Element, high: Element): InstanceType<Mcl['Fp2']> => {
		const element = new mcl.Fp2()
		element.set_a(low)
		element.set_b(high)
		return element
	}
	loaded = {
		mcl,
		elements: Array.from({ length: 4 }, () => new mcl.Fp()),
		pair,
		g1: {
			parts: 1,
			make: () => new mcl.G1(),
			place: (point, [x, y]) => {
				point.setX(x!)
				point.setY(y!)
				point.setZ(one)
			},
			coordinates: (point) => [point.getX(), point.getY()],
			add: (a, b) => mcl.add(a, b),
			sumOfTwo: pointSums(mcl, { group: 'G1', elementBytes, numberBytes }),
			sum: (points, factors) => mcl.mulVec(points, factors),
		},
		g2: {
			parts: 2,
			make: () => new mcl.G2(),
			place: (point, [xLow, xHigh, yLow, yHigh]) => {
				point.setX(pair(xLow!, xHigh!))
				point.setY(pair(yLow!, yHigh!))
				point.setZ(one2)
			},
			coordinates: (point) => [point.getX(), point.getY()].flatMap((element) => [element.get_a(), element.get_b()]),
			add: (a, b) => mcl.add(a, b),
			sumOfTwo: pointSums(mcl, { group: 'G2', elementBytes, numberBytes }),
			sum: (points, factors) => mcl.mulVec(points, factors),
		},
	}
	return loaded
}

/** What a contract works out; undefined when the data names no points. */
type Work = (
	curve: Curve,
	data: Uint8Array,
	patience: Patience,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>

/** A contract of EIP-2537: price and form of the data are checked by the library, the work is done here. */
function contract(work: Work): (call: PrecompileCall) => Promise<ExecResult> {
	return async (call) => {
		const { data, gasLimit, patience, library } = call
		const checked = await library!({ ...call, _EVM: { _bls: accepting } } as unknown as PrecompileInput)
		if (checked.exceptionError !== undefined) return checked
		loading ??= load()
		const returnValue = await work(await loading, data, patience)
		return returnValue === undefined ? failed('revert', gasLimit) : { ...checked, returnValue }
	}
}

const nothing = (): Uint8Array => new Uint8Array(0)
/** What the library takes for its curve: it answers nothing. */
const accepting = {
	addG1: nothing,
	addG2: nothing,
	msmG1: nothing,
	msmG2: nothing,
	pairingCheck: nothing,
	mapFPtoG1: nothing,
	mapFP2toG2: nothing,
}

/** Says why data has no sum. */
const refused = contract(() => undefined)

/** The sum of two points: a block has 40,000 of them or more, so what has a sum makes no promise. */
function added(groupOf: (curve: Curve) => Group<Point>, price: 'bls12381G1AddGas' | 'bls12381G2AddGas'): OwnPrecompile {
	return function run(call): ReturnType<OwnPrecompile> {
		if (loaded === undefined) return loadBls().then(() => run(call))
		const { data, gasLimit, common } = call
		const group = groupOf(loaded)
		const executionGasUsed = common.param(price)
		const isWhole = data.length === group.parts * 4 * elementBytes
		const returnValue = isWhole && gasLimit >= executionGasUsed ? group.sumOfTwo(data) : undefined
		return returnValue === undefined ? refused(call) : { executionGasUsed, returnValue }
	}
}

const summed =
	<P extends Point>(groupOf: (curve: Curve) => Group<P>): Work =>
	async (curve, data, patience) => {
		const group = groupOf(curve)
		const pointBytes = group.parts * 2 * elementBytes
		const productBytes = pointBytes + factorBytes
		let sum = group.make()
		for (let from = 0; from < data.length; from += productsAtOnce * productBytes) {
			const points: P[] = []
			const factors: InstanceType<Mcl['Fr']>[] = []
			const end = Math.min(data.length, from + productsAtOnce * productBytes)
			for (let at = from; at < end; at += productBytes) {
				const point = pointAt(curve, group, data, at)
				if (point === undefined) return undefined
				const factor = new curve.mcl.Fr()
				factor.setBigEndianMod(data.slice(at + pointBytes, at + productBytes))
				points.push(point)
				factors.push(factor)
			}
			sum = group.add(sum, group.sum(points, factors))
			const pause = patience.look()
			if (pause !== undefined) await pause
		}
		return bytesOf(group, sum)
	}

const paired: Work = async (curve, data, patience) => {
	const { mcl, g1, g2 } = curve
	let product: ReturnType<typeof mcl.millerLoop> | undefined
	for (let at = 0; at < data.length; at += 6 * elementBytes) {
		const p = pointAt(curve, g1, data, at)
		const q = pointAt(curve, g2, data, at + 2 * elementBytes)
		if (p === undefined || q === undefined) return undefined
		if (!p.isZero() && !q.isZero()) {
			const loop = mcl.millerLoop(p, q)
			product = product === undefined ? loop : mcl.mul(product, loop)
		}
		const pause = patience.look()
		if (pause !== undefined) await pause
	}
	const result = new Uint8Array(32)
	if (product === undefined || mcl.finalExp(product).isOne()) result[31] = 1
	return result
}

const mapped1: Work = ({ elements: [element], g1 }, data) =>
	setElement(element!, data, 0) ? bytesOf(g1, element!.mapToG1()) : undefined

const mapped2: Work = ({ elements: [low, high], pair, g2 }, data) =>
	setElement(low!, data, 0) && setElement(high!, data, elementBytes)
		? bytesOf(g2, pair(low!, high!).mapToG2())
		: undefined

/** The contracts 0x0b to 0x11 by the last byte of their addresses (EIP-2537). */
export const blsContracts: readonly (readonly [number: number, run: OwnPrecompile])[] = [
	[0x0b, added(({ g1 }) => g1, 'bls12381G1AddGas')],
	[0x0c, contract(summed(({ g1 }) => g1))],
	[0x0d, added(({ g2 }) => g2, 'bls12381G2AddGas')],
	[0x0e, contract(summed(({ g2 }) => g2))],
	[0x0f, contract(paired)],
	[0x10, contract(mapped1)],
	[0x11, contract(mapped2)],
]

/** A point of the data; undefined if there is none, or it has another order. Zeros are the point at infinity. */
function pointAt<P extends Point>({ elements }: Curve, group: Group<P>, data: Uint8Array, from: number): P | undefined {
	const { parts } = group
	const point = group.make()
	if (isNothing(data, from, from + parts * 2 * elementBytes)) return point
	for (let part = 0; part < parts * 2; part++) {
		if (!setElement(elements[part]!, data, from + part * elementBytes)) return undefined
	}
	group.place(point, elements)
	return point.isValid() && point.isValidOrder() ? point : undefined
}

const lowestFirst = new Uint8Array(numberBytes)

/** Sets an element of the field; false if the number is not below the modulus. */
function setElement(element: Element, data: Uint8Array, from: number): boolean {
	for (let at = 0; at < numberBytes; at++) lowestFirst[at] = data[from + elementBytes - 1 - at]!
	try {
		element.deserialize(lowestFirst)
		return true
	} catch {
		return false
	}
}

function bytesOf<P extends Point>(group: Group<P>, point: P): Uint8Array {
	const bytes = new Uint8Array(group.parts * 2 * elementBytes)
	if (point.isZero()) return bytes
	point.normalize()
	for (const [index, element] of group.coordinates(point).entries()) {
		bytes.set(element.serialize().reverse(), (index + 1) * elementBytes - numberBytes)
	}
	return bytes
}
