import { describe, expect, it } from 'vitest'
import { EngineClock } from '../../../../src/engine/blocks/EngineClock.ts'
import { handClock } from '../testEngine.ts'

const start = Date.parse('2026-05-01T12:00:00.250Z')
const seconds = BigInt(Math.floor(start / 1000))

function clocks() {
	const machine = handClock(start)
	return { machine, clock: new EngineClock(machine) }
}

describe('the clock of an engine', () => {
	it('the clock of an engine is the one of the machine until it is set, and runs on from there', () => {
		const { machine, clock } = clocks()
		expect([clock.now(), clock.state]).toEqual([start, { offsetMs: 0, frozenAt: undefined }])
		clock.set(start + 60_000, false)
		machine.ms += 5
		expect([clock.now(), clock.state]).toEqual([start + 60_005, { offsetMs: 60_000, frozenAt: undefined }])
		clock.advance(-1_000)
		clock.advance(3)
		expect([clock.now(), clock.state]).toEqual([start + 59_008, { offsetMs: 59_003, frozenAt: undefined }])
		clock.restore({ offsetMs: -7, frozenAt: undefined })
		expect(clock.now()).toBe(start - 2)
	})

	it('a frozen clock of an engine moves only when it is advanced, and its distance to the machine with it', () => {
		const { machine, clock } = clocks()
		clock.set(start + 60_000, true)
		machine.ms += 5
		expect([clock.now(), clock.state]).toEqual([start + 60_000, { offsetMs: 60_000, frozenAt: start + 60_000 }])
		clock.advance(1_000)
		expect([clock.now(), clock.state]).toEqual([start + 61_000, { offsetMs: 61_000, frozenAt: start + 61_000 }])
		clock.restore({ offsetMs: 3, frozenAt: start })
		expect(clock.now()).toBe(start)
	})

	it('the clock of an engine goes up to the last millisecond of the year 9999, and refuses what is beyond', () => {
		const last = Date.parse('9999-12-31T23:59:59.999Z')
		const { clock } = clocks()
		const refusal = {
			message: 'The clock of the chain ends with the year 9999.',
			next: 'Give an earlier time, or go less far at once.',
		}
		for (const beyond of [last + 1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]) {
			expect(() => clock.set(beyond, false)).toThrow(expect.objectContaining(refusal))
		}
		for (const beyond of [last - start + 1, Number.NaN]) {
			expect(() => clock.advance(beyond)).toThrow(expect.objectContaining(refusal))
		}
		expect(clock.state).toEqual({ offsetMs: 0, frozenAt: undefined })
		clock.advance(last - start)
		expect(clock.now()).toBe(last)
		clock.set(last, true)
		expect(clock.now()).toBe(last)
	})

	it('a block in a second of its own has the present when that is a later second, else the next second, to which a running clock moves', () => {
		const { machine, clock } = clocks()
		expect(clock.inNextSecond({ seconds: seconds - 1n, nanos: 999_999_999 })).toEqual({ seconds, nanos: 250_000_000 })
		expect(clock.now()).toBe(start)
		expect(clock.inNextSecond({ seconds, nanos: 5 })).toEqual({ seconds: seconds + 1n, nanos: 0 })
		expect(clock.now()).toBe(start + 750)
		machine.ms += 20
		expect(clock.inNextSecond({ seconds: seconds + 9n, nanos: 0 })).toEqual({ seconds: seconds + 10n, nanos: 0 })
		expect([clock.now(), clock.state]).toEqual([start + 9_750, { offsetMs: 9_730, frozenAt: undefined }])
		clock.set(start, true)
		expect(clock.inNextSecond({ seconds, nanos: 5 })).toEqual({ seconds: seconds + 1n, nanos: 0 })
		expect([clock.now(), clock.state.offsetMs]).toEqual([start, start - machine.ms])
	})

	it('a block so many seconds after another begins its second, whatever the clock shows', () => {
		const { clock } = clocks()
		expect(clock.secondsAfter({ seconds, nanos: 5 }, 12)).toEqual({ seconds: seconds + 12n, nanos: 0 })
		expect(clock.state).toEqual({ offsetMs: 11_750, frozenAt: undefined })
		expect(clock.secondsAfter({ seconds, nanos: 5 }, 1)).toEqual({ seconds: seconds + 1n, nanos: 0 })
		expect(clock.state).toEqual({ offsetMs: 750, frozenAt: undefined })
	})

	it('the time of a block is the present, but at least a millisecond after the one before', () => {
		const { clock } = clocks()
		const present = { seconds, nanos: 250_000_000 }
		expect(clock.after({ seconds, nanos: 0 })).toEqual(present)
		expect(clock.after({ seconds, nanos: 249_000_000 })).toEqual(present)
		expect(clock.after({ seconds, nanos: 249_000_001 })).toEqual({ seconds, nanos: 250_000_001 })
		expect(clock.after(present)).toEqual({ seconds, nanos: 251_000_000 })
		expect(clock.after({ seconds, nanos: 999_500_000 })).toEqual({ seconds: seconds + 1n, nanos: 500_000 })
	})
})
