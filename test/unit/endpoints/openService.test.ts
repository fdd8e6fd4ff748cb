import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defaultEndpointsConfig } from '../../../src/endpoints/EndpointsConfig.ts'
import { type HeightFloor, UpstreamError } from '../../../src/endpoints/EndpointUpstream.ts'
import { openService, type Service } from '../../../src/endpoints/openService.ts'
import { systemClock } from '../../../src/util/Clock.ts'
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

beforeEach(() => {
	home = mkdtempSync(join(tmpdir(), 'chain-tui-service-'))
	height = 7
	isFresh = undefined
	isManaging = false
	floors = []
})
afterEach(async () => {
	server.closeAllConnections()
	server.close()
	await service.close()
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
		clock: systemClock,
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
