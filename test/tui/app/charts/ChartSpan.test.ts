import { expect, it } from 'vitest'
import type { HistorySample } from '../../../../src/client/index.ts'
import { ChartSpan } from '../../../../src/tui/app/charts/ChartSpan.ts'

const now = 1_700_000_000_000

/** The places of one measurement, a second ago, on the chart of the first span or of one after it. */
async function placesOfOne(steps: number): Promise<readonly boolean[]> {
	const samples = [{ at: now - 1_000 } as HistorySample]
	const work: Promise<unknown>[] = []
	const span = new ChartSpan({
		client: { history: async () => ({ samples, step_ms: 1_000, now }) } as never,
		clock: () => now,
		pulses: { list: [], span: 60 },
		attempt: (task) => void work.push(task()),
	})
	span.read()
	for (let step = 0; step < steps; step++) span.next()
	await Promise.all(work)
	return (span.measured?.samples ?? []).map((sample) => sample !== undefined)
}

it('a single measurement beside the blocks of a minute stands at its own time, not over the whole minute', async () => {
	expect(await placesOfOne(0)).toEqual([...Array.from({ length: 59 }, () => false), true, false])
})

it('the chart of an hour begins with the first measurement, so that a young node fills it', async () => {
	expect(await placesOfOne(1)).toEqual([true, false])
})
