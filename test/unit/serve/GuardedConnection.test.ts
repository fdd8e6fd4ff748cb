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

	test('how bad a connection is begins with its kind, and goes on with the time since its last use', () => {
		const made = (change: (connection: GuardedConnection) => void) => {
			const connection = new ConnectionGuard().add(new Socket())
			change(connection)
			return [performance.now() + 1_000, performance.now() + 1_001].map((now) => connection.badness(now))
		}
		const [second, more] = [1_000 / 1e6, 1_001 / 1e6]
		expect(made(() => {})).toEqual([1 + second, 2 + more])
		expect(made((one) => one.whole())).toEqual([1 + second, 1 + more])
		expect(made((one) => Object.assign(one, { stalledSince: performance.now() }))).toEqual([1 + second, 4 + more])
		expect(made((one) => Object.assign(one, { unfinishedSince: performance.now() }))).toEqual([1 + second, 3 + more])
		const busy = (one: GuardedConnection) => {
			one.whole()
			one.caller.lines.few.used = 5e8
		}
		expect(made((one) => [busy(one), begin(one)])).toEqual([0.5, 0.5])
		const job = { run: () => undefined, begins: false }
		expect(made((one) => [busy(one), one.caller.lines.few.waiting.push(job)])).toEqual([0.5, 0.5])
	})

	test('a connection is used when its newest request is answered and when it has sent something, and not by the end of another', () => {
		for (const isCounted of [true, false]) {
			const measures = { bytesRead: 0 }
			const guard = new ConnectionGuard()
			const connection = isCounted ? guard.add(measured(measures)) : guard.admit(measured(measures))
			const idle = () => Math.round((connection.badness(performance.now()) - 1) * 1e6)
			const [first, newest] = [begin(connection), begin(connection)]
			vi.advanceTimersByTime(10)
			newest.emit('close')
			vi.advanceTimersByTime(10)
			first.emit('close')
			expect([connection.answering, connection.ended, idle()]).toEqual([0, false, isCounted ? 0 : 10])
			vi.advanceTimersByTime(10)
			connection.look(performance.now())
			expect(idle()).toBe(isCounted ? 10 : 20)
			measures.bytesRead++
			connection.look(performance.now())
			expect(idle()).toBe(0)
		}
	})

	test('each reply that ends is one less that a connection waits for, in whatever order they end', () => {
		const connection = new ConnectionGuard().add(new Socket())
		const replies = [begin(connection), begin(connection), begin(connection), begin(connection)]
		for (const [place, left] of [
			[1, 3],
			[0, 2],
			[3, 1],
			[2, 0],
		] as const) {
			replies[place]!.emit('close')
			expect(connection.answering).toBe(left)
		}
		connection.socket.destroy()
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
		// What was written meanwhile waits as well.
		Object.assign(measures, { bytesWritten: 550, writableLength: 150 })
		expect(stalledAt(3)).toBe(2)
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
