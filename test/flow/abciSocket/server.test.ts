import { existsSync, linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timestampFromDate } from '@bufbuild/protobuf/wkt'
import { afterEach, describe, expect, it } from 'vitest'
import { LockedApplication } from '../../../src/abci/LockedApplication.ts'
import { parseAbciAddress } from '../../../src/abciSocket/AbciAddress.ts'
import { type AbciServer, startAbciServer } from '../../../src/abciSocket/startAbciServer.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { until } from '../../support/until.ts'
import { chainId, genesisState, greetTx, makeBlock, openApp, startChain } from '../../unit/app/testChain.ts'
import { EngineSocket, type RequestValue } from './EngineSocket.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
	for (const one of opened.splice(0).reverse()) await one.close()
})

async function serve(options: { app?: BaseApp; address?: string } = {}) {
	const app = options.app ?? openApp()
	const application = new LockedApplication<BaseApp>(() => app)
	const failures: unknown[] = []
	const server: AbciServer = await startAbciServer({
		address: parseAbciAddress(options.address ?? 'tcp://127.0.0.1:0'),
		application,
		log: silentLog,
		onFailure: (cause) => failures.push(cause),
	})
	opened.push(server)
	const engine = async () => {
		const socket = await EngineSocket.open(server.address)
		opened.push(socket)
		return socket
	}
	return { app, application, server, engine, failures }
}

const initChain: RequestValue = {
	case: 'initChain',
	value: {
		time: timestampFromDate(new Date('2026-01-01T00:00:00Z')),
		chainId,
		consensusParams: {
			block: { maxBytes: 200_000n, maxGas: -1n },
			evidence: { maxAgeNumBlocks: 100_000n, maxAgeDuration: { seconds: 172_800n, nanos: 0 }, maxBytes: 1_048_576n },
			validator: { pubKeyTypes: ['ed25519'] },
		},
		validators: [{ pubKey: { sum: { case: 'ed25519', value: new Uint8Array(32).fill(7) } }, power: 10n }],
		appStateBytes: utf8(genesisState()),
		initialHeight: 1n,
	},
}

const beginBlock = (height: number): RequestValue => ({
	case: 'beginBlock',
	value: {
		header: {
			version: { block: 11n, app: 0n },
			chainId,
			height: BigInt(height),
			time: timestampFromDate(new Date('2026-01-01T00:00:00Z')),
			proposerAddress: new Uint8Array(20),
		},
		lastCommitInfo: {},
	},
})

async function block(engine: EngineSocket, height: number, ...txs: Uint8Array[]): Promise<Uint8Array> {
	await engine.ask(beginBlock(height))
	for (const tx of txs) {
		const { code, log } = await engine.ask<'deliverTx'>({ case: 'deliverTx', value: { tx } })
		expect({ code, log: code === 0 ? '' : log }).toEqual({ code: 0, log: '' })
	}
	await engine.ask({ case: 'endBlock', value: { height: BigInt(height) } })
	return (await engine.ask<'commit'>({ case: 'commit', value: {} })).data
}

describe('an engine over the socket', () => {
	it('gets the app hashes the same calls give in process', async () => {
		const { engine, app } = await serve()
		const consensus = await engine()
		const { lastBlockHeight } = await consensus.ask<'info'>({ case: 'info', value: { version: '0.34.34' } })
		expect(lastBlockHeight).toBe(0n)
		const init = await consensus.ask<'initChain'>(initChain)
		expect(init.validators.map(({ power }) => power)).toEqual([10n])
		const hashes = [
			await block(consensus, 1, greetTx()),
			await block(consensus, 2, greetTx({ sequence: 1n }), greetTx({ sequence: 2n })),
		]
		const same = openApp()
		startChain(same)
		const wanted = [await makeBlock(same, greetTx())]
		wanted.push(await makeBlock(same, greetTx({ sequence: 1n }), greetTx({ sequence: 2n })))
		expect(hashes.map(toHex)).toEqual(wanted.map(({ appHash }) => toHex(appHash)))
		const { consensusParamUpdates } = await endOf(consensus, 3)
		expect(consensusParamUpdates?.evidence?.maxAgeDuration?.seconds).toBe(172_800n)
		expect(app.info().lastBlockHeight).toBe(2)
	})

	it('an engine over the socket that reads nothing while it sends thousands of requests gets each answer afterwards', async () => {
		const { engine } = await serve()
		const connection = await engine()
		connection.socket.pause()
		// Each piece of the stream holds more requests than may wait.
		const count = 8_000
		const messages = Array.from({ length: count }, (_, number) => String(number))
		connection.socket.write(
			Buffer.concat(messages.map((message) => EngineSocket.bytesOf({ case: 'echo', value: { message } }))),
		)
		connection.send({ case: 'flush', value: {} })
		connection.socket.resume()
		await connection.until(() => connection.responses.length > count)
		const echoed = connection.responses.map((answer) => (answer.case === 'echo' ? answer.value.message : answer.case))
		expect(echoed).toEqual([...messages, 'flush'])
	})

	it('an engine over the socket is answered in order on each connection, in whatever pieces its requests come', async () => {
		const { engine } = await serve()
		const connection = await engine()
		const requests: RequestValue[] = [initChain]
		for (let number = 0; number < 40; number++) {
			requests.push({ case: 'echo', value: { message: `m${number}` } })
			requests.push({ case: 'checkTx', value: { tx: utf8(`no transaction ${number}`) } })
		}
		const stream = Buffer.concat(
			[...requests, { case: 'flush', value: {} } as const].map((one) => EngineSocket.bytesOf(one)),
		)
		for (let at = 0; at < stream.length; at += 777) {
			connection.socket.write(stream.subarray(at, at + 777))
			if (at % 7770 === 0) await new Promise((resolve) => setImmediate(resolve))
		}
		await connection.until(() => connection.responses.at(-1)?.case === 'flush')
		const kinds = connection.responses.map((response) => response.case)
		expect(kinds).toEqual([...requests.map((request) => request.case), 'flush'])
		const echoes = connection.responses.flatMap((response) =>
			response.case === 'echo' ? [response.value.message] : [],
		)
		expect(echoes).toEqual(Array.from({ length: 40 }, (_, number) => `m${number}`))
	})

	it('gets nothing before it asks with a flush', async () => {
		const { engine } = await serve()
		const connection = await engine()
		const other = await engine()
		connection.send({ case: 'echo', value: { message: 'waits' } })
		await other.ask({ case: 'echo', value: { message: 'others go on' } })
		await other.ask({ case: 'echo', value: { message: 'others go on' } })
		expect(connection.responses).toEqual([])
		connection.send({ case: 'flush', value: {} })
		await connection.until(() => connection.responses.length === 2)
		expect(connection.responses.map((response) => response.case)).toEqual(['echo', 'flush'])
	})

	it('hears of a request the application cannot answer as an exception, and the connection ends', async () => {
		const { engine, failures } = await serve()
		const connection = await engine()
		await connection.ask(initChain)
		await expect(connection.ask(beginBlock(7))).rejects.toThrow('invalid height: 7; expected: 1')
		await connection.until(() => connection.socket.closed).catch(() => undefined)
		const next = await engine()
		await expect(next.ask({ case: 'deliverTx', value: { tx: greetTx() } })).rejects.toThrow(
			'DeliverTx came before BeginBlock',
		)
		const third = await engine()
		third.socket.write(Uint8Array.of(0x01))
		await third.until(() => third.responses[0]?.case === 'exception')
		// The application itself is well: the next engine begins anew.
		const fourth = await engine()
		await fourth.ask(initChain)
		expect(toHex(await block(fourth, 1))).toMatch(/^[0-9a-f]{64}$/)
		expect(failures).toEqual([])
	})

	it.each([
		['DeliverTx', { case: 'deliverTx', value: { tx: greetTx() } }, 'DeliverTx came before BeginBlock'],
		['EndBlock', { case: 'endBlock', value: { height: 1n } }, 'EndBlock came before BeginBlock'],
		['Commit', { case: 'commit', value: {} }, 'Commit came before BeginBlock'],
	] as const)(
		'an engine over the socket that asks for %s before a block has begun hears so, and the application goes on',
		async (_name, request, problem) => {
			const { engine, failures } = await serve()
			const early = await engine()
			await expect(early.ask(request)).rejects.toThrow(problem)
			const initialized = await engine()
			await initialized.ask(initChain)
			await expect(initialized.ask(request)).rejects.toThrow(problem)
			const next = await engine()
			await next.ask(initChain)
			await block(next, 1)
			await expect(next.ask(request)).rejects.toThrow(problem)
			const last = await engine()
			expect(toHex(await block(last, 2))).toMatch(/^[0-9a-f]{64}$/)
			expect(failures).toEqual([])
		},
	)

	it('an engine over the socket that delivers a transaction after EndBlock hears so, and nothing of it reaches the state', async () => {
		const { engine, failures } = await serve()
		const first = await engine()
		await first.ask(initChain)
		await first.ask(beginBlock(1))
		await first.ask({ case: 'endBlock', value: { height: 1n } })
		await expect(first.ask({ case: 'deliverTx', value: { tx: greetTx() } })).rejects.toThrow(
			'DeliverTx came after EndBlock',
		)
		const second = await engine()
		await second.ask(initChain)
		const same = openApp()
		startChain(same)
		expect(toHex(await block(second, 1))).toBe(toHex((await makeBlock(same)).appHash))
		expect(failures).toEqual([])
	})

	it('an engine over the socket that goes away within a block begins it again, and nothing of the first try is left', async () => {
		const { engine } = await serve()
		const first = await engine()
		await first.ask(initChain)
		await block(first, 1)
		await first.ask(beginBlock(2))
		await first.ask({ case: 'deliverTx', value: { tx: greetTx() } })
		first.close()
		const second = await engine()
		const { lastBlockHeight } = await second.ask<'info'>({ case: 'info', value: {} })
		expect(lastBlockHeight).toBe(1n)
		// The same transaction is good once more, and the state is that of one.
		const hash = await block(second, 2, greetTx())
		const same = openApp()
		startChain(same)
		await makeBlock(same)
		expect(toHex(hash)).toBe(toHex((await makeBlock(same, greetTx())).appHash))
	})

	it('replays blocks into an empty or older state and comes to the same hashes', async () => {
		const db = createMemoryDb()
		const { engine, server } = await serve({ app: openApp(db) })
		const first = await engine()
		await first.ask(initChain)
		const hashes: string[] = []
		for (let height = 1; height <= 5; height++) {
			hashes.push(toHex(await block(first, height, greetTx({ sequence: BigInt(height - 1) }))))
		}
		await server.close()
		opened.splice(0)
		for (const from of [0, 3]) {
			const behind = createMemoryDb()
			const app = openApp(behind)
			const again = await serve({ app })
			const replaying = await again.engine()
			await replaying.ask(initChain)
			for (let height = 1; height <= 5; height++) {
				if (height === from + 1 && from > 0) {
					// A new process on the older state: the engine learns where it is and goes on from there.
					const reopened = await serve({ app: openApp(behind) })
					const next = await reopened.engine()
					expect((await next.ask<'info'>({ case: 'info', value: {} })).lastBlockHeight).toBe(3n)
					for (let later = height; later <= 5; later++) {
						expect(toHex(await block(next, later, greetTx({ sequence: BigInt(later - 1) })))).toBe(hashes[later - 1])
					}
					break
				}
				expect(toHex(await block(replaying, height, greetTx({ sequence: BigInt(height - 1) })))).toBe(
					hashes[height - 1],
				)
			}
		}
	})

	it('an engine over the socket is told of a commit only when it is durable', async () => {
		const real = createMemoryDb()
		let release: () => void = () => undefined
		let isHeld = false
		let isWriting = false
		const slow: KvDatabase = {
			...real,
			write: async (batch, options) => {
				isWriting = isHeld
				if (isHeld) await new Promise<void>((resolve) => (release = resolve))
				return real.write(batch, options)
			},
		}
		const { engine, application } = await serve({ app: openApp(slow) })
		const connection = await engine()
		await connection.ask(initChain)
		await block(connection, 1)
		await connection.ask(beginBlock(2))
		await connection.ask({ case: 'endBlock', value: { height: 2n } })
		isHeld = true
		const commit = connection.ask({ case: 'commit', value: {} })
		await until(() => isWriting)
		const query = application.query({ path: '/app/version', data: new Uint8Array(0), height: 0n, prove: false })
		const early: string[] = []
		void commit.then(() => early.push('answered'))
		void query.then(() => early.push('queried'))
		// What another connection asked afterwards is answered, so that nothing but the write holds these up.
		const other = await engine()
		await other.ask({ case: 'echo', value: { message: 'meanwhile' } })
		expect(early).toEqual([])
		isHeld = false
		release()
		await commit
		expect(fromUtf8((await query).value!)).toBe('0.0.0')
	})

	it('hears an exception when a commit cannot be written, and the owner is told to end the process', async () => {
		const real = createMemoryDb()
		const full: KvDatabase = { ...real, write: () => Promise.reject(new RangeError('no space left on device')) }
		const { engine, failures } = await serve({ app: openApp(full) })
		const connection = await engine()
		await connection.ask(initChain)
		await connection.ask(beginBlock(1))
		await connection.ask({ case: 'endBlock', value: { height: 1n } })
		await expect(connection.ask({ case: 'commit', value: {} })).rejects.toThrow('no space left')
		expect(failures).toHaveLength(1)
		// It is told once, however many engines try.
		const other = await engine()
		await other.ask(beginBlock(2))
		await expect(other.ask({ case: 'commit', value: {} })).rejects.toThrow()
		expect(failures).toHaveLength(1)
	})
})

async function endOf(engine: EngineSocket, height: number) {
	await engine.ask(beginBlock(height))
	return engine.ask<'endBlock'>({ case: 'endBlock', value: { height: BigInt(height) } })
}

describe('the address', () => {
	it('may be a unix socket, also over the file a killed process left', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-'))
		opened.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
		const path = join(folder, 'app.sock')
		const stale = createServer()
		await new Promise<void>((resolve) => stale.listen(path, resolve))
		await expect(serve({ address: `unix://${path}` })).rejects.toThrow('cannot listen')
		// A server that ends removes its file, one that is killed leaves it, as this other name of it is left.
		const left = join(folder, 'left.sock')
		linkSync(path, left)
		await new Promise((resolve) => stale.close(resolve))
		expect([existsSync(path), existsSync(left)]).toEqual([false, true])
		await serve({ address: `unix://${left}` })
		const { engine } = await serve({ address: `unix://${path}` })
		const connection = await engine()
		expect((await connection.ask<'echo'>({ case: 'echo', value: { message: 'hello' } })).message).toBe('hello')
	})

	it('an address that is none, or a file that is no socket, is refused with what to give', async () => {
		for (const text of ['http://x', 'tcp://127.0.0.1', 'tcp://127.0.0.1:70000', 'unix://']) {
			expect(() => parseAbciAddress(text)).toThrow('--address cannot be')
		}
		const folder = mkdtempSync(join(tmpdir(), 'chain-tui-abci-'))
		opened.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
		const path = join(folder, 'notes.txt')
		writeFileSync(path, 'mine')
		await expect(serve({ address: `unix://${path}` })).rejects.toThrow('cannot listen')
		expect(readFileSync(path, 'utf8')).toBe('mine')
	})
})
