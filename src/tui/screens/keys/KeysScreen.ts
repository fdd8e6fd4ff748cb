import type { KeyInfo } from '../../../client/KeysClient.ts'
import { formatCoinBoth, formatCoins } from '../../app/format/coins.ts'
import { beside, panel } from '../../kit/lines/layout.ts'
import { table } from '../../kit/lines/table.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { qrRows } from '../../kit/text/qrRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { activityLines } from './activityLines.ts'
import type { KeysModel } from './KeysModel.ts'

const kindWords = { local: 'signs', watch: 'watch only', multi: 'multisig' } as const
const backendWords = {
	os: 'key store of the system',
	file: 'encrypted file',
	memory: 'memory, forgotten at the end',
} as const

/** From this width on the details stand beside the list. */
const besideFrom = 120
/** Rows of the list that stay when the details stand below it. */
const fewestRows = 4
/** Transactions shown of the selected key. */
const mostActivity = 12

/** Keys: the list, and the selected one beside it, or below it where it is narrow. */
export function keysLines(model: KeysModel, view: View): readonly Line[] {
	const { width, height } = view
	const key = model.selected
	if (width >= besideFrom) {
		const left = Math.floor(width * 0.58)
		return beside([
			{ lines: listPanel(model, view.part(0, 0, left, height)), width: left },
			{ lines: detailPanel(model, view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
		])
	}
	const wanted = key === undefined ? 0 : detailRows(view.theme, keyDetails(model, key), width - 4).length + 2
	const rows = Math.min(height - wanted, Math.max(model.keys.length, fewestRows) + 3)
	if (key === undefined || rows < fewestRows + 3) return listPanel(model, view)
	return [
		...listPanel(model, view.part(0, 0, width, rows)),
		...detailPanel(model, view.part(0, rows, width, height - rows)),
	]
}

function listPanel(model: KeysModel, view: View): readonly Line[] {
	const { app } = model
	const { theme } = view
	const backend = app.client === undefined ? '' : backendWords[app.client.keys.backend]
	return panel(view, { title: `Keys ${model.keys.length}`, remark: backend, active: true }, (inside) =>
		table(inside, {
			cursor: model.cursor,
			count: model.keys.length,
			columns: [
				{ title: '', width: 1 },
				{ title: 'name', width: 14 },
				{ title: 'kind', width: 10, from: 68 },
				{ title: 'address', width: 'flex' },
				{ title: 'balance', width: 18, align: 'right' },
			],
			row: (index) => {
				const key = model.keys[index]!
				const balance = model.balances.get(key.address)
				return [
					key.name === app.state.current ? theme.good('●') : ' ',
					safeText(key.name, 40),
					theme.muted(kindWords[key.kind]),
					middle(key.address, Math.max(14, Math.min(44, inside.width - (inside.width >= 71 ? 56 : 42)))),
					balance === undefined
						? '…'
						: formatCoins(
								balance.filter((coin) => coin.denom === app.denom),
								app.denom,
							),
				]
			},
			empty: ['', 'You have no key yet.', 'c makes one, i imports one.'],
			onSelect: () => model.readActivity(),
		}),
	)
}

function detailPanel(model: KeysModel, view: View): readonly Line[] {
	const { theme } = view
	const key = model.selected
	if (key === undefined) return panel(view, { title: 'Key' }, () => [theme.muted('Nothing is selected.')])
	return panel(view, { title: safeText(key.name, 40) }, (inside) => {
		const lines = detailRows(theme, keyDetails(model, key), inside.width)
		const code = view.plain ? [] : qrRows(key.address, theme.colored)
		const withCode = inside.height >= lines.length + code.length + 1 ? [...lines, '', ...code] : lines
		const rest = inside.height - withCode.length - 2
		if (rest < 1) return withCode
		return [
			...withCode,
			'',
			theme.strong('Last activity'),
			...activityLines(model, inside, Math.min(rest, mostActivity)),
		]
	})
}

function keyDetails(model: KeysModel, key: KeyInfo): readonly Detail[] {
	const coins = model.balances.get(key.address)
	return [
		['kind', kindWords[key.kind]],
		['address', key.address],
		...(coins ?? []).map((coin, index): Detail => [index === 0 ? 'balance' : '', safeText(formatCoinBoth(coin), 100)]),
		...(key.path === undefined ? [] : [['path', safeText(key.path, 60)] as const]),
		...(key.pubKey === undefined ? [] : [['public key', safeText(key.pubKey, 120)] as const]),
		...(key.threshold === undefined ? [] : [['must sign', `${key.threshold} of ${key.members?.length ?? 0}`] as const]),
		...(key.members ?? []).map((member): Detail => ['member', safeText(member, 80)]),
	]
}
