import type { ReactElement } from 'react'
import type { Coin } from '../../../client/ChainClient.ts'
import { formatCoinShort, unitName } from '../../app/format/coins.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { middle } from '../../kit/text/cells.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { age } from '../../kit/text/times.ts'
import { type AccountsModel, pastedEntry } from './AccountsModel.ts'

/** The addresses worth a look: ours, those looked at, the known ones, and who signed lately. */
export function AccountList({ model }: { readonly model: AccountsModel }): ReactElement {
	const ours = model.app.state.keys.length
	const remark = ours === 0 ? '' : `${counted(ours, 'key')} of yours`
	return (
		<Panel title={counted(model.entries.length, 'account')} remark={remark} active={!model.detailOpen}>
			<AccountTable model={model} />
		</Panel>
	)
}

function AccountTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const { app } = model
	const theme = useTheme()
	const now = useNow()
	const { width } = useArea()
	const names = width >= 90 ? 20 : 0
	const address = names > 0 ? 45 : Math.max(14, Math.min(20, width - 40))
	return (
		<Table
			cursor={model.cursor}
			count={model.entries.length}
			columns={[
				...(names > 0 ? [{ title: 'name', width: names }] : []),
				{ title: names > 0 ? 'address' : 'account', width: 'flex' },
				{ title: 'kind', width: 12, from: 56 },
				{ title: 'balance', width: 17, align: 'right', from: 34 },
				{ title: 'seen', width: 4, align: 'right', from: 44 },
			]}
			row={(index) => {
				const entry = model.entries[index]
				if (entry === undefined) return []
				if (entry === pastedEntry) return [...(names > 0 ? [pastedEntry, ''] : [pastedEntry]), 'of elsewhere', '', '']
				const name = app.nameOf(entry)
				const isNamed = name !== entry
				const info = model.infos.get(entry)
				const seen = model.known.lastSeen(entry)
				const shown = middle(safeText(entry, 120), address)
				return [
					...(names > 0
						? [isNamed ? theme.strong(name) : theme.muted('–'), theme.muted(shown)]
						: [isNamed ? `${theme.strong(name)}  ${theme.muted(shown)}` : shown]),
					info?.kind ?? theme.muted('…'),
					info === undefined ? '' : balanceText(info.balances, app.denom),
					seen === undefined ? theme.muted('–') : age(seen.time, now),
				]
			}}
			empty={['', 'No address yet.', '/ looks at one,', 'p compares pasted', 'JSON.']}
			onSelect={() => model.load()}
			onOpen={() => model.open()}
		/>
	)
}

/** The native coins, and that there are others. */
function balanceText(coins: readonly Coin[], denom: string): string {
	const native = coins.find((coin) => coin.denom === denom)
	const amount = native === undefined ? `0 ${unitName(denom)}` : formatCoinShort(native)
	// Of millions nobody reads the hundredths.
	const shown = amount.length > 16 ? amount.replace(/\.\d+/, '') : amount
	const others = coins.length - (native === undefined ? 0 : 1)
	return others === 0 ? shown : `${shown} +${others}`
}
