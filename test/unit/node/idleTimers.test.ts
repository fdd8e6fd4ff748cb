import { createServer } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { NodeHistory } from '../../../src/node/history/NodeHistory.ts'
import { Fleet } from '../../../src/node/servers/Fleet.ts'
import { readinessOf } from '../../../src/node/servers/health.ts'
import { ConnectionGuard } from '../../../src/serve/ConnectionGuard.ts'
import { closeServer, listen } from '../../../src/serve/listen.ts'
import { RequestJournal } from '../../../src/serve/requests/RequestJournal.ts'
import { systemClock } from '../../../src/util/Clock.ts'
import { silentLog } from '../../../src/util/Log.ts'

/** Timers that keep this thread from its end. */
const holding = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('a timer of a test keeps its thread from the end until it is cleared, so that one of a program would be seen', () => {
	const before = holding()
	const timer = setTimeout(() => {}, 60_000)
	expect(holding()).toBe(before + 1)
	timer.unref()
	expect(holding()).toBe(before)
	clearTimeout(timer)
})

test('a guard of connections, a journal that is waited for and looks at a fleet keep no program from its end', () => {
	const before = holding()
	const guard = new ConnectionGuard()
	const socket = new Socket()
	guard.add(socket)
	expect([guard.size, holding()]).toEqual([1, before])
	const journal = new RequestJournal()
	void journal.next(60_000)
	expect(holding()).toBe(before)
	const fleet = new Fleet([], async () => ({ height: 1, seen: 1 }), silentLog)
	expect(holding()).toBe(before)
	fleet.close()
	socket.destroy()
})

test('the measurements of a node keep no program from its end', async () => {
	const before = holding()
	const chain = { subscribe: async () => () => {} }
	const pool = { mempoolSize: async () => ({ count: 0, bytes: 0 }) }
	const history = new NodeHistory({ chain: chain as never, pool: pool as never, home: undefined, log: silentLog })
	await history.start()
	expect(holding()).toBe(before)
	await history.close()
})

test('a question for the health of a node and the end of a server leave no timer behind', async () => {
	const before = holding()
	const chain = { status: async () => ({ height: 0, catchingUp: false }), header: async () => undefined }
	expect(await readinessOf(chain as never, systemClock, undefined)).toMatchObject({ why: 'there is no block yet' })
	const silent = { status: () => Promise.reject(new RangeError('gone')) }
	expect(await readinessOf(silent as never, systemClock, undefined)).toEqual({ status: 'unavailable', why: 'gone' })
	expect(holding()).toBe(before)
	const server = createServer()
	await listen(server, '127.0.0.1', 0)
	await closeServer(server, 60_000)
	expect([server.listening, holding()]).toEqual([false, before])
})
