import { describe, expect, it } from 'vitest'
import type { BlockSummary } from '../../../../src/client/index.ts'
import { UserError } from '../../../../src/errors/UserError.ts'
import { BlockPages } from '../../../../src/tui/screens/blocks/BlockPages.ts'

const block = (height: number): BlockSummary => ({ height, hash: `hash ${height}` }) as BlockSummary

/** Pages over a chain, what was asked of it, and what the pages told of. */
function pagesOf(chain: { readonly fault?: UserError } = {}) {
	const said: string[] = []
	const state = { fault: chain.fault }
	const pages = new BlockPages({
		read: async (from, to) => {
			said.push(`read ${from} to ${to}`)
			if (state.fault !== undefined) throw state.fault
			return Array.from({ length: to - from + 1 }, (_, index) => block(from + index))
		},
		loaded: () => said.push('loaded'),
		failed: (error) => said.push(`failed ${(error as Error).message}`),
	})
	return { pages, said, state }
}
const settled = (): Promise<void> => new Promise(setImmediate)

describe('the blocks of a list that is drawn', () => {
	it('the blocks of a list that is drawn are read a page of a hundred at a time, once, and are there then', async () => {
		const { pages, said } = pagesOf()
		expect([101, 150, 200].map((height) => pages.get(height, 1_000))).toEqual([undefined, undefined, undefined])
		await settled()
		expect(said).toEqual(['read 101 to 200', 'loaded'])
		expect([101, 150, 200].map((height) => pages.get(height, 1_000)?.hash)).toEqual([
			...['hash 101', 'hash 150', 'hash 200'],
		])
		for (const height of [100, 201]) pages.get(height, 1_000)
		await settled()
		expect(said.filter((line) => line.startsWith('read'))).toEqual([
			...['read 101 to 200', 'read 1 to 100', 'read 201 to 300'],
		])
	})

	it('the blocks of a list that is drawn are none below the first and above the latest', async () => {
		const { pages, said } = pagesOf()
		expect([0, -1, 11].map((height) => pages.get(height, 10))).toEqual([undefined, undefined, undefined])
		await settled()
		expect(said).toEqual([])
		pages.get(1, 1)
		await settled()
		expect(said).toEqual(['read 1 to 1', 'loaded'])
	})

	it('the blocks of a list that is drawn are read again for a page that has more of them by now, and not for one that was just made', async () => {
		const { pages, said } = pagesOf()
		pages.get(5, 10)
		await settled()
		pages.add(block(11))
		expect(pages.get(11, 11)?.hash).toBe('hash 11')
		expect(pages.get(12, 12)).toBeUndefined()
		await settled()
		expect(said).toEqual(['read 1 to 10', 'loaded', 'read 1 to 12', 'loaded'])
	})

	it('the blocks of a list that is drawn are asked for again when they could not be read, and after all was forgotten', async () => {
		const { pages, said, state } = pagesOf({ fault: new UserError('The node went away.') })
		pages.get(1, 10)
		await settled()
		state.fault = undefined
		pages.get(1, 10)
		await settled()
		expect(pages.get(1, 10)?.height).toBe(1)
		pages.clear()
		expect(pages.get(1, 10)).toBeUndefined()
		await settled()
		expect(said).toEqual([
			...['read 1 to 10', 'failed The node went away.'],
			...['read 1 to 10', 'loaded', 'read 1 to 10', 'loaded'],
		])
	})
})
