import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { RequestJournal } from '../../../../src/serve/requests/RequestJournal.ts'

const start = { listener: 'rpc', from: '127.0.0.1', method: 'POST', path: '/' } as const

/** What the list says that a body calls. */
function callsOf(body: unknown): string {
	const journal = new RequestJournal()
	journal.set(true)
	const note = journal.begin(start)!
	note.body.add(JSON.stringify(body))
	journal.finish(note)
	return journal.get(1)!.summary().calls
}

it('the list of requests names the first five calls of a batch, and says how many follow', () => {
	const batch = (count: number) => Array.from({ length: count }, (_, index) => ({ method: `method${index + 1}` }))
	expect(callsOf(batch(5))).toBe('method1, method2, method3, method4, method5')
	expect(callsOf(batch(6))).toBe('method1, method2, method3, method4, method5 and 1 more')
	expect(callsOf(batch(12))).toBe('method1, method2, method3, method4, method5 and 7 more')
	expect(callsOf([{ method: 1 }, null, { method: 'known' }])).toBe('known')
	expect(callsOf({ method: 'm'.repeat(65) })).toBe('m'.repeat(64))
})

it('a request whose client leaves before the reply is listed with status 0', async () => {
	const journal = new RequestJournal()
	journal.set(true)
	const server = createServer()
	journal.watch(server, 'rest')
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as AddressInfo
	const arrived = once(server, 'request')
	const listed = journal.next(60_000)
	const sent = request({ host: '127.0.0.1', port, path: '/slow' })
	sent.on('error', () => undefined)
	sent.end()
	await arrived
	sent.destroy()
	await listed
	server.close()
	expect(journal.since(0, 10).map((note) => note.summary())).toMatchObject([
		{ listener: 'rest', method: 'GET', path: '/slow', status: 0, requestBytes: 0, replyBytes: 0 },
	])
})
