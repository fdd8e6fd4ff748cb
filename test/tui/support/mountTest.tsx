import { EventEmitter } from 'node:events'
import { render } from 'ink'
import type { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { inkInput } from '../../../src/tui/kit/terminal/inkInput.ts'
import { cellWidth } from '../../../src/tui/kit/text/cells.ts'
import { App } from '../../../src/tui/shell/App.tsx'

/** The app drawn by Ink, read at any moment: what changed before is on it. */
export interface TestMount {
	/** Rows of the screen, padded to its width. */
	lines(): readonly string[]
	/** The rows as they were last drawn, and drawn again only if the app has told of a change since. */
	latest(): readonly string[]
	unmount(): void
}

/** Lets Ink draw an app into memory, at the size the app has. */
export function mountTest(app: TuiApp): TestMount {
	let last = ''
	const output = Object.defineProperties(
		Object.assign(new EventEmitter(), {
			isTTY: true,
			write: (text: string) => {
				last = text
				return true
			},
		}),
		{ columns: { get: () => app.state.columns }, rows: { get: () => app.state.rows } },
	) as unknown as NodeJS.WriteStream
	const ink = render(<App app={app} />, {
		stdout: output,
		stderr: output,
		stdin: inkInput(),
		debug: true,
		exitOnCtrlC: false,
		patchConsole: false,
		isScreenReaderEnabled: false,
	})
	let rowsDrawn: readonly string[] | undefined
	const forget = app.frames.subscribe(() => {
		rowsDrawn = undefined
	})
	const lines = (): readonly string[] => {
		app.frames.flush()
		ink.rerender(<App app={app} />)
		const { columns, rows } = app.state
		const drawn = last.split('\n')
		rowsDrawn = Array.from({ length: rows }, (_, row) => {
			const line = drawn[row] ?? ''
			return line + ' '.repeat(Math.max(0, columns - cellWidth(line)))
		})
		return rowsDrawn
	}
	return {
		lines,
		latest: () => {
			app.frames.flush()
			return rowsDrawn ?? lines()
		},
		unmount: () => {
			forget()
			ink.unmount()
		},
	}
}
