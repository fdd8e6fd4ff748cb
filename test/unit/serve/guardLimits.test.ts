import { EventEmitter, once } from 'node:events'
import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionGuard, type GuardLimits, guardLimits, type Watch } from '../../../src/serve/ConnectionGuard.ts'
import type { GuardedConnection } from '../../../src/serve/GuardedConnection.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
	vi.useRealTimers()
})

/** A connection of a guard that says why it ends, of whose replies so many bytes are not taken. */
function connected(guard: ConnectionGuard, measures: { writableLength?: number } = {}) {
	const socket = new Socket()
	if (measures.writableLength !== undefined)
		Object.defineProperty(socket, 'writableLength', { get: () => measures.writableLength })
	const connection = guard.add(socket)
	const said: string[] = []
	connection.farewell = (reason) => said.push(reason)
	return { connection, socket, said }
}

const guardWith = (limits: Partial<GuardLimits>) => new ConnectionGuard(undefined, limits)
const slow = 'client is not pulling messages fast enough'

test('a listener takes as many connections as Tendermint, and of bytes and time what a node can spare', () => {
	expect(guardLimits).toEqual({
		...{ connections: 900, pipelined: 16, requestMs: 10_000, stallMs: 30_000 },
		...{ unfinishedBytes: 24_000_000, unsentBytes: 48_000_000 },
	})
})

test('one connection too many ends the worst, and of equals the one that came first', () => {
	const guard = guardWith({ connections: 3 })
	const all = [connected(guard), connected(guard)]
	all.push(connected(guard))
	expect(all.map(({ said }) => said.join())).toEqual(['', '', ''])
	all.push(connected(guard))
	expect(all.map(({ said }) => said.join())).toEqual(['too many connections', '', '', ''])
	all.push(connected(guard))
	expect(all.map(({ said }) => said.join())).toEqual(['too many connections', 'too many connections', '', '', ''])
})

test('connections whose clients take nothing end from the largest on, until all are within the limit', () => {
	const ended = (unsentBytes: number) => {
		const guard = guardWith({ unsentBytes })
		const all = [100, 300, 200].map((writableLength) => connected(guard, { writableLength }))
		guard.check()
		return all.map(({ said }) => said.join())
	}
	expect(ended(600)).toEqual(['', '', ''])
	expect(ended(599)).toEqual(['', slow, ''])
	expect(ended(300)).toEqual(['', slow, ''])
	expect(ended(299)).toEqual(['', slow, slow])
	expect(ended(0)).toEqual([slow, slow, slow])
})

test('a websocket ends when its message is not whole in time, and any connection whose client takes nothing for too long', () => {
	vi.advanceTimersByTime(1_000)
	const guard = guardWith({ requestMs: 50, stallMs: 80 })
	const [lasting, other, stalled] = [connected(guard), connected(guard), connected(guard, { writableLength: 10 })]
	lasting.connection.lasting = true
	for (const { connection } of [lasting, other]) connection.received(1)
	for (let look = 0; look < 2; look++) guard.check()
	vi.advanceTimersByTime(50)
	guard.check()
	expect([lasting.said, other.said, stalled.said]).toEqual([[], [], []])
	vi.advanceTimersByTime(1)
	guard.check()
	expect([lasting.said, other.said, stalled.said]).toEqual([['the message was not whole in time'], [], []])
	vi.advanceTimersByTime(29)
	guard.check()
	expect(stalled.said).toEqual([])
	vi.advanceTimersByTime(1)
	guard.check()
	expect([other.said, stalled.said]).toEqual([[], [slow]])
})

test('connections are looked at each second, and each tenth of one while they are more than 32, as long as there are any', async () => {
	const guard = guardWith({})
	const measures = { writableLength: 1 }
	const { connection, socket } = connected(guard, measures)
	const seenAfter = (ms: number) => {
		measures.writableLength++
		vi.advanceTimersByTime(ms - 1)
		const before = connection.unsent
		vi.advanceTimersByTime(1)
		return [before < measures.writableLength, connection.unsent === measures.writableLength]
	}
	const others = Array.from({ length: 31 }, () => connected(guard))
	expect([seenAfter(1_000), seenAfter(1_000)]).toEqual([
		[true, true],
		[true, true],
	])
	others.push(connected(guard))
	// The wait in progress is not cut short.
	expect([seenAfter(1_000), seenAfter(100), seenAfter(100)]).toEqual([
		[true, true],
		[true, true],
		[true, true],
	])
	expect(vi.getTimerCount()).toBe(1)
	const all = [socket, ...others.map((other) => other.socket)]
	await Promise.all(all.map((each) => once(each.destroy(), 'close')))
	expect(guard.size).toBe(0)
	vi.advanceTimersByTime(100)
	expect(vi.getTimerCount()).toBe(0)
})

test('a connection that is gone is no longer read, asked or counted', async () => {
	const guard = guardWith({})
	const all = Array.from({ length: 9 }, () => connected(guard))
	for (const { connection } of all) connection.received(32 * 1024 + 1)
	expect(all.map(({ connection }) => connection.held).filter(Boolean)).toHaveLength(1)
	const gone = all.find(({ connection }) => !connection.held)!
	await once(gone.socket.destroy(), 'close')
	expect([guard.size, gone.connection.caller.hasLeft]).toEqual([8, true])
	expect(all.map(({ connection }) => connection.held)).not.toContain(true)
})

/** A server that only emits, watched by a guard; what it does with the requests of one connection. */
function watched(watch: Watch) {
	const guard = guardWith({})
	const server = new EventEmitter()
	guard.watch(server as Server, watch)
	const socket = new Socket()
	server.emit('connection', socket)
	expect(guard.size).toBe(1)
	const connection: GuardedConnection = guard.of(socket)
	const ask = (headers: IncomingMessage['headers'], event = 'request') => {
		const request = Object.assign(new IncomingMessage(socket), { headers })
		const response = new ServerResponse(request)
		server.emit(event, request, response)
		return { request, response }
	}
	return { guard, socket, connection, ask }
}

test('a guard counts the bytes of each connection, or of those alone that send what is not short', () => {
	expect(watched({}).connection).toMatchObject({ counted: true, measured: false })
	for (const [headers, counted] of [
		[{}, false],
		[{ 'content-length': '4096' }, false],
		[{ 'content-length': '4097' }, true],
		[{ 'transfer-encoding': 'chunked' }, true],
	] as const) {
		const { connection, ask } = watched({ trustsShort: true })
		expect(connection).toMatchObject({ counted: false, measured: true })
		const { response } = ask(headers)
		expect(connection.counted).toBe(counted)
		response.emit('close')
		ask({})
		expect(connection.counted).toBe(counted)
		ask({})
		expect(connection.counted).toBe(true)
	}
})

test('a guard sees the requests that a server answers with a wish to go on only where the server itself does', () => {
	for (const expects of [true, false]) {
		const { connection, ask } = watched(expects ? { expects } : {})
		ask({}, 'checkContinue')
		expect(connection.answering).toBe(expects ? 1 : 0)
	}
})

test('a seventeenth request before the first reply ends its connection at once, or when those before it are answered', () => {
	for (const answersBegun of [false, true]) {
		const { guard, socket, connection, ask } = watched(answersBegun ? { answersBegun } : {})
		const parser = { onIncoming: () => 7 }
		Object.assign(socket, { parser })
		const asked = Array.from({ length: 16 }, () => ask({}))
		expect([connection.answering, socket.destroyed, parser.onIncoming()]).toEqual([16, false, 7])
		const { request } = ask({})
		// What node has read already is served no more: -1 ends its parser, 0 goes on.
		expect(parser.onIncoming()).toBe(answersBegun ? 0 : -1)
		expect([guard.refuses(request), socket.destroyed]).toEqual([answersBegun, !answersBegun])
		expect(asked.map((one) => guard.refuses(one.request))).not.toContain(true)
		for (const { response } of asked) response.emit('close')
		expect([connection.ended, socket.destroyed]).toEqual([answersBegun, true])
	}
})

test('what is read of a connection goes on in slices of 2 KiB, and of as much as is waited for in a large request', () => {
	const parts: (Uint8Array | null)[] = []
	let isFull = false
	const socket = Object.assign(new Socket(), {
		push: (chunk: Uint8Array | null) => {
			parts.push(chunk)
			return !isFull
		},
	})
	const connection = guardWith({}).add(socket)
	const lengths = () => parts.splice(0).map((part) => part?.length)
	const small = new Uint8Array(2_048)
	expect([socket.push(small), parts.splice(0)[0] === small, connection.unfinished]).toEqual([true, true, 2_048])
	connection.whole()
	expect([socket.push(new Uint8Array(10_000)), lengths()]).toEqual([true, [2_048, 2_048, 4_096, 1_808]])
	expect(connection.unfinished).toBe(10_000)
	isFull = true
	expect([socket.push(new Uint8Array(20_001)), lengths()]).toEqual([false, [10_000, 10_001]])
	expect([socket.push(null), lengths()]).toEqual([false, [undefined]])
	connection.whole()
	isFull = false
	const ending = Object.assign(new Socket(), {
		push: (chunk: Uint8Array) => {
			parts.push(chunk)
			ending.destroy()
			return true
		},
	})
	guardWith({}).add(ending)
	ending.push(new Uint8Array(9_000))
	expect(lengths()).toEqual([2_048])
})

test('the largest of requests that are not whole ends as soon as they are too many bytes together', () => {
	const guard = guardWith({ unfinishedBytes: 80_000 })
	const both = [connected(guard), connected(guard)]
	for (const { socket } of both) socket.push(new Uint8Array(40_000))
	expect(both.map(({ said }) => said)).toEqual([[], []])
	both[1]!.socket.push(new Uint8Array(1))
	expect(both.map(({ said }) => said)).toEqual([[], ['too many bytes of requests that are not whole']])
})
