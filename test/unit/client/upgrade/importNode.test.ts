import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { importNode } from '../../../../src/client/upgrade/importNode.ts'
import { addressToText } from '../../../../src/codec/address/address.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { MigrationError } from '../../../../src/migrate/GenesisReader.ts'
import { type Answers, providerOf, Reply } from '../places/provider.ts'

const folder = mkdtempSync(join(tmpdir(), 'chain-tui-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
const newTarget = (): string => join(folder, `${++files}.json`)
const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

const [alice, bob, carol, dave] = [1, 2, 3, 4].map((byte) => addressToText(new Uint8Array(20).fill(byte), 'kite')) as [
	string,
	string,
	string,
	string,
]
const time = '2026-01-02T03:04:05Z'
const coin = (amount: string, denom: string) => ({ denom, amount })
const refused = (message: string): Reply => new Reply(404, JSON.stringify({ code: 5, message }))
const greetings = { what: 'greetings', reason: 'a genesis has no place for them' }

const plain = (address: string) => ({ '@type': '/cosmos.auth.v1beta1.BaseAccount', address })
const page = (of: object, key: string | null = null) => ({ ...of, pagination: { next_key: key } })
const header = { chain_id: 'kite-2', height: '26', time }
const accountPath = (address: string): string => `/cosmos/auth/v1beta1/accounts/${address}`
const firstBalances = (address: string): string => `/cosmos/bank/v1beta1/balances/${address}?pagination.limit=200`
/** A node of generation 9 with three accounts. */
const nine: Answers = {
	'/cosmos/base/tendermint/v1beta1/blocks/latest': { block: { header } },
	'/cosmos/auth/v1beta1/accounts?pagination.limit=200': page({ accounts: [plain(bob), { x: 1 }] }, 'a+/='),
	'/cosmos/auth/v1beta1/accounts?pagination.limit=200&pagination.key=a%2B%2F%3D': page({
		accounts: [plain(alice), { '@type': '/other.Vault', inner: { address: carol } }],
	}),
	[accountPath(alice)]: { account: plain(alice) },
	[accountPath(bob)]: { account: plain(bob) },
	[accountPath(carol)]: { account: { '@type': '/other.Vault', inner: { address: carol } } },
	[firstBalances(alice)]: page({ balances: [coin('5', 'ukite')] }, 'k'),
	[`${firstBalances(alice)}&pagination.key=k`]: page({ balances: [coin('6', 'ubusd')] }),
	[firstBalances(bob)]: page({ balances: [] }),
	[firstBalances(carol)]: { balances: [coin('8', 'ukite')] },
	'/cosmos/auth/v1beta1/params': { params: { max_memo_characters: '99' } },
	'/cosmos/bank/v1beta1/params': { params: { default_send_enabled: false } },
}
const head = { genesis_time: time, chain_id: 'kite-2', app_hash: '', initial_height: '1' }
const vaultReason = 'accounts of the kind /other.Vault are not known: it keeps its coins alone'

describe('a genesis of what a node of generation 9 answers', () => {
	test('all accounts become a genesis, one of an unknown kind with its coins alone', async () => {
		const { url, asked } = await providerOf(nine)
		const target = newTarget()
		const told: unknown[] = []
		const summary = await importNode(target, {
			from: url,
			addresses: 'all',
			progress: (done, all) => told.push([done, all]),
		})
		expect(summary).toEqual({
			generation: 9,
			chainId: 'kite-2',
			height: 26,
			accounts: 2,
			balancesOnly: [carol],
			unread: [{ what: carol, reason: vaultReason }, greetings],
		})
		expect(read(target)).toEqual({
			...head,
			app_state: {
				auth: { params: { max_memo_characters: '99' }, accounts: [plain(bob), plain(alice)] },
				bank: {
					params: { default_send_enabled: false },
					balances: [
						{ address: alice, coins: [coin('5', 'ukite'), coin('6', 'ubusd')] },
						{ address: carol, coins: [coin('8', 'ukite')] },
					],
					supply: [coin('6', 'ubusd'), coin('13', 'ukite')],
					denom_metadata: [],
				},
			},
		})
		expect(told).toEqual([
			[0, 3],
			[1, 3],
			[2, 3],
			[3, 3],
		])
		const heights = asked.map(({ headers }) => headers['x-cosmos-block-height'])
		expect([heights[0], new Set(heights.slice(1))]).toEqual([undefined, new Set(['26'])])
		expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.json.`))).toEqual([])
	})

	test('what the node refuses is told, and the genesis has the usual values there', async () => {
		const { [accountPath(bob)]: _, '/cosmos/auth/v1beta1/params': __, ...answers } = nine
		const { url } = await providerOf({
			...answers,
			[accountPath(alice)]: refused('no account'),
			[firstBalances(dave)]: new Reply(500, 'broken'),
			'/cosmos/bank/v1beta1/params': refused('no parameters'),
		})
		const target = newTarget()
		expect(await importNode(target, { from: url, addresses: [alice, bob, dave, alice] })).toEqual({
			generation: 9,
			chainId: 'kite-2',
			height: 26,
			accounts: 0,
			balancesOnly: [alice],
			unread: [
				{ what: alice, reason: 'no account' },
				{ what: bob, reason: 'Not Found' },
				{ what: dave, reason: 'HTTP status 500' },
				{ what: 'parameters of auth', reason: 'Not Found' },
				{ what: 'parameters of bank', reason: 'no parameters' },
				greetings,
			],
		})
		expect(read(target)).toEqual({
			...head,
			app_state: {
				auth: { accounts: [] },
				bank: {
					params: { send_enabled: [], default_send_enabled: true },
					balances: [{ address: alice, coins: [coin('5', 'ukite'), coin('6', 'ubusd')] }],
					supply: [coin('6', 'ubusd'), coin('5', 'ukite')],
					denom_metadata: [],
				},
			},
		})
	})

	const holding = (target: string): readonly string[] =>
		(read(target) as { app_state: { bank: { balances: { address: string }[] } } }).app_state.bank.balances.map(
			({ address }) => address,
		)

	test('the holders of a denomination are those that the node lists, if they still hold it', async () => {
		const path = '/cosmos/bank/v1beta1/denom_owners/ibc%2FAB?pagination.limit=200'
		const { url, asked } = await providerOf({
			...nine,
			[firstBalances(bob)]: page({ balances: [coin('1', 'ibc/AB')] }),
			[path]: page({ denom_owners: [{ address: carol }] }, 'k'),
			[`${path}&pagination.key=k`]: page({ denom_owners: [{ address: bob }] }),
		})
		const target = newTarget()
		const summary = await importNode(target, { from: url, addresses: { holders: 'ibc/AB' } })
		expect([summary.accounts, summary.unread, holding(target)]).toEqual([1, [greetings], [bob]])
		expect(asked.filter(({ text }) => text.includes('accounts?'))).toEqual([])
	})

	test('the holders of a denomination are sought among all accounts where the node does not list them', async () => {
		const { url } = await providerOf({ ...nine, [firstBalances(bob)]: page({ balances: [coin('1', 'ubusd')] }) })
		const target = newTarget()
		await importNode(target, { from: url, addresses: { holders: 'ubusd' } })
		expect(holding(target)).toEqual([bob, alice])
	})

	test('the state of a height that is wished for is read, and an import of it that was stopped goes on there', async () => {
		const many = Array.from({ length: 9 }, (_, byte) => addressToText(new Uint8Array(20).fill(byte), 'kite'))
		const { url, asked } = await providerOf({
			...Object.fromEntries(many.map((address) => [accountPath(address), { account: plain(address) }])),
			...Object.fromEntries(many.map((address) => [firstBalances(address), page({ balances: [] })])),
			'/cosmos/base/tendermint/v1beta1/blocks/7': { block: { header: { ...header, height: '7' } } },
		})
		const wish = { from: url, addresses: many, height: 7 }
		const target = newTarget()
		const stop = new AbortController()
		const stopped = importNode(target, {
			...wish,
			stopped: stop.signal,
			progress: (done) => done === 1 && stop.abort(new Error('stopped by hand')),
		})
		await expect(stopped).rejects.toThrow('stopped by hand')
		expect(existsSync(target)).toBe(false)
		const kept = readFileSync(`${target}.import`, 'utf8')
		expect(JSON.parse(kept.split('\n')[0]!)).toEqual({ from: url, asked: 7, chainId: 'kite-2', height: 7 })
		const count = kept.trim().split('\n').length - 1
		expect([count > 0, count < 9]).toEqual([true, true])
		const first: (readonly unknown[])[] = []
		expect(await importNode(target, { ...wish, progress: (...done) => first.push(done) })).toMatchObject({
			height: 7,
			accounts: 9,
		})
		const left = 9 - Number(first[0]![0])
		expect(left).toBeLessThanOrEqual(9 - count)
		expect(first.at(-1)).toEqual([9, 9])
		expect(new Set(asked.slice(1).map(({ headers }) => headers['x-cosmos-block-height']))).toEqual(
			new Set([undefined, '7']),
		)
		expect(existsSync(`${target}.import`)).toBe(false)
	})

	test('an import that was stopped takes nothing more of what was asked before', async () => {
		const many = Array.from({ length: 7 }, (_, byte) => addressToText(new Uint8Array(20).fill(byte), 'kite'))
		let release = (): void => {}
		const held = new Promise<void>((resolve) => {
			release = resolve
		})
		const { url } = await providerOf({
			...nine,
			...Object.fromEntries(
				many.map((address, index) => [accountPath(address), () => (index === 0 ? undefined : held)]),
			),
			...Object.fromEntries(many.map((address) => [firstBalances(address), page({ balances: [] })])),
		})
		const stop = new AbortController()
		const told: number[] = []
		const target = newTarget()
		const stopped = importNode(target, {
			from: url,
			addresses: many,
			stopped: stop.signal,
			progress: (done) => {
				told.push(done)
				if (done === 1) stop.abort(new Error('stopped by hand'))
			},
		})
		await expect(stopped).rejects.toThrow('stopped by hand')
		release()
		await importNode(newTarget(), { from: url, addresses: many })
		expect(told).toEqual([0, 1])
		const kept = readFileSync(`${target}.import`, 'utf8').trim().split('\n')
		expect(kept).toHaveLength(2)
		expect(JSON.parse(kept[0]!)).toEqual({ from: url, asked: 0, chainId: 'kite-2', height: 26 })
	})

	// A question that nobody answers ends by itself after 20 seconds.
	test.each(['http', 'grpc'])(
		'an import over %s that is stopped waits for no answer',
		{ timeout: 10_000 },
		async (scheme) => {
			const stop = new AbortController()
			const silent = (): void => stop.abort(new Error('stopped by hand'))
			const server = scheme === 'grpc' ? createHttp2Server().on('stream', silent) : createServer(silent)
			await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
			const { port } = server.address() as AddressInfo
			const wish = { from: `${scheme}://127.0.0.1:${port}`, addresses: [alice], stopped: stop.signal }
			await expect(importNode(newTarget(), wish)).rejects.toThrow('stopped by hand')
			// The connection that waited is closed.
			await new Promise((resolve) => server.close(resolve))
		},
	)

	test('an import over gRPC that is refused leaves no connection open', async () => {
		const ends: Promise<unknown>[] = []
		const server = createHttp2Server()
			.on('stream', (stream) => stream.respond({ ':status': 200, 'grpc-status': '5' }, { endStream: true }))
			.on('session', (session) => ends.push(once(session, 'close')))
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
		const { port } = server.address() as AddressInfo
		const wish = { from: `grpc://127.0.0.1:${port}`, addresses: [alice] }
		await expect(importNode(newTarget(), wish)).rejects.toThrow('does not give the block to begin with')
		await Promise.all(ends)
		expect(ends).toHaveLength(1)
		server.close()
	})

	test('what an earlier import has read of the same block is not asked again', async () => {
		const { url, asked } = await providerOf({
			...nine,
			'/cosmos/base/tendermint/v1beta1/blocks/25': { block: { header: { ...header, height: '25' } } },
		})
		const target = newTarget()
		const lines = [
			{ from: url, asked: 0, chainId: 'kite-2', height: 25 },
			{ address: alice, account: plain(alice), coins: [coin('1', 'ukite')] },
		]
		writeFileSync(`${target}.import`, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"address":"cut`)
		expect(await importNode(target, { from: url, addresses: [alice, bob] })).toMatchObject({ height: 25, accounts: 2 })
		expect(asked.filter(({ text }) => text.includes(alice))).toEqual([])
		expect(asked.filter(({ text }) => text.includes(bob))).toHaveLength(2)
	})

	test.each([
		['another node', { from: 'http://other.example' }],
		['another height', { asked: 25 }],
		['another chain', { chainId: 'kite-1' }],
		['a block that the node has no more', { height: 24 }],
	])('what an earlier import has read of %s is read anew', async (_name, other) => {
		const { url, asked } = await providerOf({
			...nine,
			'/cosmos/base/tendermint/v1beta1/blocks/25': { block: { header: { ...header, height: '25' } } },
		})
		const target = newTarget()
		const earlier = { from: url, asked: 0, chainId: 'kite-2', height: 25, ...other }
		const line = { address: alice, account: plain(alice), coins: [coin('1', 'ukite')] }
		writeFileSync(`${target}.import`, `${JSON.stringify(earlier)}\n${JSON.stringify(line)}\n`)
		await importNode(target, { from: url, addresses: [alice] })
		expect(asked.filter(({ text }) => text.includes(alice))).toHaveLength(3)
		expect(read(target)).toMatchObject({ app_state: { bank: { supply: [coin('6', 'ubusd'), coin('5', 'ukite')] } } })
	})

	test('a node that gives no block is told with what it says, and with an example of an address', async () => {
		const next =
			'Give a height that it has, and the address of its REST or gRPC server, such as http://127.0.0.1:1317 or grpc://127.0.0.1:9090.'
		const { url } = await providerOf({})
		await expect(importNode(newTarget(), { from: url, addresses: 'all' })).rejects.toEqual(
			new UserError(`${url} does not give the block to begin with.`, { why: 'It says: Not Found.', next }),
		)
		const other = await providerOf({ '/cosmos/base/tendermint/v1beta1/blocks/latest': {}, '/blocks/latest': {} })
		await expect(importNode(newTarget(), { from: other.url, addresses: 'all' })).rejects.toMatchObject({
			why: 'It is no server of a chain of this line.',
		})
	})
})

describe('a genesis of what a node of generation 8 answers', () => {
	const old = (address: string, coins?: readonly object[]) => ({
		result: { type: 'cosmos-sdk/Account', value: { address, ...(coins === undefined ? {} : { coins }) } },
	})
	const eight: Answers = {
		'/blocks/latest': { block: { header } },
		[`/auth/accounts/${alice}?height=26`]: old(alice, [coin('5', 'ukite')]),
		[`/auth/accounts/${bob}?height=26`]: old(bob),
		[`/auth/accounts/${carol}?height=26`]: old(''),
	}
	const summary = {
		generation: 8,
		chainId: 'kite-2',
		height: 26,
		accounts: 2,
		balancesOnly: [],
		unread: [{ what: carol, reason: 'there is no such account' }, greetings],
	}

	test('the accounts of a node of generation 8 are kept as they are, or migrated', async () => {
		const { url } = await providerOf(eight)
		const [kept, migrated] = [newTarget(), newTarget()]
		const wish = { from: url, addresses: [alice, bob, carol] }
		expect(await importNode(kept, { ...wish, keepsOld: true })).toEqual(summary)
		expect(read(kept)).toEqual({
			genesis_time: time,
			chain_id: 'kite-2',
			app_hash: '',
			app_state: {
				auth: {
					params: {
						max_memo_characters: '256',
						tx_sig_limit: '7',
						tx_size_cost_per_byte: '10',
						sig_verify_cost_ed25519: '590',
						sig_verify_cost_secp256k1: '1000',
					},
					accounts: [old(alice, [coin('5', 'ukite')]).result, old(bob).result],
				},
				bank: { send_enabled: true },
				supply: { supply: [coin('5', 'ukite')] },
			},
		})
		expect(await importNode(migrated, wish)).toEqual(summary)
		expect(read(migrated)).toMatchObject({
			app_state: {
				auth: { accounts: [{ address: alice }, { address: bob }] },
				bank: { balances: [{ address: alice, coins: [coin('5', 'ukite')] }], supply: [coin('5', 'ukite')] },
			},
		})
	})

	test('an account that cannot be migrated ends the import, and leaves its journal alone', async () => {
		const unknown = { result: { type: 'cosmos-sdk/Vault', value: { address: alice } } }
		const { url } = await providerOf({ ...eight, [`/auth/accounts/${alice}?height=26`]: unknown })
		const target = newTarget()
		await expect(importNode(target, { from: url, addresses: [alice] })).rejects.toThrow(MigrationError)
		expect(readdirSync(folder).filter((name) => name.startsWith(`${files}.json`))).toEqual([`${files}.json.import`])
	})

	test('a node of generation 8 has no list of its accounts, and is told to want their names', async () => {
		const { url } = await providerOf(eight)
		for (const addresses of ['all', { holders: 'ukite' }] as const) {
			await expect(importNode(newTarget(), { from: url, addresses })).rejects.toMatchObject({
				message: 'A node of generation 8 has no list of its accounts.',
				next: expect.stringContaining('--addresses FILE'),
			})
		}
	})
})
