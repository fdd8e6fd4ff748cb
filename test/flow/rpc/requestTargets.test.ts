import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Engine } from '../../../src/engine/Engine.ts'
import { testEngine } from '../../unit/engine/testEngine.ts'
import { rpcServer } from './rpcServer.ts'

let engine: Engine
let server: Awaited<ReturnType<typeof rpcServer>>

beforeAll(async () => {
	engine = await testEngine()
	await engine.start()
	server = await rpcServer(engine)
})

afterAll(async () => {
	await server.close()
	await engine.stop()
})

function send(method: string, target: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
	return new Promise((resolve, reject) => {
		const sent = request({ host: server.host, port: server.port, method, path: target }, (reply) => {
			let body = ''
			reply.setEncoding('utf8')
			reply.on('data', (text: string) => {
				body += text
			})
			reply.on('end', () => resolve({ status: reply.statusCode, body }))
		})
		sent.on('error', reject)
		sent.end()
	})
}

// Compared by hand with a real node of the 0.34 line.
describe('the target of a request line', () => {
	test('may be a whole URL, as clients of a proxy write it', async () => {
		const whole = await send('GET', 'http://chain.example/genesis')
		expect(whole.status).toBe(200)
		expect(whole).toEqual(await send('GET', '/genesis'))
		expect((await send('GET', 'http://chain.example')).body).toContain('//chain.example/abci_info')
	})

	test('may be the server as a whole', async () => {
		expect(await send('OPTIONS', '*')).toEqual({ status: 200, body: '' })
	})

	test('the target of a request line is cleaned by a redirection', async () => {
		expect(await send('GET', '//block')).toEqual({ status: 301, body: '<a href="/block">Moved Permanently</a>.\n\n' })
		expect(await send('PUT', '//block')).toEqual({ status: 301, body: '' })
	})
})
