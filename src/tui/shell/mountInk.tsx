import { render } from 'ink'
import type { TuiApp } from '../app/TuiApp.ts'
import { inkInput } from '../kit/terminal/inkInput.ts'
import type { Terminal } from '../kit/terminal/Terminal.ts'
import { App } from './App.tsx'
import { ErrorBoundary } from './ErrorBoundary.ts'

/** Lets Ink draw the app from now on. Returns what ends it. */
export function mountInk({
	app,
	terminal,
	onError,
}: {
	readonly app: TuiApp
	readonly terminal: Terminal
	/** Called with what a component threw. */
	readonly onError: (error: unknown) => void
}): () => void {
	const ink = render(
		<ErrorBoundary onError={onError}>
			<App app={app} />
		</ErrorBoundary>,
		{
			stdout: terminal.presenter as unknown as NodeJS.WriteStream,
			stderr: terminal.presenter as unknown as NodeJS.WriteStream,
			stdin: inkInput(),
			exitOnCtrlC: false,
			patchConsole: false,
			maxFps: 120,
			isScreenReaderEnabled: false,
		},
	)
	return () => ink.unmount()
}
