import { describe, expect, it } from 'vitest'
import type { VerifiedBlocks } from '../../../../src/engine/blocks/verifyBlocks.ts'
import { refuseHeight, wholeHeight } from '../../../../src/node/home/planGoBack.ts'
import type { VerifiedState } from '../../../../src/store/multi/verifyState.ts'

const hashes = (from: number, to: number, other?: number) =>
	new Map(
		Array.from({ length: to - from + 1 }, (_, index) => [
			from + index,
			Uint8Array.of(from + index === other ? 255 : 1),
		]),
	)
const faultsAt = (...heights: readonly number[]) => new Map(heights.map((height) => [height, 'it is damaged']))

/** A chain of ten blocks with parts replaced. */
const blocksWith = (parts: Partial<VerifiedBlocks> = {}) =>
	({ height: 10, earliest: 1, faults: faultsAt(), appHashes: hashes(1, 10), ...parts }) as VerifiedBlocks
const stateWith = (parts: Partial<VerifiedState> = {}) =>
	({ faults: faultsAt(), appHashes: hashes(1, 10), ...parts }) as VerifiedState

describe('the height up to which a chain is whole', () => {
	it.each<readonly [string, Partial<VerifiedBlocks>, Partial<VerifiedState>, number]>([
		['nothing is damaged', {}, {}, 10],
		['a state is damaged', {}, { faults: faultsAt(8) }, 7],
		// The app hash of a state is in the block that follows it.
		['a block is damaged', { faults: faultsAt(8) }, {}, 6],
		['a state is not the one the chain names', {}, { appHashes: hashes(1, 10, 8) }, 7],
		['the chain does not name an older state', { appHashes: hashes(9, 10) }, { appHashes: hashes(1, 10, 3) }, 10],
		['few states are kept', {}, { appHashes: hashes(3, 5) }, 5],
		['the state of the first block alone is kept', {}, { appHashes: hashes(1, 1) }, 1],
		['the chain does not name its newest states', { appHashes: hashes(1, 8) }, {}, 8],
		['the state that is kept lies before the first block', { earliest: 6 }, { appHashes: hashes(1, 5) }, 0],
		['the state that is kept is that of the first block', { earliest: 5 }, { appHashes: hashes(1, 5) }, 5],
		['the first block is damaged', { faults: faultsAt(1) }, {}, 0],
		['several are damaged', { faults: faultsAt(9) }, { faults: faultsAt(5) }, 4],
	])('the whole height when %s', (_what, blocks, state, wanted) => {
		expect(wholeHeight(blocksWith(blocks), stateWith(state))).toBe(wanted)
	})

	it.each([1, 5, 7])('a chain whole up to height 7 goes back to height %i', (target) => {
		expect(() => refuseHeight(target, 7, blocksWith(), [])).not.toThrow()
	})

	const range = 'Choose a height in that range, or the word `whole`.'
	it.each<readonly [number, number, number, string, string, string]>([
		[8, 7, 1, 'Height 8 cannot be gone back to.', 'All is whole from height 1 to 7.', range],
		[0, 7, 1, 'There is no height to go back to.', 'All is whole from height 1 to 7.', range],
		[3, 7, 4, 'Height 3 cannot be gone back to.', 'All is whole from height 4 to 7.', range],
		[0, 7, 0, 'There is no height to go back to.', 'All is whole from height 1 to 7.', range],
		[
			...([0, 0, 0, 'There is no height to go back to.'] as const),
			...(['No kept height has all its blocks and state whole.', 'Restore the home from a copy.'] as const),
		],
	])(
		'height %i of a chain whole up to height %i from %i on is refused',
		(target, whole, earliest, message, why, next) => {
			expect(() => refuseHeight(target, whole, blocksWith({ earliest }), [])).toThrow(
				expect.objectContaining({ message, why, next }),
			)
		},
	)

	it('no height is gone back to when a file is damaged', () => {
		expect(() => refuseHeight(5, 7, blocksWith(), [{ file: '5.ldb', why: 'it is cut' }])).toThrow(
			expect.objectContaining({
				message: 'The chain cannot go back: a file of its database is damaged.',
				why: '5.ldb: it is cut. What else was in it is not known, so that no height is known to be whole.',
			}),
		)
	})
})
