import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AccountsModel } from '../../../../src/tui/screens/accounts/AccountsModel.ts'
import { askHeight, askTime } from '../../../../src/tui/screens/accounts/prompts.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const start = Date.UTC(2026, 0, 2, 3, 0, 0)
const iso = (seconds: number): string => new Date(start + seconds * 1_000).toISOString()

let t: TestApp
const asked: number[] = []
beforeEach(async () => {
	t = await testApp({ keys: ['alice'] })
	// Block 1 is at 10 seconds, block 2 at 20, and so on to the last one, 9, at 90; those before 3 are not kept.
	t.chain.block = async (height) => {
		asked.push(height)
		return height < 3 ? undefined : ({ height, time: iso(10 * height) } as never)
	}
	t.app.set({ status: { ...t.app.state.status!, height: 9, time: iso(90) } })
	asked.length = 0
})
afterEach(() => t.stop())

const model = (): AccountsModel => t.app.screens.find(({ id }) => id === 'accounts')!.model as AccountsModel

/** Types into the line that one of these opens; tells what is said then. */
async function typed(ask: (model: AccountsModel) => void, text: string): Promise<string> {
	t.app.set({ toast: undefined })
	ask(model())
	t.press('ctrl+u')
	t.type(text)
	t.press('enter')
	if (/\d[T-]|^[+-]/.test(text)) await t.until(() => t.app.state.toast !== undefined)
	return t.app.state.toast?.text ?? ''
}

describe('the height of a moment', () => {
	it('the height of a moment is that of the last block which is not later', async () => {
		for (const [text, height] of [
			[iso(30), 3],
			[iso(39), 3],
			[iso(40), 4],
			[iso(89), 8],
			[iso(90), 9],
			[iso(5_000), 9],
			['-10', 8],
			['-11s', 7],
			['-1m', 3],
			['+1h', 9],
		] as const) {
			expect([text, await typed(askHeight, text), model().atHeight]).toEqual([
				...[text, `block ${height} was the last one then`, height],
			])
		}
		// Found by halving.
		expect(asked.length).toBeLessThan(45)
	})

	it('the height of a moment before all blocks that are kept is none, and what was shown stays', async () => {
		model().goTo(5)
		for (const text of [iso(29), iso(0), '2025-12-31', '-2m']) {
			expect([text, await typed(askHeight, text)]).toEqual([
				text,
				'The node keeps no block so old. · Give a later time.',
			])
		}
		expect(model().atHeight).toBe(5)
	})

	it('the height of an account is given as a number, or taken away', async () => {
		for (const [text, height] of [
			['7', 7],
			[' 1,234 ', 1_234],
			['', undefined],
			['999999999999', 999_999_999_999],
			['  ', undefined],
		] as const) {
			expect([text, await typed(askHeight, text), model().atHeight]).toEqual([text, '', height])
		}
		// The line begins with the height that is shown: Enter alone keeps it, or the live state.
		for (const height of [7, undefined]) {
			model().atHeight = height
			askHeight(model())
			t.press('enter')
			expect([model().atHeight, t.app.topOverlay]).toEqual([height, undefined])
		}
		const neither = 'neither a height nor a time: write 120, -2h or 2026-11-21T02:45:00Z'
		for (const text of ['1234567890123', 'soon', '-soon', '2026-13-01', '26-1-1', '5x']) {
			t.app.set({ toast: undefined })
			expect([text, await typed(askHeight, text), model().atHeight]).toEqual([text, neither, undefined])
		}
		expect(asked).toEqual([])
	})
})

describe('the moment of the vesting', () => {
	it('the moment of the vesting is a time or a distance from the time of the chain, or that one again', async () => {
		const now = BigInt(start / 1_000 + 90)
		for (const [text, seconds] of [
			['2027-01-01', BigInt(Date.UTC(2027, 0, 1) / 1_000)],
			['2027-01-01T00:00:01.999Z', BigInt(Date.UTC(2027, 0, 1) / 1_000 + 1)],
			['+30d', now + 2_592_000n],
			['-2h', now - 7_200n],
			['+1', now + 1n],
			['', undefined],
		] as const) {
			askTime(model())
			t.type(text)
			t.press('enter')
			expect([text, model().clock.chosen]).toEqual([text, seconds])
		}
		model().clock.chosen = 5n
		for (const text of ['tomorrow', '+x', '2027']) {
			t.app.set({ toast: undefined })
			askTime(model())
			t.type(text)
			t.press('enter')
			expect([text, t.app.state.toast?.text]).toEqual([text, 'not a time: write 2027-01-01, +30d or -2h'])
		}
		expect(model().clock.chosen).toBe(5n)
	})
})
