import { expect, it } from 'vitest'
import { Pulses } from '../../../src/tui/app/Pulses.ts'

it('a time without a node does not count between blocks', () => {
	const pulses = new Pulses()
	expect(pulses.blockSeconds).toBeUndefined()
	pulses.list = [0, 1, 2, 3, 4_000, 4_001, 4_002, 4_003].map((seconds, index) => ({
		height: index + 1,
		time: seconds * 1_000,
		txs: 0,
		gas: 0,
	}))
	expect(pulses.blockSeconds).toBe(1)
})
