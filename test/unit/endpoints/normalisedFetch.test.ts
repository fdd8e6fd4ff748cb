import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { normalisedFetch } from '../../../src/endpoints/login/startDeviceLogin.ts'

let server: Server | undefined
afterEach(() => {
	server?.close()
	server?.closeAllConnections()
})

/** What of a provider's reply the library gets, and what headers the provider got. */
async function through(status: number, type: string, body: string, headers: Readonly<Record<string, string>> = {}) {
	let asked: IncomingHttpHeaders = {}
	server?.close()
	server = createServer((request, response) => {
		asked = request.headers
		response.writeHead(status, { 'content-type': type }).end(body)
	})
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
	const response = await normalisedFetch(url, { method: 'POST', headers })
	const text = await response.text()
	return { reply: [response.status, response.headers.get('content-type'), text], asked }
}

const json = 'application/json; charset=utf-8'

it.each([
	[
		'an address under the name of Google',
		200,
		{ verification_url: 'https://g.test', a: 1 },
		200,
		{
			verification_url: 'https://g.test',
			a: 1,
			verification_uri: 'https://g.test',
		},
	],
	[
		'an address under the name of the RFC',
		200,
		{ verification_uri: 'u', verification_url: 'v' },
		200,
		{
			verification_uri: 'u',
			verification_url: 'v',
		},
	],
	['an error with status 200', 200, { error: 'authorization_pending' }, 400, { error: 'authorization_pending' }],
	['an error with another status', 428, { error: 'slow_down' }, 400, { error: 'slow_down' }],
	['an error that is no text', 200, { error: { message: 'x' } }, 200, { error: { message: 'x' } }],
	['a failure without an error', 503, { a: 1 }, 503, { a: 1 }],
	['a list', 200, [{ error: 'x' }], 200, [{ error: 'x' }]],
	['a text', 200, 'error', 200, 'error'],
	['nothing', 200, null, 200, null],
] as const)(
	'the library reads the form of the RFC of a provider that answers with %s',
	async (_what, status, body, shownStatus, shown) => {
		const { reply } = await through(status, json, JSON.stringify(body))
		expect([reply[0], reply[1], JSON.parse(String(reply[2]))]).toEqual([shownStatus, 'application/json', shown])
	},
)

it('a reply that is no JSON passes as it is, and the provider is asked for JSON', async () => {
	const { reply, asked } = await through(200, 'text/html', '{"error":"x"}', { 'x-own': '1', accept: 'text/html' })
	expect(reply).toEqual([200, 'text/html', '{"error":"x"}'])
	expect(asked).toMatchObject({ accept: 'application/json', 'x-own': '1' })
})
