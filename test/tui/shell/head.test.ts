import { afterEach, describe, expect, it } from 'vitest'
import type { NodeStatus } from '../../../src/client/index.ts'
import { Confirm } from '../../../src/tui/kit/overlays/Confirm.tsx'
import { Notice } from '../../../src/tui/kit/overlays/Notice.tsx'
import { type TestApp, testApp } from '../support/testApp.ts'

let t: TestApp
afterEach(() => t.stop())

/** What the head line says of who signs, and of the node. */
function head(): { readonly who: string; readonly node: string } {
	const parts = t.screen().split('\n')[0]!.trim().split(/ {2,}/)
	return { who: parts.at(-3) ?? '', node: parts.at(-1)! }
}

/** The node's part with a status of a place; the usual one is the own chain at height 1204. */
function nodeWith(status: Partial<NodeStatus>): string {
	t.app.set({
		phase: 'ready',
		status: { ...t.app.state.status!, state: 'live', height: 1204, chainId: 'side-1', ...status },
	})
	return head().node
}

describe('the head line', () => {
	it('the head line has a word and a sign for each state of the node', async () => {
		t = await testApp({ keys: ['alice'], columns: 100 })
		const states = ['live', 'starting', 'syncing', 'paused', 'unreachable'] as const
		expect(states.map((state) => nodeWith({ state }))).toEqual(
			['● live', '◐ starting', '◐ catching up', '‖ paused', '○ unreachable'].map((word) => `${word} · side-1 · #1,204`),
		)
		const modes = ['interval', 'instant', 'manual'] as const
		expect(modes.map((blockMode) => nodeWith({ blockMode }))).toEqual([
			...['● live · side-1 · #1,204', '● live · instant · side-1 · #1,204', '● live · by hand · side-1 · #1,204'],
		])
		t.app.set({ status: undefined })
		expect(head().node).toBe('◐ starting')
		t.app.set({ phase: 'failed' })
		expect(head()).toEqual({ who: 'alice', node: '○ no node' })
	})

	it('the head line has the chain from 100 columns on, and the kind of the node from 120', async () => {
		const seen: string[] = []
		for (const columns of [99, 100, 119, 120]) {
			t = await testApp({ keys: ['alice'], columns })
			seen.push(nodeWith({}), nodeWith({ actAs: ['a', 'b'] }))
			if (columns !== 120) await t.stop()
		}
		expect(seen).toEqual([
			...['● live · #1,204', '● live · ⚑ 2 · #1,204'],
			...['● live · side-1 · #1,204', '● live · acts as 2 · side-1 · #1,204'],
			...['● live · side-1 · #1,204', '● live · acts as 2 · side-1 · #1,204'],
			...['● live · embedded · side-1 · #1,204', '● live · acts as 2 · embedded · side-1 · #1,204'],
		])
	})

	it('the head line names the place in use, which may stand for another or not answer', async () => {
		const url = 'http://127.0.0.1:1'
		t = await testApp({ keys: ['alice'], columns: 120, preferences: { nodes: [`near\t${url}`] } })
		t.app.preferences.set('node', url)
		expect(nodeWith({})).toBe('● live · near · side-1 · #1,204')
		expect(nodeWith({ chainId: 'near' })).toBe('● live · near · #1,204')
		t.app.set({ standsFor: 'the usual one' })
		expect(nodeWith({})).toBe('● live · near for the usual one · side-1 · #1,204')
		t.app.set({ standsFor: undefined, own: new Map([['own:mine-1', undefined]]) })
		expect(nodeWith({})).toBe('● live · near · side-1 · #1,204 · own mine-1 running')
		t.app.set({ phase: 'failed' })
		expect(head().node).toBe('○ near does not answer · own mine-1 running')
		// A place without a name is its address, in 20 cells.
		t.app.set({ own: new Map() })
		t.app.preferences.set('node', 'http://127.0.0.1:26657/path')
		expect(nodeWith({})).toBe('● live · http://127.0.0.1:26… · side-1 · #1,204')
		await t.stop()
		t = await testApp({ keys: ['alice'], columns: 100 })
		t.app.preferences.set('node', 'http://host:26657/ab')
		expect(nodeWith({})).toBe('● live · http://host:26657/ab · side-1 · #1,204')
		t.app.preferences.set('node', 'http://host:26657/abc')
		expect(nodeWith({})).toBe('● live · http://host:26657/a… · side-1 · #1,204')
		await t.stop()
		t = await testApp({ keys: ['alice'], columns: 99 })
		t.app.preferences.set('node', 'http://127.0')
		expect(nodeWith({})).toBe('● live · http://127.0 · #1,204')
		t.app.preferences.set('node', 'http://127.0.0.1:26657/path')
		t.app.set({ own: new Map([['own:mine-1', undefined]]) })
		expect(nodeWith({})).toBe('● live · http://127.… · #1,204 · own ●')
	})

	it('the head line has the balance of who signs, a long one cut in its decimals', async () => {
		t = await testApp({ keys: ['alice'], columns: 120 })
		const denom = t.app.denom
		const balance = (amount: string): string => {
			t.app.set({
				balances: [
					{ denom: 'other', amount: '7' },
					{ denom, amount },
				],
			})
			return head().who
		}
		// 24 cells stay as they are.
		expect(['1000000', '123456789123456', '1234567890123456'].map(balance)).toEqual([
			...['alice 1 CHAIN', 'alice 123,456,789.123456 CHAIN', 'alice 1,234,567,890.12… CHAIN'],
		])
		t.app.set({ balances: [] })
		expect(head().who).toBe('alice 0 CHAIN')
		t.app.set({ current: '' })
		expect(t.screen().split('\n')[0]).not.toContain('CHAIN')
	})

	it('the head line counts own chains that run unseen, with words from 100 columns on, and cuts a long id', async () => {
		const own = (...ids: readonly string[]): string => {
			t.app.set({ own: new Map(ids.map((id) => [`own:${id}`, undefined])) })
			return nodeWith({ chainId: 'c'.repeat(25) })
		}
		t = await testApp({ keys: ['alice'], columns: 99 })
		expect([own('mine-1'), own('mine-1', 'mine-2')]).toEqual(['● live · #1,204 · own ●', '● live · #1,204 · own ●'])
		await t.stop()
		t = await testApp({ keys: [], columns: 100 })
		const chain = `${'c'.repeat(24)}…`
		expect([own('mine-1'), own('mine-1', 'mine-2')]).toEqual([
			`● live · ${chain} · #1,204 · own mine-1 running`,
			`● live · ${chain} · #1,204 · 2 own chains running`,
		])
		expect(own('m'.repeat(25))).toContain(` · own ${'m'.repeat(24)}… runni`)
	})

	it('the head line has where one is, with the first of what lies over the screen', async () => {
		t = await testApp({ keys: ['alice'], columns: 120 })
		const where = (): string => t.screen().split('\n')[0]!.split(/ {2,}/)[0]!.trim()
		t.app.open('keys')
		expect(where()).toMatch(/^◆ chain-tui › Keys(?: › alice)?$/)
		const before = where()
		t.app.show(new Notice(t.app, { title: 'First', lines: () => [] }))
		expect(where()).toBe(`${before} › First`)
		t.app.show(new Confirm(t.app, { title: 'Second', text: [], action: 'go', run: () => {} }))
		expect(where()).toBe(`${before} › First`)
	})
})
