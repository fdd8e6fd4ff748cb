import type { TuiApp } from '../../../../app/TuiApp.ts'
import type { JsonRow } from '../../../../kit/models/JsonTree.ts'
import { showForm } from '../../../../kit/overlays/Form.tsx'
import { showNotice } from '../../../../kit/overlays/Notice.tsx'
import { breakCells } from '../../../../kit/text/cells.ts'
import { parseJson } from '../../../../kit/text/jsonRows.ts'
import { safeLines, safeText } from '../../../../kit/text/safeText.ts'
import { parametersOf, type TryParameters } from './TryParameters.ts'
import type { TryMethod } from './tryMethods.ts'

/** Changes the parameters of a method. */
export function editParameters(app: TuiApp, parameters: TryParameters, method: TryMethod): void {
	showForm(app, {
		title: `Parameters of ${method.name}`,
		action: 'keep',
		fields: [
			{
				id: 'params',
				label: 'parameters',
				kind: 'multiline',
				rows: 3,
				initial: parameters.text(method),
				validate: (value) => (parametersOf(value) === undefined ? 'a JSON array such as ["latest", false]' : undefined),
				hint: () => 'a JSON array',
			},
		],
		submit: ({ params = '' }, form) => {
			parameters.edit(method, params)
			form.close()
		},
	})
}

/** Takes the key the console calls with. */
export function askKey(app: TuiApp, given: (key: string) => void): void {
	showForm(app, {
		title: 'Key for the console',
		action: 'use',
		intro: ['It is kept in memory until the app ends, never written anywhere.'],
		fields: [
			{
				id: 'key',
				label: 'key',
				kind: 'secret',
				validate: (value) => (/^ck_live_\S+$/.test(value.trim()) ? undefined : 'a key starts with ck_live_'),
			},
		],
		submit: ({ key = '' }, form) => {
			given(key.trim())
			form.close()
		},
	})
}

/** Shows all of a value that may be longer than its row. */
export function showValue(app: TuiApp, { path, text }: JsonRow): void {
	const value = parseJson(text)
	const whole = typeof value === 'string' ? value : text
	showNotice(app, {
		title: path === '' ? 'Reply' : safeText(path, 60),
		copy: { text: whole, what: 'value' },
		lines: ({ width }) => safeLines(whole, 200_000).flatMap((line) => breakCells(line, width)),
	})
}
