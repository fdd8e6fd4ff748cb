import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { LockedApplication } from '../../../src/abci/LockedApplication.ts'
import type { Snapshots } from '../../../src/abci/Snapshots.ts'
import { parseAbciAddress } from '../../../src/abciSocket/AbciAddress.ts'
import { startAbciServer } from '../../../src/abciSocket/startAbciServer.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import { SnapshotFolder } from '../../../src/app/snapshots/SnapshotFolder.ts'
import { StateSnapshots } from '../../../src/app/snapshots/StateSnapshots.ts'
import { signatureBackend } from '../../../src/crypto/signatureBackend.ts'
import {
	CheckTxType,
	ResponseApplySnapshotChunk_Result as ChunkResult,
	ResponseOfferSnapshot_Result as OfferResult,
	type Snapshot,
} from '../../../src/gen/tendermint/abci/types_pb.js'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { fromUtf8, toHex, utf8 } from '../../../src/util/bytes.ts'
import { silentLog } from '../../../src/util/Log.ts'
import { until } from '../../support/until.ts'
import { chainId, genesisState, greetTx, openApp } from '../../unit/app/testChain.ts'
import { EngineSocket } from './EngineSocket.ts'

const opened: { close(): unknown }[] = []
afterEach(async () => {
	for (const one of opened.splice(0).reverse()) await one.close()
})

/** Serves an application to an engine; one connection of it. */
async function connect(app: BaseApp, snapshots?: Snapshots & { committed?(height: number): void }) {
	const server = await startAbciServer({
		address: parseAbciAddress(':0'),
		application: new LockedApplication<BaseApp>(() => app),
		snapshots,
		...(snapshots?.committed === undefined
			? {}
			: {
					committed: (height) => {
						snapshots.committed?.(height)
						return 0
					},
				}),
		log: silentLog,
		onFailure: () => {},
	})
	opened.push(server)
	expect(server.address).toMatch(/^tcp:\/\/127\.0\.0\.1:\d+$/)
	const engine = await EngineSocket.open(server.address, true)
	opened.push(engine)
	return engine
}

/** Only what an engine must say; the rest is left out. */
async function leanBlock(engine: EngineSocket, height: number, ...txs: Uint8Array[]): Promise<Uint8Array> {
	await engine.ask({ case: 'beginBlock', value: { header: { chainId, height: BigInt(height) } } })
	for (const tx of txs) {
		const { code, log } = await engine.ask<'deliverTx'>({ case: 'deliverTx', value: { tx } })
		expect(code, log).toBe(0)
	}
	await engine.ask({ case: 'endBlock', value: { height: BigInt(height) } })
	return (await engine.ask<'commit'>({ case: 'commit', value: {} })).data
}

async function leanStart(engine: EngineSocket): Promise<void> {
	await engine.ask({ case: 'initChain', value: { chainId, appStateBytes: utf8(genesisState()), initialHeight: 1n } })
}

describe('a request of an engine', () => {
	test('a request of an engine that leaves out all that may be left out has the app hash of the same zeros in process', async () => {
		const engine = await connect(openApp())
		await leanStart(engine)
		const hash = await leanBlock(engine, 1)
		const zero = { seconds: 0n, nanos: 0 }
		const same = openApp()
		same.initChain({
			time: zero,
			chainId,
			consensusParams: {
				block: { maxBytes: 0n, maxGas: 0n },
				evidence: { maxAgeNumBlocks: 0n, maxAgeDuration: 0n, maxBytes: 0n },
				validator: { pubKeyTypes: [] },
				version: { appVersion: 0n },
			},
			validators: [],
			appState: genesisState(),
			initialHeight: 1,
		})
		same.beginBlock({ header: { chainId, height: 1, time: zero, proposerAddress: new Uint8Array(0) } })
		same.endBlock({ height: 1 })
		expect(toHex(hash)).toBe(toHex((await same.commit()).appHash))
	})

	test('a request of an engine for state comes with key, value and proof, as in process; an old option is taken and does nothing', async () => {
		const app = openApp()
		const engine = await connect(app)
		await leanStart(engine)
		await engine.ask({ case: 'setOption', value: { key: 'a', value: 'b' } })
		await leanBlock(engine, 1, greetTx())
		await leanBlock(engine, 2)
		const asked = { path: '/store/greet/key', data: utf8('greet-count-greet-count-'), height: 2n, prove: true }
		const own = await app.query(asked)
		expect(fromUtf8(own.value!)).toBe('1')
		const answer = await engine.ask<'query'>({ case: 'query', value: asked })
		expect(answer).toMatchObject({ code: 0, height: 2n, key: own.key, value: own.value })
		expect(answer.proofOps?.ops).toMatchObject(own.proofOps!)
		const none = await engine.ask<'query'>({ case: 'query', value: { path: '/nowhere' } })
		expect(none).toMatchObject({ code: 6, codespace: 'sdk', log: expect.stringContaining('unknown') })
	})

	test('a request of an engine to check a transaction again does not check its signature again', async () => {
		const engine = await connect(openApp())
		await leanStart(engine)
		await leanBlock(engine, 1)
		const foreign = greetTx({ chainId: 'another-chain' })
		const check = (type: CheckTxType) => engine.ask<'checkTx'>({ case: 'checkTx', value: { tx: foreign, type } })
		expect(await check(CheckTxType.NEW)).toMatchObject({ code: 4, codespace: 'sdk' })
		expect((await check(CheckTxType.RECHECK)).code).toBe(0)
	})

	test.each([
		['a block without a header', { case: 'beginBlock', value: {} }, 'BeginBlock has no header'],
		[
			'a validator whose key is of another kind',
			{
				case: 'initChain',
				value: { validators: [{ pubKey: { sum: { case: 'secp256k1', value: new Uint8Array(33) } }, power: 1n }] },
			},
			'a validator has no ed25519 key',
		],
		['nothing at all', { case: undefined }, 'Unknown request'],
	] as const)('a request of an engine with %s is answered by an exception', async (_name, request, problem) => {
		const engine = await connect(openApp())
		await expect(engine.ask(request as never)).rejects.toThrow(problem)
	})

	test('a request of an engine is answered in its turn when thousands wait whose answers nobody reads yet', async () => {
		const engine = await connect(openApp())
		const text = 'x'.repeat(2_000)
		const count = 3_000
		engine.socket.pause()
		const bytes = Buffer.concat(
			Array.from({ length: count }, (_, index) =>
				EngineSocket.bytesOf({ case: 'echo', value: { message: `${index} ${text}` } }),
			),
		)
		engine.socket.write(bytes)
		engine.send({ case: 'flush', value: {} })
		await new Promise((resolve) => setImmediate(resolve))
		engine.socket.resume()
		await engine.until(() => engine.responses.at(-1)?.case === 'flush')
		const order = engine.responses.flatMap((response) =>
			response.case === 'echo' ? [Number(response.value.message.split(' ')[0])] : [],
		)
		expect(order).toEqual(Array.from({ length: count }, (_, index) => index))
	})

	test('finds no application where another program listens', async () => {
		const other = createServer().listen(0, '127.0.0.1')
		await new Promise((resolve) => other.once('listening', resolve))
		opened.push(other)
		const { port } = other.address() as { readonly port: number }
		const address = parseAbciAddress(`tcp://127.0.0.1:${port}`)
		const application = new LockedApplication<BaseApp>(() => openApp())
		const starting = startAbciServer({ address, application, log: silentLog, onFailure: () => {} })
		await expect(starting).rejects.toMatchObject({
			message: `The application cannot listen on tcp://127.0.0.1:${port}.`,
			why: expect.stringContaining('EADDRINUSE'),
		})
	})
})

describe('state sync over the socket', () => {
	let folder: string
	function snapshotsOf(app: BaseApp, name: string): StateSnapshots {
		folder ??= mkdtempSync(join(tmpdir(), 'chain-tui-statesync-'))
		opened.push({ close: () => rmSync(join(folder, name), { recursive: true, force: true }) })
		return new StateSnapshots({
			store: app.store,
			folder: new SnapshotFolder(join(folder, name), 300),
			interval: 2,
			keep: 2,
			onRestored: () => app.discardBlock(),
			log: silentLog,
		})
	}

	/** An application with three blocks, and the snapshot of its second. */
	async function giver() {
		const app = openApp()
		const engine = await connect(app, snapshotsOf(app, 'giver'))
		await leanStart(engine)
		const hashes: Uint8Array[] = []
		for (const height of [1, 2, 3])
			hashes.push(await leanBlock(engine, height, greetTx({ sequence: BigInt(height - 1) })))
		const snapshot = await until(
			async () => (await engine.ask<'listSnapshots'>({ case: 'listSnapshots', value: {} })).snapshots[0],
		)
		expect(snapshot).toMatchObject({ height: 2n, format: 1 })
		expect(snapshot.chunks).toBeGreaterThan(2)
		const chunk = async (index: number): Promise<Uint8Array> =>
			(
				await engine.ask<'loadSnapshotChunk'>({
					case: 'loadSnapshotChunk',
					value: { height: 2n, format: 1, chunk: index },
				})
			).chunk
		return { hashes, snapshot, chunk }
	}

	const offer = (engine: EngineSocket, snapshot: Snapshot, appHash: Uint8Array) =>
		engine.ask<'offerSnapshot'>({ case: 'offerSnapshot', value: { snapshot, appHash } })
	const apply = (engine: EngineSocket, index: number, chunk: Uint8Array) =>
		engine.ask<'applySnapshotChunk'>({ case: 'applySnapshotChunk', value: { index, chunk, sender: 'peer' } })

	test('a state goes from one application to another, which goes on with the same app hashes', async () => {
		const { hashes, snapshot, chunk } = await giver()
		const app = openApp()
		const engine = await connect(app, snapshotsOf(app, 'taker'))
		expect((await offer(engine, { ...snapshot, format: 9 }, hashes[1]!)).result).toBe(OfferResult.REJECT_FORMAT)
		expect((await offer(engine, { ...snapshot, chunks: 0 }, hashes[1]!)).result).toBe(OfferResult.REJECT)
		expect((await offer(engine, snapshot, hashes[1]!)).result).toBe(OfferResult.ACCEPT)
		const first = await chunk(0)
		const broken = Uint8Array.from(first, (byte, index) => (index === 9 ? byte ^ 1 : byte))
		expect(await apply(engine, 0, broken)).toMatchObject({
			result: ChunkResult.RETRY,
			refetchChunks: [0],
			rejectSenders: ['peer'],
		})
		for (let index = 0; index < snapshot.chunks; index++) {
			expect((await apply(engine, index, await chunk(index))).result).toBe(ChunkResult.ACCEPT)
		}
		expect(await engine.ask<'info'>({ case: 'info', value: {} })).toMatchObject({
			lastBlockHeight: 2n,
			lastBlockAppHash: hashes[1],
		})
		expect(toHex(await leanBlock(engine, 3, greetTx({ sequence: 2n })))).toBe(toHex(hashes[2]!))
		// It has a state of its own now.
		expect((await offer(engine, snapshot, hashes[1]!)).result).toBe(OfferResult.ABORT)
	})

	test('state sync over the socket with another app hash is given up at the last chunk', async () => {
		const { snapshot, chunk } = await giver()
		const app = openApp()
		const engine = await connect(app, snapshotsOf(app, 'taker'))
		await offer(engine, snapshot, new Uint8Array(32))
		const results: ChunkResult[] = []
		for (let index = 0; index < snapshot.chunks; index++) {
			results.push((await apply(engine, index, await chunk(index))).result)
		}
		expect(results.at(-1)).toBe(ChunkResult.REJECT_SNAPSHOT)
		expect((await engine.ask<'info'>({ case: 'info', value: {} })).lastBlockHeight).toBe(0n)
	})

	test('an application without snapshots has none and takes none over the socket', async () => {
		const engine = await connect(openApp())
		const listed = await engine.ask<'listSnapshots'>({ case: 'listSnapshots', value: {} })
		expect(listed.snapshots).toEqual([])
		const loaded = await engine.ask<'loadSnapshotChunk'>({ case: 'loadSnapshotChunk', value: { height: 1n } })
		expect(loaded.chunk).toHaveLength(0)
		const offered = await engine.ask<'offerSnapshot'>({ case: 'offerSnapshot', value: {} })
		expect(offered.result).toBe(OfferResult.REJECT)
		expect((await apply(engine, 0, new Uint8Array(1))).result).toBe(ChunkResult.ABORT)
	})
})

describe('an engine that sends the transactions of a block in one go', () => {
	/** Serves an application that looks ahead; the hashes it handed over, in order. */
	async function connectAhead() {
		const handed: string[] = []
		const results: boolean[] = []
		const app = openApp(createMemoryDb(), {
			hand: (hash, signature, key) => {
				handed.push(toHex(hash))
				return results.push(signatureBackend().verify(hash, signature, key)) - 1
			},
			isGood: (ticket) => results[ticket] ?? false,
		})
		const server = await startAbciServer({
			address: parseAbciAddress(':0'),
			application: new LockedApplication<BaseApp>(() => app),
			verifyAhead: (txs) => app.verifyAhead(txs),
			log: silentLog,
			onFailure: () => {},
		})
		opened.push(server)
		const engine = await EngineSocket.open(server.address, true)
		opened.push(engine)
		return { engine, handed }
	}

	/** Sends a whole block without waiting; codes and app hash. */
	async function sendBlock(engine: EngineSocket, height: number, txs: readonly Uint8Array[]) {
		await engine.ask({ case: 'beginBlock', value: { header: { chainId, height: BigInt(height) } } })
		const from = engine.responses.length
		for (const tx of txs) engine.send({ case: 'deliverTx', value: { tx } })
		await engine.ask({ case: 'endBlock', value: { height: BigInt(height) } }).catch((cause: unknown) => cause)
		await engine.until(() => engine.responses.slice(from).some((response) => response.case === 'endBlock'))
		const codes = engine.responses
			.slice(from)
			.flatMap((response) => (response.case === 'deliverTx' ? [response.value.code] : []))
		await engine.until(() => engine.responses.at(-1)?.case === 'flush')
		return { codes, hash: toHex((await engine.ask<'commit'>({ case: 'commit', value: {} })).data) }
	}

	test('an engine that sends the transactions of a block in one go has their signatures verified ahead, with the results and app hash of an application that does not', async () => {
		const wrong = greetTx({ sequence: 1n, chainId: 'another-chain' })
		const txs = [greetTx(), Uint8Array.of(1, 2, 3), wrong, greetTx({ sequence: 1n }), greetTx({ sequence: 2n })]
		const { engine, handed } = await connectAhead()
		const plain = await connect(openApp())
		await leanStart(engine)
		await leanStart(plain)
		const ahead = await sendBlock(engine, 1, txs)
		expect(ahead).toEqual(await sendBlock(plain, 1, txs))
		expect(ahead.codes).toEqual([0, 2, 4, 0, 0])
		expect(handed).toHaveLength(4)
	})

	test('an engine that sends the transactions of a block in one go has no signature verified ahead that its mempool has verified', async () => {
		const { engine, handed } = await connectAhead()
		await leanStart(engine)
		await sendBlock(engine, 1, [])
		const tx = greetTx()
		expect((await engine.ask<'checkTx'>({ case: 'checkTx', value: { tx } })).code).toBe(0)
		expect((await sendBlock(engine, 2, [tx, greetTx({ sequence: 1n })])).codes).toEqual([0, 0])
		expect(handed).toHaveLength(1)
	})
})
