import { stripVTControlCharacters } from 'node:util'
import { Box } from 'ink'
import { render } from 'ink-testing-library'
import type { ReactElement } from 'react'
import { TuiApp } from '../../../src/tui/app/TuiApp.ts'
import { AppProvider } from '../../../src/tui/app/TuiAppContext.tsx'
import { Area } from '../../../src/tui/kit/components/layout.tsx'
import { AppContext } from '../../../src/tui/kit/hooks/hooks.ts'
import type { UiApp } from '../../../src/tui/kit/UiApp.ts'
import { kitApp } from './kitApp.ts'

/** A component that is drawn. */
export interface RenderedPart {
	readonly app: UiApp
	/** The frame as it is now, colours included. */
	frame(): string
	/** The frame without colours; rows without the blanks at their end. */
	text(): string
	unmount(): void
}

/** Draws a component by ink-testing-library, in an area of a size (at most 100 cells wide, as its terminal is). */
export function renderPart(
	part: ReactElement,
	options: { readonly width?: number; readonly height?: number; readonly app?: UiApp } = {},
): RenderedPart {
	const { width = 60, height = 10, app = kitApp() } = options
	const inside = (
		<Area width={width} height={height}>
			<Box width={width} flexDirection="column">
				{part}
			</Box>
		</Area>
	)
	const tree = (): ReactElement =>
		app instanceof TuiApp ? (
			<AppProvider app={app}>{inside}</AppProvider>
		) : (
			<AppContext value={app}>{inside}</AppContext>
		)
	const view = render(tree())
	const frame = (): string => {
		app.frames.flush()
		view.rerender(tree())
		return view.lastFrame() ?? ''
	}
	return { app, frame, text: () => stripVTControlCharacters(frame()), unmount: view.unmount }
}

/** Rows without frame and blanks, and without the empty ones. */
export function wordsOf(rows: readonly string[]): readonly string[] {
	return rows
		.map((row) =>
			row
				.replaceAll(/[│╭╮╰╯]|─+/g, ' ')
				.replaceAll(/ {2,}/g, '  ')
				.trim(),
		)
		.filter((row) => row !== '')
}

/** The words of what stands over an app's screen. */
export function wordsOver(app: TuiApp, width = 90, height = 24): readonly string[] {
	const part = renderPart(app.topOverlay!.view!(), { app, width, height })
	const rows = part.text().split('\n')
	part.unmount()
	return wordsOf(rows)
}
