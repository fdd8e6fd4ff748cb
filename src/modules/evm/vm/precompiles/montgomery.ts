import { type Code, startWasm, type WasmFunction, type WasmParts, wasm } from './wasmModule.ts'

/** Powers of one number by an odd one. */
export interface Montgomery {
	/** Goes on with the next bytes of the exponent: no more than 4,096. */
	raise(exponent: Uint8Array): void
	result(): bigint
}

/** Numbers of 64, 128, 192 and 256 bits: each size has code of its own, without loops. */
const sizes = [2, 4, 6, 8] as const

/** Places in the memory: modulus, power so far, one, sixteen powers of the base, exponent. */
const modulusAt = 0
const powerAt = 32
const oneAt = 64
const tableAt = 96
const exponentAt = 1_024

let starting: Promise<WasmParts> | undefined

/**
 * Begins to raise a base by an odd modulus above 1 of no more than 32 bytes, whose powers Montgomery's multiplication
 * makes without a division (P. Montgomery, Modular Multiplication Without Trial Division, 1985). Numbers are 32-bit
 * limbs, the lowest first. The WebAssembly module is made here when it is first needed.
 * @param base less than the modulus
 */
export async function startMontgomery(base: bigint, modulus: bigint): Promise<Montgomery> {
	starting ??= startWasm(sizes.flatMap((size, at) => [multiplication(size), raising(size, at * 2)]))
	const { memory, run } = await starting
	const bits = modulus.toString(2).length
	const size = sizes.find((limbs) => bits <= 32 * limbs)!
	const raise = run[`raise${size}`]!
	const multiply = run[`multiply${size}`]!
	const negative = negativeInverse(Number(modulus & 0xffff_ffffn))
	const shift = BigInt(32 * size)
	const kept = new Uint8Array(exponentAt)
	const bytes = new Uint8Array(memory.buffer)
	const put = (at: number, value: bigint): void => {
		const limbs = new DataView(memory.buffer, at, 32)
		for (let limb = 0; limb < 8; limb += 2) {
			limbs.setBigUint64(limb * 4, BigInt.asUintN(64, value >> BigInt(32 * limb)), true)
		}
	}
	put(modulusAt, modulus)
	put(oneAt, 1n)
	put(tableAt, (1n << shift) % modulus)
	put(tableAt + 4 * size, (base << shift) % modulus)
	for (let at = 2; at < 16; at++) {
		multiply(tableAt + 4 * size * at, tableAt + 4 * size * (at - 1), tableAt + 4 * size, negative)
	}
	bytes.copyWithin(powerAt, tableAt, tableAt + 4 * size)
	kept.set(bytes.subarray(0, exponentAt))
	return {
		raise(exponent) {
			// Others may have used the memory meanwhile.
			bytes.set(kept)
			bytes.set(exponent, exponentAt)
			raise(exponent.length, negative)
			kept.set(bytes.subarray(0, exponentAt))
		},
		result() {
			bytes.set(kept)
			multiply(powerAt, powerAt, oneAt, negative)
			const limbs = new DataView(memory.buffer, powerAt, 4 * size)
			let value = 0n
			for (let limb = size - 2; limb >= 0; limb -= 2) value = (value << 64n) | limbs.getBigUint64(limb * 4, true)
			return value
		},
	}
}

/** -1 / value by 2^32, of an odd value. */
function negativeInverse(value: number): number {
	let inverse = 1
	for (let step = 0; step < 5; step++) inverse = Math.imul(inverse, 2 - Math.imul(value, inverse))
	return -inverse | 0
}

const mask = wasm.const64(0xffff_ffffn)
const bits32 = wasm.const64(32n)

/**
 * `multiplyN(to, a, b, negative)`: a * b / 2^(32 N) by the modulus, from and to places in the memory, limb by limb of b (the
 * coarsely integrated operand scanning of C. K. Koc, 1996).
 */
function multiplication(size: number): WasmFunction {
	const { add64, and64, const64, get, load32, less64, mul64, select, set, shr64, store32, sub64 } = wasm
	const [to, a, b, negative] = [0, 1, 2, 3].map(get) as [Code, Code, Code, Code]
	const left = (limb: number): number => 4 + limb
	const modulus = (limb: number): number => 4 + size + limb
	const sum = (limb: number): number => 4 + 2 * size + limb
	const digit = 5 + 3 * size
	const factor = digit + 1
	const carry = digit + 2
	const step = digit + 3
	const limbs = Array.from({ length: size }, (_, limb) => limb)
	const high = (local: number): Code => shr64(get(local), bits32)
	const low = (local: number): Code => and64(get(local), mask)
	const body: Code[] = limbs.flatMap((limb) => [
		set(left(limb), load32(a, 4 * limb)),
		set(modulus(limb), load32(wasm.const32(modulusAt), 4 * limb)),
	])
	for (const limb of limbs) {
		body.push(set(digit, load32(b, 4 * limb)), set(carry, const64(0n)))
		for (const at of limbs) {
			body.push(set(step, add64(add64(get(sum(at)), mul64(get(left(at)), get(digit))), get(carry))))
			body.push(set(sum(at), low(step)), set(carry, high(step)))
		}
		body.push(set(sum(size), add64(get(sum(size)), get(carry))))
		// What makes the lowest limb zero, so that it can be dropped.
		body.push(set(factor, and64(mul64(get(sum(0)), [...negative, 0xad]), mask)))
		body.push(set(step, add64(get(sum(0)), mul64(get(factor), get(modulus(0))))), set(carry, high(step)))
		for (const at of limbs.slice(1)) {
			body.push(set(step, add64(add64(get(sum(at)), mul64(get(factor), get(modulus(at)))), get(carry))))
			body.push(set(sum(at - 1), low(step)), set(carry, high(step)))
		}
		body.push(set(step, add64(get(sum(size)), get(carry))))
		body.push(set(sum(size - 1), low(step)), set(sum(size), high(step)))
	}
	// The modulus less, unless that is less than nothing.
	body.push(set(carry, const64(0n)))
	for (const limb of limbs) {
		body.push(set(step, sub64(sub64(get(sum(limb)), get(modulus(limb))), get(carry))))
		body.push(set(left(limb), low(step)), set(carry, shr64(get(step), const64(63n))))
	}
	body.push(set(step, sub64(get(sum(size)), get(carry))))
	for (const limb of limbs) {
		body.push(store32(to, 4 * limb, select(get(sum(limb)), get(left(limb)), less64(get(step), const64(0n)))))
	}
	return { name: `multiply${size}`, params: 4, locals32: 0, locals64: 3 * size + 5, body: body.flat() }
}

/** `raiseN(bytes, negative)`: the power so far, raised by the exponent's next bytes, four bits at a time. */
function raising(size: number, multiply: number): WasmFunction {
	const { add32, and32, block, call, const32, get, isZero32, leave, leaveIf, load8, loop, mul32, set, shr32, sub32 } =
		wasm
	const [count, negative, at, bits] = [0, 1, 2, 3]
	const power = const32(powerAt)
	const square = call(multiply, power, power, power, get(negative!))
	const entry = (digit: Code): Code => add32(const32(tableAt), mul32(digit, const32(4 * size)))
	const step = (digit: Code): Code => [
		...square,
		...square,
		...square,
		...square,
		...set(bits!, digit),
		...block(leaveIf(0, isZero32(get(bits!))), call(multiply, power, power, entry(get(bits!)), get(negative!))),
	]
	const body = block(
		loop(
			leaveIf(1, isZero32(get(count!))),
			step(shr32(load8(add32(const32(exponentAt), get(at!))), const32(4))),
			step(and32(load8(add32(const32(exponentAt), get(at!))), const32(15))),
			set(at!, add32(get(at!), const32(1))),
			set(count!, sub32(get(count!), const32(1))),
			leave(0),
		),
	)
	return { name: `raise${size}`, params: 2, locals32: 2, locals64: 0, body }
}
