import { setImmediate as allThatIsDue } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../../../src/errors/UserError.ts'
import { RequestStream } from '../../../../src/tui/screens/requests/RequestStream.ts'
import { RequestsDouble } from '../../support/requestsDouble.ts'

/** A journal that remembers what it was asked after, and waits no longer than a moment. */
class Journal extends RequestsDouble {
	readonly asks: string[] = []
	fails: Error | undefined

	override async list(after: number, waitMs?: number): ReturnType<RequestsDouble['list']> {
		this.asks.push(`${after} ${waitMs}`)
		const reply = await super.list(after, waitMs)
		if (this.fails !== undefined) throw this.fails
		return reply
	}
}

let journal: Journal
let stream: RequestStream
let changes = 0

beforeEach(() => {
	journal = new Journal([])
	changes = 0
	stream = new RequestStream(
		() => {
			changes++
		},
		() => true,
	)
})
afterEach(() => stream.connect(new RequestsDouble([])))

/** Waits until something holds. */
async function until(holds: () => boolean): Promise<void> {
	await expect.poll(holds, { interval: 2, timeout: 10_000 }).toBe(true)
}

const paths = (): string => stream.list.map(({ path }) => path).join(' ')

describe('the stream of requests', () => {
	it('the stream of requests asks a node once whether it records requests, and no more while it does not', async () => {
		expect([stream.on, stream.fault, stream.refused, stream.count, stream.list]).toEqual([undefined, '', false, 0, []])
		stream.connect(journal)
		stream.connect(journal)
		await until(() => stream.on === false)
		await allThatIsDue()
		expect([journal.asks, changes]).toEqual([['0 undefined'], 1])
	})

	it('the stream of requests holds what comes, the newest first, and asks for what is newer than the last', async () => {
		await journal.set(true)
		for (const path of ['/a', '/b']) journal.asked({ path })
		stream.connect(journal)
		await until(() => stream.count === 2)
		expect([paths(), changes]).toEqual(['/b /a', 1])
		await until(() => journal.asks.length === 2)
		journal.asked({ path: '/c' })
		await until(() => stream.count === 3)
		expect([paths(), changes]).toEqual(['/c /b /a', 2])
		await until(() => journal.asks.length === 3)
		expect(journal.asks).toEqual(['0 undefined', '2 10000', '3 10000'])
	})

	it('the stream of requests tells no change while a node answers that there was no request', async () => {
		const node = new RequestsDouble([])
		let asks = 0
		node.list = async () => (++asks === 3 ? new Promise(() => {}) : { on: true, requests: [] })
		stream.connect(node)
		await until(() => asks === 3)
		expect(changes).toBe(1)
	})

	it('the stream of requests keeps the newest 500, and counts all', async () => {
		await journal.set(true)
		for (let id = 1; id <= 501; id++) journal.asked({ path: `/${id}` })
		stream.connect(journal)
		await until(() => stream.count === 501)
		expect([stream.list.length, stream.list[0]?.path, stream.list.at(-1)?.path]).toEqual([500, '/501', '/2'])
	})

	it('the stream of requests begins anew when it is switched on, and with the node of another place', async () => {
		await stream.set(true)
		expect(stream.on).toBeUndefined()
		stream.connect(journal)
		await until(() => stream.on === false)
		await stream.set(true)
		expect([stream.on, journal.on, changes]).toEqual([true, true, 2])
		journal.asked({ path: '/a' })
		await until(() => paths() === '/a')
		await stream.set(false)
		expect([stream.on, journal.on, paths(), stream.count]).toEqual([false, false, '', 0])
		await stream.set(true)
		journal.asked({ path: '/b' })
		await until(() => paths() === '/b')
		expect(stream.count).toBe(1)
		const other = new Journal([])
		stream.connect(other)
		expect([stream.on, paths(), stream.count]).toEqual([undefined, '', 0])
		await until(() => stream.on === false)
		expect(other.asks).toEqual(['0 undefined'])
		// What the node before says from now on is heard no more.
		journal.asked({ path: '/c' })
		await allThatIsDue()
		expect([paths(), stream.on]).toEqual(['', false])
	})

	it('the stream of requests forgets what is cleared, there and here, and does not ask for it again', async () => {
		await journal.set(true)
		journal.asked({ path: '/a' })
		stream.connect(journal)
		await until(() => stream.count === 1)
		const before = changes
		await stream.clear()
		expect([stream.count, paths(), changes, journal.calls.at(-1)]).toEqual([0, '', before + 1, 'clear requests'])
		journal.asked({ path: '/b' })
		await until(() => paths() === '/b')
		expect(journal.asks.slice(1).every((ask) => ask.startsWith('1 ') || ask.startsWith('2 '))).toBe(true)
	})

	it('the stream of requests says why no requests come, ends, and begins again when it is switched on', async () => {
		await journal.set(true)
		journal.fails = new UserError('The connection is lost.')
		stream.connect(journal)
		await until(() => stream.fault !== '')
		expect([stream.fault, stream.refused, stream.on, changes]).toEqual(['The connection is lost.', false, undefined, 1])
		journal.fails = undefined
		await stream.set(true)
		expect([stream.fault, stream.on]).toEqual(['', true])
		journal.asked({ path: '/a' })
		await until(() => paths() === '/a')
	})

	it('the stream of requests knows a node that does not list requests', async () => {
		journal.refuses = true
		stream.connect(journal)
		await until(() => stream.refused)
		expect(stream.on).toBeUndefined()
		const other = new Journal([])
		stream.connect(other)
		expect(stream.refused).toBe(false)
		await until(() => stream.on === false)
	})

	it('the stream of requests does not tell the fault of a node that it left', async () => {
		await journal.set(true)
		stream.connect(journal)
		await until(() => journal.asks.length === 2)
		const other = new Journal([])
		stream.connect(other)
		await until(() => stream.on === false)
		journal.fails = new UserError('The connection is lost.')
		const before = changes
		journal.asked()
		await allThatIsDue()
		expect([stream.fault, stream.on, changes]).toEqual(['', false, before])
	})
})
