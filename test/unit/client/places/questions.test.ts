import { describe, expect, test } from 'vitest'
import { PlaceAsker } from '../../../../src/client/places/PlaceAsker.ts'
import type { PlaceSpeech } from '../../../../src/client/places/places.ts'
import { type Answers, providerOf, Reply } from './provider.ts'

const time = '2026-01-02T03:04:05Z'
const latest = '/cosmos/base/tendermint/v1beta1/blocks/latest'
const status = {
	node_info: { network: 'one-1', version: '0.34.15' },
	sync_info: { latest_block_height: '77', latest_block_time: time, catching_up: false },
}
const silent = Symbol('a server that does not answer')
const ms = expect.any(Number) as number
const none = { ok: false, ms, text: 'not at this address', needsKey: false }
const other = { ok: false, ms, text: 'not at this address' }

function header(of: object): object {
	return { block: { header: of } }
}

describe('what JSON-RPC of Tendermint answers to a question for its status', () => {
	const node = {
		ok: true,
		ms,
		text: '0.34.15, catching up: no',
		chainId: 'one-1',
		height: 77,
		time,
		kind: 'node 0.34.15',
		speaks: 'rpc',
		offers: ['rpc'],
	}
	const json = (reply: object): string => JSON.stringify({ id: 1, ...reply })

	test.each<[string, unknown, object]>([
		['the whole status', status, node],
		[
			'a node that is behind',
			{ ...status, sync_info: { ...status.sync_info, catching_up: true } },
			{ ...node, text: '0.34.15, catching up: yes' },
		],
		[
			'heights and texts that are none',
			{ node_info: { network: 5, version: null }, sync_info: { latest_block_height: 'x', catching_up: 'true' } },
			{ ...node, text: ', catching up: no', chainId: '', height: 0, time: '', kind: 'node ' },
		],
		[
			'a name of 201 letters is cut to 200',
			{ ...status, node_info: { network: 'n'.repeat(201), version: '0.34.15' } },
			{ ...node, chainId: 'n'.repeat(200) },
		],
		['no node', { sync_info: {} }, other],
		['no height', { node_info: {} }, other],
		['null', null, other],
		['a text', 'status', other],
		['a method that is not there', undefined, none],
		['an error and a result', new Reply(200, json({ error: { code: 1 }, result: status })), none],
		['an error that is null beside the result', new Reply(200, json({ error: null, result: status })), node],
		['a result with HTTP 500', new Reply(500, json({ result: status })), node],
		['a result with HTTP 404', new Reply(404, json({ result: status })), none],
		['no JSON', new Reply(200, '<html>'), none],
		['no JSON with HTTP 500', new Reply(500, '<html>'), none],
		['HTTP 401', new Reply(401, ''), { ...none, text: 'wants a key, or another one (HTTP 401)', needsKey: true }],
		['HTTP 403', new Reply(403, '{}'), { ...none, text: 'wants a key, or another one (HTTP 403)', needsKey: true }],
		['HTTP 402', new Reply(402, ''), none],
		['HTTP 429', new Reply(429, ''), { ...none, text: 'it refuses for now: too many requests' }],
	])('the status of a node that answers with %s', async (_name, answer, expected) => {
		const { url, asked } = await providerOf({ status: answer })
		expect(await new PlaceAsker({}).tendermint(url)).toEqual('speaks' in expected ? { ...expected, url } : expected)
		expect(asked.map(({ text }) => text)).toEqual(['status {}'])
	})

	test('a node that does not answer is given up after the longest wait, with the reason', async () => {
		const { url } = await providerOf({ status: () => new Promise(() => silent) })
		expect(await new PlaceAsker({ timeoutMs: 30 }).tendermint(url)).toEqual({ ...none, text: 'no answer in time' })
	})

	test('an address where nothing listens is told with the system’s reason', async () => {
		expect(await new PlaceAsker({}).tendermint('http://127.0.0.1:2')).toEqual({ ...none, text: 'connection refused' })
	})

	test('a place that redirects is not followed, so that a key goes to no other address', async () => {
		const target = await providerOf({ status })
		const { url } = await providerOf({ status: new Reply(307, '', { location: target.url }) })
		expect(await new PlaceAsker({ key: 'secret' }).tendermint(url)).toMatchObject({ ok: false, needsKey: false })
		expect(target.asked).toEqual([])
	})

	test('questions name the app, and carry the key if the place has one', async () => {
		const { url, asked } = await providerOf({ status })
		await new PlaceAsker({}).tendermint(url)
		await new PlaceAsker({ key: 'secret' }).tendermint(url)
		expect(asked.map(({ headers }) => [headers['user-agent'], headers['content-type'], headers['x-api-key']])).toEqual([
			['chain-tui app', 'application/json', undefined],
			['chain-tui app', 'application/json', 'secret'],
		])
	})

	test('the milliseconds of an answer, of a refusal and of a certificate are the time they took', async () => {
		const { url } = await providerOf({ status })
		const asker = new PlaceAsker({})
		const asks = [
			() => asker.tendermint(url),
			() => asker.evm(url),
			() => asker.rest('http://127.0.0.1:2'),
			() => asker.certificate('https://127.0.0.1:2'),
		]
		for (const ask of asks) {
			const began = performance.now()
			const found = await ask()
			expect(found.ms).toBeGreaterThan(0)
			expect(found.ms).toBeLessThanOrEqual(performance.now() - began)
		}
	})

	test('the rate limits of a place are its headers about them, each cut to 60 characters', async () => {
		const limits = { 'ratelimit-limit': '9'.repeat(61), 'X-Rate-Limit-Remaining': '4', 'retry-after': '7' }
		const others = { 'x-request-limit': '1', 'max-ratelimit': '2' }
		const { url } = await providerOf({ status: new Reply(429, '', { ...limits, ...others }) })
		const asker = new PlaceAsker({})
		expect(asker.rateLimit).toBe('')
		await asker.tendermint(url)
		expect(asker.rateLimit).toBe(`ratelimit-limit ${'9'.repeat(60)}, retry-after 7, x-rate-limit-remaining 4`)
	})
})

describe('what a REST server answers to a question for its generation', () => {
	const nodeInfo = { node_info: { network: 'one-1' } }
	const rest = { ok: true, ms, chainId: 'one-1', height: 77, time }
	const nine = { ...rest, text: 'generation 9', kind: 'REST generation 9', speaks: 'rest 9', offers: ['rest 9'] }
	const eight = { ...rest, text: 'generation 8', kind: 'REST generation 8', speaks: 'rest 8', offers: ['rest 8'] }
	const newest = { height: '77', time, chain_id: 'one-1' }
	const wantsKey = { ...none, text: 'wants a key, or another one (HTTP 401)', needsKey: true }

	test.each<[string, Answers, object]>([
		['both of its APIs', { '/node_info': nodeInfo, [latest]: header(newest) }, nine],
		['the gateway alone', { [latest]: header(newest) }, nine],
		['a height that is none', { [latest]: header({ ...newest, height: '' }) }, { ...nine, height: 0 }],
		['the old API alone', { '/node_info': nodeInfo, '/blocks/latest': header(newest) }, eight],
		['the old API without blocks', { '/node_info': nodeInfo }, { ...eight, height: 0, time: '' }],
		['nothing', {}, other],
		['a block without a chain', { [latest]: header({ height: '77' }) }, other],
		['no JSON', { '/node_info': new Reply(200, '<html>'), [latest]: new Reply(200, '') }, other],
		['a refusal for want of a key', { '/node_info': new Reply(401, '') }, wantsKey],
		['a refusal of the gateway', { '/node_info': nodeInfo, [latest]: new Reply(401, '') }, wantsKey],
		[
			'a refusal of its blocks',
			{ '/node_info': nodeInfo, '/blocks/latest': new Reply(429, '') },
			{ ...none, text: 'it refuses for now: too many requests' },
		],
	])('the generation of a REST server that answers with %s', async (_name, answers, expected) => {
		const { url } = await providerOf(answers)
		expect(await new PlaceAsker({}).rest(url)).toEqual('speaks' in expected ? { ...expected, url } : expected)
	})

	test('a REST server that does not answer is given up after the wait for it', async () => {
		const { url } = await providerOf({ '/node_info': () => new Promise(() => silent) })
		expect(await new PlaceAsker({}).rest(url, 30)).toEqual({ ...none, text: 'no answer in time' })
	})
})

describe('what JSON-RPC of an EVM answers to a question for its chain', () => {
	const evm = {
		ok: true,
		ms,
		text: 'chain 2222',
		chainId: '2222',
		height: 77,
		kind: 'EVM JSON-RPC',
		speaks: 'evm',
		offers: ['evm'],
	}

	test.each<[string, Answers, object]>([
		['chain and height', { eth_chainId: '0x8ae', eth_blockNumber: '0x4d' }, evm],
		['upper-case digits', { eth_chainId: '0X8AE', eth_blockNumber: '0x4d' }, evm],
		['no height', { eth_chainId: '0x8ae', eth_blockNumber: 'latest' }, { ...evm, height: 0 }],
		['too great a height', { eth_chainId: '0x8ae', eth_blockNumber: `0x2${'0'.repeat(13)}` }, { ...evm, height: 0 }],
		[
			'the greatest height',
			{ eth_chainId: '0x8ae', eth_blockNumber: '0x1fffffffffffff' },
			{ ...evm, height: 2 ** 53 - 1 },
		],
		['a chain without digits', { eth_chainId: '0x', eth_blockNumber: '0x4d' }, other],
		['a chain that is a word', { eth_chainId: '0x8ae one', eth_blockNumber: '0x4d' }, other],
		['a chain that is a number', { eth_chainId: 2222, eth_blockNumber: '0x4d' }, other],
		['a chain in a list', { eth_chainId: ['0x8ae'], eth_blockNumber: '0x4d' }, other],
		['no method', { eth_chainId: '0x8ae' }, none],
	])('the chain of an EVM that answers with %s', async (_name, answers, expected) => {
		const { url } = await providerOf(answers)
		expect(await new PlaceAsker({}).evm(url)).toEqual('speaks' in expected ? { ...expected, url } : expected)
	})
})

describe('the oldest state that a place answers from', () => {
	/** Answers of a place that has the states from a height on, and reads height 0 as the newest. */
	const states = (speaks: PlaceSpeech, from: number): Answers => {
		const lacks = (height: unknown): boolean => Number(height) !== 0 && Number(height) < from
		const old = [1, 2, 90, 50_000, 140_000, 149_000, 149_900, 149_990].map((at) => [
			`/supply/total?height=${at}`,
			lacks(at) ? { error: 'no such height' } : { height: `${at}`, result: [] },
		])
		return {
			rpc: {
				abci_query: ({ height }: { readonly height: string }) => ({ response: { code: lacks(height) ? 18 : 0 } }),
			},
			evm: {
				eth_getBalance: ([, at]: readonly [string, string]) =>
					lacks(at) ? new Reply(200, '{"error":{"code":-32000}}') : '0x0',
			},
			'rest 9': {
				'/cosmos/auth/v1beta1/params': (headers: Readonly<Record<string, string>>) =>
					lacks(headers['x-cosmos-block-height']) ? new Reply(400, '{"code":3}') : { params: {} },
			},
			'rest 8': Object.fromEntries(old) as Answers,
		}[speaks]
	}
	const archive = { text: 'answers from the first block on (archive)', offers: ['archive'] }
	const newest = { text: 'answers of its newest blocks only (pruning)', offers: ['pruning'] }
	const since = (at: number) => ({ text: `answers from block ${at} on (pruning)`, offers: ['pruning'] })

	const speeches: readonly PlaceSpeech[] = ['rpc', 'evm', 'rest 9', 'rest 8']
	test.each(
		speeches.flatMap((speaks) =>
			(
				[
					[1, 150_000, archive],
					[2, 150_000, since(50_000)],
					[50_001, 150_000, since(140_000)],
					[148_999, 150_000, since(149_000)],
					[149_991, 150_000, newest],
					[2, 100, since(90)],
					[2, 12, since(2)],
					[2, 11, newest],
					[2, 10, newest],
					[2, 1, newest],
				] as const
			).map(([from, height, expected]) => ({ speaks, from, height, expected })),
		),
	)(
		'a place of $speaks at height $height that has the states from $from on',
		async ({ speaks, from, height, expected }) => {
			const { url, asked } = await providerOf(states(speaks, from))
			expect(await new PlaceAsker({}).oldHeights(url, speaks, height)).toEqual({ ok: true, ms, url, ...expected })
			const questions = asked.map(({ text, headers }) => `${text} ${headers['x-cosmos-block-height']}`)
			expect(new Set(questions).size, 'no height is asked for twice').toBe(questions.length)
		},
	)

	test('a place that does not answer at all has no oldest state, but a reason', async () => {
		for (const speaks of speeches.slice(1)) {
			const found = await new PlaceAsker({}).oldHeights('http://127.0.0.1:2', speaks, 100)
			expect(found).toEqual({ ...none, text: 'connection refused' })
		}
	})

	test('the state of a height is asked of the EVM by the balance of nobody, and of a node by its parameters', async () => {
		const { url, asked } = await providerOf({ ...states('rpc', 2), ...states('evm', 2) })
		await new PlaceAsker({}).oldHeights(url, 'evm', 300)
		await new PlaceAsker({}).oldHeights(url, 'rpc', 300)
		const nobody = '0x0000000000000000000000000000000000000000'
		const params = (height: string) => ({ path: '/cosmos.auth.v1beta1.Query/Params', data: '', height, prove: false })
		expect(asked.map(({ text }) => text)).toEqual([
			`eth_getBalance ["${nobody}","0x1"]`,
			`eth_getBalance ["${nobody}","0xc8"]`,
			`abci_query ${JSON.stringify(params('1'))}`,
			`abci_query ${JSON.stringify(params('200'))}`,
		])
	})
})

describe('the app hash that a place tells of a height', () => {
	test.each<[PlaceSpeech, Answers, string]>([
		['rpc', { block: header({ app_hash: 'ABCD' }) }, 'ABCD'],
		['rpc', {}, ''],
		['evm', { eth_getBlockByNumber: { stateRoot: '0xabcd' } }, 'ABCD'],
		['evm', { eth_getBlockByNumber: null }, ''],
		['rest 8', { '/blocks/26': header({ app_hash: 'ABCD' }) }, 'ABCD'],
		['rest 9', { '/cosmos/base/tendermint/v1beta1/blocks/26': header({ app_hash: 'q80=' }) }, 'ABCD'],
		[
			'rest 9',
			{ '/blocks/26': header({}), '/cosmos/base/tendermint/v1beta1/blocks/26': header({ app_hash: 'q80=' }) },
			'ABCD',
		],
		['rest 9', { '/blocks/26': new Reply(401, '') }, ''],
	])('the app hash of a place of %s that answers %j', async (speaks, answers, expected) => {
		const { url, asked } = await providerOf(answers)
		expect(await new PlaceAsker({}).appHash(url, speaks, 26)).toBe(expected)
		const first = { rpc: 'block {"height":"26"}', evm: 'eth_getBlockByNumber ["0x1a",false]' }
		expect(asked[0]?.text).toBe(speaks === 'rpc' || speaks === 'evm' ? first[speaks] : '/blocks/26')
	})
})
