import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
	filePreferences,
	memoryPreferences,
	rememberedFilter,
	rememberFilter,
} from '../../../src/tui/app/Preferences.ts'

describe('filters of lists', () => {
	it('filters of lists are kept by list, the newest last, and an empty one is forgotten', () => {
		const preferences = memoryPreferences()
		expect(rememberedFilter(preferences, 'logs')).toBe('')
		rememberFilter(preferences, 'logs', 'a word')
		rememberFilter(preferences, 'logs.level', 'warn')
		rememberFilter(preferences, 'requests', 'x\ty')
		expect(preferences.get('filters')).toEqual(['logs\ta word', 'logs.level\twarn', 'requests\tx\ty'])
		expect(
			(['logs', 'logs.level', 'requests', 'greetings'] as const).map((list) => rememberedFilter(preferences, list)),
		).toEqual([...['a word', 'warn', 'x\ty', '']])
		rememberFilter(preferences, 'logs', 'other')
		expect(preferences.get('filters')).toEqual(['logs.level\twarn', 'requests\tx\ty', 'logs\tother'])
		const before = preferences.get('filters')
		rememberFilter(preferences, 'requests', 'x\ty')
		expect(preferences.get('filters')).toBe(before)
		rememberFilter(preferences, 'requests', '')
		expect(preferences.get('filters')).toEqual(['logs.level\twarn', 'logs\tother'])
	})
})

describe('preferences in a file', () => {
	let directory: string
	beforeEach(() => {
		directory = mkdtempSync(join(tmpdir(), 'chain-tui-preferences-'))
	})
	afterEach(() => rmSync(directory, { recursive: true }))

	it('preferences in a file are there again, but not what was only assumed for a run', async () => {
		const first = filePreferences(directory)
		first.set('node', 'http://a')
		first.set('keys', { 'app.quit': ['x'] })
		first.assume('screen', 'blocks')
		await first.flush()
		expect(first.get('screen')).toBe('blocks')
		const again = filePreferences(directory)
		expect([again.get('node'), again.get('keys')]).toEqual(['http://a', { 'app.quit': ['x'] }])
		expect(again.get('screen')).not.toBe('blocks')
		// The same value, chosen and not assumed, is written.
		again.assume('node', 'http://b')
		await again.flush()
		expect(filePreferences(directory).get('node')).toBe('http://a')
		again.set('node', 'http://b')
		await again.flush()
		expect(filePreferences(directory).get('node')).toBe('http://b')
	})

	it('preferences in a file that another program wrote are read again, unless they were changed here meanwhile', async () => {
		const [one, other] = [filePreferences(directory), filePreferences(directory)]
		other.set('nodes', ['a\thttp://a'])
		other.set('key', 'bob')
		await other.flush()
		one.set('key', 'alice')
		one.reread('nodes')
		one.reread('key')
		expect([one.get('nodes'), one.get('key')]).toEqual([['a\thttp://a'], 'alice'])
		await one.flush()
		expect([filePreferences(directory).get('nodes'), filePreferences(directory).get('key')]).toEqual([
			['a\thttp://a'],
			'alice',
		])
	})

	it('preferences in a file that another program changed are not written over by a choice that was written before', async () => {
		const one = filePreferences(directory)
		one.assume('node', 'http://a')
		one.set('node', 'http://a')
		await one.flush()
		const other = filePreferences(directory)
		other.set('node', 'http://b')
		await other.flush()
		one.set('node', 'http://a')
		await one.flush()
		expect(filePreferences(directory).get('node')).toBe('http://b')
	})

	it('preferences in a file that is not there have the mouse on, amounts in whole units and nothing seen yet', () => {
		const first = filePreferences(directory)
		expect({
			mouse: first.get('mouse'),
			rawAmounts: first.get('rawAmounts'),
			welcomed: first.get('welcomed'),
			toured: first.get('toured'),
		}).toEqual({ mouse: true, rawAmounts: false, welcomed: false, toured: false })
		expect([first.get('theme'), first.get('screen'), first.get('node')]).toEqual(['auto', 'home', ''])
	})

	it('preferences in a file of another kind than usual are the usual ones', () => {
		const wrong = memoryPreferences({ mouse: 'yes', nodes: ['a', 1], keys: ['x'], theme: 'loud' } as never)
		const usual = memoryPreferences()
		for (const name of ['mouse', 'nodes', 'keys', 'theme'] as const)
			expect(wrong.get(name), name).toEqual(usual.get(name))
		const keys = (given: unknown): unknown => memoryPreferences({ keys: given } as never).get('keys')
		expect([keys({ a: 'x' }), keys({ a: ['x', 'y'] }), keys({ a: 1 }), keys(null)]).toEqual([
			{ a: 'x' },
			{ a: ['x', 'y'] },
			{},
			{},
		])
	})
})
