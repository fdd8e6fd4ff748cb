import { isOwn } from '../../client/index.ts'
import { shownName } from '../app/names/shownName.ts'
import { ownChainId } from '../app/node/OwnChains.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import { tabKey } from '../app/tabs.ts'
import { type Command, type CommandRecord, commandsOf } from '../kit/keymap/Command.ts'
import { confirm } from '../kit/overlays/Confirm.tsx'
import { HelpOverlay } from '../kit/overlays/HelpOverlay.ts'
import { Palette } from '../kit/overlays/Palette.ts'
import { middle } from '../kit/text/cells.ts'
import { counted, grouped } from '../kit/text/numbers.ts'
import { Tour } from '../screens/welcome/Tour.tsx'

/** Commands that work on every screen. */
export function globalCommands(app: TuiApp): readonly Command[] {
	return commandsOf({ group: 'Everywhere' }, [
		...app.screens.map(
			(screen, index): CommandRecord => ({
				id: `go.${screen.id}`,
				keys: [tabKey(screen, index)].filter((key) => key !== ''),
				title: screen.title,
				description: `Go to ${screen.title}.`,
				group: 'Screens',
				// The key of Endpoints shows both worlds: pressed there, it goes to the nodes.
				run: () => app.open(screen.id === 'endpoints' && app.screen.id === 'endpoints' ? 'rpc' : screen.id),
			}),
		),
		{
			id: 'go.next',
			keys: ['tab', ']'],
			title: 'next screen',
			description: 'Go to the next screen.',
			group: 'Screens',
			hidden: true,
			run: () => step(app, 1),
		},
		{
			id: 'go.previous',
			keys: ['shift+tab', '['],
			title: 'previous screen',
			description: 'Go to the previous screen.',
			group: 'Screens',
			hidden: true,
			run: () => step(app, -1),
		},
		{
			id: 'app.back',
			keys: ['esc', 'backspace'],
			title: 'back',
			description: 'Go one level up, or back to where you followed a link.',
			hidden: true,
			run: () => app.back(),
		},
		{
			id: 'app.help',
			keys: ['?', 'f1'],
			title: 'help',
			description: 'Show every key that works here; type to search, Enter runs it.',
			run: () => app.show(help(app)),
		},
		{
			id: 'app.palette',
			keys: [':', 'ctrl+k'],
			title: 'commands',
			description: 'Find any command by name, or open a height, hash, address or greeting.',
			hidden: true,
			run: () => app.show(palette(app)),
		},
		{
			id: 'app.retry',
			keys: ['r'],
			title: 'try again',
			description: 'Try to reach the node again.',
			hidden: true,
			enabled: () => app.state.phase === 'failed' || 'the node is there',
			run: () => app.reconnect(),
		},
		{
			id: 'app.own-node',
			keys: ['o'],
			title: 'own chain',
			description: 'Leave a place that does not answer, for the own chain.',
			hidden: true,
			enabled: () => (!app.usable && app.preferences.get('node') !== '') || 'no saved place is in use',
			run: () => app.switchNode(''),
		},
		{
			id: 'app.other-node',
			keys: ['n'],
			title: 'other node',
			description: 'Choose, change or test another place while the one in use does not answer.',
			hidden: true,
			enabled: () => !app.usable || 'the node is there',
			run: () => app.open('rpc'),
		},
		{
			id: 'app.theme',
			keys: ['T'],
			title: 'theme',
			description: 'Step through the themes: auto, dark, light, contrast, colorblind.',
			run: () => app.nextTheme(),
		},
		{
			id: 'app.mouse',
			keys: ['M'],
			title: 'mouse',
			description: 'Switch the mouse off, so that the terminal selects text again, or on.',
			run: () => app.toggleMouse(),
		},
		{
			id: 'app.amounts',
			keys: ['$'],
			title: app.amounts.raw ? 'readable amounts' : 'raw amounts',
			description: 'Write amounts as the chain counts them, 600uchain, or readable, 0.0006 CHAIN; on every screen.',
			run: () => {
				app.amounts.toggle()
				app.toast('info', app.amounts.raw ? 'amounts as the chain counts them' : 'amounts in whole units')
			},
		},
		{
			id: 'app.redraw',
			keys: ['ctrl+l'],
			title: 'redraw',
			description: 'Draw the whole screen again.',
			run: () => app.host.redraw(),
		},
		{
			id: 'app.tour',
			keys: [],
			title: 'tour',
			description: 'Take the short tour of the app.',
			run: () => app.show(new Tour(app)),
		},
		{
			id: 'app.suspend',
			keys: ['ctrl+z'],
			title: 'suspend',
			description: 'Put the app into the background; `fg` brings it back.',
			run: () => app.host.suspend(),
		},
		{
			id: 'app.quit',
			keys: ['q', 'ctrl+c'],
			title: 'quit',
			description: 'Leave the app; an embedded node stops after its last complete block.',
			run: () => askToQuit(app),
		},
	])
}

/** Leaves the app; asks first if something of the user's still runs that nobody sees. */
function askToQuit(app: TuiApp): void {
	const { own, status } = app.state
	const waiting = app.outbox.entries.filter(({ progress }) => !['committed', 'failed'].includes(progress.state)).length
	const inUse =
		own.size > 0 && isOwn(app.preferences.get('node'))
			? [`So does ${shownName(status?.chainId ?? '')}, which is in use.`]
			: []
	const running = [
		...[...own].map((entry) => `Your own chain ${shownName(ownChainId(...entry))} still runs, and stops with the app.`),
		...inUse,
		...(waiting === 0 || status?.state !== 'live'
			? []
			: [`${counted(waiting, 'transaction')} of yours not in a block yet.`]),
	]
	if (running.length === 0) app.host.quit()
	else confirm(app, { title: 'Quit?', text: running, action: 'quit', run: () => app.host.quit() })
}

/** Commands that move in whatever the screen shows as a list or a long text. */
export function movingCommands(app: TuiApp): readonly Command[] {
	const command = (
		id: string,
		keys: readonly string[],
		title: string,
		description: string,
		run: () => void,
	): Command => ({
		id: `move.${id}`,
		keys,
		title,
		description,
		group: 'Moving',
		hidden: true,
		enabled: () => app.movable() !== undefined || 'there is nothing to scroll here',
		run: () => run(),
	})
	return [
		command('down', ['down', 'j'], 'down', 'One row down.', () => app.movable()?.move(1)),
		command('up', ['up', 'k'], 'up', 'One row up.', () => app.movable()?.move(-1)),
		command('page-down', ['pagedown', 'space'], 'page down', 'One page down.', () => app.movable()?.page(1)),
		command('page-up', ['pageup'], 'page up', 'One page up.', () => app.movable()?.page(-1)),
		command('half-down', ['ctrl+d'], 'half page down', 'Half a page down.', () => app.movable()?.page(0.5)),
		command('half-up', ['ctrl+u'], 'half page up', 'Half a page up.', () => app.movable()?.page(-0.5)),
		command('first', ['home', 'g g'], 'first', 'To the first row.', () => app.movable()?.edge('first')),
		command('last', ['end', 'G'], 'last', 'To the last row.', () => app.movable()?.edge('last')),
	]
}

function help(app: TuiApp): HelpOverlay {
	const here = new Set(app.screen.commands().map(({ id }) => id))
	return new HelpOverlay(app, {
		isOfHere: ({ id }) => here.has(id),
		place: app.screen.title,
		commands: app.commands.reachable(),
		run: (command) => app.run({ command }),
	})
}

function palette(app: TuiApp): Palette {
	return new Palette(app, {
		entries: () =>
			app.commands
				.every()
				.filter(
					({ command, screen }) => command.hidden !== true && (screen === undefined || app.state.phase === 'ready'),
				)
				.map((placed) => ({
					command: placed.command,
					place: placed.screen?.title ?? '',
					here: placed.screen === undefined || placed.screen === app.screen,
					run: () => app.run(placed),
				})),
		targets: (query) => openTargets(app, query),
		recent: () => app.preferences.get('recent'),
		remember: (ids) => app.preferences.set('recent', ids),
	})
}

function step(app: TuiApp, delta: number): void {
	const index = app.screens.indexOf(app.screen)
	const next = app.screens[(index + delta + app.screens.length) % app.screens.length]
	if (next !== undefined) app.open(next.id)
}

/** A possible meaning of a typed text, and how to open it. */
export interface OpenTarget {
	readonly label: string
	readonly detail: string
	readonly run: () => void
}

/** What a text can name: a height, a greeting, a transaction, an address or a key. */
export function openTargets(app: TuiApp, query: string): readonly OpenTarget[] {
	const text = query.trim()
	const found: OpenTarget[] = []
	const add = (label: string, detail: string, screen: string, target: string): void => {
		found.push({ label, detail, run: () => app.open(screen, target) })
	}
	const digits = /^#?([\d,]{1,15})$/.exec(text)?.[1]?.replaceAll(',', '')
	if (digits !== undefined && digits !== '') {
		const greeting = (): void => add(`open greeting #${digits}`, 'Greetings', 'greetings', digits)
		if (text.startsWith('#')) greeting()
		add(`open block ${grouped(digits)}`, 'Blocks', 'blocks', digits)
		if (!text.startsWith('#')) greeting()
	}
	if (/^(0x)?[0-9a-fA-F]{64}$/.test(text)) {
		const hash = text.replace(/^0x/, '').toUpperCase()
		add(`open transaction ${middle(hash, 16)}`, 'Transactions', 'transactions', hash)
	}
	const prefix = app.prefix
	if (text.startsWith(`${prefix}1`) && text.length > prefix.length + 30) {
		add(`open account ${middle(text, 20)}`, 'Accounts', 'accounts', text)
	}
	const known = text === '' ? undefined : app.addressOf(text)
	if (known !== undefined) add(`open account of ${app.shortName(known, 40)}`, 'Accounts', 'accounts', known)
	return found
}
