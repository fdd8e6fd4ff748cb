import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { answeredAtGate, type Gate } from '../../../src/serve/Gate.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

/** Asks a server that has a gate and answers "served" itself; what the gate left to the server, and the reply. */
async function ask(gate: Gate | undefined, method: string, path = '/health?full=1') {
	const asked: (false | 'later')[] = []
	const server = createServer(async (incoming, response) => {
		const answered = answeredAtGate(gate, incoming, response)
		asked.push(answered === false ? false : 'later')
		if (await answered) return
		incoming.resume()
		response.end('served')
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	closing.push(() => server.close().closeAllConnections())
	const { port } = server.address() as AddressInfo
	const sent = request({ host: '127.0.0.1', port, path, method, headers: { 'X-Min-Height': '7' } })
	sent.end(method === 'POST' ? 'body' : undefined)
	const [reply] = await once(sent, 'response')
	let body = ''
	for await (const part of reply) body += part
	const { 'content-length': length, connection, 'x-height': height } = reply.headers
	return { asked, status: reply.statusCode, length, connection, height, body }
}

const full: Gate = async () => ({ status: 503, headers: [['X-Height', '6']], body: 'späte' })

test.each([
	['GET', 'keep-alive', 'späte'],
	['HEAD', 'keep-alive', ''],
	['POST', 'close', 'späte'],
])(
	'a gate answers %s in place of the server, with the length of its reply and connection %s',
	async (method, connection, body) => {
		expect(await ask(full, method)).toEqual({
			asked: ['later'],
			status: 503,
			length: '6',
			connection,
			height: '6',
			body,
		})
	},
)

test('a request that a gate lets through, at once or after it has waited, is served', async () => {
	const seen: unknown[] = []
	const at = await ask(({ method, path, headers }) => {
		seen.push([method, path, headers['x-min-height']])
		return undefined
	}, 'GET')
	expect(at).toMatchObject({ asked: [false], status: 200, body: 'served' })
	expect(seen).toEqual([['GET', '/health', '7']])
	expect(await ask(async () => undefined, 'GET')).toMatchObject({ asked: ['later'], status: 200, body: 'served' })
	expect(await ask(undefined, 'POST')).toMatchObject({ asked: [false], status: 200, body: 'served' })
})
