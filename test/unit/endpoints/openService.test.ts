import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultEndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { type HeightFloor, UpstreamError } from '../../../src/endpoints/EndpointUpstream.ts'
import { refusals } from '../../../src/endpoints/gateway/refusals.ts'
import { openService, type Service } from '../../../src/endpoints/openService.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { chainAt } from '../../flow/endpoints/support/service.ts'

let home: string
let service: Service
let server: Server
let url: string
/** The newest block of the node; undefined while it does not answer. */
let height: number | undefined
let isFresh: (() => Promise<boolean>) | undefined
let isManaging: boolean
let floors: HeightFloor[]
let closing: Promise<void> | undefined
const close = () => {
	closing ??= service.close()
	return closing
}

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-service-'))
	height = 7
	isFresh = undefined
	isManaging = false
	floors = []
	closing = undefined
})
afterEach(async () => {
	server.closeAllConnections()
	server.close()
	await close()
	rmSync(home, { recursive: true, force: true })
})

async function open(): Promise<void> {
	service = await openService({
		databaseUrl: `sqlite:${join(home, 'db.sqlite')}`,
		upstream: {
			...chainAt(0),
			head() {
				if (height === undefined) throw new UpstreamError('gone')
				return { height, earliest: 1, catchingUp: false, chainId: 'chain-1' }
			},
			share: (floor) => floors.push(floor),
		},
		config: defaultEndpointsConfig,
		home: undefined,
		publicUrl: () => url,
		log: silentLog,
		// It stands still: no share of a cap is given back for being idle.
		clock: { now: () => Date.UTC(2026, 10, 21, 12) },
		...(isFresh === undefined ? {} : { isFresh }),
	})
	server = createServer((request, response) => service.handle(request, response, isManaging))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function health(method = 'GET'): Promise<readonly unknown[]> {
	const reply = await fetch(`${url}/healthz`, { method })
	const { headers } = reply
	return [reply.status, headers.get('cache-control'), headers.get('allow'), await reply.text()]
}
const ok = [200, 'no-store', null, '{"status":"ok","height":7}']
const lacking = (...missing: readonly string[]) => [
	503,
	'no-store',
	null,
	JSON.stringify({ status: 'unavailable', missing }),
]

it('an endpoint service is healthy while its database and its node answer, and says so to readers only', async () => {
	await open()
	expect(await health()).toEqual(ok)
	expect(await health('HEAD')).toEqual([...ok.slice(0, 3), ''])
	for (const method of ['POST', 'OPTIONS', 'DELETE']) expect(await health(method)).toEqual([405, null, 'GET, HEAD', ''])
	height = undefined
	expect(await health()).toEqual(lacking('node'))
	// The other machines' listener has nothing but management.
	isManaging = true
	expect((await health())[0]).not.toBe(503)
	expect(floors).toHaveLength(1)
	expect(await floors[0]?.read()).toBe(0)
})

it('an endpoint service whose chain makes no blocks lacks them, and a node that is away only the node', async () => {
	let isMaking = true
	isFresh = async () => isMaking
	await open()
	expect(await health()).toEqual(ok)
	isMaking = false
	expect(await health()).toEqual(lacking('new blocks'))
	height = undefined
	expect(await health()).toEqual(lacking('node'))
})

it('an endpoint service whose database is broken lacks it, beside its node', async () => {
	await open()
	const database = new Libsql(join(home, 'db.sqlite'))
	database.exec('alter table config_version rename to config_version_away')
	expect(await health()).toEqual(lacking('database'))
	height = undefined
	expect(await health()).toEqual(lacking('database', 'node'))
	database.exec('alter table config_version_away rename to config_version')
	database.close()
	height = 7
	expect(await health()).toEqual(ok)
})

it('an endpoint service has its calls, its management and its health at paths of their own', async () => {
	await open()
	const status = async (path: string, method = 'GET') => {
		const reply = await fetch(`${url}${path}`, { method })
		return [reply.status, await reply.text()]
	}
	const place = `/v1/${'ab'.repeat(16)}`
	const unknown = [404, refusals.unknownEndpoint.body]
	for (const path of [place, `${place}?a=/manage/v1/account`, '/v1/short', '/', '/healthz/more']) {
		expect([path, await status(path, 'POST')]).toEqual([path, unknown])
	}
	expect(await status('/manage/v1/account')).toMatchObject([401, expect.stringContaining('not_logged_in')])
	expect(await status('/openapi.json')).toMatchObject([200, expect.stringContaining('"openapi"')])
	// The listener for other machines has nothing but management.
	isManaging = true
	for (const path of ['/healthz', place]) {
		expect(await status(path, 'POST')).not.toEqual(unknown)
		expect((await status(path))[0]).not.toBe(200)
	}
})

it('an endpoint service that is closed has written what it refused, and keeps nothing back of a cap', async () => {
	await open()
	const database = new Libsql(join(home, 'db.sqlite'))
	const path = 'ab'.repeat(16)
	database.exec(`
		insert into accounts (id, email, email_key, plan, cap, created_at) values ('acc', 'a@b.test', 'a@b.test', 'payg', 1000, 0);
		insert into projects (id, account_id, name, created_at) values ('pro', 'acc', 'acme', 0);
		insert into applications (id, project_id, name, description, network, path, key_required, created_at)
			values ('app', 'pro', 'reader', '', 'pruning', '${path}', 0, 0)`)
	const call = { jsonrpc: '2.0', id: 1, method: 'net_version', params: [] }
	const headers = { 'content-type': 'application/json' }
	const reply = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(call) })
	expect(await reply.json()).toMatchObject({ id: 1, result: expect.stringMatching(/^\d+$/) })
	// A twentieth of the cap, less the one.
	const leased = () => database.prepare('select remaining from leases').all()
	expect(leased()).toEqual([{ remaining: 49 }])
	expect((await fetch(`${url}/v1/${path}`)).status).toBe(405)
	await close()
	expect(leased()).toEqual([{ remaining: 0 }])
	expect(database.prepare('select method, outcome, calls from statistics order by method').all()).toEqual([
		{ method: 'invalid', outcome: '4xx', calls: 1 },
		{ method: 'net_version', outcome: 'ok', calls: 1 },
	])
	database.close()
})

it('an endpoint service that is closed looks at nothing more now and then', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
	try {
		await open()
		// For changes by others, and for leases to give back.
		expect(vi.getTimerCount()).toBeGreaterThanOrEqual(2)
		await close()
		expect(vi.getTimerCount()).toBe(0)
	} finally {
		vi.useRealTimers()
	}
})
