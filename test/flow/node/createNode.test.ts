import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNode, type Node } from '../../../src/node/createNode.ts'
import { homePaths } from '../../../src/node/home/home.ts'
import { readRunningNode } from '../../../src/node/home/runningNode.ts'
import { logFiles } from '../../../src/node/logFile.ts'
import type { NodeConfig } from '../../../src/node/NodeConfig.ts'
import { resolveNodeConfig } from '../../../src/node/resolveNodeConfig.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { greeterGenesis } from '../../support/greeterGenesis.ts'
import { openFilesIn, openListeners, tellsOpenFiles } from '../../support/openFiles.ts'

let home: string
let node: Node | undefined

beforeEach(() => {
	home = join(mkdtempSync(join(tmpdir(), 'chain-tui-node-')), 'home')
})

afterEach(async () => {
	await node?.close()
	node = undefined
	rmSync(home, { recursive: true, force: true })
})

const anyPort = '127.0.0.1:0'

function config(flags: Parameters<typeof resolveNodeConfig>[0] = {}): NodeConfig {
	return resolveNodeConfig(
		{ home, rpc: anyPort, rest: anyPort, grpc: anyPort, endpoints: 'off', blockMode: 'manual', ...flags },
		{},
	)
}

describe('a node on a new home', () => {
	it('makes its chain, listens, and tells the home where', async () => {
		node = await createNode(config(), { log: silentLog })
		const { rpc, rest, grpc, chainId } = node.addresses
		expect(chainId).toBe('chain-localnet')
		expect(grpc).toMatch(/^127\.0\.0\.1:\d+$/)
		expect(readRunningNode(home)).toMatchObject({ rpc, rest, pid: process.pid })
		const reply = await fetch(`${rest}/cosmos/base/tendermint/v1beta1/node_info`)
		expect(await reply.json()).toMatchObject({ default_node_info: { network: 'chain-localnet' } })
	})

	it('a listener of a node that is switched by several at once is open once, and closed when the last one says so', async () => {
		const opened: string[] = []
		node = await createNode(config(), {
			log: (_level, source, message) => {
				if (source === 'rest' && message.startsWith('listening on ')) opened.push(message.slice(13))
			},
		})
		const { rpc } = node
		const switched = async (on: boolean) => {
			const { parseJson } = await import('../../../src/codec/goJson/parseJson.ts')
			const reply = await rpc.call('admin_setListener', parseJson(JSON.stringify({ name: 'rest', on })))
			return JSON.parse(JSON.stringify(reply)).result?.rest as string | undefined
		}
		expect(await switched(false)).toBeUndefined()
		expect(opened).toHaveLength(1)
		const told = await Promise.all([switched(true), switched(true), switched(true)])
		expect(opened).toHaveLength(2)
		expect(told).toEqual(Array(3).fill(`http://${opened[1]}`))
		// The commands of the home hear of it too.
		expect(readRunningNode(home)?.rest).toBe(`http://${opened[1]}`)
		await Promise.all([switched(false), switched(true), switched(false)])
		expect(opened).toHaveLength(3)
		expect([node.addresses.rest, readRunningNode(home)?.rest]).toEqual([undefined, undefined])
		for (const place of opened) await expect(fetch(`http://${place}/node_info`)).rejects.toThrow('fetch failed')
	})

	it('funds an address from the faucet in one block, which its log file tells', async () => {
		node = await createNode(config({ blockMode: 'instant' }), { log: silentLog })
		const address = 'chain14h34s8ws5kkeqv8l40l9tm96x639q67cf5kur0'
		const hash = await node.rpc.call('admin_faucet', undefined)
		expect(hash).toMatchObject({ error: {} })
		const { parseJson } = await import('../../../src/codec/goJson/parseJson.ts')
		const sent = await node.rpc.call('admin_faucet', parseJson(JSON.stringify({ address })))
		expect(sent).toHaveProperty('result')
		const reply = await fetch(`${node.addresses.rest}/cosmos/bank/v1beta1/balances/${address}`)
		expect(await reply.json()).toMatchObject({ balances: [{ denom: 'uchain', amount: '1000000000' }] })
		const log = readFileSync(join(home, 'logs/node.log'), 'utf8')
		expect(log).toContain(`"source":"engine","msg":"block ${node.engine.height}, 1 transaction"`)
	})

	it('says whether its chain has a faucet, before the first block as after it', async () => {
		const exists = async (): Promise<string> => JSON.stringify(await node?.rpc.call('admin_hasFaucet', undefined))
		node = await createNode(config(), { log: silentLog })
		expect(await exists()).toContain('"exists":true')
		await node.engine.mine()
		expect(await exists()).toContain('"exists":true')
		await node.close()
		rmSync(home, { recursive: true, force: true })
		// A genesis of somebody's own, whose coins belong to their keys.
		node = await createNode(config({ genesis: 'test/golden/localnet-genesis.json' }), { log: silentLog })
		expect(await exists()).toContain('"exists":false')
		await node.engine.mine()
		expect(await exists()).toContain('"exists":false')
	})

	it('goes on at the next height when it is opened again', async () => {
		node = await createNode(config(), { log: silentLog })
		await node.engine.mine(3)
		const height = node.engine.height
		// Somebody else took the note of it away.
		rmSync(homePaths(home).running)
		await node.close()
		node = await createNode(config(), { log: silentLog })
		expect(node.engine.height).toBe(height)
		await node.engine.mine()
		expect(node.engine.height).toBe(height + 1)
	})

	it('moves each listener whose port is taken to a free one when nobody asked for that port, and says so', async () => {
		node = await createNode(config(), { log: silentLog })
		const portOf = (address: string | undefined) => Number(/:(\d+)$/.exec(address ?? '')?.[1])
		const { rpc, rest, grpc } = node.addresses
		const taken = (address: string | undefined) =>
			({ on: true, host: '127.0.0.1', port: portOf(address), asked: false }) as const
		const base = { ...config(), home: `${home}-2` }
		const said: string[] = []
		const second = await createNode(
			{ ...base, listeners: { ...base.listeners, rpc: taken(rpc), rest: taken(rest), grpc: taken(grpc) } },
			{ log: (_level, source, message) => void said.push(`${source}: ${message}`) },
		)
		try {
			expect(portOf(second.addresses.rest)).not.toBe(portOf(rest))
			expect((await fetch(`${second.addresses.rest}/node_info`)).status).toBe(200)
			for (const name of ['rpc', 'rest', 'grpc']) {
				expect(said).toContainEqual(
					expect.stringMatching(new RegExp(`^${name}: port \\d+ is taken: .*--${name} ADDRESS`)),
				)
			}
		} finally {
			await second.close()
			rmSync(`${home}-2`, { recursive: true, force: true })
		}
	})

	it('a node keeps in its log file what it says, its blocks with transactions alone, and its end', async () => {
		const { document, greeters } = greeterGenesis(config(), 1, '2026-01-01T00:00:00Z')
		node = await createNode({ ...config(), genesis: JSON.stringify(document) }, { log: silentLog })
		await node.engine.mine(1)
		for (const text of ['one', 'two']) {
			const tx = greeters[0]!.greeting(node.engine.chainId, text)
			expect((await node.engine.broadcastTxSync(tx)).code).toBe(0)
		}
		await node.engine.mine(2)
		const { rpc } = node.addresses
		await node.close()
		node = undefined
		const lines = readFileSync(logFiles(home)[1], 'utf8').trimEnd().split('\n')
		const messages = lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg)
		expect(messages).toContain(`listening on ${rpc?.slice('http://'.length)}`)
		expect(messages.filter((text) => text.startsWith('block '))).toEqual(['block 2, 2 transactions'])
		expect(messages.at(-1)).toBe('stopped')
	})

	it.each([
		['rpc', '0.0.0.0:5', '127.0.0.1:26657'],
		['eth', '[::]:5', '127.0.0.1:8546'],
	])(
		'a node with admin methods does not listen with %s where other machines may reach it',
		async (name, place, next) => {
			const flags = { admin: 'on', [name]: place, ...(name === 'eth' ? { rpc: 'off' } : {}) }
			await expect(createNode(config(flags), { log: silentLog })).rejects.toMatchObject({
				message: `--admin cannot be used with --${name} ${place}.`,
				next: `Listen on this machine only, with --${name} ${next}, or leave --admin out.`,
			})
			node = await createNode(config({ ...flags, [name]: 'off' }), { log: silentLog })
			expect(node.addresses).not.toHaveProperty(name)
		},
	)

	it('a node that cannot have the port it was told to have names the flag, and leaves home and ports free', async () => {
		const said: string[] = []
		node = await createNode(config(), { log: (level, source, message) => said.push(`${level} ${source} ${message}`) })
		expect(said).toContain('info crypto secp256k1 by the native library')
		const taken = new URL(String(node.addresses.rest)).host
		const open = openListeners()
		const second = { ...config({ rest: taken, metrics: anyPort }), home: `${home}-2` }
		await expect(createNode(second, { log: silentLog })).rejects.toThrow(/rest cannot listen/)
		expect(readFileSync(logFiles(second.home)[1], 'utf8')).toContain(
			'"msg":"the node did not start: rest cannot listen on ',
		)
		expect(readRunningNode(second.home)).toBeUndefined()
		expect(openListeners()).toBe(open)
		if (tellsOpenFiles) expect(openFilesIn(second.home)).toEqual([])
		const third = await createNode({ ...config({ metrics: anyPort }), home: second.home }, { log: silentLog })
		if (tellsOpenFiles) expect(openFilesIn(second.home)).toContain(logFiles(second.home)[1])
		expect(third.addresses.metrics).toMatch(/^http:/)
		await third.close()
		expect([readRunningNode(second.home), openListeners()]).toEqual([undefined, open])
		if (tellsOpenFiles) expect(openFilesIn(second.home)).toEqual([])
		rmSync(second.home, { recursive: true })
	})
})
