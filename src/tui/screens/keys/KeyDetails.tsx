import type { ReactElement } from 'react'
import type { KeyInfo } from '../../../client/index.ts'
import { txLine } from '../../app/format/txLine.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { qrRows } from '../../kit/text/qrRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { KeysModel } from './KeysModel.ts'
import { kindWords } from './kindWords.ts'

/** Transactions shown of the selected key. */
const mostActivity = 12

/** The selected key: its data, its address as a QR code if there is room, and its last transactions. */
export function KeyDetails({ model }: { readonly model: KeysModel }): ReactElement {
	const key = model.selected
	if (key === undefined) {
		return (
			<Panel title="Key">
				<Prose text="Nothing is selected." as="muted" />
			</Panel>
		)
	}
	return (
		<Panel title={safeText(key.name, 40)}>
			<KeyBody model={model} selected={key} />
		</Panel>
	)
}

function KeyBody({ model, selected }: { readonly model: KeysModel; readonly selected: KeyInfo }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const plain = usePlain()
	const { width, height } = useArea()
	const lines = detailRows(theme, keyDetailRows(model, selected), width)
	const code = plain ? [] : qrRows(selected.address, theme.colored)
	const withCode = height >= lines.length + code.length + 1 ? [...lines, '', ...code] : lines
	const rest = height - withCode.length - 2
	const activity =
		rest < 1
			? []
			: ['', theme.strong('Last activity'), ...activityRows(model, { theme, width, now }, Math.min(rest, mostActivity))]
	return <Rows lines={[...withCode, ...activity]} />
}

/** Rows of the panel, so that its height is known before drawing. */
export function keyDetailRows({ app, balances }: KeysModel, key: KeyInfo): readonly Detail[] {
	const coins = balances.get(key.address)
	const member = (pubKey: string): string => {
		const local = app.state.keys.find((one) => one.pubKey === pubKey)
		return local === undefined ? safeText(pubKey, 80) : `${local.name} · ${safeText(pubKey, 80)}`
	}
	return [
		['kind', key.algo === undefined ? kindWords(key) : 'Ethereum: signs for the EVM too'],
		['address', key.address],
		...(key.ethAddress === undefined ? [] : [['0x address', key.ethAddress] as const]),
		...(coins ?? []).map(
			(coin, index): Detail => [index === 0 ? 'balance' : '', safeText(app.amounts.both(coin), 100)],
		),
		...(key.path === undefined ? [] : [['path', safeText(key.path, 60)] as const]),
		...(key.pubKey === undefined ? [] : [['public key', safeText(key.pubKey, 120)] as const]),
		...(key.threshold === undefined ? [] : [['must sign', `${key.threshold} of ${key.members?.length ?? 0}`] as const]),
		...(key.members ?? []).map((pubKey): Detail => ['member', member(pubKey)]),
	]
}

/** Last transactions of the selected key, newest first, one per row. */
function activityRows(
	model: KeysModel,
	{ theme, width, now }: { readonly theme: Theme; readonly width: number; readonly now: number },
	most: number,
): readonly string[] {
	const { app, activity } = model
	if (activity === undefined) return [theme.muted('Loading its last transactions …')]
	if (activity.length === 0) return [theme.muted('It has not sent or received anything yet.')]
	return activity.slice(0, most).map((tx) => {
		const line = txLine(tx, (address) => app.shortName(address, 14), app.amounts)
		const when = fitCells(age(tx.time, now), 4, 'right')
		const sign = line.failed ? theme.bad('✗') : theme.good('✓')
		const start = `${fitCells(grouped(tx.height), 8, 'right')}  ${theme.muted(when)}  ${sign}  `
		// Without room, the text alone also conveys the kind.
		const kind = width < 56 ? '' : `${fitCells(line.kind, 9)}  `
		return start + kind + fitCells(line.what, Math.max(0, width - cellWidth(start) - cellWidth(kind)))
	})
}
