import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiNode, startApiNode } from '../support/apiNode.ts'

let node: ApiNode

beforeAll(async () => {
	node = await startApiNode()
})

afterAll(() => node.close())

test('a question about the server as a whole is answered with nothing', async () => {
	const answer = await new Promise((resolve, reject) => {
		const sent = request({ host: '127.0.0.1', port: node.rest.port, method: 'OPTIONS', path: '*' }, (reply) => {
			reply.resume()
			resolve([reply.statusCode, reply.headers['content-length'], reply.headers.location])
		})
		sent.on('error', reject)
		sent.end()
	})
	expect(answer).toEqual([200, '0', undefined])
})
