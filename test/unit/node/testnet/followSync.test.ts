import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { EngineClient } from '../../../../src/engineRpc/EngineClient.ts'
import { logFiles } from '../../../../src/node/logFile.ts'
import { followSync } from '../../../../src/node/testnet/followSync.ts'
import { answeringEngine } from '../../../flow/engineRpc/answeringEngine.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close()
})

const gone = 'http://127.0.0.1:1'

async function engineAt(height: number, catching_up: boolean): Promise<string> {
	const sync_info = { latest_block_height: String(height), catching_up }
	const engine = await answeringEngine({ result: { sync_info } })
	closing.push(engine.close)
	return engine.url
}

/** The first that is told of a node; the log of its application has these lines. */
async function toldOf(url: string, others: readonly string[] = [], log: readonly string[] = []): Promise<string> {
	const home = mkdtempSync(join(tmpdir(), 'chain-tui-follow-'))
	closing.push(() => rmSync(home, { recursive: true, force: true }))
	const file = logFiles(home)[1]
	mkdirSync(dirname(file), { recursive: true })
	if (log.length > 0) writeFileSync(file, log.map((line) => `${line}\n`).join(''))
	const ended = new AbortController()
	const told: string[] = []
	const node = { home, engine: '', client: new EngineClient(url), others }
	await followSync(
		node,
		(text) => {
			told.push(text)
			ended.abort()
		},
		ended.signal,
	)
	expect(told).toHaveLength(1)
	return told[0]!
}

const snapshot = (msg: string) => JSON.stringify({ level: 'info', source: 'snapshots', msg })

describe('how far a new node is', () => {
	it('a node whose engine does not answer is told as such', async () => {
		expect(await toldOf(gone, [await engineAt(9, false)])).toBe('the engine does not answer yet')
	})

	it('a node without a block looks for others, or tells the newest step of its snapshot', async () => {
		const url = await engineAt(0, true)
		const waiting = 'looking for peers, snapshots and blocks'
		expect(await toldOf(url)).toBe(waiting)
		expect(await toldOf(url, [], [JSON.stringify({ source: 'abci', msg: 'x' })])).toBe(waiting)
		expect(await toldOf(url, [], [snapshot('one'), snapshot('part 2 of 9'), '{"source":"abci"}'])).toBe('part 2 of 9')
		expect(await toldOf(url, [], ['{"source":"snapshots",'])).toBe(waiting)
		expect(await toldOf(await engineAt(0, false))).toBe(waiting)
	})

	it('a node that runs blocks tells its height against the newest of the others that answer', async () => {
		const url = await engineAt(20, true)
		const others = [gone, await engineAt(9, false), await engineAt(30, false)]
		expect(await toldOf(url, others)).toBe('block 20 of 30 (66 %)')
		for (const behind of [[], [gone], [await engineAt(9, false)]]) {
			expect(await toldOf(url, behind)).toBe('block 20 of 20 (100 %)')
		}
	})

	it('a node that has caught up tells its height', async () => {
		expect(await toldOf(await engineAt(1, false), [await engineAt(30, false)])).toBe('caught up at height 1')
	})
})
