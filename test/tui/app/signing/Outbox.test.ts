import { describe, expect, test } from 'vitest'
import type { TxProgress } from '../../../../src/client/ChainClient.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import {
	createOutbox,
	describeProgress,
	type Outbox,
	type OutboxEntry,
} from '../../../../src/tui/app/signing/Outbox.ts'

/** What the outbox asked of the app, and the outbox. */
function outbox() {
	const told: string[] = []
	const made: Outbox = createOutbox({
		clock: () => 7,
		toast: (kind, text) => void told.push(`${kind} ${text}`),
		touch: () => void told.push('touch'),
		logError: (error) => void told.push(`log ${String(error)}`),
		refreshIdentity: () => void told.push('identity'),
	})
	return { told, made }
}

const failed = (change: Partial<Extract<TxProgress, { state: 'failed' }>> = {}): TxProgress => ({
	...{ state: 'failed', problem: 'no', next: '', codespace: 'sdk', code: 5, log: '', hash: '' },
	...change,
})
const committed = { state: 'committed', height: 1234 } as TxProgress

/** Resolves with the entry when it has ended. */
function sent(made: Outbox, steps: (options: object) => AsyncIterable<TxProgress>): Promise<OutboxEntry> {
	return new Promise((resolve) => {
		const entry = made.start({ kind: 'send', label: 'a', key: 'alice', options: {}, again: steps }, (progress) => {
			if (progress.state === 'failed' || progress.state === 'committed') setImmediate(() => resolve(entry))
		})
	})
}

describe('the transactions that are on their way', () => {
	test('each step is told, and keys and balance are read again only once it is in a block', async () => {
		const { told, made } = outbox()
		const entry = await sent(made, async function* () {
			yield { state: 'in-mempool' } as TxProgress
			yield committed
		})
		expect(told).toEqual(['busy ◌ in mempool', 'touch', 'good ✓ in block 1,234', 'touch', 'identity'])
		expect(entry).toMatchObject({ id: 1, at: 7, progress: committed })
	})

	test('a refusal tells what to do next, an error of another kind is in the log', async () => {
		const { told, made } = outbox()
		const throws = (error: Error) =>
			sent(made, async function* () {
				yield { state: 'signing' } as TxProgress
				throw error
			})
		const refused = await throws(new UserError('The key is locked.', { next: 'Unlock it.' }))
		expect(refused.progress).toMatchObject({ problem: 'The key is locked.', next: 'Unlock it.', code: 0, hash: '' })
		const lost = await throws(new TypeError('x is not a function'))
		expect(lost.progress).toMatchObject({ problem: 'x is not a function', next: 'See Logs for the details.' })
		expect(told.filter((line) => line.startsWith('log'))).toHaveLength(2)
		expect(told).not.toContain('identity')
	})

	test('a failed one is tried again in its place with the fee that is wanted, and no other is', async () => {
		const { made } = outbox()
		const asked: object[] = []
		const steps = async function* (options: object) {
			asked.push(options)
			yield asked.length < 2 ? failed({ requiredFee: '9uchain' }) : committed
		}
		const first = await sent(made, steps)
		const second = await sent(made, async function* () {
			yield committed
		})
		made.retry(second)
		made.retry(first)
		await expect.poll(() => made.entries[0]?.progress.state).toBe('committed')
		expect(asked).toEqual([{}, { fee: '9uchain' }])
		expect(made.entries.map(({ id }) => id)).toEqual([3, 2])
		made.remove(second)
		made.remove(second)
		expect(made.entries.map(({ id }) => id)).toEqual([3])
	})

	test('one that is removed leaves the others, and one that is sent later has another number', async () => {
		const { told, made } = outbox()
		const send = () =>
			sent(made, async function* () {
				yield failed()
			})
		const [first, second] = [await send(), await send(), await send()]
		told.length = 0
		made.remove(first)
		expect(told).toEqual(['touch'])
		made.remove(first)
		expect(made.entries.map(({ id }) => id)).toEqual([2, 3])
		made.retry(second)
		await send()
		expect(made.entries.map(({ id }) => id)).toEqual([4, 3, 5])
	})

	test('one that was removed is tried again behind the others, with its own options', async () => {
		const { made } = outbox()
		const asked: object[] = []
		const first = await sent(made, async function* (options) {
			asked.push(options)
			yield failed()
		})
		made.remove(first)
		made.retry(first)
		await expect.poll(() => asked.length).toBe(2)
		expect(asked).toEqual([{}, {}])
		expect(made.entries).toHaveLength(1)
	})

	test('the newest two hundred are kept, and who listens hears of each', async () => {
		const { made } = outbox()
		const heard: number[] = []
		made.onStart(({ id }) => heard.push(id))
		for (let count = 0; count < 201; count++) {
			await sent(made, async function* () {
				yield committed
			})
		}
		expect([made.entries.length, made.entries[0]?.id, heard.length]).toEqual([200, 2, 201])
	})

	test('steps are described with their sign', () => {
		expect(
			[{ state: 'signing' } as TxProgress, committed, failed(), failed({ requiredFee: '9uchain' })].map(
				describeProgress,
			),
		).toEqual(['◌ signing', '✓ in block 1,234', '✗ no', '✗ no · r retry with 9uchain'])
	})
})
