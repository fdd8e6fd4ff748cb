import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { create } from '@bufbuild/protobuf'
import { afterEach, expect, test } from 'vitest'
import { LockedApplication } from '../../../src/abci/LockedApplication.ts'
import { AbciConnection } from '../../../src/abciSocket/AbciConnection.ts'
import { abciFrames } from '../../../src/abciSocket/abciFrames.ts'
import type { SocketTarget } from '../../../src/abciSocket/SocketApplication.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { encodeMessage } from '../../../src/codec/proto/encodeMessage.ts'
import { ResponseSchema } from '../../../src/gen/tendermint/abci/types_pb.js'
import { frameOf } from '../../../src/util/FrameReader.ts'
import { until } from '../../support/until.ts'
import { openApp } from '../../unit/app/testChain.ts'
import { EngineSocket } from './EngineSocket.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
	for (const one of opened.splice(0).reverse()) await one.close()
})

/** One connection of an engine, and the same as the application has it. */
async function connected(parts: Partial<SocketTarget> = {}) {
	const app = openApp()
	const application = new LockedApplication<BaseApp>(() => app)
	const timed: [string, number][] = []
	const logged: string[] = []
	const target = {
		application,
		timed: (method: string, seconds: number) => void timed.push([method, seconds]),
		...parts,
	}
	const server = createServer().listen(0, '127.0.0.1')
	await once(server, 'listening')
	opened.push(server)
	const accepted = once(server, 'connection')
	const engine = await EngineSocket.open(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
	const [socket] = (await accepted) as [Socket]
	const connection = new AbciConnection(
		socket,
		target,
		(...line) => logged.push(line.join(' ')),
		() => {},
	)
	opened.push(connection, engine)
	return { application, engine, socket, connection, timed, logged }
}

const echo = (message: string) => ({ case: 'echo', value: { message } }) as const
const flush = { case: 'flush', value: {} } as const

test('answers that an engine does not ask for are kept up to 64 KiB, and written out when they are more', async () => {
	const { engine, timed, socket } = await connected()
	const sizeOf = (message: string): number =>
		frameOf(encodeMessage(ResponseSchema, create(ResponseSchema, { value: echo(message) })), abciFrames).length
	const rest = 'r'.repeat(100)
	const long = 'x'.repeat(65_536 - sizeOf(rest) - (sizeOf('x'.repeat(60_000)) - 60_000))
	expect(sizeOf(long) + sizeOf(rest)).toBe(65_536)
	engine.send(echo(long))
	engine.send(echo(rest))
	await until(() => timed.length === 2)
	await new Promise((resolve) => setImmediate(resolve))
	expect(socket.bytesWritten).toBe(0)
	engine.send(echo(''))
	await engine.until(() => engine.responses.length === 3)
	expect(engine.responses).toMatchObject([echo(long), echo(rest), echo('')])
	// The next ones are kept again.
	const written = socket.bytesWritten
	engine.send(echo('more'))
	await until(() => timed.length === 4)
	await new Promise((resolve) => setImmediate(resolve))
	expect(socket.bytesWritten).toBe(written)
	// One byte more than is kept.
	engine.send(echo(`${long}${'x'.repeat(sizeOf(rest) + 1 - sizeOf('more'))}`))
	await engine.until(() => engine.responses.length === 5)
	expect(socket.bytesWritten).toBe(written + 65_537)
})

test('a connection that an engine resets ends like any other', async () => {
	const { engine, socket, connection } = await connected()
	await engine.ask(echo('before'))
	engine.socket.resetAndDestroy()
	await connection.ended
	expect(socket.destroyed).toBe(true)
})

test('the transactions that come in one go are handed over for verification before their turn, and no other request', async () => {
	const ahead: (readonly Uint8Array[])[] = []
	const { engine } = await connected({ verifyAhead: (txs) => void ahead.push(txs) })
	const txs = [1, 2].map((byte) => Uint8Array.of(byte))
	const requests = [
		...txs.map((tx) => ({ case: 'deliverTx', value: { tx } }) as const),
		{ case: 'checkTx', value: { tx: Uint8Array.of(3) } } as const,
	]
	engine.socket.write(Buffer.concat(requests.map((request) => EngineSocket.bytesOf(request))))
	await engine.until(() => engine.responses.length > 0)
	expect(engine.responses).toMatchObject([{ case: 'exception', value: { error: 'DeliverTx came before BeginBlock' } }])
	expect(ahead).toEqual([txs])
})

test('an engine that takes no answers has no more made for it, and gets all when it goes on', async () => {
	const { engine, socket, timed } = await connected()
	const held = () => (['drain', 'close', 'error'] as const).map((event) => socket.listenerCount(event))
	const before = held()
	engine.socket.pause()
	const count = 24
	const request = EngineSocket.bytesOf(echo('x'.repeat(1_000_000)))
	for (let sent = 0; sent < count; sent++) engine.socket.write(request)
	engine.send(flush)
	await until(() => engine.socket.writableLength === 0 && socket.bytesRead === engine.socket.bytesWritten)
	for (let turn = 0; turn < 2 * count; turn++) await new Promise((resolve) => setImmediate(resolve))
	expect(timed.length).toBeLessThan(count)
	engine.socket.resume()
	await engine.until(() => engine.responses.length === count + 1)
	expect(engine.responses.map((answer) => answer.case)).toEqual([...Array<string>(count).fill('echo'), 'flush'])
	expect(held()).toEqual(before)
})

test('a connection on which more than a thousand requests wait is read on when they are answered', async () => {
	const { application, engine, socket, timed } = await connected()
	const release: (() => void)[] = []
	const hold = () => void application.inTurn(() => new Promise<void>((resolve) => void release.push(resolve)))
	const info = { case: 'info', value: {} } as const
	hold()
	engine.send(info)
	await until(() => socket.bytesRead > 0 && socket.bytesRead === engine.socket.bytesWritten)
	hold()
	const waiting = [info, ...Array.from({ length: 999 }, () => echo('waits'))]
	engine.socket.write(Buffer.concat(waiting.map((request) => EngineSocket.bytesOf(request))))
	await until(() => engine.socket.writableLength === 0 && socket.bytesRead === engine.socket.bytesWritten)
	expect(socket.isPaused()).toBe(false)
	engine.send(echo('one more'))
	await until(() => socket.isPaused())
	release[0]?.()
	await until(() => release.length === 2)
	await new Promise((resolve) => setImmediate(resolve))
	expect([timed.map(([method]) => method), socket.isPaused()]).toEqual([['info'], true])
	engine.send(flush)
	release[1]?.()
	await engine.until(() => engine.responses.length === 1_003)
	expect([engine.responses[0]?.case, engine.responses[1_001], socket.isPaused()]).toMatchObject([
		'info',
		echo('one more'),
		false,
	])
})

test('the time that an application takes for a request is told in seconds by the name of the request', async () => {
	const from = performance.now()
	const { engine, timed } = await connected()
	await engine.ask({ case: 'checkTx', value: { tx: Uint8Array.of(1) } })
	const most = (performance.now() - from) / 1000
	expect(timed.map(([method]) => method)).toEqual(['check_tx', 'flush'])
	for (const [, seconds] of timed) expect(seconds).toBeGreaterThanOrEqual(0)
	expect(timed.reduce((sum, [, seconds]) => sum + seconds, 0)).toBeLessThan(most)
})

test('a request that cannot be answered ends its connection, is told in the log, and those behind it are not answered', async () => {
	const { engine, connection, logged } = await connected()
	engine.socket.write(
		Buffer.concat([
			EngineSocket.bytesOf(echo('before')),
			EngineSocket.bytesOf({ case: 'commit', value: {} }),
			EngineSocket.bytesOf(echo('behind')),
			EngineSocket.bytesOf(flush),
		]),
	)
	await connection.ended
	await engine.until(() => engine.responses.length >= 2)
	expect(engine.responses).toMatchObject([
		echo('before'),
		{ case: 'exception', value: { error: 'Commit came before BeginBlock' } },
	])
	expect(logged).toEqual(["error abci An engine's request failed: Commit came before BeginBlock"])
})

test('a connection that is closed answers what has come whole, and ends', async () => {
	const { engine, socket, connection } = await connected()
	engine.send(echo('whole'))
	engine.socket.write(EngineSocket.bytesOf(echo('cut')).subarray(0, 4))
	await until(() => socket.bytesRead === engine.socket.bytesWritten && engine.socket.writableLength === 0)
	await connection.close()
	await until(() => engine.socket.closed)
	expect(engine.responses).toMatchObject([echo('whole')])
	expect(socket.destroyed).toBe(true)
})
