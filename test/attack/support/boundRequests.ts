import type { bounds } from '../../../src/api/eth/bounds.ts'

/** A method with its parameters. */
export type Call = readonly [method: string, params: readonly unknown[]]

/** A number as a word of the EVM. */
export const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
/** A number as an address. */
export const address = (value: number): string => `0x${value.toString(16).padStart(40, '0')}`
/** So many items. */
export const list = <Item>(count: number, item: (at: number) => Item): Item[] =>
	Array.from({ length: count }, (_, at) => item(at))
/** An object of so many members with one value. */
export const map = (count: number, key: (at: number) => string, value: unknown) =>
	Object.fromEntries(list(count, (at) => [key(at), value]))
const someone = `0x${'a1'.repeat(20)}`
const hex = (value: number): string => `0x${value.toString(16)}`
const simulation = (...blocks: readonly unknown[]): Call => ['eth_simulateV1', [{ blockStateCalls: blocks }, 'latest']]

/** A request that reaches a count, for every bound that answers an error. */
export const boundRequests: Partial<Record<keyof typeof bounds, (count: number) => Call>> = {
	overrideAccounts: (count) => ['eth_call', [{ to: someone }, 'latest', map(count, address, { nonce: '0x1' })]],
	overrideSlots: (count) => [
		'eth_call',
		[{ to: someone }, 'latest', { [someone]: { stateDiff: map(count, word, word(1)) } }],
	],
	accessEntries: (count) => [
		'eth_call',
		[{ to: someone, accessList: [{ address: someone, storageKeys: list(count - 1, word) }] }, 'latest'],
	],
	storageValues: (count) => ['eth_getStorageValues', [{ [someone]: list(count, word) }, 'latest']],
	proofKeys: (count) => ['eth_getProof', [someone, list(count, word), 'latest']],
	ethermintHistoryBlocks: (count) => ['eth_feeHistory', [hex(count), 'latest', []]],
	percentiles: (count) => ['eth_feeHistory', ['0x1', 'latest', list(count, (at) => at / 2)]],
	logAddresses: (count) => ['eth_getLogs', [{ address: list(count, address) }]],
	logTopics: (count) => ['eth_getLogs', [{ topics: list(count, () => null) }]],
	logAlternatives: (count) => ['eth_getLogs', [{ topics: [list(count, word)] }]],
	simulatedBlocks: (count) => simulation(...list(count, () => ({ calls: [] }))),
	simulatedBlockCalls: (count) => simulation({ calls: list(count, () => ({ to: address(9), gas: '0x5208' })) }),
	simulatedCalls: (count) =>
		simulation(
			...list(4, (at) => ({ calls: list(at < 3 ? 3_000 : count - 9_000, () => ({ to: address(9), gas: '0x5208' })) })),
		),
	minedBlocks: (count) => ['anvil_mine', [hex(count)]],
}
