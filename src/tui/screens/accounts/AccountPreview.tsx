import type { ReactElement } from 'react'
import type { Amounts } from '../../app/format/Amounts.ts'
import { nodeLink } from '../../app/format/nodeUrl.ts'
import { Panel, type PanelSpace } from '../../kit/components/Panel.tsx'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { AccountInfo } from './AccountInfos.ts'
import type { AccountsModel } from './AccountsModel.ts'

/** A summary of the selected account, for terminals without room for the comparison beside the list. */
export function AccountPreview({
	model,
	address,
}: {
	readonly model: AccountsModel
	readonly address: string
}): ReactElement {
	const name = model.app.nameOf(address)
	const info = model.infos.get(address)
	const title = name === address ? 'Account' : name
	return (
		<Panel
			title={info === undefined ? title : `${title} · ${info.kind}`}
			rows={(space) => previewRows(model, address, info, space)}
		/>
	)
}

function previewRows(
	model: AccountsModel,
	address: string,
	info: AccountInfo | undefined,
	{ theme, width, now }: PanelSpace,
): readonly string[] {
	const { app } = model
	const seen = model.known.lastSeen(address)
	const rows: readonly Detail[] = [
		['address', nodeLink(app, 'account', address, safeText(address, 200))],
		...(model.hexAddress === undefined ? [] : [['', model.hexAddress] as const]),
		...(info === undefined ? [['', theme.muted('◌ reading')] as const] : infoRows(info, app.amounts)),
		['seen', seen === undefined ? 'not lately' : `block ${grouped(seen.height)}, ${age(seen.time, now)} ago`],
	]
	return [
		...detailRows(theme, rows, width),
		'',
		theme.muted(`${app.keyFor('accounts.open')} compares its two REST forms`),
		theme.muted(`${app.keyFor('accounts.transactions')} lists its transactions`),
	]
}

function infoRows(info: AccountInfo, amounts: Amounts): readonly Detail[] {
	return [
		['balance', safeText(amounts.coins(info.balances), 2_000)],
		...(info.module === '' ? [] : [['module', safeText(info.module, 100)] as const]),
		...(info.number === '' ? [] : [['number', info.number] as const]),
		['signed', counted(BigInt(info.sequence), 'transaction')],
		['public key', info.pubKey === '' ? 'unknown until it signs' : safeText(info.pubKey, 200)],
	]
}
