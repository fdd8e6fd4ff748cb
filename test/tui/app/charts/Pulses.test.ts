import { expect, it } from 'vitest'
import type { ChainEvent } from '../../../../src/client/ChainClient.ts'
import { Pulses } from '../../../../src/tui/app/charts/Pulses.ts'

it('a time without a node does not count between blocks', () => {
	const pulses = new Pulses()
	expect(pulses.blockSeconds).toBeUndefined()
	pulses.list = [0, 1, 2, 3, 4_000, 4_001, 4_002, 4_003].map((seconds, index) => ({
		height: index + 1,
		time: seconds * 1_000,
		blockTime: '',
		txs: 0,
		gas: 0,
	}))
	expect(pulses.blockSeconds).toBe(1)
})

function block(height: number, timeMs: number): ChainEvent {
	const time = new Date(timeMs).toISOString()
	const summary = { height, time, hash: '', proposer: '', txCount: 10, gasUsed: 0n, appHash: '', size: 300 }
	return { type: 'block', block: summary, txs: [] }
}

const start = Date.parse('2026-01-01T00:00:00Z')

it.each([
	['moved by a year', (second: number) => start + second * 1_000 + (second > 5 ? 365 * 86_400_000 : 0)],
	['moved back', (second: number) => start + second * 1_000 - (second > 5 ? 3_600_000 : 0)],
	['stopped', (second: number) => start + (second > 5 ? 5_000 + second : second * 1_000)],
	['left alone', (second: number) => start + second * 1_000],
])('rates stay right while the clock of the chain is %s', (_what, timeOf) => {
	const pulses = new Pulses()
	for (let second = 0; second <= 20; second++)
		pulses.add([block(second + 1, timeOf(second))], start + second * 1_000 + 40)
	expect(pulses.span).toBeCloseTo(20, 0)
	expect(pulses.blockSeconds).toBeCloseTo(1, 1)
	// A list tells the age of a block by its own time.
	expect(pulses.list.map(({ blockTime }) => Date.parse(blockTime))).toEqual(
		Array.from({ length: 21 }, (_, second) => timeOf(second)),
	)
})

it('fast blocks that arrive together keep the gaps they were made with', () => {
	const pulses = new Pulses()
	for (let batch = 0; batch < 10; batch++) {
		const events = [0, 1, 2, 3, 4].map((index) => block(batch * 5 + index + 1, start + (batch * 5 + index) * 20))
		pulses.add(events, start + batch * 100 + 90)
	}
	expect(pulses.blockSeconds).toBeCloseTo(0.02, 3)
})
