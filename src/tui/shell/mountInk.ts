import { render } from 'ink'
import { createElement } from 'react'
import type { TuiApp } from '../app/TuiApp.ts'
import type { HitRegion } from '../kit/lines/View.ts'
import { inkInput } from '../kit/terminal/inkInput.ts'
import type { Terminal } from '../kit/terminal/Terminal.ts'
import { ErrorBoundary } from './ErrorBoundary.ts'
import { Root } from './Root.ts'

/** Lets Ink draw the app from now on. Returns what ends it. The only file that loads Ink, after the first frame. */
export function mountInk({
	app,
	terminal,
	onRegions,
	onError,
}: {
	readonly app: TuiApp
	readonly terminal: Terminal
	/** Called with what the mouse can hit on the frame just drawn. */
	readonly onRegions: (regions: readonly HitRegion[]) => void
	/** Called with what a component threw. */
	readonly onError: (error: unknown) => void
}): () => void {
	const root = createElement(Root, { app, rowTable: terminal.rowTable, onRegions })
	const ink = render(createElement(ErrorBoundary, { onError }, root), {
		stdout: terminal.presenter as unknown as NodeJS.WriteStream,
		stderr: terminal.presenter as unknown as NodeJS.WriteStream,
		stdin: inkInput(),
		exitOnCtrlC: false,
		patchConsole: false,
		maxFps: 120,
	})
	return () => ink.unmount()
}
