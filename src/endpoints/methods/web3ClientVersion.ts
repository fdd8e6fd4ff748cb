import type { EthMethod } from './EthMethod.ts'

/** `web3_clientVersion`: name and release of this program. */
export const web3ClientVersion: EthMethod = {
	name: 'web3_clientVersion',
	params: { min: 0, max: 0 },
	run: (_params, { chain }) => chain.upstream.clientVersion,
}
