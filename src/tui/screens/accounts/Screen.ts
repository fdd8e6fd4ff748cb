import { jsonLines } from '../../components/jsonLines.ts'
import { beside, panel } from '../../components/layout.ts'
import { table } from '../../components/table.ts'
import type { Line, View } from '../../components/View.ts'
import { formatCoins } from '../../format/coins.ts'
import { clip, middle } from '../../term/cells.ts'
import { safeText } from '../../term/safeText.ts'
import type { AccountsModel } from './model.ts'

/** From this width on the account stands beside the list. */
const besideFrom = 104

/** Accounts: addresses, and the legacy JSON of the selected one in generations 9 and 8. */
export function accountsLines(model: AccountsModel, view: View): readonly Line[] {
	const { width, height } = view
	if (width < besideFrom) {
		return model.detailOpen && model.selected !== undefined ? detailPanel(model, view) : listPanel(model, view)
	}
	const left = 34
	return beside([
		{ lines: listPanel(model, view.part(0, 0, left, height)), width: left },
		{ lines: detailPanel(model, view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
	])
}

function listPanel(model: AccountsModel, view: View): readonly Line[] {
	const { app } = model
	return panel(view, { title: 'Addresses', active: !model.detailOpen }, (inside) =>
		table(inside, {
			header: false,
			cursor: model.cursor,
			count: model.addresses.length,
			columns: [
				{ title: 'name', width: inside.width >= 50 ? 16 : 12 },
				{ title: 'address', width: 'flex' },
			],
			row: (index) => {
				const address = model.addresses[index]!
				const name = app.nameOf(address)
				return [name === address ? '–' : name, middle(safeText(address, 120), Math.min(64, inside.width - 18))]
			},
			empty: ['', 'No address yet.', '/ looks at one.'],
			onSelect: () => model.load(),
			onOpen: () => {
				model.detailOpen = true
			},
		}),
	)
}

function detailPanel(model: AccountsModel, view: View): readonly Line[] {
	const { app } = model
	const { theme } = view
	const address = model.selected
	if (address === undefined) return panel(view, { title: 'Account' }, () => [theme.muted('Nothing is selected.')])
	const facts = model.facts?.address === address ? model.facts : undefined
	const name = app.nameOf(address)
	const title = name === address ? middle(safeText(address, 120), 40) : name
	return panel(view, { title, remark: model.scroll.remark, active: model.detailOpen }, (inside) => {
		if (facts === undefined) return [theme.muted('◌ reading')]
		const head = [
			`${theme.muted('address  ')}${safeText(address, 120)}`,
			`${theme.muted('balance  ')}${safeText(formatCoins(facts.balances, app.denom), 200)}`,
			'',
		]
		const room = inside.height - head.length
		if (model.shown !== 'both') {
			const value = model.shown === '9' ? facts.generation9 : facts.generation8
			const lines = [generationTitle(model.shown, theme, inside.width), ...jsonLines(value, theme, inside.width)]
			return [...head, ...model.scroll.window(lines, room)]
		}
		if (view.plain) {
			const both = [
				generationTitle('8', theme, inside.width),
				...jsonLines(facts.generation8, theme, inside.width),
				generationTitle('9', theme, inside.width),
				...jsonLines(facts.generation9, theme, inside.width),
			]
			return [...head, ...both]
		}
		const left = Math.floor((inside.width - 3) / 2)
		const right = inside.width - 3 - left
		const first = [generationTitle('8', theme, left), ...jsonLines(facts.generation8, theme, left)]
		const second = [generationTitle('9', theme, right), ...jsonLines(facts.generation9, theme, right)]
		const rows = Array.from(
			{ length: Math.max(first.length, second.length) },
			(_, row) => `${clip(first[row] ?? '', left)} ${theme.border('│')} ${second[row] ?? ''}`,
		)
		return [...head, ...model.scroll.window(rows, room)]
	})
}

function generationTitle(generation: '8' | '9', theme: View['theme'], width: number): Line {
	return clip(theme.strong(`generation ${generation}`) + theme.muted(' legacy REST'), width)
}
