import { afterEach, describe, expect, it } from 'vitest'
import type { Command } from '../../../../src/tui/kit/keymap/Command.ts'
import { Keymap } from '../../../../src/tui/kit/keymap/Keymap.ts'
import { type TestApp, testApp } from '../../support/testApp.ts'

const command = (id: string, ...keys: string[]): Command => ({
	id,
	keys,
	title: id,
	description: id,
	group: '',
	run: () => {},
})
const layer = [command('a.new', 'n'), command('a.copy', 'y'), command('move.down', 'down', 'j')]

describe('Keymap', () => {
	it('gives a command the chosen keys and takes them from whoever had them', () => {
		const applied = new Keymap({ 'a.new': ['y', 'f2'] }).apply(layer)
		expect(applied.map(({ keys }) => keys)).toEqual([['y', 'f2'], [], ['down', 'j']])
		expect(new Keymap({}).apply(layer)).toBe(layer)
	})

	it('takes one key without brackets as it takes a list of one', () => {
		const keymap = new Keymap({ 'a.new': 'y' })
		expect(keymap.apply(layer).map(({ keys }) => keys)).toEqual([['y'], [], ['down', 'j']])
		expect(keymap.problems([layer])).toEqual(['y is a.new now, no longer a.copy, which has no key left.'])
	})

	it('reads ctrl-p as ctrl+p, and keeps the usual key of a command whose chosen one is none', () => {
		const keymap = new Keymap({ 'a.new': ['Ctrl-p'], 'a.copy': ['control-x'] })
		expect(keymap.apply(layer).map(({ keys }) => keys)).toEqual([['ctrl+p'], ['y'], ['down', 'j']])
		expect(keymap.problems([layer])).toEqual(['“control-x” of a.copy is not a key. It keeps its own key.'])
		// An empty list takes the key away on purpose.
		expect(new Keymap({ 'a.new': [] }).apply(layer)[0]?.keys).toEqual([])
	})

	it('tells what is wrong with the choice', () => {
		const problems = (keys: Record<string, string[]>): readonly string[] => new Keymap(keys).problems([layer])
		expect(problems({ 'a.new': ['y'] })).toEqual(['y is a.new now, no longer a.copy, which has no key left.'])
		expect(problems({ 'a.new': ['j'] })).toEqual(['j is a.new now, no longer move.down, which is still on ↓.'])
		expect(problems({ 'a.new': ['x'], 'a.copy': ['x'] })).toEqual([
			'x is assigned to a.new and a.copy: a.new keeps it.',
		])
		expect(problems({ 'a.old': ['x'], 'a.new': ['control-x'] })).toEqual([
			'There is no command “a.old”.',
			'“control-x” of a.new is not a key. It keeps its own key.',
		])
		expect(problems({ 'a.new': ['N', 'ctrl+n', 'f12', '+', 'g x'] })).toEqual([])
	})

	it('takes the keys that begin with a chosen one from whoever had them, and tells it', () => {
		const keymap = new Keymap({ 'a.new': ['g'] })
		const commands = [...layer, command('move.first', 'home', 'g g'), command('go.there', 'g r')]
		expect(keymap.apply(commands).map(({ keys }) => keys)).toEqual([['g'], ['y'], ['down', 'j'], ['home'], []])
		expect(keymap.problems([commands])).toEqual([
			'g is a.new now, no longer move.first, which is still on Home.',
			'g is a.new now, no longer go.there, which has no key left.',
		])
		expect(new Keymap({ 'a.new': ['g r s'] }).problems([commands])[0]).toBe(
			'“g r s” of a.new is not a key. It keeps its own key.',
		)
	})
})

describe('two keys that are chosen together', () => {
	const commands = [...layer, command('move.first', 'home', 'g g'), command('go.there', 'g r')]

	it('take only that sequence from whoever had it', () => {
		const keymap = new Keymap({ 'a.new': ['g g'] })
		expect(keymap.apply(commands).map(({ keys }) => keys)).toEqual([['g g'], ['y'], ['down', 'j'], ['home'], ['g r']])
		expect(keymap.problems([commands])).toEqual(['g g is a.new now, no longer move.first, which is still on Home.'])
	})

	it('two keys of a form, or the same key twice, are no problem', () => {
		expect(new Keymap({ 'form.cancel': ['x'], 'a.new': ['x', 'x'] }).problems([commands])).toEqual([])
		expect(new Keymap({ 'move.none': ['x'] }).problems([commands])).toEqual(['There is no command “move.none”.'])
	})
})

describe('keys in the preferences', () => {
	let t: TestApp
	afterEach(() => t.stop())

	it('work, stand in footer and help, and conflicts are told', async () => {
		const keys = { 'greetings.new': ['N'], 'greetings.filter': ['y'], 'form.cancel': ['ctrl+x'] }
		t = await testApp({ keys: ['alice'], preferences: { keys } })
		expect(t.app.log.text().join('\n')).toContain('y is greetings.filter now, no longer greetings.copy')
		t.press('2')
		await t.until('N new greeting')
		t.press('n')
		expect(t.screen()).not.toContain('New greeting ')
		t.press('N')
		await t.until('╭─ New greeting')
		t.press('ctrl+x')
		expect(t.screen()).not.toContain('╭─ New greeting')
		t.press('y')
		expect(t.screen()).toContain('words · by:name')
	})
})
