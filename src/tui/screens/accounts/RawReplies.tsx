import type { ReactElement } from 'react'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { clip, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows } from '../../kit/text/jsonRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/RowSpace.ts'
import type { AccountsModel } from './AccountsModel.ts'
import type { AccountSide } from './ComparedAccount.ts'

/** Least width that shows both replies side by side. */
const besideFrom = 84

/** Both replies as JSON, side by side if they fit, otherwise one of them. */
export function RawReplies({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const { current } = model
	const space = { theme, width }
	if (current === undefined) {
		return <Rows lines={[model.fault === '' ? theme.muted('◌ reading') : safeText(model.fault, 400)]} />
	}
	if (plain) {
		return <Rows lines={[...sideRows(model, 8, current.side8, space), ...sideRows(model, 9, current.side9, space)]} />
	}
	model.bothShown = width >= besideFrom
	if (!model.bothShown) {
		const side = model.front === 8 ? current.side8 : current.side9
		return <Rows lines={model.scroll.window(sideRows(model, model.front, side, space), height)} />
	}
	const left = Math.floor((width - 3) / 2)
	const first = sideRows(model, 8, current.side8, { theme, width: left })
	const second = sideRows(model, 9, current.side9, { theme, width: width - 3 - left })
	const rows = Array.from(
		{ length: Math.max(first.length, second.length) },
		(_, row) => `${clip(first[row] ?? '', left)} ${theme.border('│')} ${second[row] ?? ''}`,
	)
	return <Rows lines={model.scroll.window(rows, height)} />
}

function sideRows(
	model: AccountsModel,
	generation: 8 | 9,
	side: AccountSide,
	{ theme, width }: RowSpace,
): readonly string[] {
	return model.drawn[generation].lines([side, width, theme], () => {
		const title = clip(`${theme.strong(`generation ${generation}`)} ${theme.muted(safeText(side.source, 100))}`, width)
		if (side.text === undefined) {
			return [title, ...wrapCells(safeText(side.fault, 600), width).map((line) => theme.warn(line))]
		}
		return [title, ...jsonRows(side.value, theme, width)]
	})
}
