import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runReplay } from '../../../src/node/replay/replay.ts'
import { comparableStep, readRecording } from './compareReplay.ts'

const golden = new URL('../../golden/', import.meta.url)
const scripts = readdirSync(golden).filter((name) => /^replay-.*\.json(\.gz)?$/.test(name))

describe('a replay equals the recording of the real framework', () => {
	it('the folder of replays has recordings to compare with', () => {
		expect(scripts.length).toBeGreaterThanOrEqual(8)
	})

	it.each(scripts)('%s comes to the recorded results', async (name) => {
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
