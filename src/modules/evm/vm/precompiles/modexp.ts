import type { ExecResult } from '@ethereumjs/evm'
import { toHex } from '../../../../util/bytes.ts'
import { larger, smaller } from '../../../../util/order.ts'
import type { Patience } from '../Patience.ts'
import { startMontgomery } from './montgomery.ts'
import { failed, type PrecompileCall } from './PrecompileCall.ts'

/** Sizes of numbers that the interpreter takes, in bytes. */
const mostBytes = 2_147_483_647n
/** Moduli of up to so many bytes are raised in WebAssembly: there a BigInt costs more for its memory than for its digits. */
const mostShort = 32
/** Bytes of numbers that are multiplied between two looks at the clock, squared. */
const workAtOnce = 4_000_000
const none = new Uint8Array(0)

/**
 * The contract at 0x05: base, exponent and modulus of any size (EIP-198, price by EIP-2565 from Berlin on). The library raises
 * bit by bit with BigInts: 8 bytes to a kilobyte cost it four milliseconds for 2,730 gas.
 */
export async function modexp({ data, gasLimit, common, patience }: PrecompileCall): Promise<ExecResult> {
	const [baseLength, exponentLength, modulusLength] = [0, 32, 64].map((at) => numberOf(part(data, at, 32))) as [
		bigint,
		bigint,
		bigint,
	]
	const head = part(data, 96n + baseLength, smaller(exponentLength, 32n))
	const size = larger(baseLength, modulusLength)
	const steps = stepsOf(exponentLength, numberOf(head))
	const divisor = common.param('modexpGquaddivisorGas')
	const words = (size + 7n) / 8n
	const price = common.isActivatedEIP(2565)
		? larger((steps * words * words) / divisor, 200n)
		: (steps * complexityOf(size)) / divisor
	if (gasLimit < price) return failed('out of gas', gasLimit)
	if (modulusLength === 0n) return { returnValue: none, executionGasUsed: price }
	if (baseLength > mostBytes || exponentLength > mostBytes || modulusLength > mostBytes) {
		return failed('out of gas', gasLimit)
	}
	const base = numberOf(part(data, 96n, baseLength))
	const exponent = withoutZeros(data, 96n + baseLength, exponentLength)
	const modulus = numberOf(part(data, 96n + baseLength + exponentLength, modulusLength))
	const result = modulus === 0n ? 0n : await power(base, exponent, modulus, patience)
	return { returnValue: bytesOf(result, Number(modulusLength)), executionGasUsed: price }
}

async function power(base: bigint, exponent: Uint8Array, modulus: bigint, patience: Patience): Promise<bigint> {
	if (exponent.length === 0) return 1n % modulus
	if (modulus >> BigInt(8 * mostShort) > 0n) return longPower(base % modulus, exponent, modulus, patience)
	// A short modulus is an odd number times a power of two; Montgomery's way needs an odd one.
	const twos = trailingZeros(modulus)
	const odd = modulus >> twos
	const byOdd = odd === 1n ? 0n : await oddPower(base % odd, exponent, odd, patience)
	if (twos === 0n) return byOdd
	const byTwos = powerOfTwo(BigInt.asUintN(Number(twos), base), exponent, Number(twos))
	// By the Chinese remainder theorem.
	const inverse = inverseByTwos(odd, Number(twos))
	return byOdd + odd * BigInt.asUintN(Number(twos), (byTwos - byOdd) * inverse)
}

/** By an odd modulus above 1, of no more than 32 bytes. */
async function oddPower(base: bigint, exponent: Uint8Array, odd: bigint, patience: Patience): Promise<bigint> {
	const field = await startMontgomery(base, odd)
	for (let at = 0; at < exponent.length; at += chunkBytes) {
		field.raise(exponent.subarray(at, at + chunkBytes))
		const pause = patience.look()
		if (pause !== undefined) await pause
	}
	return field.result()
}

const chunkBytes = 4_096

/** By 2^twos, of no more than 256 twos: the powers of an odd number repeat, those of an even one are soon zero. */
function powerOfTwo(base: bigint, bytes: Uint8Array, twos: number): bigint {
	const isOdd = (base & 1n) === 1n
	const isLong = bytes.length > 4
	const low = numberOf(bytes.subarray(-mostShort))
	let exponent = isOdd ? BigInt.asUintN(twos, low) : isLong ? BigInt(twos) : low
	let result = 1n
	for (let square = base; exponent > 0n; exponent >>= 1n) {
		if ((exponent & 1n) === 1n) result = BigInt.asUintN(twos, result * square)
		square = BigInt.asUintN(twos, square * square)
	}
	return result
}

/** By a long modulus: four bits of the exponent at a time. */
async function longPower(base: bigint, exponent: Uint8Array, modulus: bigint, patience: Patience): Promise<bigint> {
	const powers = [1n, base]
	const size = modulus.toString(16).length / 2
	const stepsPerLook = Math.max(1, Math.floor(workAtOnce / (size * size)))
	let steps = 0
	const powerAt = (digit: number): bigint => {
		for (let at = powers.length; at <= digit; at++) powers.push((powers[at - 1]! * base) % modulus)
		return powers[digit]!
	}
	let result = 1n
	for (const byte of exponent) {
		for (const digit of [byte >> 4, byte & 15]) {
			for (let bit = 0; bit < 4; bit++) result = (result * result) % modulus
			if (digit !== 0) result = (result * powerAt(digit)) % modulus
			if (++steps % stepsPerLook !== 0) continue
			const pause = patience.look()
			if (pause !== undefined) await pause
		}
	}
	return result
}

/** The steps that an exponent is charged for (EIP-2565, EIP-198). */
function stepsOf(length: bigint, head: bigint): bigint {
	const bits = head === 0n ? 0n : BigInt(head.toString(2).length - 1)
	const steps = (length > 32n ? 8n * (length - 32n) : 0n) + bits
	return larger(steps, 1n)
}

/** The price of a multiplication before Berlin (EIP-198). */
function complexityOf(size: bigint): bigint {
	if (size <= 64n) return size * size
	if (size <= 1024n) return (size * size) / 4n + 96n * size - 3072n
	return (size * size) / 16n + 480n * size - 199_680n
}

/** The inverse of an odd number by 2^bits: each of Newton's steps doubles the bits that are right. */
function inverseByTwos(odd: bigint, bits: number): bigint {
	let inverse = 1n
	for (let right = 1; right < bits; right *= 2) inverse = BigInt.asUintN(bits, inverse * (2n - odd * inverse))
	return BigInt.asUintN(bits, inverse)
}

function trailingZeros(value: bigint): bigint {
	let zeros = 0n
	for (let rest = value; (rest & 1n) === 0n; rest >>= 1n) zeros++
	return zeros
}

/** Bytes of the data from a place on; what is missing is zero. */
function part(data: Uint8Array, from: bigint | number, length: bigint | number): Uint8Array {
	const bytes = new Uint8Array(Number(length))
	bytes.set(data.subarray(Number(from), Number(from) + bytes.length))
	return bytes
}

/** An exponent without leading zeros. Where its end is beyond the data, so is the modulus: then it does not count. */
function withoutZeros(data: Uint8Array, from: bigint, length: bigint): Uint8Array {
	const there = data.subarray(Number(from), Number(from + length))
	const first = there.findIndex((byte) => byte !== 0)
	return first < 0 ? none : there.subarray(first)
}

function numberOf(bytes: Uint8Array): bigint {
	return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)
}

function bytesOf(value: bigint, length: number): Uint8Array {
	const bytes = new Uint8Array(length)
	if (length > 0) bytes.set(Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex'))
	return bytes
}
