import { afterEach, expect, test } from 'vitest'
import type { RestHandler } from '../../../../src/api/rest/RestHandler.ts'
import { startRestServer } from '../../../../src/api/rest/startRestServer.ts'
import type { RunningServer } from '../../../../src/serve/listen.ts'

let server: RunningServer | undefined

afterEach(() => server?.close())

async function serve(handler: RestHandler): Promise<(body: string, query?: string) => Promise<string>> {
	const running = await startRestServer({ host: '127.0.0.1', port: 0, handlers: [handler] })
	server = running
	return async (body, query = '') =>
		(await fetch(`http://127.0.0.1:${running.port}/txs${query}`, { method: 'POST', body })).text()
}

const large = 'x'.repeat(200_000)

test('a REST server takes up four large bodies at a time, never more, and all in the end', async () => {
	let open = 0
	let most = 0
	const held: (() => void)[] = []
	const post = await serve(async (request, reply) => {
		await request.body()
		open++
		most = Math.max(most, open)
		await new Promise<void>((resolve) => held.push(resolve))
		open--
		reply.send(200, [], 'done')
		return true
	})
	const replies = Promise.all(Array.from({ length: 20 }, () => post(large)))
	for (let done = 0; done < 20; done += 4) {
		await expect.poll(() => held.length).toBe(4)
		for (const go of held.splice(0)) go()
	}
	expect(await replies).toEqual(Array.from({ length: 20 }, () => 'done'))
	expect(most).toBe(4)
})

test('a large body gives its turn on when a handler fails, and small bodies never wait', async () => {
	const held: (() => void)[] = []
	const post = await serve(async (request, reply) => {
		const body = await request.body()
		if (body.length === 1) reply.send(200, [], 'small')
		else if (held.length === 4) throw new Error('out of order')
		else await new Promise<void>((resolve) => held.push(resolve)).then(() => reply.send(200, [], 'large'))
		return true
	})
	const first = Array.from({ length: 4 }, () => post(large))
	const late = Array.from({ length: 3 }, () => post(large))
	await expect.poll(() => held.length).toBe(4)
	expect(await post('x')).toBe('small')
	for (const go of held) go()
	expect(await Promise.all(first)).toEqual(Array.from({ length: 4 }, () => 'large'))
	for (const reply of await Promise.all(late)) expect(reply).toContain('out of order')
})

test('a reply that is sent while its large body waits for a turn leaves the turn to others', async () => {
	const held: (() => void)[] = []
	const early: Promise<unknown>[] = []
	const post = await serve(async (request, reply) => {
		if (request.rawQuery === 'early') {
			early.push(request.body().catch(() => undefined))
			// The body comes meanwhile, and waits.
			await new Promise((resolve) => setImmediate(resolve))
			await expect.poll(() => held.length).toBe(4)
			reply.send(200, [], 'early')
			return true
		}
		await request.body()
		if (held.length < 4) await new Promise<void>((resolve) => held.push(resolve))
		reply.send(200, [], 'late')
		return true
	})
	const first = Array.from({ length: 4 }, () => post(large))
	await expect.poll(() => held.length).toBe(4)
	for (let i = 0; i < 4; i++) expect(await post(large, '?early')).toBe('early')
	for (const go of held) go()
	expect(await Promise.all([...first, ...early.map(async (body) => String(await body))])).toHaveLength(8)
	expect(await Promise.all(Array.from({ length: 5 }, () => post(large)))).toEqual(Array(5).fill('late'))
})
