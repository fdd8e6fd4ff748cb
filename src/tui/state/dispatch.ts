import type { HitRegion } from '../components/View.ts'
import { type Command, isEnabled, whyDisabled } from '../keymap/Command.ts'
import type { Overlay } from '../keymap/Layer.ts'
import { backgroundFromColor } from '../term/capabilities.ts'
import type { InputEvent, Key, MouseReport } from '../term/Key.ts'
import type { TuiApp } from './TuiApp.ts'

/** Keys that work whatever is open. */
const always = new Set(['app.suspend', 'app.redraw'])

/** Sends what arrived from the terminal to whoever listens: the top overlay, else screen, lists and app. */
export function dispatch(app: TuiApp, event: InputEvent, regions: readonly HitRegion[]): void {
	if (event.type === 'key') dispatchKey(app, event.key)
	else if (event.type === 'paste') {
		if (app.topOverlay?.onPaste?.(event.text) === true) app.touch()
		else if (app.topOverlay === undefined && app.screen.model.onPaste?.(event.text) === true) app.touch()
	} else if (event.type === 'mouse') dispatchMouse(app, event.mouse, regions)
	else if (event.type === 'background') app.setBackground(backgroundFromColor(event.red, event.green, event.blue))
}

/** A key: the first layer's command that carries it, else the layer's own editing. */
export function dispatchKey(app: TuiApp, key: Key): void {
	if (app.topOverlay !== undefined) overlayKey(app, app.topOverlay, key)
	else if (app.screen.model.onKey?.(key) === true) app.touch()
	else {
		const command = findCommand(app.reachable(), key)
		if (command !== undefined) execute(app, command)
	}
}

function overlayKey(app: TuiApp, overlay: Overlay, key: Key): void {
	if (key.id === 'ctrl+c') {
		app.host.quit()
		return
	}
	const found = findCommand(overlay.commands(), key)
	if (found !== undefined) execute(app, found)
	else if (overlay.onKey?.(key) === true) app.touch()
	else {
		const global = app.everyCommand().find(({ command }) => always.has(command.id) && command.keys.includes(key.id))
		if (global !== undefined) execute(app, global.command)
		else if (key.id === 'esc') app.back()
	}
}

/** The enabled command of a key; else a disabled one, so that the reason can be told. */
function findCommand(commands: readonly Command[], key: Key): Command | undefined {
	const carrying = commands.filter((command) => command.keys.includes(key.id))
	return carrying.find(isEnabled) ?? carrying[0]
}

function execute(app: TuiApp, command: Command): void {
	const why = whyDisabled(command)
	if (why === '') app.attempt(async () => command.run())
	else if (command.hidden !== true) app.toast('info', `${command.title}: ${why}`)
}

function dispatchMouse(app: TuiApp, mouse: MouseReport, regions: readonly HitRegion[]): void {
	// The region drawn last is on top.
	const region = regions.findLast(
		({ x, y, width, height }) => mouse.x >= x && mouse.x < x + width && mouse.y >= y && mouse.y < y + height,
	)
	if (mouse.kind === 'press') region?.onClick?.(mouse.x - region.x, mouse.y - region.y)
	else if (mouse.kind === 'wheel-up') region?.onWheel?.(-1)
	else if (mouse.kind === 'wheel-down') region?.onWheel?.(1)
	if (region !== undefined) app.touch()
}
