import { expect, test } from 'vitest'
import { chainConfigFromJson, chainConfigToJson } from '../../../../src/modules/evm/chainConfig.ts'

// As ethermint v0.14.1 writes them: the fields in the order of the message, empty ones left out.
const texts = {
	'with its hash and the support': {
		homestead_block: '0',
		dao_fork_block: '5',
		dao_fork_support: true,
		eip150_block: '7',
		eip150_hash: '0xabc',
		london_block: '-1',
	},
	'without hash and support': { homestead_block: '0', dao_fork_block: '5', eip150_block: '7', merge_fork_block: '9' },
	'of no fork': {},
}

test.each(Object.entries(texts))('a fork configuration %s is written as it was read', (_, fields) => {
	expect(chainConfigToJson(chainConfigFromJson(fields))).toBe(JSON.stringify(fields))
})

test('a fork height that is no whole number is refused', () => {
	expect(() => chainConfigFromJson({ london_block: '1.5' })).toThrow('failed to set math/big.Int with value 1.5')
})
