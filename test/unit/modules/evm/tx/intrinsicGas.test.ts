import { describe, expect, test } from 'vitest'
import { londonChainConfig, pragueChainConfig } from '../../../../../src/modules/evm/chainConfig.ts'
import { floorGas, intrinsicGas } from '../../../../../src/modules/evm/tx/intrinsicGas.ts'

describe('the gas of an Ethereum transaction before anything runs', () => {
	const early = { ...londonChainConfig, blocks: {} }
	const at = (blocks: object) => ({ ...early, blocks: { homestead: 0n, ...blocks } })
	const empty = { data: new Uint8Array(0), accessList: undefined, creates: false }
	const address = new Uint8Array(20)
	const bytes = Uint8Array.of(0, 1, 0, 2, 3)
	const key32 = new Uint8Array(32)
	test.each([
		['of a transfer', empty, early, 21_000n],
		['of a deployment before Homestead', { ...empty, creates: true }, early, 21_000n],
		['of a deployment', { ...empty, creates: true }, at({}), 53_000n],
		['of data before Istanbul', { ...empty, data: bytes }, at({}), 21_212n],
		['of data', { ...empty, data: bytes }, at({ istanbul: 0n }), 21_056n],
		['of an address in the list', { ...empty, accessList: [{ address, storageKeys: [] }] }, at({}), 23_400n],
		['of slots in the list', { ...empty, accessList: [{ address, storageKeys: [key32, key32] }] }, at({}), 27_200n],
		['of an authorization', { ...empty, authorizations: [{}, {}] as never }, at({}), 71_000n],
		['of 33 bytes of code before Shanghai', { ...empty, creates: true, data: new Uint8Array(33) }, at({}), 53_132n],
		[
			'of 32 bytes of code from Shanghai on',
			{ ...empty, creates: true, data: new Uint8Array(32) },
			at({ shanghai: 0n }),
			53_130n,
		],
		[
			'of 33 bytes of code from Shanghai on',
			{ ...empty, creates: true, data: new Uint8Array(33) },
			at({ shanghai: 0n }),
			53_136n,
		],
		['of data to a contract from Shanghai on', { ...empty, data: new Uint8Array(33) }, at({ shanghai: 0n }), 21_132n],
	])('the gas %s is what the reference takes before anything runs', (_name, outline, config, gas) => {
		expect(intrinsicGas(outline, config, 0)).toBe(gas)
	})

	test('the least gas by the length of the data holds from Prague on', () => {
		expect(floorGas({ ...empty, data: bytes }, londonChainConfig, 1)).toBe(0n)
		expect(floorGas({ ...empty, data: bytes }, pragueChainConfig, 1)).toBe(21_140n)
		expect(floorGas(empty, pragueChainConfig, 1)).toBe(21_000n)
	})
})
