import { expect, it } from 'vitest'
import { startMontgomery } from '../../../../../../src/modules/evm/vm/precompiles/montgomery.ts'

/** As in a school book. */
function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
	let result = 1n
	for (const bit of exponent.toString(2)) result = (result * result * (bit === '1' ? base : 1n)) % modulus
	return result
}

it('powers that are raised by turns, as two contracts may, do not touch each other', async () => {
	const moduli = [(1n << 255n) - 19n, (1n << 256n) - 189n, 0xffff_ffff_ffff_ffc5n]
	const bases = [0x1234_5678_9abc_def0n, (1n << 200n) + 7n, 3n]
	const fields = await Promise.all(moduli.map((modulus, at) => startMontgomery(bases[at]!, modulus)))
	for (const part of [Uint8Array.of(1, 2, 3), Uint8Array.of(250, 0), Uint8Array.of(77)]) {
		for (const field of fields) field.raise(part)
	}
	const exponent = 0x010203fa004dn
	expect(fields.map((field) => field.result())).toEqual(
		moduli.map((modulus, at) => power(bases[at]!, exponent, modulus)),
	)
})
