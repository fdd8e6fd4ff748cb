import { EventEmitter } from 'node:events'
import { render } from 'ink'
import type { ReactElement } from 'react'
import type { TuiApp } from '../app/TuiApp.ts'
import { AppProvider, useTuiApp } from '../app/TuiAppContext.tsx'
import { Area } from '../kit/components/layout.tsx'
import { useChanges, useModel } from '../kit/hooks/hooks.ts'
import { inkInput } from '../kit/terminal/inkInput.ts'
import { overlayView, ScreenView } from './Content.tsx'
import { spokenLine } from './plainWords.ts'

/** Cells of a line in plain mode: narrow enough that every screen shows one thing below the other. */
const width = 96
const height = 40

/** The app as it is read out. */
export interface PlainMount {
	/** The current content from top to bottom, without empty lines. */
	lines(): readonly string[]
	unmount(): void
}

/** Lets Ink draw the app for a screen reader: the same components, one thing below the other, without frames. */
export function mountPlain(app: TuiApp): PlainMount {
	let last = ''
	const output = Object.assign(new EventEmitter(), {
		columns: width,
		rows: height,
		isTTY: true,
		write: (text: string) => {
			last = text
			return true
		},
	}) as unknown as NodeJS.WriteStream
	const tree = (): ReactElement => (
		<AppProvider app={app}>
			<Area width={width} height={height}>
				<PlainContent />
			</Area>
		</AppProvider>
	)
	const ink = render(tree(), {
		stdout: output,
		stderr: output,
		stdin: inkInput(),
		debug: true,
		exitOnCtrlC: false,
		patchConsole: false,
		isScreenReaderEnabled: true,
	})
	return {
		lines: () => {
			app.frames.flush()
			ink.rerender(tree())
			return last
				.split('\n')
				.map(spokenLine)
				.filter((line) => line.trim() !== '')
		},
		unmount: () => ink.unmount(),
	}
}

function PlainContent(): ReactElement {
	useChanges()
	const app = useTuiApp()
	const overlay = useModel(() => app.topOverlay)
	return overlay === undefined ? <ScreenView /> : overlayView(overlay)
}
