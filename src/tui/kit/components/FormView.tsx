import { Box } from 'ink'
import type { ReactElement } from 'react'
import { useArea } from '../hooks/useArea.ts'
import { useChanges, useTheme } from '../hooks/useModel.ts'
import { type FormState, formHeight, formIntro, shownFields } from '../models/formHeight.ts'
import { cellWidth, fitCells } from '../text/cells.ts'
import { hint } from '../text/hints.ts'
import { pageCells } from '../text/pageCells.ts'
import { Field } from './Field.tsx'
import { Panel } from './Panel.tsx'
import { Rows } from './Rows.tsx'

/** A form in its panel, see `Form`: introduction, fields with hint or error, and progress. */
export function FormView({ form }: { readonly form: FormState }): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const body = <FormBody form={form} />
	if (form.options.page !== true) {
		return (
			<Panel title={form.title} active>
				{body}
			</Panel>
		)
	}
	const cells = Math.min(width, pageCells)
	return (
		<Panel title={form.title} active width={cells} height={Math.min(height, formHeight(form, cells - 4) + 2)}>
			{body}
		</Panel>
	)
}

function FormBody({ form }: { readonly form: FormState }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const labels = Math.min(14, Math.max(4, ...form.fields.map((field) => cellWidth(field.options.label))) + 2)
	const fields = shownFields(form, width, height)
	const { page, action, leave = 'close' } = form.options
	const end =
		form.error !== ''
			? [theme.bad(fitCells(`✗ ${form.error}`, width)), theme.warn(fitCells(form.errorNext, width))]
			: form.busy !== ''
				? [...(page === true ? [''] : []), theme.accent(fitCells(form.busy, width))]
				: page === true
					? ['', `${hint(theme, 'enter', action)}   ${hint(theme, 'esc', leave)}`]
					: []
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Rows lines={formIntro(form, width)} />
			{fields.map((field) => (
				<Field
					key={field.options.id}
					field={field}
					focused={form.focused === field}
					labelCells={labels}
					width={width}
					onFocus={(row) => form.focusOn(field, row)}
				/>
			))}
			<Rows lines={end} />
		</Box>
	)
}
