import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runReplay } from '../../../src/node/replay/replay.ts'
import { comparableStep, readRecording } from './compareReplay.ts'

const golden = new URL('../../golden-evm/', import.meta.url)
const scripts = readdirSync(golden).filter((name) => /^replay-.*\.json\.gz$/.test(name))

/** Generated streams take seconds each; the hand-made scripts go through every rule. */
const everyDay = scripts.filter((name) => !name.includes('seed'))
const chosen = process.env.CHAIN_TUI_FULL === '1' ? scripts : everyDay

describe('a replay of a chain with an EVM equals the recording of the real one', () => {
	it('the folder of replays with an EVM has recordings to compare with', () => {
		expect(scripts.length).toBe(23)
	})

	it.each(chosen)('%s comes to the recorded results', { timeout: 60_000 }, async (name) => {
		const script = readRecording(new URL(name, golden))
		const recorded = readRecording(new URL(name.replace('.json', '.jsonl'), golden))
			.trimEnd()
			.split('\n')
		const lines: string[] = []
		for await (const line of runReplay(script)) lines.push(line)
		expect(lines.length).toBe(recorded.length)
		for (const [index, line] of lines.entries()) {
			if (line === recorded[index]) continue
			expect(comparableStep(line), `step ${index}`).toEqual(comparableStep(recorded[index] ?? ''))
		}
	})
})
