import { create } from 'qrcode'
import { describe, expect, it } from 'vitest'
import { loadQr, qrRows } from '../../../../src/tui/kit/text/qrRows.ts'

/** The modules of drawn rows, dark as true, from what each sign covers of its cell. */
function modulesOf(rows: readonly string[], darkIsDrawn: boolean): readonly (readonly boolean[])[] {
	const covers: Readonly<Record<string, readonly [boolean, boolean]>> = {
		...{ '█': [true, true], '▀': [true, false], '▄': [false, true], ' ': [false, false] },
	}
	return rows.flatMap((row) =>
		[0, 1].map((half) => [...row].map((sign) => covers[sign]![half as 0 | 1] === darkIsDrawn)),
	)
}

/** The modules of a text with a quiet zone of two around them, as the library has them. */
function wanted(text: string, errorCorrectionLevel: 'L' | 'M'): readonly (readonly boolean[])[] {
	const { modules } = create(text, { errorCorrectionLevel })
	const side = modules.size + 4
	// Two modules a cell: an odd side has a light row more.
	return Array.from({ length: side + (side % 2) }, (_, y) =>
		Array.from(
			{ length: side },
			(__, x) => x >= 2 && y >= 2 && x < side - 2 && y < side - 2 && modules.get(y - 2, x - 2) === 1,
		),
	)
}

describe('a QR code', () => {
	const text = `chain1${'qyqszqgp'.repeat(5)}`

	it('a QR code has each of its modules in half a cell, dark on light whatever the colours of the terminal', async () => {
		await loadQr()
		const rows = qrRows(text, true)
		for (const row of rows) expect(row).toMatch(/^\u001b\[30m\u001b\[107m[█▀▄ ]+\u001b\[49m\u001b\[39m$/)
		const bare = rows.map((row) => row.replaceAll(/\u001b\[\d+m/g, ''))
		expect(modulesOf(bare, true)).toEqual(wanted(text, 'M'))
		// Without colours the light ones are drawn.
		expect(modulesOf(qrRows(text, false), false)).toEqual(wanted(text, 'M'))
	})

	it('a QR code that is higher than there is room is drawn with less redundancy', async () => {
		await loadQr()
		const usual = qrRows(text, false)
		expect(qrRows(text, false, usual.length)).toEqual(usual)
		const small = qrRows(text, false, usual.length - 1)
		expect(small.length).toBeLessThan(usual.length)
		expect(modulesOf(small, false)).toEqual(wanted(text, 'L'))
	})
})
