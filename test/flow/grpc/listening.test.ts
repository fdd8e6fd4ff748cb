import { once } from 'node:events'
import http2 from 'node:http2'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startGrpcServer } from '../../../src/api/grpc/startGrpcServer.ts'
import { createInterfaceService } from '../../../src/api/services/createInterfaceService.ts'
import type { QueryBackend } from '../../../src/api/services/createQueryBackend.ts'
import { sdkErrors } from '../../../src/errors/ChainError.ts'
import type { RunningServer } from '../../../src/serve/listen.ts'
import { GrpcClient } from '../support/grpcClient.ts'

/** A backend without state: every height is gone. */
const backend: QueryBackend = {
	queryServices: [createInterfaceService()],
	createQueryContext: () => Promise.reject(sdkErrors.invalidRequest.wrap('failed to load state at height 5')),
}

const options = { host: '127.0.0.1', backend, chainId: 'test', prefix: 'chain' }
let server: RunningServer

beforeAll(async () => {
	server = await startGrpcServer({ ...options, port: 0 })
})

afterAll(() => server.close())

test('a taken port is told with the next step', async () => {
	await expect(startGrpcServer({ ...options, port: server.port })).rejects.toMatchObject({
		name: 'UserError',
		message: `The gRPC server cannot listen on 127.0.0.1:${server.port}.`,
		next: expect.stringContaining('--grpc'),
	})
})

test('a height that is gone fails without naming a height', async () => {
	const client = new GrpcClient(server.port)
	const path = '/cosmos.base.reflection.v1beta1.ReflectionService/ListAllInterfaces'
	expect(await client.call(path, new Uint8Array(0), { 'x-cosmos-block-height': '5' })).toEqual({
		code: 2,
		details: 'failed to load state at height 5: invalid request',
		height: undefined,
		response: undefined,
	})
	client.close()
})

test('connections without a call end; with one they do not', async () => {
	const other = await startGrpcServer({ ...options, port: 0, idleMs: 300 })
	const silent = connect(other.port, '127.0.0.1')
	const session = http2.connect(`http://127.0.0.1:${other.port}`)
	session.on('error', () => undefined)
	silent.on('error', () => undefined)
	await Promise.all([once(silent.resume(), 'close'), once(session, 'close')])
	const client = new GrpcClient(other.port)
	const path = '/cosmos.base.reflection.v2alpha1.ReflectionService/GetChainDescriptor'
	expect((await client.call(path, new Uint8Array(0))).code).toBe(0)
	client.close()
	await other.close()
})

test('a connection ends when its client sends no more, as in grpc-go', async () => {
	const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
	// The preface and empty settings, then the end.
	socket.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')
	await once(socket.resume(), 'end')
	expect(socket.readableEnded).toBe(true)
})

test('a closed server takes no more calls', async () => {
	const other = await startGrpcServer({ ...options, port: 0 })
	const client = new GrpcClient(other.port)
	const path = '/cosmos.base.reflection.v2alpha1.ReflectionService/GetChainDescriptor'
	expect((await client.call(path, new Uint8Array(0))).code).toBe(0)
	await other.close()
	expect((await client.call(path, new Uint8Array(0))).code).toBe(14)
	client.close()
})
