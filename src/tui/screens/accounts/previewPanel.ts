import { formatCoinBoth, formatCoins } from '../../app/format/coins.ts'
import { linked, nodeUrl } from '../../app/format/nodeUrl.ts'
import { panel } from '../../kit/lines/layout.ts'
import type { Line, View } from '../../kit/lines/View.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { AccountInfo } from './AccountInfos.ts'
import type { AccountsModel } from './AccountsModel.ts'

/** The selected account in short, where the comparison of both generations has no room beside the list. */
export function previewPanel(model: AccountsModel, view: View, address: string): readonly Line[] {
	const { app } = model
	const { theme, now } = view
	const name = app.nameOf(address)
	const info = model.infos.get(address)
	const seen = model.known.lastSeen(address)
	const title = name === address ? 'Account' : name
	return panel(view, { title: info === undefined ? title : `${title} · ${info.kind}` }, (inside) => {
		const rows: readonly Detail[] = [
			['address', linked(view, nodeUrl(app.state.status, 'account', address), safeText(address, 200))],
			...(info === undefined ? [['', theme.muted('◌ reading')] as const] : infoRows(info, app.denom)),
			['seen', seen === undefined ? 'not lately' : `block ${grouped(seen.height)}, ${age(seen.time, now)} ago`],
		]
		return [
			...detailRows(theme, rows, inside.width),
			'',
			theme.muted(`${app.keyFor('accounts.open')} compares both generations of its REST form`),
			theme.muted(`${app.keyFor('accounts.transactions')} lists its transactions`),
		]
	})
}

function infoRows(info: AccountInfo, denom: string): readonly Detail[] {
	const coins = info.balances.length > 1 ? info.balances.map(formatCoinBoth) : []
	return [
		[
			'balance',
			coins.length === 0 ? safeText(formatCoins(info.balances, denom), 200) : safeText(coins.join(', '), 2_000),
		],
		...(info.module === '' ? [] : [['module', safeText(info.module, 100)] as const]),
		...(info.number === '' ? [] : [['number', info.number] as const]),
		['signed', counted(BigInt(info.sequence), 'transaction')],
		['public key', info.pubKey === '' ? 'not known before it signs' : safeText(info.pubKey, 200)],
	]
}
