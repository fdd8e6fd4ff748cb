import { vi } from 'vitest'
import type { Form } from '../../../../../src/tui/kit/overlays/Form.tsx'
import type { EndpointsModel } from '../../../../../src/tui/screens/endpoints/EndpointsModel.ts'
import { EndpointsScreen } from '../../../../../src/tui/screens/endpoints/EndpointsScreen.tsx'
import { endpointCommands } from '../../../../../src/tui/screens/endpoints/endpointsCommands.ts'
import type { Page } from '../../../../../src/tui/screens/endpoints/PageModel.ts'
import { commandLines } from '../../../support/commandLines.ts'
import { renderPart } from '../../../support/renderPart.tsx'
import { endpointsOver } from './endpointsDouble.ts'

/** A page of the Endpoints screen that is read. */
export interface OpenedPage extends Awaited<ReturnType<typeof endpointsOver>> {
	/** Rows of the screen. */
	draw(width: number, height: number): readonly string[]
	/** Panels of the screen by their titles: left edge, top, width and height. */
	panels(width: number, height: number): readonly string[]
	/** The keys that do something on the page, or say why they do not now. */
	keys(): readonly string[]
}

/** Opens a page over a service that answers with these things; without a page the projects stay. */
export async function openPage(
	page: (model: EndpointsModel) => Page | undefined,
	parts: object = {},
): Promise<OpenedPage> {
	const over = await endpointsOver(parts)
	const { app, model } = over
	const read = (): Promise<unknown> =>
		vi.waitUntil(() => model.page.model.isRead || model.problem !== undefined, { timeout: 10_000, interval: 2 })
	await read()
	const next = page(model)
	if (next !== undefined) model.go(next)
	await read()
	const draw = (width: number, height: number): readonly string[] => {
		const part = renderPart(<EndpointsScreen model={model} />, { app, width, height })
		const rows = part.text().split('\n')
		part.unmount()
		return rows
	}
	return {
		...over,
		draw,
		panels: (width, height) => {
			const rows = draw(width, height)
			return rows.flatMap((row, top) =>
				[...row.matchAll(/╭─ (.*?) ─([^╭╮]*)╮/g)].map(({ 0: whole, 1: title = '', index }) => {
					const bottom = rows.findIndex((other, y) => y > top && other[index] === '╰')
					return `${title} ${index},${top} ${whole.length}x${bottom - top + 1}`
				}),
			)
		},
		keys: () => commandLines(endpointCommands(model)).filter((line) => !line.endsWith('not available on this page')),
	}
}

/** Types into fields of a form, and gives what is wrong with each or its hint. */
export function typeInto(form: Form, values: Readonly<Record<string, string>>): readonly string[] {
	return Object.entries(values).map(([id, value]) => {
		const field = form.field(id)!
		if (field.options.kind === 'choice') field.choose(value)
		else field.buffer.set(value)
		return field.problem ?? field.options.hint?.(field.value) ?? ''
	})
}
