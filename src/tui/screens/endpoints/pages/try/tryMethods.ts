/** A method of the console with working parameters. */
export interface TryMethod {
	readonly name: string
	/** Short description. */
	readonly about: string
	/** JSON array; `{address}` and `{hash}` stand for the user's address and the latest block's hash. */
	readonly params: string
}

/** The methods of endpoints, the most common first. */
export const tryMethods: readonly TryMethod[] = [
	{ name: 'eth_blockNumber', about: 'height', params: '[]' },
	{ name: 'eth_chainId', about: 'EIP-155 number', params: '[]' },
	{ name: 'eth_getBalance', about: 'balance in wei', params: '["{address}", "latest"]' },
	{ name: 'eth_getTransactionCount', about: 'sequence', params: '["{address}", "latest"]' },
	{ name: 'eth_getBlockByNumber', about: 'block', params: '["latest", false]' },
	{ name: 'eth_getBlockByHash', about: 'block', params: '["{hash}", false]' },
	{ name: 'eth_getBlockTransactionCountByNumber', about: 'transactions', params: '["latest"]' },
	{ name: 'eth_getBlockTransactionCountByHash', about: 'transactions', params: '["{hash}"]' },
	{ name: 'eth_getTransactionByHash', about: 'transaction', params: '["{hash}"]' },
	{ name: 'eth_getTransactionReceipt', about: 'receipt', params: '["{hash}"]' },
	{ name: 'eth_getLogs', about: 'logs', params: '[{"fromBlock": "latest", "toBlock": "latest"}]' },
	{ name: 'eth_getCode', about: 'code', params: '["{address}", "latest"]' },
	{ name: 'eth_getStorageAt', about: 'storage', params: '["{address}", "0x0", "latest"]' },
	{ name: 'eth_gasPrice', about: 'minimum price', params: '[]' },
	{ name: 'eth_feeHistory', about: 'fees of blocks', params: '["0x4", "latest", []]' },
	{ name: 'eth_syncing', about: 'catching up?', params: '[]' },
	{ name: 'eth_accounts', about: 'keys of the node', params: '[]' },
	{ name: 'net_version', about: 'network', params: '[]' },
	{ name: 'net_listening', about: 'listening?', params: '[]' },
	{ name: 'net_peerCount', about: 'peers', params: '[]' },
	{ name: 'web3_clientVersion', about: 'version', params: '[]' },
	{ name: 'web3_sha3', about: 'Keccak-256', params: '["0x68656c6c6f"]' },
]
