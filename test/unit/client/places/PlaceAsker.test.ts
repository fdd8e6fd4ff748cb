import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { PlaceAsker } from '../../../../src/client/places/PlaceAsker.ts'

/** Listens, tells its port and then never takes a connection, so that the system's queue of them fills up. */
const program = `
const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
	require('node:fs').writeSync(1, String(server.address().port))
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})`

it('a gRPC port that neither takes nor refuses a connection is given up', async () => {
	const silent = spawn(process.execPath, ['-e', program])
	onTestFinished(() => void silent.kill())
	const port = Number(await once(silent.stdout, 'data'))
	const waiting = Array.from({ length: 16 }, () => connect({ host: '127.0.0.1', port }).on('error', () => {}))
	onTestFinished(() => waiting.forEach((socket) => void socket.destroy()))
	await once(waiting[0]!, 'connect')
	expect(await new PlaceAsker({}).grpc(`grpc://127.0.0.1:${port}`, 1)).toMatchObject({ ok: false, text: 'no reply' })
})
