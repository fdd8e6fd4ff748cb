import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homePaths } from '../../../../src/node/home/home.ts'
import { resolveNodeConfig } from '../../../../src/node/resolveNodeConfig.ts'
import { type ListenerParts, NodeListeners, usualPorts } from '../../../../src/node/servers/NodeListeners.ts'
import { listen } from '../../../../src/serve/listen.ts'
import { RequestJournal } from '../../../../src/serve/requests/RequestJournal.ts'
import { Scheduler } from '../../../../src/util/schedule/Scheduler.ts'
import type { ListenerName } from '../../../../src/wire/AdminSchema.ts'

let home: string
let holder: Server
/** A port that another program has. */
let taken: number
const said: string[] = []
const opened: NodeListeners[] = []
beforeEach(async () => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-listeners-'))
	holder = createServer()
	taken = await listen(holder, '127.0.0.1', 0)
	said.length = 0
})
afterEach(async () => {
	for (const one of opened.splice(0)) await one.closeAll()
	holder.close()
	rmSync(home, { recursive: true, force: true })
})

/** Listeners of a chain without an EVM and without the generation 8 dialect, on these ports; those not named are off. */
function listenersOf(
	ports: Partial<Record<ListenerName, number>>,
	inMemory = false,
	host = '127.0.0.1',
): NodeListeners {
	const off = { rpc: 'off', grpc: 'off', rest: 'off', legacy8: 'off', endpoints: 'off', eth: 'off' }
	const config = resolveNodeConfig({ home, ...off }, {})
	const on = Object.entries(ports).map(([name, port]) => [name, { on: true, host, port, asked: false }])
	const parts = {
		chain: {
			evm: () => undefined,
			scheduler: new Scheduler(),
			head: () => ({ chainId: 'c' }),
			backend: { queryServices: [] },
		},
		...{
			rpc: {},
			rest: [],
			legacy8: [],
			gate: () => undefined,
			clock: { now: () => 0 },
			journal: new RequestJournal(),
		},
		log: (level: string, source: string, text: string) => said.push(`${level} ${source} ${text}`),
	} as unknown as ListenerParts
	const listeners = { ...config.listeners, ...Object.fromEntries(on) }
	const made = new NodeListeners({ ...config, listeners, home: inMemory ? undefined : home }, parts)
	opened.push(made)
	return made
}

const remembered = () => readFileSync(homePaths(home).ports, 'utf8')
const portOf = (url: string | undefined) => Number(new URL(String(url)).port)

describe('the listeners of a node', () => {
	it('a listener of a node whose port is taken moves to another one, to which it moves again until the first is free', async () => {
		const first = listenersOf({ rest: taken })
		await first.openAll()
		const used = portOf(first.addresses.rest)
		expect(first.listening).toEqual({
			listeners: { rest: `http://127.0.0.1:${used}` },
			moved: { rest: { asked: taken, used } },
		})
		expect(said).toEqual([
			`warn rest port ${taken} is taken: rest listens on 127.0.0.1:${used}; choose one with --rest ADDRESS`,
			`info rest listening on 127.0.0.1:${used}`,
		])
		expect(remembered()).toBe(`{"rest":${used}}\n`)
		await first.closeAll()
		expect(first.listening).toEqual({ listeners: {}, moved: {} })
		// Nothing is written where nothing changes.
		writeFileSync(homePaths(home).ports, `{ "rest": ${used} }`)
		const second = listenersOf({ rest: taken })
		await second.openAll()
		expect([portOf(second.addresses.rest), remembered()]).toEqual([used, `{ "rest": ${used} }`])
		await second.set('rest', false)
		await new Promise((resolve) => holder.close(resolve))
		await second.set('rest', true)
		expect(second.listening).toEqual({ listeners: { rest: `http://127.0.0.1:${taken}` }, moved: {} })
	})

	it.each(['nonsense', '{"rest":0}', '{"rest":-1}', '{"rest":65536}', '{"rest":1.5}', '{"rest":"1"}', 'null'])(
		'a listener of a node whose moved ports are noted as %s moves to any port that is free',
		async (text) => {
			writeFileSync(homePaths(home).ports, text)
			const listeners = listenersOf({ rest: taken })
			await listeners.openAll()
			expect(remembered()).toBe(`{"rest":${portOf(listeners.addresses.rest)}}\n`)
		},
	)

	it('a port that another listener of a node moved to is kept in mind, and none of a chain in memory', async () => {
		writeFileSync(homePaths(home).ports, '{"grpc":5}')
		await listenersOf({ rest: taken }, true).openAll()
		expect(remembered()).toBe('{"grpc":5}')
		const listeners = listenersOf({ rest: taken })
		await listeners.openAll()
		expect(JSON.parse(remembered())).toEqual({ grpc: 5, rest: portOf(listeners.addresses.rest) })
	})

	it('all listeners of a node are opened but those of another thread, and told by where they can be reached', async () => {
		const listeners = listenersOf({ rest: 0, rpc: 0, grpc: 0 }, false, '0.0.0.0')
		await listeners.openAll(['rpc'])
		expect(listeners.addresses).toEqual({
			rest: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
			grpc: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
		})
		expect((await fetch(`${listeners.addresses.rest}/nothing`)).status).toBe(404)
	})

	it('a listener of a node that is off is opened on this machine when it is switched on, once, and closed once', async () => {
		const listeners = listenersOf({})
		await listeners.openAll()
		expect(listeners.addresses).toEqual({})
		await listeners.set('rest', false)
		// Its usual port is taken, by this test if by nobody else.
		const other = createServer()
		await listen(other, '127.0.0.1', usualPorts.rest).catch(() => undefined)
		await Promise.all([listeners.set('rest', true), listeners.set('rest', true)])
		expect(listeners.addresses.rest).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
		expect(said.filter((text) => text.startsWith('info'))).toHaveLength(1)
		const { rest } = listeners.addresses
		expect(portOf(rest)).not.toBe(usualPorts.rest)
		other.close()
		await listeners.set('rest', false)
		expect(listeners.addresses).toEqual({})
		await expect(fetch(String(rest))).rejects.toThrow()
		for (const name of ['eth', 'legacy8'] as const) {
			await expect(listeners.set(name, true)).rejects.toThrow(`There is no listener ${name}.`)
		}
	})

	it('the endpoints of a node that have a certificate are told with an address of https', async () => {
		const listeners = listenersOf({ endpoints: 0 })
		await listeners.openAll()
		expect(listeners.addresses.endpoints).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
		await listeners.closeAll()

		const folder = join(import.meta.dirname, '../../../fixtures/endpoints')
		const tls = { certFile: join(folder, 'localhost.cert.pem'), keyFile: join(folder, 'localhost.key.pem') }
		writeFileSync(join(home, 'endpoints.json'), JSON.stringify({ tls }))
		await listeners.set('endpoints', true)
		expect(listeners.addresses.endpoints).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
	})

	it('listeners of a node that are switched on later have the ports that tools of other chains expect', () => {
		expect(usualPorts).toEqual({
			...{ rpc: 26_657, grpc: 9_090, rest: 1_317, legacy8: 1_316, endpoints: 8_545, eth: 8_546 },
		})
	})
})
