import { describe, expect, test } from 'vitest'
import { comparePlaces, placeBeat, probePlace } from '../../../../src/client/places/probePlace.ts'
import { type Answers, providerOf, Reply } from './provider.ts'

const time = '2026-01-02T03:04:05Z'
const ms = expect.any(Number) as number
const closed = 'http://127.0.0.1:2'
const nowhere = { rest: closed, evm: closed, grpc: '127.0.0.1:2' }
const missing = 'not at this address'

/** A node of Tendermint that tells the names of its chain. */
const node: Answers = {
	status: {
		node_info: { network: 'chain_2222-1', version: '0.34.15' },
		sync_info: { latest_block_height: '26', latest_block_time: time },
	},
	admin_status: { settings: { prefix: 'kite', denom: 'ukite', coinType: 118, aminoBrand: 'chain' } },
	abci_query: { response: { code: 0 } },
	block: ({ height }: { readonly height: string }) => ({ block: { header: { app_hash: `AB${height}` } } }),
}
/** REST of generation 9 of the same chain. */
const gateway = (chain: string, hash = 'qyQ='): Answers => ({
	'/cosmos/base/tendermint/v1beta1/blocks/latest': { block: { header: { chain_id: chain, height: '27', time } } },
	'/cosmos/base/tendermint/v1beta1/blocks/24': { block: { header: { chain_id: chain, app_hash: hash } } },
})
/** The EVM of the same chain. */
const evm = (chainId: string, stateRoot = '0xab24'): Answers => ({
	eth_chainId: chainId,
	eth_blockNumber: '0x1b',
	eth_getBlockByNumber: ([at]: readonly [string]) => (at === '0x18' ? { stateRoot } : null),
	eth_getBalance: '0x0',
})
const old = { protocol: 'old heights', ok: true, ms, text: 'answers from the first block on (archive)' }
const refusedGrpc = { protocol: 'gRPC', ok: false, ms, text: 'connection refused' }

describe('the report of a place', () => {
	test('a node with REST and EVM beside it is told with all it offers', async () => {
		const [at, rest, eth] = [
			await providerOf(node),
			await providerOf(gateway('chain_2222-1')),
			await providerOf(evm('0x8ae')),
		]
		expect(await probePlace(at.url, { beside: { ...nowhere, rest: rest.url, evm: eth.url } })).toStrictEqual({
			url: at.url,
			checks: [
				{ protocol: 'Tendermint RPC', ok: true, ms, text: '0.34.15, catching up: no', url: at.url },
				{ protocol: 'REST', ok: true, ms, text: 'generation 9', url: rest.url },
				{ protocol: 'EVM JSON-RPC', ok: true, ms, text: 'chain 2222', url: eth.url },
				refusedGrpc,
				{ ...old, url: at.url },
			],
			chainId: 'chain_2222-1',
			height: 26,
			time,
			kind: 'node 0.34.15',
			speaks: 'rpc',
			offers: ['rpc', 'rest 9', 'evm', 'archive'],
			rest: rest.url,
			evm: eth.url,
			prefix: 'kite',
			denom: 'ukite',
			ms,
			fault: '',
			needsKey: false,
		})
	})

	test.each<[string, Answers, Answers, readonly string[]]>([
		['another state', gateway('chain_2222-1', 'qyU='), evm('0x8ae', '0xab25'), []],
		['other chains', gateway('chain_2222-2'), evm('0x8af'), []],
		['no app hash', gateway('chain_2222-1', ''), evm('0x8ae', ''), []],
	])('REST and EVM beside a node are not its own with %s', async (_name, restAnswers, evmAnswers, offered) => {
		const [at, rest, eth] = [await providerOf(node), await providerOf(restAnswers), await providerOf(evmAnswers)]
		const report = await probePlace(at.url, { beside: { ...nowhere, rest: rest.url, evm: eth.url } })
		expect(report.offers).toEqual(['rpc', ...offered, 'archive'])
		expect([report.rest, report.evm]).toEqual([undefined, undefined])
		expect(report.checks.slice(1, 3)).toEqual([
			{ protocol: 'REST', ok: false, ms, text: missing },
			{ protocol: 'EVM JSON-RPC', ok: false, ms, text: missing },
		])
	})

	test('what is beside a node that does not tell its app hash is taken by the name of the chain', async () => {
		const { block, ...hidden } = node
		expect(block).toBeDefined()
		const [at, rest] = [await providerOf(hidden), await providerOf(gateway('chain_2222-1'))]
		const report = await probePlace(at.url, { beside: { ...nowhere, rest: rest.url } })
		expect(report).toMatchObject({ rest: rest.url })
		expect(report.checks[2]).toEqual({ protocol: 'EVM JSON-RPC', ok: false, ms, text: missing })
	})

	test('a place that answers in every protocol is asked nothing but gRPC beside it', async () => {
		const at = await providerOf({ ...node, ...gateway('chain_2222-1'), ...evm('0x8ae') })
		const rest = await providerOf(gateway('chain_2222-1'))
		const report = await probePlace(at.url, { beside: { ...nowhere, rest: rest.url, evm: rest.url } })
		expect(report).toMatchObject({ offers: ['rpc', 'rest 9', 'evm', 'archive'], speaks: 'rpc' })
		expect(report).not.toHaveProperty('rest')
		expect(report).not.toHaveProperty('evm')
		expect(rest.asked).toEqual([])
	})

	test('a place with a key is asked with it, and nothing beside it', async () => {
		const limited = (status: object) => new Reply(200, JSON.stringify({ result: status }), { 'x-ratelimit-limit': '9' })
		const [at, rest] = [
			await providerOf({ ...node, status: limited(node.status as object) }),
			await providerOf(gateway('chain_2222-1')),
		]
		const report = await probePlace(at.url, { key: 'secret', beside: { ...nowhere, rest: rest.url } })
		expect(report.checks).toEqual([
			expect.objectContaining({ protocol: 'Tendermint RPC', ok: true }),
			{ protocol: 'REST', ok: false, ms, text: missing },
			{ protocol: 'EVM JSON-RPC', ok: false, ms, text: missing },
			{ ...old, url: at.url },
			{ protocol: 'rate limit', ok: true, ms: 0, text: 'x-ratelimit-limit 9' },
		])
		expect(report).toMatchObject({ prefix: 'kite', denom: 'ukite' })
		expect(new Set(at.asked.map(({ headers }) => headers['x-api-key']))).toEqual(new Set(['secret']))
		expect(rest.asked).toEqual([])
	})

	test('a place of which one protocol wants a key, but another answers, needs none', async () => {
		const at = await providerOf({ ...node, '/node_info': new Reply(401, '') })
		expect(await probePlace(at.url, { beside: nowhere })).toMatchObject({ fault: '', needsKey: false, speaks: 'rpc' })
	})

	test('what is beside a place is compared by the state of two blocks ago, of the first block at least', async () => {
		for (const [height, compared] of [
			['4', '2'],
			['3', '1'],
			['2', '1'],
			['1', '1'],
		]) {
			const sync = { latest_block_height: height, latest_block_time: time }
			const at = await providerOf({ ...node, status: { ...(node.status as object), sync_info: sync } })
			await probePlace(at.url, { beside: nowhere })
			expect(at.asked.map(({ text }) => text).filter((text) => text.startsWith('block '))).toEqual([
				`block {"height":"${compared}"}`,
			])
		}
	})

	test('a key is not sent to what is beside a place', async () => {
		const [at, eth] = [await providerOf(node), await providerOf(evm('0x8ae'))]
		await probePlace(at.url, { beside: { ...nowhere, evm: eth.url } })
		expect(eth.asked.length).toBeGreaterThan(0)
		expect(eth.asked.filter(({ headers }) => headers['x-api-key'] !== undefined)).toEqual([])
	})

	test('a REST server of generation 8 and an EVM tell their chain without prefix and denomination', async () => {
		const rest = await providerOf({
			'/node_info': { node_info: { network: 'chain-2' } },
			'/blocks/latest': { block: { header: { height: '5', time } } },
		})
		expect(await probePlace(rest.url, { beside: nowhere })).toStrictEqual({
			url: rest.url,
			checks: [
				{ protocol: 'Tendermint RPC', ok: false, ms, text: missing },
				{ protocol: 'REST', ok: true, ms, text: 'generation 8', url: rest.url },
				{ protocol: 'EVM JSON-RPC', ok: false, ms, text: missing },
				refusedGrpc,
				{ ...old, text: 'answers of its newest blocks only (pruning)', url: rest.url },
			],
			chainId: 'chain-2',
			height: 5,
			time,
			kind: 'REST generation 8',
			speaks: 'rest 8',
			offers: ['rest 8', 'pruning'],
			prefix: '',
			denom: '',
			ms,
			fault: '',
			needsKey: false,
		})
		const eth = await providerOf(evm('0x8ae'))
		const report = await probePlace(eth.url, { beside: nowhere })
		expect(report).toMatchObject({ chainId: '2222', height: 27, time: '', kind: 'EVM JSON-RPC', speaks: 'evm' })
		expect(report).toMatchObject({ offers: ['evm', 'archive'], prefix: '', denom: '' })
		expect(eth.asked.filter(({ text }) => text.startsWith('admin'))).toEqual([])
	})

	test.each<[string, Answers | undefined, string, boolean]>([
		['nothing listens', undefined, 'connection refused', false],
		['another protocol answers', {}, missing, false],
		['a key is wanted', { status: new Reply(401, '') }, 'wants a key, or another one (HTTP 401)', true],
		['the EVM wants a key', { eth_chainId: new Reply(403, '') }, 'wants a key, or another one (HTTP 403)', true],
	])('the fault of an address where %s is told, and nothing is offered', async (_name, answers, fault, needsKey) => {
		const url = answers === undefined ? closed : (await providerOf(answers)).url
		const { checks, ...report } = await probePlace(url)
		expect(report).toStrictEqual({
			url,
			chainId: '',
			height: 0,
			time: '',
			kind: '',
			speaks: 'rpc',
			offers: [],
			prefix: '',
			denom: '',
			ms: undefined,
			fault,
			needsKey,
		})
		expect(checks.map(({ protocol, ok }) => [protocol, ok])).toEqual([
			['Tendermint RPC', false],
			['REST', false],
			['EVM JSON-RPC', false],
		])
		expect(await placeBeat(url)).toBe(fault)
	})
})

describe('the newest block of a place', () => {
	test('the newest block is of the first protocol that answers, and no other is asked', async () => {
		const all = await providerOf({ ...node, ...gateway('chain_2222-1'), ...evm('0x8ae') })
		expect(await placeBeat(all.url, { key: 'secret' })).toEqual({ height: 26, chainId: 'chain_2222-1', ms })
		expect(all.asked.map(({ text, headers }) => [text, headers['x-api-key']])).toEqual([['status {}', 'secret']])
		const rest = await providerOf({ ...gateway('chain_2222-1'), ...evm('0x8ae') })
		expect(await placeBeat(rest.url)).toEqual({ height: 27, chainId: 'chain_2222-1', ms })
		const eth = await providerOf(evm('0x8ae'))
		expect(await placeBeat(eth.url)).toEqual({ height: 27, chainId: '2222', ms })
	})
})

describe('two places beside each other', () => {
	test('two places are compared at the height that both have, each with its key', async () => {
		const [first, second] = [await providerOf(node), await providerOf(evm('0x8ae'))]
		const one = { url: first.url, chainId: 'chain_2222-1', height: 26, speaks: 'rpc', key: 'secret' } as const
		const two = { url: second.url, chainId: '2222', height: 24, speaks: 'evm' } as const
		expect(await comparePlaces(one, two)).toEqual({
			sameChain: true,
			height: 24,
			appHashes: ['AB24', 'AB24'],
			ahead: 2,
		})
		expect(await comparePlaces(two, { ...one, chainId: 'chain-2' })).toEqual({
			sameChain: false,
			height: 24,
			appHashes: ['AB24', 'AB24'],
			ahead: -2,
		})
		expect(first.asked.map(({ headers }) => headers['x-api-key'])).toEqual(['secret', 'secret'])
		expect(second.asked.map(({ headers }) => headers['x-api-key'])).toEqual([undefined, undefined])
	})
})
