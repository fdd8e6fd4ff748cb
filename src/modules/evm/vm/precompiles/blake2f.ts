import type { ExecResult } from '@ethereumjs/evm'
import { failed, type PrecompileCall } from './PrecompileCall.ts'
import { type Code, startWasm, type WasmParts, wasm } from './wasmModule.ts'

/** Rounds between two looks at the clock: few at first, while the engine still compiles them, then half a millisecond. */
const roundsAtOnce = { first: 100, most: 50_000 }

/** Which words of the message the rounds mix in (RFC 7693 section 2.7). */
const sigma = [
	[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
	[14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
	[11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
	[7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
	[9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
	[2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
	[12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
	[13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
	[6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
	[10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const

/** The words that a round mixes, four at a time: its columns, then its diagonals (RFC 7693 section 3.2). */
const quarters = [
	[0, 4, 8, 12],
	[1, 5, 9, 13],
	[2, 6, 10, 14],
	[3, 7, 11, 15],
	[0, 5, 10, 15],
	[1, 6, 11, 12],
	[2, 7, 8, 13],
	[3, 4, 9, 14],
] as const

/** The fractions of the square roots of the first primes: half of the words that the rounds begin with. */
const start = new Uint8Array(
	new BigUint64Array([
		0x6a09e667f3bcc908n,
		0xbb67ae8584caa73bn,
		0x3c6ef372fe94f82bn,
		0xa54ff53a5f1d36f1n,
		0x510e527fade682d1n,
		0x9b05688c2b3e6c1fn,
		0x1f83d9abfb41bd6bn,
		0x5be0cd19137e2179n,
	]).buffer,
)

let parts: WasmParts | undefined

/** Bytes of the state of 16 words, of the message behind it, and of the result. */
const [stateBytes, messageBytes, resultBytes] = [128, 128, 64]
/** Where a call's data has the state, the message and the offset. */
const [stateAt, messageAt, offsetAt, lastAt] = [4, 68, 196, 212]

/**
 * The contract at 0x09: the compression function of BLAKE2b with a number of rounds, one gas each (EIP-152). No package
 * offers that function, so it is a WebAssembly module of its own: 25 times as fast as in JavaScript, which has no
 * 64-bit integers, and it stops after every few rounds to look whether time is up.
 */
export function blake2f(call: PrecompileCall): ExecResult | Promise<ExecResult> {
	const { data, gasLimit } = call
	const isLast = data[lastAt]
	if (data.length !== lastAt + 1 || (isLast !== 0 && isLast !== 1)) return failed('value out of range', gasLimit)
	const rounds = new DataView(data.buffer, data.byteOffset).getUint32(0)
	if (gasLimit < BigInt(rounds)) return failed('out of gas', gasLimit)
	if (parts === undefined) {
		return startWasm([mixing()]).then((started) => {
			parts = started
			return blake2f(call)
		})
	}
	const work = new Uint8Array(parts.memory.buffer, 0, stateBytes + messageBytes)
	work.set(data.subarray(stateAt, messageAt), 0)
	work.set(start, resultBytes)
	for (let at = 0; at < 16; at++) work[96 + at]! ^= data[offsetAt + at]!
	if (isLast === 1) for (let at = 112; at < 120; at++) work[at]! ^= 0xff
	work.set(data.subarray(messageAt, offsetAt), stateBytes)
	const end = (): ExecResult => {
		const returnValue = new Uint8Array(resultBytes)
		for (let at = 0; at < resultBytes; at++) returnValue[at] = data[stateAt + at]! ^ work[at]! ^ work[resultBytes + at]!
		return { returnValue, executionGasUsed: BigInt(rounds) }
	}
	return mixRounds(parts.run.mix!, work, rounds, call, end)
}

/** Mixes what is at work, and ends before others use the memory. Only what lets them in makes a promise. */
function mixRounds(
	mix: (count: number, first: number) => void,
	work: Uint8Array,
	rounds: number,
	{ data, patience }: PrecompileCall,
	end: () => ExecResult,
): ExecResult | Promise<ExecResult> {
	const goOn = (from: number, most: number): ExecResult | Promise<ExecResult> => {
		let [done, atOnce] = [from, most]
		while (done < rounds) {
			const count = Math.min(rounds - done, atOnce)
			mix(count, done % 10)
			done += count
			atOnce = Math.min(atOnce * 2, roundsAtOnce.most)
			const pause = done < rounds ? patience.look() : undefined
			if (pause === undefined) continue
			const state = work.slice(0, stateBytes)
			return pause.then(() => {
				work.set(state, 0)
				work.set(data.subarray(messageAt, offsetAt), stateBytes)
				return goOn(done, atOnce)
			})
		}
		return end()
	}
	return goOn(0, roundsAtOnce.first)
}

/** `mix(rounds, first)`: the state at 0 after so many rounds with the message at 128, the first of which is that of sigma. */
function mixing(): { name: string; params: number; locals32: number; locals64: number; body: Code } {
	const {
		add64,
		block,
		const32,
		get,
		isZero32,
		leave,
		leaveBy,
		leaveIf,
		load64,
		loop,
		rotr64,
		set,
		store64,
		sub32,
		xor64,
	} = wasm
	const [count, first] = [0, 1]
	const state = (word: number): number => 2 + word
	const message = (word: number): number => 18 + word
	const turned = (a: number, b: number, bits: bigint): Code =>
		set(state(a), rotr64(xor64(get(state(a)), get(state(b))), wasm.const64(bits)))
	const added = (a: number, ...others: readonly Code[]): Code =>
		set(
			state(a),
			others.reduce((sum, other) => add64(sum, other), get(state(a))),
		)
	const mix = ([a, b, c, d]: readonly number[], x: number, y: number): Code => [
		...added(a!, get(state(b!)), get(message(x))),
		...turned(d!, a!, 32n),
		...added(c!, get(state(d!))),
		...turned(b!, c!, 24n),
		...added(a!, get(state(b!)), get(message(y))),
		...turned(d!, a!, 16n),
		...added(c!, get(state(d!))),
		...turned(b!, c!, 63n),
	]
	// Round `at` stands behind its block and in those of the later rounds, which are in the loop, which is in a block.
	const rounds = sigma.map((order, at) => [
		...quarters.flatMap((words, quarter) => mix(words, order[quarter * 2]!, order[quarter * 2 + 1]!)),
		...set(count, sub32(get(count), const32(1))),
		...leaveIf(sigma.length - at, isZero32(get(count))),
	])
	const choice = rounds.reduce<Code>(
		(inner, round) => [...block(inner), ...round],
		leaveBy(sigma.length - 1, get(first)),
	)
	const body = [
		...Array.from({ length: 32 }, (_, at) => set(state(at), load64(const32(0), at * 8))).flat(),
		...block(leaveIf(0, isZero32(get(count))), loop(choice, set(first, const32(0)), leave(0))),
		...Array.from({ length: 16 }, (_, at) => store64(const32(0), at * 8, get(state(at)))).flat(),
	]
	return { name: 'mix', params: 2, locals32: 0, locals64: 32, body }
}
