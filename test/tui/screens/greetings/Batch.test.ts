import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChainClient, TxProgress } from '../../../../src/client/ChainClient.ts'
import { Batch } from '../../../../src/tui/screens/greetings/Batch.ts'

let folder: string
let file: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chain-tui-batch-'))
	file = join(folder, 'greetings.txt')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A chain that takes each greeting as its word says: `fail …` ends as failed, `throw …` never begins, `hang …` waits. */
function chain() {
	const sent: string[] = []
	const found = new Map<string, { readonly code: number }>()
	const waiting = new Set<string>()
	let chainId = 'chain-localnet'
	let release = (): void => {}
	const hanging = new Promise<void>((resolve) => {
		release = resolve
	})
	const client = {
		status: async () => ({ chainId }),
		tx: async (hash: string) => found.get(hash),
		sentTx: async (hash: string) => (waiting.has(hash) ? hanging.then(() => ({ code: 0 })) : found.get(hash)),
		async *createGreeting(_from: string, text: string): AsyncIterable<TxProgress> {
			if (text.startsWith('throw')) throw new Error('the key is locked')
			sent.push(text)
			const hash = `HASH OF ${text}`
			yield { state: 'signing' } as TxProgress
			yield { state: 'in-mempool', hash } as TxProgress
			if (text.startsWith('hang')) await hanging
			if (text.startsWith('fail')) yield { state: 'failed', problem: 'out of gas', hash } as TxProgress
			else yield { state: 'committed', height: 5, hash } as TxProgress
		},
	} as unknown as ChainClient
	const use = (id: string): void => {
		chainId = id
	}
	return { client, sent, found, waiting, release, use }
}

const open = (client: ChainClient, from = 'alice') => Batch.open({ client, file, from, folder, changed: () => {} })
const states = ({ lines }: Batch) =>
	lines.map(({ state, problem }) => (problem === '' ? state : `${state}: ${problem}`))

const recordFiles = () => readdirSync(folder).filter((name) => name.startsWith('batch-'))
/** What the only record of the folder keeps of each line. */
const record = (): unknown => {
	const [name = ''] = recordFiles()
	return name === '' ? [] : JSON.parse(readFileSync(join(folder, name), 'utf8')).lines
}

describe('a file of greetings', () => {
	test('each line that is not blank is sent, and a failure is told at its line', async () => {
		writeFileSync(file, 'one\r\n\n  \nfail two\nthrow three\nfour')
		const { client, sent } = chain()
		const batch = await open(client)
		await batch.run()
		expect(sent).toEqual(['one', 'fail two', 'four'])
		expect(states(batch)).toEqual(['committed', 'failed: out of gas', 'failed: the key is locked', 'committed'])
		expect([batch.count('committed'), batch.count('failed'), batch.running]).toEqual([2, 2, false])
		await batch.run()
		expect(sent).toHaveLength(3)
		await batch.run({ failedToo: true })
		expect(sent).toEqual(['one', 'fail two', 'four', 'fail two'])
	})

	test('the same file goes on where it stopped: what is in a block by now is not sent again', async () => {
		writeFileSync(file, 'hang one')
		const { client, found, release } = chain()
		const first = await open(client)
		const run = first.run()
		await expect.poll(record).toEqual([{ committed: false, hash: 'HASH OF hang one' }])
		release()
		await run
		expect(record()).toEqual([{ committed: true, hash: 'HASH OF hang one' }])
		// As an app leaves it that ends early: one came into a block while nobody looked, another one failed there.
		found.set('HASH OF c', { code: 0 })
		found.set('HASH OF d', { code: 5 })
		writeFileSync(file, 'a\nb\nc\nd\ne')
		const before = recordFiles()
		await (await open(client)).run()
		const [name = ''] = recordFiles().filter((other) => !before.includes(other))
		const kept = ['a', 'b', 'c', 'd', 'e'].map((text) => ({ committed: text === 'a', hash: `HASH OF ${text}` }))
		writeFileSync(join(folder, name), JSON.stringify({ lines: [...kept.slice(0, 4), { committed: false, hash: '' }] }))
		const again = await open(client)
		expect(states(again)).toEqual(['committed', 'waiting', 'committed', 'waiting', 'waiting'])
		expect(again.lines.map(({ hash }) => hash)).toEqual([...kept.slice(0, 4).map(({ hash }) => hash), ''])
	})

	test('a line that an earlier run left in the mempool is waited for, and not sent again', async () => {
		writeFileSync(file, 'hang one\nfail two\nthree')
		const { client, sent, waiting, found, release } = chain()
		const first = await open(client)
		const left = first.run()
		await expect.poll(() => first.count('failed')).toBe(1)
		const [name = ''] = recordFiles()
		const kept = readFileSync(join(folder, name))
		release()
		await left
		sent.length = 0
		// As an app leaves it that ends early: the first waits, the node dropped the second, the third came through.
		writeFileSync(join(folder, name), kept)
		waiting.add('HASH OF hang one')
		found.set('HASH OF three', { code: 0 })
		const again = await open(client)
		expect(states(again)).toEqual(['waiting', 'waiting', 'committed'])
		await again.run()
		expect(sent).toEqual(['fail two'])
		expect(states(again)).toEqual(['committed', 'failed: out of gas', 'committed'])
		expect(record()).toMatchObject([{ committed: true }, { committed: false }, { committed: true }])
	})

	test('a file whose lines are still on their way is the same batch when it is opened again: none is sent twice', async () => {
		writeFileSync(file, 'hang one\ntwo')
		const { client, sent, release } = chain()
		const first = await open(client)
		const run = first.run()
		await expect.poll(() => sent).toEqual(['hang one', 'two'])
		first.pause()
		const again = await open(client)
		expect(again).toBe(first)
		await again.run()
		expect([again.count('sending'), sent.length]).toEqual([1, 2])
		release()
		await run
		const after = await open(client)
		expect(after).not.toBe(first)
		expect(states(after)).toEqual(['committed', 'committed'])
	})

	test('each change of a line of a batch is told, and its end once nothing is on its way', async () => {
		writeFileSync(file, 'one\nthrow two\nfail three')
		const { client } = chain()
		const told: string[] = []
		const batch: Batch = await Batch.open({
			...{ client, file, from: 'alice', folder },
			changed: () => told.push(`${batch.running ? 'running' : 'ended'}: ${states(batch).join(', ')}`),
		})
		await batch.run()
		expect(new Set(told)).toEqual(
			new Set([
				'running: sending, failed: the key is locked, sending',
				'running: committed, failed: the key is locked, sending',
				'running: committed, failed: the key is locked, failed: out of gas',
				'ended: committed, failed: the key is locked, failed: out of gas',
			]),
		)
		expect(told.at(-1)).toMatch(/^ended/)
	})

	test('another signer, another chain, another text or a damaged record begins anew', async () => {
		writeFileSync(file, 'one')
		const { client, use } = chain()
		await (await open(client)).run()
		const kept = recordFiles()
		expect(kept).toHaveLength(1)
		expect(states(await open(client))).toEqual(['committed'])
		expect(states(await open(client, 'bob'))).toEqual(['waiting'])
		use('other-1')
		expect(states(await open(client))).toEqual(['waiting'])
		use('chain-localnet')
		for (const record of [
			'{"lines":[]}',
			'{"lines":[null]}',
			'{"lines":"x"}',
			'{"lines":[{"hash":5}]}',
			'{}',
			'null',
			'damaged',
		]) {
			writeFileSync(join(folder, kept[0]!), record)
			expect(states(await open(client)), record).toEqual(['waiting'])
		}
	})

	test('a paused batch begins no more lines, and what has begun ends', async () => {
		writeFileSync(file, Array.from({ length: 60 }, (_, index) => `hang ${index}`).join('\n'))
		const { client, sent, release } = chain()
		const batch = await open(client)
		batch.pause()
		const run = batch.run()
		await expect.poll(() => sent.length).toBe(50)
		batch.pause()
		// It goes on only after that: never are more than fifty under way.
		await batch.run()
		expect([batch.running, batch.pausing, sent.length]).toEqual([true, true, 50])
		release()
		await run
		expect([batch.count('committed'), batch.count('waiting')]).toEqual([50, 10])
		expect([batch.running, batch.pausing]).toEqual([false, false])
		await batch.run()
		expect(batch.count('committed')).toBe(60)
	})

	test('a file that cannot be read and one without a line are refused', async () => {
		const { client } = chain()
		await expect(open(client)).rejects.toThrow(`The file cannot be read: ${file}`)
		writeFileSync(file, ' \n\n')
		await expect(open(client)).rejects.toThrow('The file has no line to send.')
	})

	test('lines that were pasted leave nothing on disk', async () => {
		const { client, sent } = chain()
		const batch = Batch.of({ text: 'one\ntwo', client, from: 'alice', changed: () => {} })
		await batch.run()
		expect(sent).toEqual(['one', 'two'])
		expect(readdirSync(folder)).toEqual([])
	})
})
