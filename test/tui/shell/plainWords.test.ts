import { expect, it } from 'vitest'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import type { Command } from '../../../src/tui/kit/keymap/Command.ts'
import { plainKeys, plainPlace, spokenLine } from '../../../src/tui/shell/plainWords.ts'

it('a line that is read out has no colours, frames or blocks, and no more than two blanks in a row', () => {
	const lines = [
		'\u001b[1mname\u001b[22m      value',
		'a  b   c    ',
		'│ inside │',
		'─── title ╮',
		'load ▐██░░▌ 40%',
		'▁▂▇',
		'✓ sent · 3s',
	]
	expect(lines.map(spokenLine)).toEqual([
		'name  value',
		'a  b  c',
		'  inside',
		'  title',
		'load  ▌ 40%',
		'',
		'✓ sent · 3s',
	])
})

it('the keys that are read out are those of the footer, in its order, with help and leaving where nothing is over the screen', () => {
	const command = (key: string, title: string, more: Partial<Command> = {}): Command => ({
		...{ id: title, keys: [key], title, description: '', group: '', footer: 1, run: () => {} },
		...more,
	})
	const { footer: _, ...placeless } = command('a', 'never')
	const reachable = [
		command('ctrl+t', 'show secret', { footer: 3 }),
		placeless,
		command('b', 'now not', { enabled: () => 'not now' }),
		command('enter', 'send'),
		command('up', 'go up', { footer: 2 }),
	]
	const app = (topOverlay?: object): TuiApp => ({ commands: { reachable: () => reachable }, topOverlay }) as never
	expect(plainKeys(app())).toBe('Keys: Enter send, ↑ go up, Ctrl-T show secret, ? help, q quit.')
	expect(plainKeys(app({}))).toBe('Keys: Enter send, ↑ go up, Ctrl-T show secret.')
})

it('a place that is read out is the screen, what is open in it, and what lies over it', () => {
	const screen = { title: 'Blocks', model: { crumbs: () => ['#7', 'tx 1'] } }
	const app = { screen, state: { overlays: [{ title: 'Help' }, { title: 'Quit?' }] } } as unknown as TuiApp
	expect(plainPlace(app)).toBe('Blocks, #7, tx 1, Help, Quit?')
})
