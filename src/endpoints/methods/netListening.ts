import type { EthMethod } from './EthMethod.ts'

/** `net_listening`: whether the node listens for peers. */
export const netListening: EthMethod = {
	name: 'net_listening',
	params: { min: 0, max: 0 },
	run: async (_params, { chain }) => (await chain.net()).listening,
}
