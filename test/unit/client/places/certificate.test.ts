import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { PlaceAsker } from '../../../../src/client/places/PlaceAsker.ts'

const fixture = (name: string): Buffer =>
	readFileSync(new URL(`../../../fixtures/endpoints/localhost.${name}.pem`, import.meta.url))
const ms = expect.any(Number) as number

/** The port of a server, which ends with the test. */
async function portOf(server: Server): Promise<number> {
	const sockets: Socket[] = []
	server.on('connection', (socket) => sockets.push(socket))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy()
		server.close()
	})
	return (server.address() as AddressInfo).port
}

test('a self-signed certificate is described with why it is not trusted, by name and by number, and the connection ends', async () => {
	const names: string[] = []
	const server = createServer({
		key: fixture('key'),
		cert: fixture('cert'),
		SNICallback: (name, done) => {
			names.push(name)
			done(null)
		},
	})
	const ended: Promise<unknown>[] = []
	server.on('connection', (socket) =>
		ended.push(
			once(
				socket.on('error', () => {}),
				'close',
			),
		),
	)
	const port = await portOf(server)
	for (const host of ['127.0.0.1', 'localhost']) {
		expect(await new PlaceAsker({}).certificate(`https://${host}:${port}/path`)).toEqual({
			ok: false,
			ms,
			text: 'localhost, valid until Oct 28 04:57:26 2126 GMT, issued by localhost: its certificate is self-signed',
		})
	}
	await Promise.all(ended)
	// A number is no name to ask a certificate for.
	expect(names).toEqual(['localhost'])
})

test('a port that speaks no TLS, or none at all, has no certificate but a reason', async () => {
	const port = await portOf(createTcpServer((socket) => void socket.on('error', () => {}).end('HTTP/1.1 400\r\n\r\n')))
	expect(await new PlaceAsker({}).certificate(`https://127.0.0.1:${port}`)).toMatchObject({
		ok: false,
		text: expect.stringContaining('wrong version number'),
	})
	expect(await new PlaceAsker({}).certificate('https://127.0.0.1:2')).toEqual({
		ok: false,
		ms,
		text: 'connection refused',
	})
})

test('a port that takes the connection and says nothing is given up, and the connection ends', async () => {
	const closed: Promise<unknown>[] = []
	const port = await portOf(
		createTcpServer((socket) =>
			closed.push(
				once(
					socket.resume().on('error', () => {}),
					'close',
				),
			),
		),
	)
	expect(await new PlaceAsker({}).certificate(`https://127.0.0.1:${port}`)).toEqual({
		ok: false,
		ms,
		text: 'no answer in time',
	})
	expect(closed).toHaveLength(1)
	await Promise.all(closed)
})
