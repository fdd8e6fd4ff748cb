import { type Command, isEnabled, whyDisabled } from '../kit/keymap/Command.ts'
import type { Overlay } from '../kit/keymap/Overlay.ts'
import { KeySequence } from '../kit/overlays/KeySequence.ts'
import { backgroundFromColor } from '../kit/terminal/capabilities.ts'
import type { InputEvent, Key, MouseReport } from '../kit/terminal/Key.ts'
import type { TuiApp } from './TuiApp.ts'

/** Commands that work whatever is open. */
const always = new Set(['app.suspend', 'app.redraw'])

/** Sends terminal input to its receiver: the top overlay, otherwise screen, lists and app. */
export function dispatch(app: TuiApp, event: InputEvent): void {
	if (event.type === 'key') dispatchKey(app, event.key)
	else if (event.type === 'paste') {
		if (app.topOverlay?.onPaste?.(event.text) === true) app.touch()
		else if (app.topOverlay === undefined && app.screen.model.onPaste?.(event.text) === true) app.touch()
	} else if (event.type === 'mouse') dispatchMouse(app, event.mouse)
	else if (event.type === 'background')
		app.appearance.setBackground(backgroundFromColor(event.red, event.green, event.blue))
}

/**
 * Handles a key: runs the first layer's command on it, otherwise the layer's own editing. Esc followed quickly by a key
 * arrives as one Alt key. If no command is on that Alt key, it is handled as two keys.
 */
export function dispatchKey(app: TuiApp, key: Key): void {
	if (send(app, key) || !key.id.startsWith('alt+')) return
	const id = key.id.slice(4)
	send(app, { id: 'esc' })
	send(app, { id, ...([...id].length === 1 ? { text: id } : id === 'space' ? { text: ' ' } : {}) })
}

/** Whether a layer handled the key. */
function send(app: TuiApp, key: Key): boolean {
	if (app.topOverlay !== undefined) return overlayKey(app, app.topOverlay, key)
	const commands = app.commands.reachable()
	if (run(app, findCommand(commands, key))) return true
	if (!KeySequence.begins(commands, key.id)) return false
	app.show(new KeySequence(app, key.id, commands))
	return true
}

function overlayKey(app: TuiApp, overlay: Overlay, key: Key): boolean {
	if (key.id === 'ctrl+c') {
		app.host.quit()
		return true
	}
	if (run(app, findCommand(app.commands.reachable(), key))) return true
	if (overlay.onKey?.(key) === true) {
		app.touch()
		return true
	}
	const global = app.commands.every().find(({ command }) => always.has(command.id) && command.keys.includes(key.id))
	if (run(app, global?.command)) return true
	if (key.id === 'esc') app.back()
	return key.id === 'esc'
}

function run(app: TuiApp, command: Command | undefined): boolean {
	if (command !== undefined) execute(app, command)
	return command !== undefined
}

/** The enabled command of a key, otherwise a disabled one, to show its reason. */
function findCommand(commands: readonly Command[], key: Key): Command | undefined {
	const carrying = commands.filter((command) => command.keys.includes(key.id))
	return carrying.find(isEnabled) ?? carrying[0]
}

function execute(app: TuiApp, command: Command): void {
	const why = whyDisabled(command)
	if (why === '') app.attempt(async () => command.run())
	else if (command.hidden !== true) app.toast('info', `${command.title}: ${why}`)
}

function dispatchMouse(app: TuiApp, { kind, x, y }: MouseReport): void {
	if (kind === 'press') {
		if (app.hits.click(x, y)) app.touch()
	} else if (kind !== 'release') {
		const direction = kind === 'wheel-up' ? -1 : 1
		// Outside a list the wheel moves what the movement keys move, a long text by several lines.
		if (!app.hits.wheel(direction, x, y) && app.topOverlay === undefined) app.movable()?.move(3 * direction)
		app.touch()
	}
}
