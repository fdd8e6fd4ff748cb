import { once } from 'node:events'
import { Agent, createServer, request, type ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { closeServer, listen } from '../../../src/serve/listen.ts'

/** A server that leaves requests for /slow open, and how to ask it; all other connections are kept. */
async function serving() {
	const open: ServerResponse[] = []
	const server = createServer((asked, response) => {
		if (asked.url === '/slow') open.push(response)
		else response.end('done')
	})
	const port = await listen(server, '127.0.0.1', 0)
	const agent = new Agent({ keepAlive: true })
	const ask = (path: string, kept = path !== '/slow') =>
		request({ host: '127.0.0.1', port, path, agent: kept ? agent : false }).end()
	return { server, port, open, ask, agent }
}

test('a server whose address is taken says so, and one that listens leaves its later errors to others', async () => {
	const { server, port } = await serving()
	const other = createServer()
	await expect(listen(other, '127.0.0.1', port)).rejects.toMatchObject({ code: 'EADDRINUSE' })
	expect([other.listening, server.listening, server.listenerCount('error')]).toEqual([false, true, 0])
	await closeServer(server, 0)
})

test('a server that is closed ends connections that ask nothing, and waits for the reply to a request in progress', async () => {
	const { server, open, ask, agent } = await serving()
	const [reply] = await once(ask('/'), 'response')
	reply.resume()
	await once(reply, 'end')
	const slow = ask('/slow')
	await expect.poll(() => open.length).toBe(1)
	let isClosed = false
	const closed = closeServer(server, 600_000).then(() => {
		isClosed = true
	})
	expect([server.listening, isClosed]).toEqual([false, false])
	open[0]!.end('late')
	const [late] = await once(slow, 'response')
	expect(late.statusCode).toBe(200)
	late.resume()
	await closed
	agent.destroy()
})

test('a server that is closed ends a kept connection with the reply that it waited for', async () => {
	const { server, open, ask, agent } = await serving()
	server.keepAliveTimeout = 600_000
	const slow = ask('/slow', true)
	await expect.poll(() => open.length).toBe(1)
	const closed = closeServer(server, 600_000)
	open[0]!.end('late')
	const [late] = await once(slow, 'response')
	late.resume()
	await closed
	expect(late.headers.connection).toBe('keep-alive')
	agent.destroy()
})

test('a server that is closed ends a request that takes longer than it waits', async () => {
	const { server, open, ask, agent } = await serving()
	const slow = ask('/slow')
	await expect.poll(() => open.length).toBe(1)
	const failed = once(slow, 'error')
	await closeServer(server, 1)
	expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' })
	agent.destroy()
})
