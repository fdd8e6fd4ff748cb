import { Address } from '@ethereumjs/util'
import { describe, expect, test } from 'vitest'
import { ChainEvm } from '../../../../../../src/modules/evm/vm/ChainEvm.ts'
import { pointEvaluation } from '../../../../../../src/modules/evm/vm/precompiles/pointEvaluation.ts'
import { fromHex, toHex } from '../../../../../../src/util/bytes.ts'

const hash = '01e798154708fe7789429634053cbf9f99b619f9f084048927333fce637f549b'
const commitment = '8f59a8d2a1a625a17f3fea0fe5eb8c896db3764f3185481bc22f91b4aaffcca25f26936857bc3a7c2539ea8ec3a952b7'
const modulus = '73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001'
/** Proofs of go-ethereum (core/vm/testdata/precompiles/pointEvaluation.json) and of c-kzg-4844 (correct_proof_4_4). */
const proofs = [
	[
		'564c0a11a0f704f4fc3e8acfe0f8245f0ad1347b378fbf96e206da11a5d36306',
		'24d25032e67a7e6a4910df5834b8fe70e6bcfeeac0352434196bdf4b2485d5a1',
		'873033e038326e87ed3e1276fd140253fa08e9fc25fb2d9a98527fc22a2c9612fbeafdad446cbc7bcdbdcd780af2c16a',
	],
	[
		'73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000000',
		'1522a4a7f34e1ea350ae07c29c96c7e79655aa926122e95fe69fcbd932ca49e9',
		'a62ad71d14c5719385c0686f1871430475bf3a00f0aa3f7b8dd99a9abc2160744faf0070725e00b60ad9a026a15b1a8c',
	],
] as const

const run = async (gasLimit: bigint, ...parts: readonly string[]) => {
	const { exceptionError, executionGasUsed, returnValue } = await pointEvaluation({
		data: fromHex(parts.join(''))!,
		gasLimit,
	})
	return { error: exceptionError?.error, gas: executionGasUsed, returned: toHex(returnValue) }
}

describe('the contract 0x0a', () => {
	test('an interpreter finds it at its address; with the rules of Cancun alone it proves nothing', async () => {
		const data = fromHex([hash, ...proofs[0].slice(0, 2), commitment, proofs[0][2]].join(''))!
		const ended = async (hardfork: string) => {
			const evm = new ChainEvm(2222n, { hardfork, eips: [], berlinRefunds: false })
			const contract = evm.contracts.at(new Address(new Uint8Array(20).with(19, 0x0a)))!
			const { exceptionError, executionGasUsed } = await contract({
				data,
				gasLimit: 60_000n,
				common: evm.common,
				_EVM: evm,
			})
			return [exceptionError?.error, executionGasUsed]
		}
		expect(await ended('prague')).toEqual([undefined, 50_000n])
		expect(await ended('cancun')).toEqual(['out of gas', 60_000n])
	})

	test('a right proof costs 50,000 gas and returns the size of a blob and the modulus', async () => {
		for (const [place, value, proof] of proofs) {
			expect(await run(60_000n, hash, place, value, commitment, proof)).toEqual({
				error: undefined,
				gas: 50_000n,
				returned: `${'1000'.padStart(64, '0')}${modulus}`,
			})
		}
	})

	test('a wrong value, proof or hash, a number that is too great and what is no point take all gas', async () => {
		const [[place, value, proof], [otherPlace, otherValue, otherProof]] = proofs
		const wrong = [
			[hash, place, otherValue, commitment, proof],
			[hash, otherPlace, value, commitment, proof],
			[hash, place, value, commitment, otherProof],
			[`02${hash.slice(2)}`, place, value, commitment, proof],
			[hash, modulus, value, commitment, proof],
			[hash, place, modulus, commitment, proof],
			[hash, place, value, commitment, 'ff'.repeat(48)],
			[hash, place, value, commitment, `${proof}00`],
			[],
		]
		for (const parts of wrong) {
			expect(await run(60_000n, ...parts)).toEqual({ error: 'revert', gas: 60_000n, returned: '' })
		}
		expect(await run(49_999n, hash, place, value, commitment, proof)).toMatchObject({ error: 'out of gas' })
	})
})
