import { toHex } from '../../../../util/bytes.ts'

const modulus = 0x30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47n

/** go-ethereum's text of an error of a precompiled contract that a transaction called itself (v1.10.16 core/vm/contracts.go). */
export function precompileErrorText(number: number, data: Uint8Array, gas: bigint, istanbul: boolean): string {
	switch (number) {
		case 6:
			return gas < (istanbul ? 150n : 500n) ? 'out of gas' : curveText(data, [0, 64])
		case 7:
			return gas < (istanbul ? 6000n : 40_000n) ? 'out of gas' : curveText(data, [0])
		case 8: {
			const pairs = BigInt(Math.floor(data.length / 192))
			const price = istanbul ? 45_000n + 34_000n * pairs : 100_000n + 80_000n * pairs
			if (gas < price) return 'out of gas'
			if (data.length % 192 !== 0) return 'bad elliptic curve pairing size'
			return pairingText(data)
		}
		case 9:
			if (data.length !== 213) return 'invalid input length'
			return data[212]! > 1 ? 'invalid final flag' : 'out of gas'
		case 10:
			if (gas < 50_000n) return 'out of gas'
			return data.length === 192 ? 'error verifying kzg proof' : 'invalid input length'
		default:
			return 'out of gas'
	}
}

function curveText(data: Uint8Array, points: readonly number[]): string {
	for (const point of points) {
		const fault = coordinateFault(data, point, 2)
		if (fault !== undefined) return fault
		if (!isOnCurve(data, point)) break
	}
	return 'bn256: malformed point'
}

function pairingText(data: Uint8Array): string {
	for (let at = 0; at < data.length; at += 192) {
		const fault = coordinateFault(data, at, 2)
		if (fault !== undefined) return fault
		if (!isOnCurve(data, at)) break
		const second = coordinateFault(data, at + 64, 4)
		if (second !== undefined) return second
	}
	return 'bn256: malformed point'
}

function coordinateFault(data: Uint8Array, at: number, count: number): string | undefined {
	for (let index = 0; index < count; index++) {
		const value = word(data, at + index * 32)
		if (value > modulus) return 'bn256: coordinate exceeds modulus'
		if (value === modulus) return 'bn256: coordinate equals modulus'
	}
	return undefined
}

function isOnCurve(data: Uint8Array, at: number): boolean {
	const x = word(data, at)
	const y = word(data, at + 32)
	return (x === 0n && y === 0n) || (y * y - x * x * x - 3n) % modulus === 0n
}

/** 32 bytes as a number; missing ones are zero. */
function word(data: Uint8Array, at: number): bigint {
	const bytes = new Uint8Array(32)
	bytes.set(data.subarray(at, at + 32))
	return BigInt(`0x${toHex(bytes)}`)
}
