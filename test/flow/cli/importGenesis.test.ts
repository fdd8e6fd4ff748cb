import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { QueryDenomOwnersResponseSchema } from '../../../src/gen/cosmos/bank/v1beta1/query_pb.js'
import { startNode, type TestNode } from '../../support/startNode.ts'
import { cli } from './testCli.ts'

// A node that serves both generations, with the accounts of a real network.
const folder = mkdtempSync(join(tmpdir(), 'chain-tui-import-'))
const file = (name: string) => join(folder, name)
const run = (...args: readonly string[]) => cli(['--home', file('home'), ...args])
let node: TestNode
let addresses: readonly string[]
/** A way to the node on which every twentieth request is refused for now; the importer then waits. */
let busy: Server
let refused = 0
let url = ''

interface Genesis {
	readonly chain_id: string
	readonly app_state: {
		readonly auth: { readonly accounts: readonly { readonly '@type': string }[] }
		readonly bank: { readonly balances: readonly { readonly address: string }[]; readonly supply: readonly unknown[] }
	}
}
const read = (name: string) => JSON.parse(readFileSync(file(name), 'utf8')) as Genesis

beforeAll(async () => {
	await run('migrate', 'examples/genesis/generation-8.json', '--output-document', file('migrated.json'))
	node = await startNode({
		on: ['rest', 'legacy8', 'grpc'],
		flags: { genesis: file('migrated.json'), aminoBrand: 'cosmos' },
	})
	await node.engine.mine(1)
	addresses = read('migrated.json').app_state.bank.balances.map(({ address }) => address)
	let asked = 0
	busy = createServer(async (request, response) => {
		if (++asked % 20 === 0 && ++refused) return void response.writeHead(429, { 'retry-after': '0' }).end()
		const height = request.headers['x-cosmos-block-height']
		const headers: Record<string, string> = typeof height === 'string' ? { 'x-cosmos-block-height': height } : {}
		// A provider's pages are shorter than what is asked for.
		const path = String(request.url).replace(/pagination\.limit=\d+/, 'pagination.limit=20')
		const reply = await fetch(`${node.addresses.rest}${path}`, { headers })
		response.writeHead(reply.status, { 'content-type': 'application/json' }).end(await reply.text())
	})
	await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`
})

afterAll(async () => {
	busy.close()
	await node.close()
	rmSync(folder, { recursive: true, force: true })
})

describe('importing the state of a live node', () => {
	test('all accounts of a node of generation 9 become a genesis with the same accounts and balances, past refusals', async () => {
		const { exit, stderr } = await run('import', '--from', url, '--all', '--output-document', file('all.json'))
		expect([exit, stderr]).toEqual([0, expect.stringMatching(/^kava-2 at \d+, generation 9: 17\d accounts/)])
		const [imported, migrated] = [read('all.json'), read('migrated.json')]
		const byAddress = (genesis: Genesis) =>
			[...genesis.app_state.bank.balances].sort((a, b) => (a.address < b.address ? -1 : 1))
		expect(byAddress(imported)).toEqual(byAddress(migrated))
		const kinds = (genesis: Genesis) => genesis.app_state.auth.accounts.map((account) => account['@type']).sort()
		expect(kinds(imported)).toEqual(expect.arrayContaining(kinds(migrated)))
		expect(existsSync(`${file('all.json')}.import`)).toBe(false)
		expect(refused).toBeGreaterThan(5)
		const chain = await startNode({ flags: { genesis: file('all.json') } })
		await chain.engine.mine(1)
		await chain.close()
	})

	test('the same genesis comes over gRPC as over REST', async () => {
		const from = `grpc://${node.addresses.grpc}`
		const height = String(node.engine.height)
		const over = async (name: string, source: string) => {
			const args = ['import', '--from', source, '--all', '--height', height, '--output-document', file(name)]
			const { exit, stderr } = await run(...args)
			expect([exit, stderr]).toEqual([0, expect.stringMatching(/^kava-2 at \d+, generation 9: 17\d accounts/)])
			return read(name)
		}
		expect(await over('grpc.json', from)).toEqual(await over('rest.json', String(node.addresses.rest)))
		writeFileSync(file('nobody.txt'), 'kava1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\n')
		const unknown = await run(
			'import',
			'--from',
			from,
			'--addresses',
			file('nobody.txt'),
			'--output-document',
			file('none.json'),
		)
		expect(unknown.stderr).toMatch(/Not read: kava1qqqq/)
	})

	test('an import that is called again without a height goes on at the height where it was', async () => {
		const target = file('later.json')
		writeFileSync(file('one.txt'), `${addresses[0]}\n${addresses[1]}\n`)
		const stop = new AbortController()
		stop.abort()
		const from = String(node.addresses.rest)
		const args = [
			'--home',
			file('home'),
			'import',
			'--from',
			from,
			'--addresses',
			file('one.txt'),
			'--output-document',
			target,
		]
		await cli(args, { stopped: stop.signal })
		const height = node.engine.height
		await node.engine.mine(3)
		expect((await cli(args)).stderr).toMatch(new RegExp(`^kava-2 at ${height}, `))
	})

	test('a height that the node has not is refused with what the node says', async () => {
		for (const from of [url, `grpc://${node.addresses.grpc}`]) {
			const { exit, stderr } = await run(
				'import',
				'--from',
				from,
				'--all',
				'--height',
				'99999',
				'--output-document',
				file('no.json'),
			)
			expect([exit, stderr]).toEqual([1, expect.stringContaining('It says: ')])
			expect(existsSync(file('no.json'))).toBe(false)
		}
	})

	test('named accounts of a node of generation 8 become a genesis by the migration', async () => {
		writeFileSync(file('some.txt'), addresses.slice(0, 20).join('\n'))
		const from = String(node.addresses.legacy8)
		const imported = await run(
			'import',
			'--from',
			from,
			'--addresses',
			file('some.txt'),
			'--output-document',
			file('old.json'),
		)
		expect([imported.exit, imported.stderr]).toEqual([0, expect.stringContaining('generation 8: 20 accounts')])
		const wanted = new Set(addresses.slice(0, 20))
		const kept = read('migrated.json').app_state.bank.balances.filter(({ address }) => wanted.has(address))
		expect(read('old.json').app_state.bank.balances).toEqual(expect.arrayContaining(kept))
		const all = await run('import', '--from', from, '--all', '--output-document', file('none.json'))
		expect(all.exit).toBe(1)
		expect(all.stderr).toContain('has no list of its accounts')
	})

	test('an import that was stopped goes on where it was, and an unknown account is told', async () => {
		const target = file('resumed.json')
		writeFileSync(file('two.txt'), `${addresses[0]}\n${addresses[1]}\n`)
		const stop = new AbortController()
		stop.abort()
		const from = String(node.addresses.rest)
		const args = [
			'--home',
			file('home'),
			'import',
			'--from',
			from,
			'--addresses',
			file('two.txt'),
			'--output-document',
			target,
		]
		const stopped = await cli(args, { stopped: stop.signal })
		expect(stopped.stderr).toContain('goes on where it was')
		expect(existsSync(target)).toBe(false)
		expect(existsSync(`${target}.import`)).toBe(true)
		writeFileSync(file('two.txt'), `${addresses[0]}\nkava1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq\n`)
		const again = await cli(args)
		expect(again.stderr).toMatch(/Not read: kava1qqqq/)
		expect(read('resumed.json').app_state.auth.accounts).toHaveLength(1)
		expect(existsSync(`${target}.import`)).toBe(false)
	})

	test('a newer node lists the holders of a denomination itself over gRPC', async () => {
		const asked = new Set<string>()
		const grpc = connect(`http://${node.addresses.grpc}`)
		const newer = createHttp2Server()
		newer.on('stream', (stream, headers) => {
			const path = String(headers[':path'])
			asked.add(path.split('/').at(-1)!)
			if (!path.endsWith('/DenomOwners')) {
				const { ':path': _, ...rest } = headers
				const forward = grpc.request({ ...rest, ':authority': undefined, ':path': path })
				forward.on('response', (reply) => stream.respond(reply, { waitForTrailers: true }))
				forward.on('trailers', (trailers) => stream.on('wantTrailers', () => stream.sendTrailers(trailers)))
				stream.pipe(forward).pipe(stream)
				return
			}
			const owners = addresses.slice(0, 2).map((address) => ({ address }))
			const reply = toBinary(
				QueryDenomOwnersResponseSchema,
				create(QueryDenomOwnersResponseSchema, { denomOwners: owners }),
			)
			const frame = Buffer.alloc(5)
			frame.writeUInt32BE(reply.length, 1)
			stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
			stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
			stream.end(Buffer.concat([frame, reply]))
		})
		await new Promise<void>((resolve) => newer.listen(0, '127.0.0.1', resolve))
		const from = `grpc://127.0.0.1:${(newer.address() as AddressInfo).port}`
		const target = file('listed.json')
		const { exit, stderr } = await run('import', '--from', from, '--holders', 'ukava', '--output-document', target)
		expect([exit, stderr]).toEqual([0, expect.stringMatching(/^kava-2 at \d+, generation 9: 2 accounts/)])
		expect(read('listed.json').app_state.bank.balances).toHaveLength(2)
		expect([...asked]).not.toContain('Accounts')
		grpc.close()
		newer.close()
	})

	test('holders of a denomination are those accounts alone that have it, also told as JSON', async () => {
		const from = String(node.addresses.rest)
		const holders = (denom: string, name: string) =>
			run('import', '--from', from, '--holders', denom, '--output-document', file(name), '-o', 'json')
		const { exit, stdout, stderr } = await holders('ukava', 'holders.json')
		expect([exit, stderr]).toEqual([0, ''])
		expect(JSON.parse(stdout)).toMatchObject({
			chainId: 'kava-2',
			generation: 9,
			accounts: addresses.length,
			unread: [{ what: 'greetings', reason: 'a genesis has no place for them' }],
		})
		expect(read('holders.json').app_state.bank.balances).toHaveLength(addresses.length)
		await holders('unknown', 'nobody.json')
		expect(read('nobody.json').app_state.bank.balances).toEqual([])
	})
})
