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

describe('the messages of an HTTP connection that does not wait for replies', () => {
	test('messages of a connection begin when those before are answered, and count as unfinished bytes until then', async () => {
		const connection = new ConnectionGuard().add(new Socket())
		const begun: number[] = []
		const messages = [100, 20, 3].map((bytes) =>
			connection.inOrder(bytes).then((answered) => {
				begun.push(bytes)
				return answered
			}),
		)
		expect(connection.unfinished).toBe(123)
		for (const [place, left] of [23, 3, 0].entries()) {
			const answered = await messages[place]!
			expect(begun).toEqual([100, 20, 3].slice(0, place + 1))
			answered()
			expect(connection.unfinished).toBe(left)
		}
		connection.socket.destroy()
	})

	test('messages of a connection do not wait for those of other connections', async () => {
		const guard = new ConnectionGuard()
		const [one, other] = [guard.add(new Socket()), guard.add(new Socket())]
		await one.inOrder(10)
		expect(typeof (await other.inOrder(10))).toBe('function')
		for (const { socket } of [one, other]) socket.destroy()
	})
})

describe('which connection makes room for another one', () => {
	beforeEach(() => {
		vi.useFakeTimers({ toFake: ['performance'] })
	})
	afterEach(() => {
		vi.useRealTimers()
	})

	test('those that take no replies go first, then those whose request is never whole, silent ones, idle ones, the busiest; of a kind the one unused for longest', () => {
		const guard = new ConnectionGuard(undefined, { connections: 10 })
		const names = ['stalled', 'unfinished', 'silent', 'idle', 'busy'] as const
		const all = names.flatMap((name) => ['old', 'new'].map((age) => ({ name, age, made: guard.add(new Socket()) })))
		const those = (name: string): GuardedConnection[] => all.filter((one) => one.name === name).map(({ made }) => made)
		for (const made of [...those('busy'), ...those('stalled')]) begin(made)
		for (const made of those('stalled')) made.stalledSince = performance.now()
		for (const made of those('unfinished')) made.unfinishedSince = performance.now()
		vi.advanceTimersByTime(1)
		for (const { age, made } of all) {
			if (age === 'old') continue
			Object.defineProperty(made.socket, 'bytesRead', { value: 1 })
			const { stalledSince, unfinishedSince } = made
			made.look(performance.now())
			Object.assign(made, { stalledSince, unfinishedSince })
		}
		vi.advanceTimersByTime(1_001)
		for (const made of those('idle')) {
			made.whole()
			vi.advanceTimersByTime(1)
		}
		for (const [place, made] of those('busy').entries()) made.caller.lines.few.used = 2e6 - place
		const gone: string[] = []
		while (gone.length < all.length) {
			const ended = new Set(all.filter(({ made }) => made.ended))
			const more = guard.add(new Socket())
			begin(more)
			more.caller.lines.few.used = -1
			gone.push(...all.filter((one) => one.made.ended && !ended.has(one)).map(({ name, age }) => `${age} ${name}`))
		}
		expect(gone).toEqual(names.flatMap((name) => [`old ${name}`, `new ${name}`]))
	})

	test('an idle connection that was used later than another one stays', () => {
		const guard = new ConnectionGuard(undefined, { connections: 2 })
		const [first, second] = [guard.add(new Socket()), guard.add(new Socket())]
		first.whole()
		second.whole()
		vi.advanceTimersByTime(400)
		first.whole()
		guard.add(new Socket())
		expect([first.ended, second.ended]).toEqual([false, true])
	})

	test('a second without a byte taken or sent is no reason yet', () => {
		const guard = new ConnectionGuard(undefined, { connections: 2 })
		const [patient, idle] = [guard.add(new Socket()), guard.add(new Socket())]
		patient.stalledSince = performance.now()
		begin(patient)
		vi.advanceTimersByTime(1_000)
		guard.add(new Socket())
		expect([patient.ended, idle.ended]).toEqual([false, true])
	})
})

describe('what a connection holds of the memory', () => {
	test('replies behind the first of a pipeline wait outside of the socket, and count too', () => {
		const connection = new ConnectionGuard().add(measured({ writableLength: 100 }))
		begin(connection, 30)
		connection.look(0)
		expect(connection.unsent).toBe(100)
		begin(connection, 7)
		connection.look(0)
		expect(connection.unsent).toBe(137)
	})

	test('a client takes nothing since the look at which the same bytes were left as at the one before', () => {
		const measures = { bytesWritten: 500, writableLength: 100 }
		const connection = new ConnectionGuard().add(measured(measures))
		const stalledAt = (now: number): number => {
			connection.look(now)
			return connection.stalledSince
		}
		expect([stalledAt(1), stalledAt(2), stalledAt(3)]).toEqual([Number.POSITIVE_INFINITY, 2, 2])
		measures.writableLength = 99
		expect([stalledAt(4), stalledAt(5)]).toEqual([Number.POSITIVE_INFINITY, 5])
		measures.writableLength = 0
		expect(stalledAt(6)).toBe(Number.POSITIVE_INFINITY)
		expect(stalledAt(7)).toBe(Number.POSITIVE_INFINITY)
	})

	test('bytes behind the last whole request belong to one that is not whole', () => {
		const measures = { bytesRead: 10 }
		const connection = new ConnectionGuard().admit(measured(measures))
		connection.measured = true
		begin(connection)
		const seen = (now: number): readonly [number, number] => {
			connection.look(now)
			return [connection.unfinished, connection.unfinishedSince]
		}
		expect(seen(1)).toEqual([0, Number.POSITIVE_INFINITY])
		measures.bytesRead = 14
		expect(seen(2)).toEqual([4, 2])
		measures.bytesRead = 15
		expect(seen(3)).toEqual([5, 2])
		connection.whole()
		expect(seen(4)).toEqual([0, Number.POSITIVE_INFINITY])
	})
})

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
			connection.socket.destroy()
		}
	})

	test('a connection that sent one request too many is read no more, and ends when those before it are answered', () => {
		const { connection, log } = noted()
		const [first, second, refused] = [begin(connection), begin(connection), begin(connection)]
		expect(connection.answering).toBe(3)
		connection.hold()
		connection.endAfterAnswers(refused)
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
