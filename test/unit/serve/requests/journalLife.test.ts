import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { RequestJournal } from '../../../../src/serve/requests/RequestJournal.ts'

afterEach(() => {
	vi.useRealTimers()
})

const start = { listener: 'rpc', from: '127.0.0.1', method: 'POST', path: '/' } as const

function journalOn(): RequestJournal {
	const journal = new RequestJournal()
	journal.set(true)
	return journal
}

/** Notes so many requests, which are answered at once. */
function note(journal: RequestJournal, count: number): void {
	for (let noted = 0; noted < count; noted++) journal.finish(journal.begin(start)!)
}

const idsOf = (journal: RequestJournal, after: number, limit = 1_000) => journal.since(after, limit).map(({ id }) => id)

test('a request over HTTP is noted with its headers, its body and its reply as they pass', async () => {
	const server = createServer((incoming, response) => {
		incoming.resume()
		incoming.on('end', () => response.writeHead(201).end('wörld', 'latin1'))
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const journal = journalOn()
	journal.watch(server, 'rest')
	try {
		const { port } = server.address() as AddressInfo
		for (const path of ['/a?b=c', '/manage/login']) {
			const listed = journal.next(60_000)
			const sent = request({ host: '127.0.0.1', port, path, method: 'PUT', headers: { 'X-One': '1', 'X-Two': '2' } })
			sent.end('{"method":"m"}')
			const [reply] = await once(sent, 'response')
			reply.resume()
			await listed
		}
		const [plain, manage] = journal.since(0, 10)
		expect(plain?.start).toMatchObject({
			listener: 'rest',
			from: '127.0.0.1',
			method: 'PUT',
			path: '/a?b=c',
			private: false,
			headers: expect.arrayContaining([
				['X-One', '1'],
				['X-Two', '2'],
				['Host', `127.0.0.1:${port}`],
			]),
		})
		expect(plain?.start.headers?.flat()).not.toContain(undefined)
		expect([plain?.body.kept.toString(), plain?.reply.kept.toString('latin1'), plain?.status]).toEqual([
			'{"method":"m"}',
			'wörld',
			201,
		])
		expect([plain?.isPrivate, manage?.isPrivate]).toEqual([false, true])
		expect(journal.served.listeners(Date.now()).rest?.total).toBe(2)
	} finally {
		server.close().closeAllConnections()
	}
})

test('a journal listens to its servers only while it is on and they are open', async () => {
	const journal = new RequestJournal()
	const servers = [createServer(), createServer()] as const
	const heard = (server: Server) => ['request', 'checkContinue'].map((event) => server.listenerCount(event))
	journal.watch(servers[0], 'rest')
	expect(heard(servers[0])).toEqual([0, 0])
	for (let time = 0; time < 2; time++) journal.set(true)
	journal.watch(servers[1], 'rpc', ['request', 'checkContinue'])
	expect([journal.on, ...servers.map(heard)]).toEqual([true, [1, 0], [1, 1]])
	journal.set(false)
	expect([journal.on, ...servers.map(heard)]).toEqual([false, [0, 0], [0, 0]])
	servers[1].emit('close')
	journal.set(true)
	expect(servers.map(heard)).toEqual([
		[1, 0],
		[0, 0],
	])
})

test('a journal that is off notes nothing, and forgets what it had', async () => {
	const journal = journalOn()
	const sent: unknown[] = []
	const sender = new RequestJournal((one) => sent.push(one))
	sender.set(true)
	note(sender, 1)
	note(journal, 2)
	const late = journal.begin(start)!
	expect([idsOf(journal, 0), journal.served.listeners(Date.now()).rpc?.total]).toEqual([[1, 2], 2])
	const woken = journal.next(60_000)
	journal.set(false)
	await woken
	journal.finish(late)
	journal.adopt(sent[0] as Parameters<RequestJournal['adopt']>[0])
	expect([idsOf(journal, 0), journal.served.listeners(Date.now()), journal.begin(start)]).toEqual([[], {}, undefined])
	journal.set(true)
	journal.adopt(sent[0] as Parameters<RequestJournal['adopt']>[0])
	note(journal, 1)
	expect(idsOf(journal, 0)).toEqual([4, 5])
})

test('a journal keeps the newest 500 requests in the order of their replies, and gives those after one', () => {
	const journal = journalOn()
	note(journal, 501)
	expect([journal.get(1), journal.get(2)?.id, idsOf(journal, 0).length, idsOf(journal, 499)]).toEqual([
		undefined,
		2,
		500,
		[500, 501],
	])
	const other = journalOn()
	const [first, second, third] = [other.begin(start)!, other.begin(start)!, other.begin(start)!]
	for (const one of [second, third, first]) other.finish(one)
	expect([0, 1, 2, 3, 9].map((after) => idsOf(other, after))).toEqual([[2, 3, 1], [], [3, 1], [1], []])
	expect(idsOf(other, 0, 2)).toEqual([3, 1])
})

test('who waits for the next request of a journal is woken by it, or after a while', async () => {
	vi.useFakeTimers()
	const journal = journalOn()
	const next = journal.next(50)
	note(journal, 1)
	await next
	expect(vi.getTimerCount()).toBe(0)
	let woken = false
	const waiting = journal.next(50).then(() => {
		woken = true
	})
	await vi.advanceTimersByTimeAsync(49)
	expect(woken).toBe(false)
	await vi.advanceTimersByTimeAsync(1)
	await waiting
	expect(woken).toBe(true)
})
