import { describe, expect, it } from 'vitest'
import type { Application } from '../../../src/abci/Application.ts'
import { formatTime } from '../../../src/chain/blockTime.ts'
import { BlockStore } from '../../../src/engine/store/BlockStore.ts'
import { encodeBlockMeta } from '../../../src/engine/store/blockMeta.ts'
import { clockKey, commitKey, metaKey, prefixes } from '../../../src/engine/store/keys.ts'
import { validatorKeyFromSecret } from '../../../src/engine/validatorKey.ts'
import { UserError } from '../../../src/errors/UserError.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { toBase64, toHex, toHexUpper, utf8 } from '../../../src/util/bytes.ts'
import { until } from '../../support/until.ts'
import { kvApplication } from './kvApplication.ts'
import { handClock, kvGenesis, testEngine } from './testEngine.ts'

const key = validatorKeyFromSecret('a key of a test')
const open = (db: KvDatabase, ...more: Parameters<typeof testEngine>) =>
	testEngine({ db, validatorKey: () => key, ...more[0] })

/** A database with so many blocks, without a transaction unless one is given. */
async function blocks(count: number, tx?: string): Promise<KvDatabase> {
	const db = createMemoryDb()
	const engine = await open(db)
	if (tx !== undefined) await engine.broadcastTxSync(utf8(tx))
	await engine.mine(count)
	await engine.stop()
	return db
}

async function change(db: KvDatabase, put: readonly [Uint8Array, Uint8Array | undefined]): Promise<void> {
	const batch = db.batch().prefixed(prefixes.engine)
	const [at, value] = put
	if (value === undefined) batch.delete(at)
	else batch.put(at, value)
	await db.write(batch, { sync: false })
}

describe('a chain that is opened', () => {
	it.each([
		[3, undefined, ''],
		[2, undefined, ''],
		[4, 'The newest block of this home is lost.', 'Its chain was at height 4'],
		[6, 'The newest 3 blocks of this home are lost.', 'Its chain was at height 6'],
	])('a chain of three blocks that was known to be durable up to %d: %s', async (height, message, why) => {
		const db = await blocks(3)
		const written: number[] = []
		const opened = open(db, { mark: { last: { height }, write: (at) => void written.push(at) } })
		if (message === undefined) {
			expect((await opened).height).toBe(3)
			expect(written).toEqual([3])
			return
		}
		await expect(opened).rejects.toMatchObject({
			message,
			why: `${why}, the database ends at height 3: its log was cut off or damaged.`,
			next: 'Restore the home from a copy, or go on from there: `chain-tui verify --repair` accepts the loss.',
		})
		expect(written).toEqual([])
	})

	it('a chain whose whole database was lost is not begun anew', async () => {
		const mark = { last: { height: 1 }, write: () => undefined }
		await expect(open(createMemoryDb(), { mark })).rejects.toThrow('The newest block of this home is lost.')
	})

	it.each([
		[1, 1, 'block 1 is missing'],
		[25, 5, undefined],
		[25, 6, 'block 6 is missing'],
		[25, 25, 'block 25 is missing'],
	])(
		'a chain of %d blocks without block %d is refused where that is one of the newest twenty: %s',
		async (count, height, fault) => {
			const db = await blocks(count)
			await change(db, [metaKey(height), undefined])
			const opened = open(db)
			if (fault === undefined) expect((await opened).height).toBe(25)
			else {
				await expect(opened).rejects.toMatchObject({
					message: 'The chain database of this home is damaged.',
					why: `Of its newest blocks: ${fault}.`,
				})
			}
		},
	)

	it('a chain is not opened when its newest blocks are not those their successors name', async () => {
		const other = await blocks(3, 'a=1')
		const engine = (db: KvDatabase) => new BlockStore(db.prefixed(prefixes.engine))
		const taken = await blocks(3)
		await change(taken, [metaKey(2), encodeBlockMeta(engine(other).meta(2)!)])
		await change(taken, [commitKey(2), other.prefixed(prefixes.engine).get(commitKey(2))])
		await expect(open(taken)).rejects.toMatchObject({
			why: 'Of its newest blocks: block 2 is not the one its successor names.',
		})
		const db = await blocks(3, 'a=1')
		const store = engine(db)
		const batch = db.batch().prefixed(prefixes.engine)
		const record = store.txAt(1, 0)!
		store.putTx(batch, { ...record, result: { ...record.result, gasWanted: 7n } })
		await db.write(batch, { sync: false })
		await expect(open(db)).rejects.toMatchObject({
			why: 'Of its newest blocks: the results of block 1 are not those its successor names.',
		})
	})

	it('a chain that keeps few blocks is opened with those that it has', async () => {
		const db = createMemoryDb()
		const engine = await open(db, { config: { keepBlocks: 2 } })
		await engine.mine(5)
		const store = new BlockStore(db.prefixed(prefixes.engine))
		await until(async () => (await store.lowestHeight()) === 4)
		await engine.stop()
		expect((await open(db, { config: { keepBlocks: 2 } })).height).toBe(5)
	})

	it('a chain that begins has no block, and the app hash of its application, else that of its genesis', async () => {
		const without = (db: KvDatabase): Application => ({
			...kvApplication(db),
			initChain: () => ({ validators: [], appHash: new Uint8Array() }),
		})
		const short = (db: KvDatabase): Application => ({
			...kvApplication(db),
			initChain: () => ({ validators: [], appHash: Uint8Array.of(7) }),
		})
		for (const [openApplication, hash] of [
			[kvApplication, '00'.repeat(8)],
			[short, '07'],
			[without, 'abcd'],
		] as const) {
			const engine = await testEngine({ openApplication, genesis: kvGenesis({ app_hash: 'ABCD' }) })
			expect(await engine.status()).toMatchObject({ height: 0, earliestHeight: 0 })
			expect(toHex(engine.appHash)).toBe(hash)
		}
	})

	it("a chain whose application refuses its genesis tells why, with the application's own advice where it gives one", async () => {
		const refusing = (cause: Error) => (db: KvDatabase) => ({
			...kvApplication(db),
			initChain: () => {
				throw cause
			},
		})
		const own = new UserError('The genesis is one of another chain.', { next: 'Give another.' })
		await expect(testEngine({ openApplication: refusing(own) })).rejects.toBe(own)
		await expect(testEngine({ openApplication: refusing(new Error('no supply')) })).rejects.toMatchObject({
			message: 'No chain can begin with this genesis.',
			why: 'no supply',
		})
	})

	it('a chain is not opened when its application stands at another height, or a transaction is not what was written', async () => {
		const ahead = (db: KvDatabase): Application => {
			const app = kvApplication(db)
			return { ...app, info: () => ({ ...app.info(), lastBlockHeight: 4 }) }
		}
		const message = 'The chain database of this home is damaged.'
		for (const [db, height] of [
			[createMemoryDb(), 0],
			[await blocks(3), 3],
		] as const) {
			await expect(open(db, { openApplication: ahead })).rejects.toMatchObject({
				message,
				why: `Its blocks end at height ${height}, its state at height 4.`,
			})
		}
		const db = await blocks(2, 'a=1')
		const store = new BlockStore(db.prefixed(prefixes.engine))
		const batch = db.batch().prefixed(prefixes.engine)
		store.putTx(batch, { ...store.txAt(1, 0)!, tx: utf8('a=2') })
		await db.write(batch, { sync: false })
		await expect(open(db)).rejects.toMatchObject({
			message,
			why: 'Of its newest blocks: Block 1 is damaged. In the database its transactions do not match its header.',
		})
	})

	it('a chain is not opened when the app hash of its application is another one', async () => {
		const changed = (db: KvDatabase): Application => {
			const app = kvApplication(db)
			return { ...app, info: () => ({ ...app.info(), lastBlockAppHash: new Uint8Array(8).fill(9) }) }
		}
		await expect(open(await blocks(3), { openApplication: changed })).rejects.toMatchObject({
			why: 'The app hash of height 3 is not the one its block was made with.',
		})
	})

	it.each([
		[59_999, []],
		[60_000, ["warn The newest block is 60 s ahead of the machine's clock; the node's clock goes on from there."]],
		[900_000, ["warn The newest block is 900 s ahead of the machine's clock; the node's clock goes on from there."]],
	])(
		'a chain without a stored clock whose newest block is %d ms ahead of the machine tells: %o',
		async (ahead, told) => {
			const db = await blocks(2)
			const machine = Date.parse('2026-05-01T12:00:00Z') - ahead
			const lines: string[] = []
			const clock = handClock(machine)
			const engine = await open(db, { clock, log: (level, _source, text) => void lines.push(`${level} ${text}`) })
			expect(lines).toEqual(told)
			expect(engine.production.clock).toEqual({ offsetMs: told.length === 0 ? 0 : ahead, frozenAt: undefined })
			await engine.mine()
			expect(formatTime((await engine.header(3))!.time)).toBe('2026-05-01T12:00:00.001Z')
		},
	)

	it('a chain before its first block has the clock of the machine, and from its first block on never an earlier one', async () => {
		const clock = handClock(Date.parse('2026-01-01T00:00:00Z') - 60_000)
		const db = createMemoryDb()
		const offset = async () => (await open(db, { clock })).production.clock.offsetMs
		expect(await offset()).toBe(0)
		await (await open(db)).mine()
		expect(await offset()).toBe(60_000)
	})

	it('a chain goes on with the clock as it was left, whatever the machine shows', async () => {
		const db = await blocks(2)
		await change(db, [
			clockKey,
			utf8(
				JSON.stringify([
					{ after: 1, offsetMs: 5 },
					{ after: 2, offsetMs: 7_000 },
				]),
			),
		])
		const engine = await open(db, { clock: handClock(Date.parse('2020-01-01T00:00:00Z')) })
		expect(engine.production.clock).toEqual({ offsetMs: 7_000, frozenAt: undefined })
	})
})

describe('the validators of a new chain', () => {
	const named = (secret: string, power: string) => ({
		pub_key: { type: 'tendermint/PubKeyEd25519', value: toBase64(validatorKeyFromSecret(secret).pubKey) },
		power,
	})
	const own = named('a key of a test', '7')
	const inPlace = (whose: string) =>
		`The genesis document names ${whose}; this node signs in their place with its own key ${toHexUpper(key.address)}.`

	it.each([
		['nobody', [], 10n, []],
		['the own key alone', [own], 7n, []],
		['another one', [named('x', '3')], 3n, [inPlace('another validator')]],
		['two with the own one', [own, named('x', '3')], 10n, [inPlace('2 validators')]],
	])(
		'the validators of a new chain are %s, for whom the own key signs with their power',
		async (_who, validators, power, told) => {
			const lines: string[] = []
			const engine = await testEngine({
				genesis: kvGenesis({ validators }),
				validatorKey: () => key,
				log: (_level, _source, text) => void lines.push(text),
			})
			expect((await engine.status()).validator).toEqual({
				address: key.address,
				pubKey: key.pubKey,
				power,
				proposerPriority: 0n,
			})
			expect(lines).toEqual(told)
		},
	)

	it('the validators that an application answers at its beginning take the place of those of the genesis', async () => {
		const asked: unknown[] = []
		const answering = (db: KvDatabase): Application => {
			const app = kvApplication(db)
			return {
				...app,
				initChain: (request) => {
					asked.push(request.validators.map(({ power }) => power))
					return { ...app.initChain(request), validators: [{ pubKey: key.pubKey, power: 40n }] }
				},
			}
		}
		for (const validators of [[], [own]]) {
			const engine = await testEngine({
				genesis: kvGenesis({ validators }),
				validatorKey: () => key,
				openApplication: answering,
			})
			expect((await engine.status()).validator.power).toBe(40n)
		}
		expect(asked).toEqual([[], [7n]])
	})
})
