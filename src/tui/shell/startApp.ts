import { join } from 'node:path'
import { dispatch } from '../app/dispatch.ts'
import { notCleared } from '../app/format/copiedWords.ts'
import type { LogRing } from '../app/LogRing.ts'
import { PlaceInUse } from '../app/node/PlaceInUse.ts'
import type { Preferences } from '../app/Preferences.ts'
import type { TuiApp } from '../app/TuiApp.ts'
import { CopiedSecrets } from '../kit/terminal/CopiedSecrets.ts'
import { type ColorLevel, showsLinks } from '../kit/terminal/capabilities.ts'
import { type CopyPlaces, copySecret, copyText, systemClipboard } from '../kit/terminal/clipboard.ts'
import type { InputEvent } from '../kit/terminal/Key.ts'
import type { Terminal } from '../kit/terminal/Terminal.ts'
import { offerWelcome } from '../screens/welcome/offerWelcome.ts'
import { createTuiApp } from './createTuiApp.ts'
import { mountInk } from './mountInk.tsx'
import type { TerminalOptions } from './TuiOptions.ts'

/** An app on a terminal, and what fills and ends it. */
export interface StartedApp {
	readonly app: TuiApp
	readonly feed: PlaceInUse
	readonly unmount: () => void
	/** Takes copied secrets off the clipboard. */
	readonly clearSecrets: () => Promise<void>
	/** Takes what arrived from the terminal. */
	readonly dispatch: (event: InputEvent) => void
}

/** Makes the app and lets Ink draw it: all that is loaded after the first frame. */
export function startApp({
	options,
	terminal,
	preferences,
	log,
	colorLevel,
	background,
	quit,
	onError,
}: {
	readonly options: TerminalOptions
	readonly terminal: Terminal
	readonly preferences: Preferences
	readonly log: LogRing
	readonly colorLevel: ColorLevel
	readonly background: 'dark' | 'light'
	readonly quit: () => void
	/** Called with what a component threw. */
	readonly onError: (error: unknown) => void
}): StartedApp {
	const { env, home } = options
	const directory = join(home, 'exports')
	const system = systemClipboard(env)
	const secrets = new CopiedSecrets({ system, failed: () => app.tell(notCleared) })
	const places: CopyPlaces = { send: (sequence) => terminal.send(sequence), directory, system, secrets }
	const app = createTuiApp({
		host: {
			copy: (text) => copyText(text, places),
			copySecret: (text) => copySecret(text, places),
			suspend: () => terminal.suspend(),
			redraw: () => terminal.presenter.replay(),
			setMouse: (on) => terminal.setMouse(on),
			quit,
			links: showsLinks(env),
		},
		preferences,
		log,
		columns: terminal.columns,
		rows: terminal.rows,
		colorLevel,
		background,
		clock: () => Date.now(),
		directory,
	})
	const feed = new PlaceInUse(app, options.connect, () => offerWelcome(app), options.named !== true)
	return {
		app,
		feed,
		unmount: mountInk({ app, terminal, onError }),
		clearSecrets: () => secrets.end(),
		dispatch: (event) => dispatch(app, event),
	}
}
