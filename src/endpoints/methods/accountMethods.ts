import { address, required } from '../../api/eth/args/valueParams.ts'
import { quantity, zeroWord } from '../../api/eth/hexJson.ts'
import { plainError } from '../../errors/ChainError.ts'
import { definePlainMethod, stateBlock } from './plainParams.ts'

const served = { cost: 'read', endpoint: 'serve' } as const

const slot = required((node) => {
	if (node.kind === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(node.value)) return node.value
	throw plainError('storage slot as hex string of at most 32 bytes expected')
})

/** Balances and sequences of accounts, none of which has code or storage. */
export const accountMethods = [
	definePlainMethod({ ...served, name: 'eth_accounts', cost: 'none', params: [], run: () => [] }),
	/** Bank balance of the native denomination in wei. */
	definePlainMethod({
		...served,
		name: 'eth_getBalance',
		params: [address, stateBlock],
		run: async ([who, { height }], { chain }) => quantity(await chain.balance(who, height)),
	}),
	definePlainMethod({
		...served,
		name: 'eth_getTransactionCount',
		params: [address, stateBlock],
		run: async ([who, { height }], { chain }) => quantity(await chain.sequence(who, height)),
	}),
	definePlainMethod({
		...served,
		name: 'eth_getCode',
		params: [address, stateBlock],
		run: async ([, { height }], { chain }) => {
			await chain.checkState(height)
			return '0x'
		},
	}),
	definePlainMethod({
		...served,
		name: 'eth_getStorageAt',
		params: [address, slot, stateBlock],
		run: async ([, , { height }], { chain }) => {
			await chain.checkState(height)
			return zeroWord
		},
	}),
]
