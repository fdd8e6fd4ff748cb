import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionGuard } from '../../../src/serve/ConnectionGuard.ts'
import type { GuardedConnection } from '../../../src/serve/GuardedConnection.ts'

/** A socket that shows these measures. */
function measured(measures: { bytesRead?: number; bytesWritten?: number; writableLength?: number }): Socket {
	const socket = new Socket()
	for (const name of Object.keys(measures)) {
		Object.defineProperty(socket, name, { get: () => measures[name as keyof typeof measures] })
	}
	return socket
}

function begin(connection: GuardedConnection, writableLength = 0): ServerResponse {
	const request = new IncomingMessage(connection.socket)
	const response = new ServerResponse(request)
	Object.defineProperty(response, 'writableLength', { value: writableLength })
	connection.begin(request, response)
	return response
}

describe('how the reading of a connection is shared and ends', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['performance'] })
	})
	afterEach(() => {
		vi.useRealTimers()
	})

	/** A connection that notes how it is read and why it was let go. */
	function noted(measures: { writableLength?: number } = {}, guard = new ConnectionGuard()) {
		const connection = guard.add(measured(measures))
		const log: string[] = []
		connection.reading = { stop: () => void log.push('stop'), goOn: () => void log.push('go on') }
		connection.farewell = (reason) => void log.push(reason)
		return { connection, log }
	}

	test('a connection is held once and goes on once, and neither after its end', () => {
		const { connection, log } = noted()
		connection.goOn()
		for (let time = 0; time < 2; time++) connection.hold()
		expect([connection.held, log]).toEqual([true, ['stop']])
		for (let time = 0; time < 2; time++) connection.goOn()
		expect([connection.held, log]).toEqual([false, ['stop', 'go on']])
		connection.hold()
		connection.end('over')
		connection.goOn()
		connection.end('again')
		expect(log).toEqual(['stop', 'go on', 'stop', 'over'])
		const ended = noted()
		ended.connection.end('over')
		ended.connection.hold()
		expect([ended.connection.held, ended.log]).toEqual([false, ['over']])
		for (const each of [connection, ended.connection]) each.socket.destroy()
	})

	test('a reason is sent before a connection closes, unless its client takes nothing', () => {
		for (const [writableLength, isTold, destroyed] of [
			[0, true, false],
			[1_000, true, false],
			[1_001, true, true],
			[0, false, true],
		] as const) {
			const { connection, log } = noted({ writableLength })
			if (!isTold) connection.farewell = undefined
			connection.end('over')
			expect([connection.ended, connection.caller.hasLeft, log, connection.socket.destroyed]).toEqual([
				true,
				true,
				isTold ? ['over'] : [],
				destroyed,
			])
			// It closes when all has gone out.
			expect(connection.socket.writableEnded).toBe(!destroyed)
			connection.socket.destroy()
		}
	})

	test('bytes that a connection counts are whole at the end of their request, one that had begun before included', () => {
		const counted = new ConnectionGuard().add(new Socket())
		const later = new ConnectionGuard().admit(new Socket())
		const complete = new ConnectionGuard().admit(new Socket())
		const never = new ConnectionGuard().admit(new Socket())
		const requests = [counted, later, complete, never].map((connection) => {
			const request = new IncomingMessage(connection.socket)
			request.complete = connection === complete
			connection.begin(request, new ServerResponse(request))
			if (connection === later || connection === complete) connection.countFromNow()
			connection.received(10)
			return request
		})
		for (const request of requests) request.emit('end')
		expect([counted, later, complete, never].map(({ unfinished }) => unfinished)).toEqual([0, 0, 10, 10])
		expect([counted, later, complete, never].map((one) => one.counted)).toEqual([true, true, true, false])
	})

	test('bytes of a connection that is neither measured nor counted as they come are no concern of a look', () => {
		const measures = { bytesRead: 10 }
		const guard = new ConnectionGuard()
		const [admitted, counted] = [guard.admit(measured(measures)), guard.add(measured(measures))]
		counted.measured = true
		for (const connection of [admitted, counted]) {
			connection.look(1)
			expect([connection.unfinished, connection.unfinishedSince]).toEqual([0, Number.POSITIVE_INFINITY])
			connection.socket.destroy()
		}
	})

	test('a connection that sent one request too many is read no more, and ends when those before it are answered', () => {
		const { connection, log } = noted()
		const [first, second, refused] = [begin(connection), begin(connection), begin(connection)]
		expect(connection.answering).toBe(3)
		connection.hold()
		connection.endAfterAnswers()
		expect([connection.answering, log]).toEqual([2, ['stop', 'stop']])
		refused.emit('close')
		second.emit('close')
		connection.goOn()
		expect([connection.answering, connection.ended]).toEqual([1, false])
		first.emit('close')
		expect([connection.answering, log]).toEqual([0, ['stop', 'stop', 'too many requests at once']])
		connection.socket.destroy()
	})

	test('bytes are those of a request that is not whole until it is, also when some of a whole one still wait', () => {
		const { connection } = noted()
		vi.advanceTimersByTime(5)
		connection.received(10)
		vi.advanceTimersByTime(5)
		connection.received(7)
		expect([connection.unfinished, connection.unfinishedSince]).toEqual([17, performance.now() - 5])
		connection.whole(4)
		expect([connection.unfinished, connection.unfinishedSince]).toEqual([4, Number.POSITIVE_INFINITY])
		connection.received(1)
		connection.whole()
		expect(connection.unfinished).toBe(0)
		connection.socket.destroy()
	})

	test('eight connections that send more than 32 KiB are read at a time, another one when a request is whole', () => {
		const guard = new ConnectionGuard()
		const all = Array.from({ length: 10 }, () => noted({}, guard).connection)
		for (const connection of all) connection.received(32 * 1024)
		expect(all.map(({ held }) => held)).not.toContain(true)
		for (const connection of all) connection.received(1)
		expect(all.filter(({ held }) => held)).toHaveLength(2)
		all.find(({ held }) => !held)!.whole()
		expect(all.filter(({ held }) => held)).toHaveLength(1)
		all.find(({ held, unfinished }) => !held && unfinished > 0)!.socket.destroy()
		for (const { socket } of all) socket.destroy()
	})

	test('parts of a message run among those of callers who ask for little, for much, or large things', async () => {
		const { connection } = noted()
		const { few, many, large } = connection.caller.lines
		const used = async (
			bytes: number,
			waiting: number,
			isItem: boolean,
			options?: { few?: number; begins?: boolean },
		) => {
			const before = [few, many, large].map((line) => line.used)
			const result = await connection.turns(
				bytes,
				() => waiting,
				options,
			)(async () => {
				vi.advanceTimersByTime(3)
				return 'done'
			}, isItem)
			expect(result).toBe('done')
			await new Promise((resolve) => setImmediate(resolve))
			return [few, many, large].map((line, at) => line.used - before[at]!)
		}
		expect(await used(10, 8, false)).toEqual([3, 0, 0])
		expect(await used(10, 9, false)).toEqual([0, 3, 0])
		expect(await used(32 * 1024 + 1, 0, false)).toEqual([0, 0, 3])
		expect(await used(10, 0, true)).toEqual([0, 0, 3])
		expect(await used(10, 4, false, { few: 3 })).toEqual([0, 3, 0])
		expect(await used(10, 0, false, { begins: true })).toEqual([1, 0, 0])
		connection.socket.destroy()
	})
})
