import { create } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import { EthMethodSet } from '../../../src/api/eth/rpc/EthMethodSet.ts'
import { parseJson } from '../../../src/codec/goJson/parseJson.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { ChainView } from '../../../src/endpoints/chain/ChainView.ts'
import { type EndpointUpstream, UpstreamError } from '../../../src/endpoints/EndpointUpstream.ts'
import { pruningWindow } from '../../../src/endpoints/gateway/pruningWindow.ts'
import { plainMethods } from '../../../src/endpoints/methods/index.ts'
import { QueryBalanceResponseSchema } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { toBase64 } from '../../../src/util/bytes.ts'
import type { Call, MethodName } from '../../../src/wire/NodeSchema.ts'

/** Asks a chain with a name at height 2 what differs by `more`; `replies` are what its node says by method. */
async function ask(
	method: string,
	params: readonly unknown[],
	more: Partial<EndpointUpstream> & { readonly network?: string; readonly evmChainId?: bigint } = {},
	replies: Readonly<Partial<Record<MethodName, unknown>>> = {},
): Promise<unknown> {
	const { network = 'chain-1', evmChainId, ...facts } = more
	const upstream: EndpointUpstream = {
		prefix: 'chain',
		denom: 'uchain',
		minimumGasPrices: '0.01uchain',
		clientVersion: 'chain-tui/test',
		head: () => ({ height: 2, earliest: 1, catchingUp: false, chainId: network }),
		call: (async (name: MethodName, parameters: unknown) => {
			if (replies[name] instanceof Error) throw replies[name]
			const reply = replies[name]
			return typeof reply === 'function' ? reply(parameters) : reply
		}) as Call,
		...facts,
	}
	const methods = EthMethodSet.of(plainMethods, { chain: new ChainView(upstream), evmChainId })
	return methods.call(method, parseJson(JSON.stringify(params)), {})
}

it.each([
	['the number in a name such as kava_2222-10', { network: 'kava_2222-10' }, 2_222],
	// The first 31 of the bits of SHA-256, which begins with e50ce40e.
	['the hash of a name without one', { network: 'mychain-1' }, 0x65_0c_e4_0e],
	['what the settings say', { network: 'kava_2222-10', evmChainId: 7n }, 7],
])("the EIP-155 number of a private endpoint's chain is %s", async (_, chain, id) => {
	expect(await ask('eth_chainId', [], chain)).toBe(`0x${id.toString(16)}`)
	expect(await ask('net_version', [], chain)).toBe(String(id))
})

it.each([
	['0.01uchain', '0x2540be400'],
	['1uatom, 0.5uchain', '0x746a528800'],
	['1uatom', '0x0'],
	['', '0x0'],
])('the gas price of a private endpoint is the one of its own denomination: of %j %s wei', async (prices, wei) => {
	expect(await ask('eth_gasPrice', [], { minimumGasPrices: prices })).toBe(wei)
})

it('the history of fees tells a share of the gas of every block, and rewards for each percentile asked for', async () => {
	const replies = (max_gas: string) => ({
		block_results: { txs_results: [{ gas_used: '10' }, { gas_used: '15' }] },
		consensus_params: { consensus_params: { block: { max_gas } } },
	})
	const history = (max_gas: string, ...more: unknown[]) =>
		ask('eth_feeHistory', [2, 'latest', ...more], {}, replies(max_gas))
	const empty = { oldestBlock: '0x1', baseFeePerGas: ['0x0', '0x0', '0x0'] }
	expect(await history('100')).toEqual({ ...empty, gasUsedRatio: [0.25, 0.25] })
	expect(await history('100', [])).toEqual({ ...empty, gasUsedRatio: [0.25, 0.25] })
	expect(await history('100', [0, 100])).toEqual({
		...empty,
		gasUsedRatio: [0.25, 0.25],
		reward: [
			['0x0', '0x0'],
			['0x0', '0x0'],
		],
	})
	// -1 is no limit, which ethermint reckons as 2^32 - 1.
	expect(await history('-1')).toEqual({ ...empty, gasUsedRatio: [25 / 4_294_967_295, 25 / 4_294_967_295] })
	// A chain whose blocks may use no gas has no share of it.
	expect(await history('0')).toEqual({ ...empty, gasUsedRatio: [0, 0] })
})

it('a block that a node has not got is null, and one that it does not answer for is an error', async () => {
	const block = (cause: UpstreamError) => ask('eth_getBlockByNumber', ['0x1', false], {}, { block: cause })
	expect(await block(new UpstreamError('height 1 is not available', -32603))).toBeNull()
	await expect(block(new UpstreamError('connect ECONNREFUSED'))).rejects.toMatchObject({
		message: 'the chain did not answer: connect ECONNREFUSED',
		code: -32603,
	})
})

it.each([
	[[1, 'latest', [50, 50]], undefined],
	[[100, 'latest'], undefined],
	[[0, 'latest'], 'at least one block expected'],
	[[101, 'latest'], 'FeeHistory user block count 101 higher than 100'],
	[[1, 'latest', [50, 49.5]], 'invalid reward percentile: 49.5'],
	[[1, 'latest', [100.5]], 'invalid reward percentile: 100.5'],
	[[1, 'latest', [-0.5]], 'invalid reward percentile: -0.5'],
])('the history of fees asked for with %j', async (params, fault) => {
	const answer = ask('eth_feeHistory', params)
	if (fault === undefined) expect(await answer).toMatchObject({ oldestBlock: params[0] === 1 ? '0x2' : '0x1' })
	else await expect(answer).rejects.toThrow(fault)
})

it.each([
	[{}, undefined],
	[{ fromBlock: '0x1', toBlock: '0x2711' }, undefined],
	[{ fromBlock: '0x0', toBlock: '0x2710' }, undefined],
	[{ fromBlock: '0x4e20', toBlock: '0x4e20' }, undefined],
	[{ fromBlock: '0x1', toBlock: '0x2712' }, 'maximum [from, to] blocks distance: 10000'],
	[{ fromBlock: '0x2', toBlock: '0x1' }, 'invalid block range params'],
	[{ fromBlock: '0x4e20', toBlock: '0x4e21' }, 'block range extends beyond current head block'],
	[{ blockHash: `0x${'ab'.repeat(32)}` }, 'unknown block'],
])('logs asked for with %j in a chain of 20,000 blocks', async (filter, fault) => {
	const head = () => ({ height: 20_000, earliest: 1, catchingUp: false, chainId: 'chain-1' })
	const answer = ask('eth_getLogs', [filter], { head })
	if (fault === undefined) expect(await answer).toEqual([])
	else await expect(answer).rejects.toThrow(fault)
})

it('a block of a private endpoint has the hashes, the size and the gas of the block of the chain', async () => {
	const block = {
		block_id: { hash: 'AB'.repeat(32) },
		block: {
			header: {
				height: '2',
				time: '2026-11-21T02:00:00.999Z',
				last_block_id: { hash: '' },
				app_hash: 'CD'.repeat(32),
				proposer_address: 'EF'.repeat(20),
			},
			// 3, 5 and 1 bytes.
			data: { txs: ['AAAA', 'AAAAAAA=', 'AA=='] },
		},
	}
	const replies = {
		block,
		block_by_hash: block,
		block_results: { txs_results: [{ gas_used: '10' }, {}, { gas_used: '15' }] },
		consensus_params: { consensus_params: { block: { max_gas: '100' } } },
	}
	const shown = await ask('eth_getBlockByNumber', ['0x2', false], {}, replies)
	expect(shown).toMatchObject({
		number: '0x2',
		hash: `0x${'ab'.repeat(32)}`,
		parentHash: `0x${'0'.repeat(64)}`,
		stateRoot: `0x${'cd'.repeat(32)}`,
		miner: `0x${'ef'.repeat(20)}`,
		logsBloom: `0x${'0'.repeat(512)}`,
		nonce: '0x0000000000000000',
		difficulty: '0x0',
		totalDifficulty: '0x0',
		size: '0x9',
		gasLimit: '0x64',
		gasUsed: '0x19',
		timestamp: '0x6b00fb20',
		transactions: [],
		uncles: [],
	})
	expect(await ask('eth_getBlockByHash', [`0x${'ab'.repeat(32)}`, false], {}, replies)).toEqual(shown)
	for (const [method, at] of [
		['eth_getBlockTransactionCountByNumber', '0x2'],
		['eth_getBlockTransactionCountByHash', `0x${'ab'.repeat(32)}`],
	] as const) {
		expect(await ask(method, [at], {}, replies)).toBe('0x0')
		expect(await ask(method, [at])).toBeNull()
	}
})

it('the history of fees ends with the block asked for, begins with the first that there is, and tells each its share', async () => {
	const head = () => ({ height: 9, earliest: 3, catchingUp: false, chainId: 'chain-1' })
	const replies = {
		block_results: ({ height }: { height: string }) => ({ txs_results: [{ gas_used: height }] }),
		consensus_params: { consensus_params: { block: { max_gas: '10' } } },
	}
	const history = async (count: number, newest: string) => {
		const reply = await ask('eth_feeHistory', [count, newest], { head }, replies)
		const { oldestBlock, gasUsedRatio, baseFeePerGas } = reply as Record<string, readonly unknown[]>
		return [oldestBlock, gasUsedRatio, baseFeePerGas?.length]
	}
	expect(await history(2, '0x5')).toEqual(['0x4', [0.4, 0.5], 3])
	expect(await history(3, 'latest')).toEqual(['0x7', [0.7, 0.8, 0.9], 4])
	expect(await history(100, '0x4')).toEqual(['0x3', [0.3, 0.4], 3])
})

it('a balance of a private endpoint is in wei, of the height that is asked for', async () => {
	const balance = toBase64(
		encodeMessage(
			QueryBalanceResponseSchema,
			create(QueryBalanceResponseSchema, { balance: { denom: 'uchain', amount: '3' } }),
		),
	)
	const asked: unknown[] = []
	const replies = {
		abci_query: (parameters: unknown) => {
			asked.push(parameters)
			return { response: { code: 0, value: balance } }
		},
	}
	const of = (at: string) => ask('eth_getBalance', [`0x${'11'.repeat(20)}`, at], {}, replies)
	expect([await of('0x1'), await of('latest')]).toEqual(['0x2ba7def3000', '0x2ba7def3000'])
	expect(asked[0]).toMatchObject({ path: '/cosmos.bank.v1beta1.Query/Balance', height: '1', prove: false })
	const gone = (log: string) => ({ abci_query: { response: { code: 18, log } } })
	const refused = (log: string) => ask('eth_getBalance', [`0x${'11'.repeat(20)}`, '0x1'], {}, gone(log))
	await expect(refused('failed to load state at height 1; version does not exist\nmore')).rejects.toThrow(
		'missing trie node: historical state of height 1 is not available on this node: ' +
			'failed to load state at height 1; version does not exist',
	)
	await expect(refused('something else\nmore')).rejects.toThrow(/^something else$/)
})

it('logs of a private endpoint need a filter of at most four topics, and a range that a pruning application answers', async () => {
	await expect(ask('eth_getLogs', [])).rejects.toThrow('missing value for required argument 0')
	const topics = (count: number) => [{ topics: Array(count).fill(null) }]
	expect(await ask('eth_getLogs', topics(4))).toEqual([])
	await expect(ask('eth_getLogs', topics(5))).rejects.toThrow('exceed max topics')
	const head = () => ({ height: 9, earliest: 1, catchingUp: false, chainId: 'chain-1' })
	const chain = new ChainView({ head } as unknown as EndpointUpstream)
	const methods = EthMethodSet.of(plainMethods, { chain, evmChainId: undefined })
	const from = (fromBlock: string) =>
		methods.call('eth_getLogs', parseJson(JSON.stringify([{ fromBlock }])), { window: pruningWindow(chain, 2) })
	for (const old of ['0x1', '0x7']) await expect(from(old)).rejects.toThrow('lowest height is 8')
	// The chain has no block 0, so that none of its state is gone.
	for (const kept of ['0x8', '0x9', 'latest', 'earliest', '0x0']) expect(await from(kept)).toEqual([])
})

it('a pruning application answers a block by its hash where its height is within the range, and none for an unknown one', async () => {
	const head = () => ({ height: 9, earliest: 1, catchingUp: false, chainId: 'chain-1' })
	const call = async (_: string, { hash }: { hash: string }) => {
		const height = Buffer.from(hash, 'base64')[0]
		return { block_id: { hash: '' }, block: height === 0 ? null : { header: { height: String(height) } } }
	}
	const chain = new ChainView({ head, call } as unknown as EndpointUpstream)
	const methods = EthMethodSet.of(plainMethods, { chain, evmChainId: undefined })
	const count = async (height: string) =>
		methods.call('eth_getBlockTransactionCountByHash', parseJson(JSON.stringify([`0x${height.repeat(32)}`])), {
			window: pruningWindow(chain, 2),
		})
	for (const old of ['01', '07']) await expect(count(old)).rejects.toThrow('lowest height is 8')
	expect([await count('08'), await count('09'), await count('00')]).toEqual(['0x0', '0x0', null])
})

it('a private endpoint tells whether its node catches up, and from where to where it is', async () => {
	const head = (catchingUp: boolean) => () => ({ height: 9, earliest: 3, catchingUp, chainId: 'chain-1' })
	expect(await ask('eth_syncing', [], { head: head(false) })).toBe(false)
	expect(await ask('eth_syncing', [], { head: head(true) })).toEqual({ startingBlock: '0x3', currentBlock: '0x9' })
})

const somebody = `0x${'11'.repeat(20)}`

it('the state that a method of a private endpoint reads is that of the block which is named, the newest without one', async () => {
	const asked: unknown[] = []
	const found = { block_id: { hash: '' }, block: { header: { height: '1' } } }
	const replies = {
		abci_query: ({ height }: { height: string }) => {
			asked.push(height)
			return { response: { code: 0, value: null } }
		},
		block_by_hash: ({ hash }: { hash: string }) => (hash.startsWith('q6ur') ? found : { block: null }),
	}
	const read = (method: string, ...more: unknown[]) => ask(method, [somebody, ...more], {}, replies)
	const hash = `0x${'ab'.repeat(32)}`
	const ways = [[], [null], ['latest'], ['pending'], ['earliest'], ['0x1'], ['0x2'], [hash], [{ blockHash: hash }]]
	for (const way of ways) expect(await read('eth_getBalance', ...way)).toBe('0x0')
	expect(asked.splice(0)).toEqual(['0', '0', '0', '0', '1', '1', '2', '1', '1'])
	expect(await read('eth_getCode', '0x1')).toBe('0x')
	expect(await read('eth_getStorageAt', '0x0', '0x2')).toBe(`0x${'0'.repeat(64)}`)
	expect(asked.splice(0)).toEqual(['1', '2'])
	for (const none of ['0x0', '0x3', `0x${'cd'.repeat(32)}`])
		await expect(read('eth_getBalance', none)).rejects.toThrow('header not found')
	expect(asked).toHaveLength(0)
	for (const none of ['0x0', '0x3']) expect(await ask('eth_getBlockByNumber', [none, false])).toBeNull()
	const gone = { abci_query: { response: { code: 18, log: 'version does not exist' } } }
	for (const [method, ...more] of [['eth_getCode'], ['eth_getStorageAt', '0x0']] as const)
		await expect(ask(method, [somebody, ...more, '0x1'], {}, gone)).rejects.toThrow('missing trie node')
})

it.each([
	['eth_getBalance', [], 0],
	['eth_getBlockByNumber', [], 0],
	['eth_getBlockByHash', [], 0],
	['eth_feeHistory', ['0x1'], 1],
	['eth_getStorageAt', [somebody], 1],
])('the method %s of a private endpoint does not do without what it needs', async (method, params, missing) => {
	await expect(ask(method, params)).rejects.toThrow(`missing value for required argument ${missing}`)
})

it.each([`0x${'0'.repeat(65)}`, '0x', '0', 'x', '0xg', 1])(
	'the storage slot %j of a private endpoint is none',
	async (slot) => {
		await expect(ask('eth_getStorageAt', [somebody, slot])).rejects.toThrow(
			'storage slot as hex string of at most 32 bytes expected',
		)
	},
)
