import type { EthMethod } from './EthMethod.ts'

/** `eth_accounts`: none: the service holds no keys of accounts. */
export const ethAccounts: EthMethod = {
	name: 'eth_accounts',
	params: { min: 0, max: 0 },
	run: () => [],
}
