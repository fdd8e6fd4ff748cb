import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CommandContext } from '../../../../src/cli/CommandContext.ts'
import { ProgressLine } from '../../../../src/cli/support/genesisProgress.ts'

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
	vi.useRealTimers()
})

function lineOn(onTerminal: boolean) {
	const written: string[] = []
	const io = { onTerminal, stderr: (text: string) => void written.push(text) }
	return { written, line: new ProgressLine({ io } as unknown as CommandContext) }
}

const half = { step: 'check', bytes: 50_400_000, size: 100_000_000, accounts: 250_000 }

describe('the line that says how far work on a genesis is', () => {
	test.each([
		[half, 'check    [############............] 50 of 100 MB  250,000 accounts'],
		[{ ...half, bytes: 0, accounts: 0 }, 'check    [........................] 0 of 100 MB'],
		[{ ...half, bytes: 150_000_000 }, 'check    [########################] 150 of 100 MB  250,000 accounts'],
		[{ ...half, bytes: 500_000, size: 1_500_000, accounts: 0 }, 'check    [########................] 1 of 2 MB'],
		[{ ...half, bytes: 0, size: 0, accounts: 1 }, 'check    [########################] 0 of 0 MB  1 accounts'],
		[{ ...half, step: 'trees' }, 'trees     250,000 entries'],
		[{ ...half, step: 'trees', accounts: 0 }, 'trees   '],
	])('%o is shown over the line before', (done, text) => {
		const { line, written } = lineOn(true)
		line.show(done)
		expect(written).toEqual([`\r\u001b[K${text}`])
	})

	test('the line changes at most each 100 ms, and its text is made only then', () => {
		const { line, written } = lineOn(true)
		const made: number[] = []
		for (let at = 0; at <= 250; at += 50) {
			line.showText(() => `${made.push(at)}`)
			vi.advanceTimersByTime(50)
		}
		expect(made).toEqual([0, 100, 200])
		line.clear()
		expect(written).toEqual(['\r\u001b[K1', '\r\u001b[K2', '\r\u001b[K3', '\r\u001b[K'])
	})

	test('nothing is written where there is no terminal, and nothing is cleared that was not shown', () => {
		const quiet = lineOn(false)
		quiet.line.show(half)
		quiet.line.clear()
		const fresh = lineOn(true)
		fresh.line.clear()
		expect([...quiet.written, ...fresh.written]).toEqual([])
	})
})
