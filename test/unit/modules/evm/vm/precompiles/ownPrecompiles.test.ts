import { createCustomCommon, Mainnet } from '@ethereumjs/common'
import { EVM, type ExecResult, NobleBN254 } from '@ethereumjs/evm'
import { beforeAll, describe, expect, it } from 'vitest'
import { Patience } from '../../../../../../src/modules/evm/vm/Patience.ts'
import { ownPrecompiles } from '../../../../../../src/modules/evm/vm/precompiles/ownPrecompiles.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'
import { randomSource, runSeed } from '../../../../../support/random.js'

const full = process.env.CHAIN_TUI_FULL === '1'
const forks = ['byzantium', 'istanbul', 'berlin', 'cancun', 'prague']
const fieldModulus = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n
const order = 0x30644e72e131a029b85045b68181585d2833e84879b9709143e1f593f0000001n
const g2 =
	'198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c21800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa'

describe('precompiled contracts of this chain answer as those of the library', () => {
	const seed = runSeed
	const random = randomSource('precompiled contracts')
	const libraries = new Map<string, EVM>()
	beforeAll(async () => {
		for (const hardfork of forks) {
			const common = createCustomCommon({ chainId: 1 }, Mainnet, { hardfork })
			libraries.set(hardfork, new EVM({ common, bn254: new NobleBN254() }))
		}
	})

	async function both(number: number, data: Uint8Array, gasLimit: bigint, hardfork: string) {
		const evm = libraries.get(hardfork)!
		const { common } = evm
		const theirs = evm.precompiles.get(number.toString(16).padStart(40, '0'))!
		const call = { data, gasLimit, common }
		return [
			told(await ownPrecompiles.get(number)!({ ...call, patience: new Patience(), library: theirs })),
			told(await theirs({ ...call, _EVM: evm } as never)),
		]
	}

	async function compare(number: number, hex: string, gasLimit = 100_000_000n): Promise<void> {
		for (const hardfork of number >= 0x0b ? ['prague'] : number === 9 ? forks.slice(1) : forks) {
			const [ours, theirs] = await both(number, fromHex(hex)!, gasLimit, hardfork)
			expect(ours, `seed ${seed}, contract ${number}, ${hardfork}, gas ${gasLimit}, data ${hex}`).toEqual(theirs)
		}
	}

	const bytes = (count: number): string => toHex(Uint8Array.from({ length: count }, () => random(256)))
	const word = (value: bigint | number): string => value.toString(16).padStart(64, '0')

	it('blake2f: rounds, flags, lengths and gas', async () => {
		for (let round = 0; round < (full ? 2_000 : 200); round++) {
			const rounds = random(40)
			const data = `${rounds.toString(16).padStart(8, '0')}${bytes(208)}0${random(2)}`
			await compare(9, data)
			await compare(9, data, BigInt(rounds) - 1n < 0n ? 0n : BigInt(rounds) - 1n)
			await compare(9, data, BigInt(rounds))
		}
		await compare(9, `0001d4c1${bytes(208)}01`)
		for (const data of ['', bytes(212), bytes(214), `00000001${bytes(208)}02`]) await compare(9, data)
	})

	it('blake2f: calls that let each other in at each look do not mix', async () => {
		const patience = { look: () => Promise.resolve() } as Patience
		const common = libraries.get('prague')!.common
		const all = [101, 500, 1_600].map((rounds) => `${rounds.toString(16).padStart(8, '0')}${bytes(208)}0${rounds % 2}`)
		const ours = all.map((hex) => {
			const library = libraries.get('prague')!.precompiles.get('9'.padStart(40, '0'))!
			return ownPrecompiles.get(9)!({ data: fromHex(hex)!, gasLimit: 2_000n, common, patience, library })
		})
		const alone = await Promise.all(all.map((hex) => both(9, fromHex(hex)!, 2_000n, 'prague')))
		expect((await Promise.all(ours)).map(told), `seed ${seed}`).toEqual(alone.map(([, theirs]) => theirs))
	})

	it('modexp: sizes, edges, what is missing, and gas', async () => {
		const sizes = [0, 1, 2, 7, 8, 9, 16, 17, 24, 31, 32, 33, 40, 64, 65, 130]
		const number = (size: number): string => {
			const kind = random(6)
			if (kind === 0) return '00'.repeat(size)
			if (kind === 1) return 'ff'.repeat(size)
			if (kind === 2) return size === 0 ? '' : `${'00'.repeat(size - 1)}01`
			if (kind === 3) return size === 0 ? '' : `80${'00'.repeat(size - 1)}`
			return bytes(size)
		}
		for (let round = 0; round < (full ? 10_000 : 1_000); round++) {
			const [b, e, m] = [0, 0, 0].map(() => sizes[random(sizes.length)]!) as [number, number, number]
			const whole = word(b) + word(e) + word(m) + number(b) + number(e) + number(m)
			const cut = random(4) === 0 ? whole.slice(0, 2 * random(whole.length / 2 + 1)) : whole
			await compare(5, cut)
			if (round % 10 === 0) await compare(5, cut, BigInt(random(5_000)))
		}
		// Lengths beyond all bounds cost all the gas; an exponent whose end is missing ends in zeros.
		for (const [b, e, m] of [
			[2n ** 255n, 1n, 1n],
			[1n, 2n ** 255n, 1n],
			[1n, 1n, 2n ** 255n],
			[0n, 2n ** 40n, 0n],
			[0n, 5_000n, 1n],
			[2n, 3_000n, 8n],
		] as const) {
			await compare(5, word(b) + word(e) + word(m) + bytes(40))
			await compare(5, word(b) + word(e) + word(m))
		}
	})

	it('ecadd and ecmul: points, no points, what is missing, and gas', async () => {
		const points = await pointsOf(5)
		const odd = [
			word(0) + word(0),
			word(1) + word(3),
			word(fieldModulus) + word(2),
			word(1) + word(fieldModulus + 2n),
			word(1) + word(fieldModulus - 2n),
			word(0) + word(1),
		]
		const all = [...points, ...odd]
		for (const a of all) for (const b of all) await compare(6, a + b)
		for (const a of all) {
			for (const factor of [0n, 1n, 2n, order - 1n, order, order + 1n, 2n ** 256n - 1n]) {
				await compare(7, a + word(factor))
			}
			await compare(7, a + bytes(32))
			await compare(7, a + bytes(40))
			await compare(7, a + bytes(5))
			await compare(6, a + bytes(7))
			await compare(6, a)
		}
		for (const gas of [0n, 149n, 150n, 499n, 500n, 5_999n, 6_000n, 39_999n, 40_000n]) {
			await compare(6, all[0]!, gas)
			await compare(7, all[0]! + word(5), gas)
		}
	})

	it('ecpairing: products, points of another order, and gas', async () => {
		const [g1, other] = await pointsOf(2)
		const negative = word(1) + word(fieldModulus - 2n)
		const zero1 = '00'.repeat(64)
		const zero2 = '00'.repeat(128)
		// x = i, and y by the curve: of another order than the group's.
		const pairs = [
			'',
			g1! + g2,
			g1! + g2 + negative + g2,
			g1! + zero2,
			zero1 + g2,
			zero1 + zero2,
			other! + g2 + negative + g2,
			g1! + g2.slice(128) + g2.slice(0, 128),
			word(1) + word(3) + zero2,
			zero1 + bytes(128),
			g1! + word(fieldModulus) + g2.slice(64),
			`${g1}${word(1)}${word(0)}${word(0)}${word(0)}`,
			g1! + g2.slice(0, -2),
			bytes(191),
			'00',
		]
		for (const data of pairs) await compare(8, data)
		for (const gas of [0n, 44_999n, 45_000n, 78_999n, 79_000n, 99_999n, 179_999n, 180_000n]) {
			await compare(8, '', gas)
			await compare(8, g1! + g2, gas)
		}
	})

	it('ecpairing refuses points of the curve that have another order', async () => {
		for (let x = 1n, found = 0; found < 3; x++) {
			const y = rootOfTwist(x)
			if (y === undefined) continue
			found++
			await compare(8, word(1) + word(2) + word(0n) + word(x) + word(y[1]) + word(y[0]))
		}
	})

	it('BLS12-381: sums, products, pairings and maps of points, no points, other orders, and gas', async () => {
		// Points of each group by the library: of the right order by maps, and of another order on the curve.
		const number = (): string => `${'0'.repeat(34)}${bytes(47)}`
		const made = async (contract: number, data: string): Promise<string> => {
			const [, theirs] = await both(contract, fromHex(data)!, 10_000_000n, 'prague')
			expect(theirs!.failed).toBe(false)
			return theirs!.returned
		}
		const groups = [
			{ sum: 0x0b, product: 0x0c, map: 0x10, size: 128, points: [] as string[] },
			{ sum: 0x0d, product: 0x0e, map: 0x11, size: 256, points: [] as string[] },
		]
		const modulus =
			'1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab'.padStart(
				128,
				'0',
			)
		for (const { sum, product, map, size, points } of groups) {
			const element = (): string => number() + (size === 256 ? number() : '')
			for (let at = 0; at < 3; at++) {
				const data = element()
				await compare(map, data)
				points.push(await made(map, data))
			}
			const zero = '00'.repeat(size)
			const outside = [element() + element(), modulus.padEnd(size * 2, '0'), `01${points[0]!.slice(2)}`, zero.slice(2)]
			for (const a of [...points, zero, ...outside]) {
				for (const b of [points[0]!, zero, outside[0]!]) await compare(sum, a + b)
				await compare(product, a + word(3))
			}
			const [a, b] = points as [string, string]
			for (const factor of [0n, 1n, 2n ** 256n - 1n, blsOrder, blsOrder + 1n]) await compare(product, a + word(factor))
			await compare(product, (a + bytes(32) + b + bytes(32)).repeat(10))
			await compare(product, a + word(7) + zero + bytes(32) + b + word(0))
			for (const data of ['', a, a + bytes(31)]) for (const to of [sum, product, map]) await compare(to, data)
			await compare(map, modulus + (size === 256 ? element().slice(128) : ''))
			for (const gas of [0n, 374n, 375n, 599n, 600n, 5_499n, 5_500n, 11_999n, 12_000n, 22_499n, 22_500n, 23_800n]) {
				await compare(sum, a + b, gas)
				await compare(product, a + word(5), gas)
				await compare(map, element(), gas)
			}
		}
		const other = blsOther.map((half) => half.toString(16).padStart(128, '0')).join('')
		await compare(0x0b, other + other)
		await compare(0x0c, other + word(2))
		const [[p, q], [r, t]] = groups.map(({ points }) => points) as [string[], string[]]
		const minus = p!.slice(0, 128) + (blsModulus - BigInt(`0x${p!.slice(128)}`)).toString(16).padStart(128, '0')
		const [zero1, zero2] = ['00'.repeat(128), '00'.repeat(256)]
		const pairs = [
			'',
			p! + r!,
			p! + r! + minus + r!,
			q! + t!,
			zero1 + r!,
			p! + zero2,
			other + r!,
			p! + r!.slice(2),
			'00',
		]
		for (const data of pairs) await compare(0x0f, data)
		for (const gas of [0n, 70_299n, 70_300n, 102_900n]) await compare(0x0f, p! + r! + minus + r!, gas)
	})

	/** Multiples of the generator, made by the library. */
	async function pointsOf(count: number): Promise<readonly string[]> {
		const points: string[] = []
		for (let at = 0; at < count; at++) {
			const [, theirs] = await both(7, fromHex(word(1) + word(2) + bytes(32))!, 100_000n, 'cancun')
			points.push((theirs as { readonly returned: string }).returned)
		}
		return points
	}
})

function told({ executionGasUsed, returnValue, exceptionError }: ExecResult) {
	return { gas: executionGasUsed, returned: toHex(returnValue), failed: exceptionError !== undefined }
}

const blsOrder = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n
const blsModulus = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn
/** A point of y^2 = x^3 + 4 whose order is not that of the group. */
const blsOther = otherPoint()

function otherPoint(): readonly [x: bigint, y: bigint] {
	for (let x = 1n; ; x++) {
		const square = (x * x * x + 4n) % blsModulus
		let y = 1n
		for (let base = square, rest = (blsModulus + 1n) / 4n; rest > 0n; rest >>= 1n) {
			if ((rest & 1n) === 1n) y = (y * base) % blsModulus
			base = (base * base) % blsModulus
		}
		if ((y * y) % blsModulus === square) return [x, y]
	}
}

type Pair = readonly [real: bigint, imaginary: bigint]

const mod = (value: bigint): bigint => ((value % fieldModulus) + fieldModulus) % fieldModulus
const times = ([a, b]: Pair, [c, d]: Pair): Pair => [mod(a * c - b * d), mod(a * d + b * c)]

function power(base: bigint, exponent: bigint): bigint {
	let result = 1n
	for (let square = base, rest = exponent; rest > 0n; rest >>= 1n) {
		if ((rest & 1n) === 1n) result = mod(result * square)
		square = mod(square * square)
	}
	return result
}

const root = (value: bigint): bigint | undefined => {
	const found = power(value, (fieldModulus + 1n) / 4n)
	return mod(found * found) === mod(value) ? found : undefined
}

/** y of a point of the twisted curve y^2 = x^3 + 3 / (9 + i) with a real x; undefined if there is none. */
function rootOfTwist(x: bigint): Pair | undefined {
	const inverse = power(82n, fieldModulus - 2n)
	const b: Pair = [mod(27n * inverse), mod(-3n * inverse)]
	const square: Pair = [mod(x * x * x + b[0]), b[1]]
	const norm = root(mod(square[0] * square[0] + square[1] * square[1]))
	if (norm === undefined) return undefined
	const half = power(2n, fieldModulus - 2n)
	for (const length of [norm, mod(-norm)]) {
		const real = root(mod((square[0] + length) * half))
		if (real === undefined || real === 0n) continue
		const y: Pair = [real, mod(square[1] * half * power(real, fieldModulus - 2n))]
		const [re, im] = times(y, y)
		if (re === square[0] && im === square[1]) return y
	}
	return undefined
}
