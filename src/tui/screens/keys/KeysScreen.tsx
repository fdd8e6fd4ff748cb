import type { ReactElement } from 'react'
import type { KeyInfo } from '../../../client/index.ts'
import { defineScreen } from '../../app/defineScreen.ts'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { fewTxColumns, txColumns } from '../../app/list/txColumns.ts'
import { shownName } from '../../app/names/shownName.ts'
import { tabs } from '../../app/tabs.ts'
import { StaticTable } from '../../kit/components/ListTable.tsx'
import { Split, Stack } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { qrRows } from '../../kit/text/qrRows.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { KeysModel, keyColumns, kindWords } from './KeysModel.ts'
import { keyCommands } from './keysCommands.ts'

/** Least width that shows the details beside the list. */
const besideFrom = 120
/** Least height that shows the activity below the list instead of in the details. */
const activityFrom = 34
/** Transactions that stay below a QR code in the details. */
const fewestActivity = 5
/** Rows of the list that stay when something stands below it. */
const fewestRows = 4

const backendWords = {
	os: 'key store of the system',
	file: 'encrypted file',
	test: 'file without a passphrase, for tests alone',
	memory: 'memory, forgotten at the end',
} as const

/** Keys: the list, and the selected one beside it, or below it where it is narrow; its activity where there is room. */
export function KeysScreen({ model }: { readonly model: KeysModel }): ReactElement {
	useChanges()
	const theme = useTheme()
	const { width, height } = useArea()
	const { app, selected, list } = model
	const { client } = app
	const keys = (
		<ListPanel
			list={list}
			title={`Keys ${model.keys.length}`}
			remarks={client === undefined ? [] : [backendWords[client.keys.backend]]}
			columns={keyColumns(model)}
			empty={[
				'',
				'You have no key yet.',
				`${app.keyFor('keys.create')} makes one, ${app.keyFor('keys.import')} imports one.`,
			]}
		/>
	)
	const listRows = Math.max(model.keys.length, fewestRows) + 3
	if (width >= besideFrom) {
		const isTall = height >= activityFrom && selected !== undefined
		return (
			<Split at={0.58}>
				{isTall ? (
					<Split rows at={Math.min(listRows, Math.floor(height / 2))}>
						{keys}
						<Panel title={`Last activity of ${shownName(selected.name)}`}>
							<Activity model={model} />
						</Panel>
					</Split>
				) : (
					keys
				)}
				<KeyDetails model={model} withActivity={!isTall} />
			</Split>
		)
	}
	if (selected === undefined) return keys
	const wanted = detailRows(theme, keyDetailRows(model, selected), width - 4).length + 2
	const rows = Math.min(height - wanted, listRows)
	if (rows < fewestRows + 3) return keys
	return (
		<Split rows at={rows}>
			{keys}
			<KeyDetails model={model} withActivity />
		</Split>
	)
}

interface KeyDetailsProps {
	readonly model: KeysModel
	readonly withActivity: boolean
}

/** The selected key: its data, its address as a QR code if there is room, and its last transactions. */
function KeyDetails({ model, withActivity }: KeyDetailsProps): ReactElement {
	const key = model.selected
	return (
		<Panel title={key === undefined ? 'Key' : shownName(key.name)}>
			{key === undefined ? (
				<Prose text="Nothing is selected." as="muted" />
			) : (
				<KeyBody model={model} selected={key} withActivity={withActivity} />
			)}
		</Panel>
	)
}

function KeyBody({ model, selected, withActivity }: KeyDetailsProps & { readonly selected: KeyInfo }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const lines = detailRows(theme, keyDetailRows(model, selected), width)
	const code = plain ? [] : qrRows(selected.address, theme.colored)
	const below = withActivity ? fewestActivity + 2 : 0
	const shown = height >= lines.length + code.length + 1 + below ? [...lines, '', ...code] : lines
	const rest = height - shown.length - 2
	if (!withActivity || rest < 1) return <Rows lines={shown} />
	const head = [...shown, '', theme.strong('Last activity')]
	return (
		<Stack
			parts={[
				{ key: 'facts', rows: head.length, child: <Rows lines={head} /> },
				{ key: 'activity', rows: rest, child: <Activity model={model} header={false} /> },
			]}
			least={1}
		/>
	)
}

/** Rows of the panel, so that its height is known before drawing. */
export function keyDetailRows({ app, balances }: KeysModel, key: KeyInfo): readonly Detail[] {
	const coins = balances.get(key.address)
	const members = key.members ?? []
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
		...(key.threshold === undefined ? [] : [['must sign', `${key.threshold} of ${members.length}`] as const]),
		...members.map((pubKey): Detail => ['member', member(pubKey)]),
	]
}

/** Last transactions of the selected key, newest first. */
function Activity({ model, header = true }: { readonly model: KeysModel; readonly header?: boolean }): ReactElement {
	const { app, activity } = model
	if (activity === undefined) return <Prose text="Loading its last transactions …" as="muted" />
	if (activity.length === 0) return <Prose text="It has not sent or received anything yet." as="muted" />
	return <StaticTable columns={txColumns(app, fewTxColumns)} rows={activity} header={header} />
}

/** The names one signs with. */
export const keysScreen = defineScreen({
	...tabs.keys,
	model: (app) => new KeysModel(app),
	commands: keyCommands,
	Screen: KeysScreen,
})
