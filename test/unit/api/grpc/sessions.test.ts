import { once } from 'node:events'
import { type ClientHttp2Session, connect, createServer } from 'node:http2'
import { type AddressInfo, connect as connectSocket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { GrpcSessions, type SessionTimes } from '../../../../src/api/grpc/GrpcSessions.ts'

const ends: (() => void)[] = []
afterEach(() => {
	for (const end of ends.splice(0)) end()
})

/** A server whose calls stay open until they are let go. */
async function serving(times: Partial<SessionTimes>) {
	const sessions = new GrpcSessions({ idleMs: 60_000, pingMs: 60_000, pongMs: 60_000, ...times })
	const letGo: (() => void)[] = []
	const server = createServer()
	server.on('session', (session) => sessions.add(session))
	server.on('stream', (stream) => {
		sessions.begin(stream)
		stream.on('error', () => undefined)
		stream.respond({ ':status': 200 })
		letGo.push(() => stream.end())
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	ends.push(() => server.close())
	const { port } = server.address() as AddressInfo
	return { sessions, port, letGo: () => letGo.splice(0).forEach((go) => void go()) }
}

function client(port: number): ClientHttp2Session {
	const session = connect(`http://127.0.0.1:${port}`)
	session.on('error', () => undefined)
	ends.push(() => session.destroy())
	return session
}

/** Begins a call and waits for its head. */
async function begun(session: ClientHttp2Session) {
	const call = session.request({ ':method': 'POST', ':path': '/' })
	call.on('error', () => undefined)
	await once(call, 'response')
	return call
}

describe('connections of a gRPC server', () => {
	it('end when they have no call for a while, not while they have one', async () => {
		const { port, letGo } = await serving({ idleMs: 100 })
		const session = client(port)
		const call = await begun(session)
		const other = client(port)
		await once(other, 'close')
		expect(session.closed).toBe(false)
		letGo()
		call.resume()
		await once(session, 'close')
	})

	it('end when their client answers no ping, not when it does', async () => {
		const { port } = await serving({ pingMs: 100, pongMs: 100 })
		const there = client(port)
		await begun(there)
		const silent = connectSocket(port, '127.0.0.1')
		ends.push(() => silent.destroy())
		silent.on('error', () => undefined)
		// The preface and empty settings, then nothing more.
		silent.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')
		await once(silent.resume(), 'close')
		expect(there.destroyed).toBe(false)
	})

	it('close after their calls, or without them when these take too long', async () => {
		const { sessions, port, letGo } = await serving({})
		const session = client(port)
		const call = await begun(session)
		call.resume()
		const closed = sessions.close(60_000)
		letGo()
		await closed
		await expect.poll(() => session.destroyed).toBe(true)
		const stuck = await serving({})
		const other = client(stuck.port)
		await begun(other)
		await stuck.sessions.close(50)
		await expect.poll(() => other.destroyed).toBe(true)
	})
})
