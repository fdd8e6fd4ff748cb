import { expect, it } from 'vitest'
import { nearest256 } from '../../../../src/tui/kit/theme/nearest256.ts'

const hex = (channels: readonly number[]): string =>
	`#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** What xterm shows for an entry of its palette. */
function shown(entry: number): readonly number[] {
	if (entry >= 232) return [0, 0, 0].map(() => 8 + 10 * (entry - 232))
	const levels = [0, 95, 135, 175, 215, 255]
	return [36, 6, 1].map((weight) => levels[Math.floor((entry - 16) / weight) % 6]!)
}

it('each entry of cube and greys is the nearest to its own colour', () => {
	const entries = Array.from({ length: 240 }, (_, index) => 16 + index)
	expect(entries.map((entry) => nearest256(hex(shown(entry))))).toEqual(entries)
})

it('a colour between two entries is shown as the nearer of them', () => {
	// Of a cube's step the middle is at 115, of the greys' at 13 and 243.
	expect([114, 116].map((level) => nearest256(hex([level, 0, 0])))).toEqual([52, 88])
	expect([46, 48].map((level) => nearest256(hex([0, level, 255])))).toEqual([21, 27])
	expect([2, 6, 12, 14, 242, 249].map((level) => nearest256(hex([level, level, level])))).toEqual([
		...[16, 232, 232, 233, 255, 231],
	])
	expect(nearest256('#080a0c')).toBe(232)
	expect(nearest256('#0c0d0d')).toBe(232)
	// Of two that are as near the first: the darker step of a cube, and the cube before the greys.
	expect([nearest256('#730000'), nearest256('#9b0000'), nearest256('#040404')]).toEqual([52, 88, 16])
})

it.each(['#4d4d74', '#75759c', '#9d9dc4', '#c5c5ec', '#000127', '#00010c'])(
	'no entry of cube and greys is nearer to %s, almost as near to another, than the one it is shown as',
	(colour) => {
		const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
		const far = (entry: number): number => Math.hypot(...shown(entry).map((level, index) => level - channels[index]!))
		const nearest = Math.min(...Array.from({ length: 240 }, (_, index) => far(16 + index)))
		expect(far(nearest256(colour))).toBe(nearest)
	},
)
