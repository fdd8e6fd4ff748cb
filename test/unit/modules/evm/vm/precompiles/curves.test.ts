import { Address } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { ChainEvm } from '../../../../../../src/modules/evm/vm/ChainEvm.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'

// Generators of the first group of each curve (EIP-2537, EIP-196).
const bls = [
	'17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb',
	'08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1',
].map((number) => number.padStart(128, '0'))
const bn254 = ['1', '2'].map((number) => number.padStart(64, '0'))

test('contracts of one curve answer the same after the first call of those of the other, whichever is first', async () => {
	const evm = new ChainEvm(2222n, { hardfork: 'prague', eips: [], berlinRefunds: false })
	/** A point added to nothing. */
	const sum = async (contract: number, point: readonly string[]): Promise<string> => {
		const data = fromHex([...point, ...point.map((number) => '0'.repeat(number.length))].join(''))!
		const run = evm.contracts.at(new Address(new Uint8Array(20).with(19, contract)))!
		const { exceptionError, returnValue } = await run({ data, gasLimit: 10_000n, common: evm.common, _EVM: evm })
		return exceptionError?.error ?? toHex(returnValue)
	}
	const sums = [() => sum(0x0b, bls), () => sum(0x06, bn254), () => sum(0x0b, bls), () => sum(0x06, bn254)]
	const answers: string[] = []
	for (const next of sums) answers.push(await next())
	expect(answers).toEqual([bls.join(''), bn254.join(''), bls.join(''), bn254.join('')])
})
