import { expect, it } from 'vitest'
import type { BaseApp } from '../../../../src/app/BaseApp.ts'
import { exportedGenesis } from '../../../../src/node/home/exportGenesis.ts'

const text = JSON.stringify({
	...{ genesis_time: '2026-01-01T00:00:00.500Z', chain_id: 'c', initial_height: '1' },
	...{ app_hash: 'AB', app_state: { old: 1 }, consensus_params: { block: { max_bytes: '5' } } },
})

/** An application at height 9 whose states from 7 on are kept, with a state in these pieces. */
function appWith(...pieces: readonly string[]): BaseApp {
	return {
		info: () => ({ lastBlockHeight: 9 }),
		store: { hasVersion: (height: number) => height >= 7 && height <= 9, earliestVersion: 7 },
		exportedText: function* (height: number) {
			yield `{"height":${height},"list":[`
			yield* pieces
			yield '0]}'
		},
	} as unknown as BaseApp
}

it('an exported genesis is the document of the chain with the state of a height, beginning at the next one', () => {
	const of = (height?: number) => JSON.parse([...exportedGenesis({ text }, appWith('1,'), height)].join(''))
	expect(of()).toEqual({
		...{ genesis_time: '2026-01-01T00:00:00.5Z', chain_id: 'c', initial_height: '10', app_hash: '' },
		...{ app_state: { height: 9, list: [1, 0] }, consensus_params: { block: { max_bytes: '5' } } },
	})
	expect(of(7)).toMatchObject({ initial_height: '8', app_state: { height: 7 } })
	for (const height of [6, 10]) {
		expect(() => of(height)).toThrow(
			expect.objectContaining({
				message: `The state of height ${height} is not kept.`,
				why: 'The kept states are within 7 to 9.',
			}),
		)
	}
	// Written as the framework writes it, with the state as it comes.
	const shown = JSON.stringify({ ...of(), app_state: 'STATE' }, undefined, 2)
	expect([...exportedGenesis({ text }, appWith('1,'))].join('')).toBe(
		shown.replace('"STATE"', '{"height":9,"list":[1,0]}'),
	)
	expect([...exportedGenesis({ text: `${text}\n` }, appWith(), 0)]).toEqual([text])
})

it('an exported genesis of many accounts comes in few pieces that hold each of them once', () => {
	const pieces = Array.from({ length: 50_000 }, (_, index) => `${index + 1},`)
	const written = [...exportedGenesis({ text }, appWith(...pieces))]
	const { list } = JSON.parse(written.join('')).app_state as { readonly list: readonly number[] }
	expect(list).toHaveLength(50_001)
	expect(list.findIndex((number, index) => number !== index + 1)).toBe(50_000)
	expect(written.length).toBeGreaterThan(3)
	for (const piece of written.slice(0, -1)) expect(Math.floor(piece.length / 65_536)).toBe(1)
})

it('a piece of an exported genesis ends as soon as it has 65,536 characters', () => {
	const before = [...exportedGenesis({ text }, appWith())].join('').indexOf('0]}')
	const written = [...exportedGenesis({ text }, appWith(`${'1'.repeat(65_535 - before)},`))]
	expect(written[0]).toHaveLength(65_536)
	expect(written[1]).toMatch(/^0\]\}/)
	expect(written).toHaveLength(2)
})
