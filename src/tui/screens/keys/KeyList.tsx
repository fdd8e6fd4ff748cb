import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { cellWidth, middle } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { placeColumns } from '../../kit/text/tableRows.ts'
import type { KeysModel } from './KeysModel.ts'
import { kindWords } from './kindWords.ts'

const backendWords = {
	os: 'key store of the system',
	file: 'encrypted file',
	memory: 'memory, forgotten at the end',
} as const

/** Cells of the column of balances. */
const balanceCells = 18
/** Its cells while amounts are raw. */
const rawCells = 24

/** The keys of the keyring; the one that signs is marked. */
export function KeyList({ model }: { readonly model: KeysModel }): ReactElement {
	const { client } = model.app
	const backend = client === undefined ? '' : backendWords[client.keys.backend]
	return (
		<Panel title={`Keys ${model.keys.length}`} remark={backend} active>
			<KeyTable model={model} />
		</Panel>
	)
}

function KeyTable({ model }: { readonly model: KeysModel }): ReactElement {
	const { app } = model
	const theme = useTheme()
	const { width } = useArea()
	const cells = app.amounts.raw ? rawCells : balanceCells
	const columns = [
		{ title: '', width: 1 },
		{ title: 'name', width: 14 },
		{ title: 'kind', width: 10, from: 68 },
		{ title: 'address', width: 'flex' },
		{ title: 'balance', width: cells, align: 'right' },
	] as const
	const address = placeColumns(columns, width - 4).find(({ index }) => index === 3)?.cells ?? 14
	return (
		<Table
			cursor={model.cursor}
			count={model.keys.length}
			columns={columns}
			row={(index) => {
				const key = model.keys[index]
				if (key === undefined) return []
				return [
					key.name === app.state.current ? theme.good('●') : ' ',
					safeText(key.name, 40),
					theme.muted(kindWords(key)),
					middle(key.address, address),
					balanceText(model, key.address),
				]
			}}
			empty={[
				'',
				'You have no key yet.',
				`${app.keyFor('keys.create')} makes one, ${app.keyFor('keys.import')} imports one.`,
			]}
			onSelect={() => model.readActivity()}
		/>
	)
}

/** The native balance; a long one is cut in its decimals, never in its unit. */
function balanceText({ app, balances }: KeysModel, address: string): string {
	const balance = balances.get(address)
	if (balance === undefined) return '…'
	const native = balance.filter((coin) => coin.denom === app.denom)
	const exact = app.amounts.coins(native)
	if (app.amounts.raw) return middle(exact, rawCells)
	return cellWidth(exact) <= balanceCells || native[0] === undefined ? exact : app.amounts.short(native[0])
}
