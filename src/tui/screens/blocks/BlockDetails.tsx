import type { ReactElement } from 'react'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { TxTable } from '../../app/TxTable.tsx'
import { Details } from '../../kit/components/Details.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute } from '../../kit/text/times.ts'
import type { BlockDetail, BlocksModel } from './BlocksModel.ts'

/** A block: what it is, and its transactions below. */
export function BlockDetails({
	model,
	block,
}: {
	readonly model: BlocksModel
	readonly block: BlockDetail
}): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { app } = model
	const url = nodeUrl(app.state.status, 'block', String(block.height))
	const rows: readonly Detail[] = [
		['time', absolute(block.time)],
		['hash', url === undefined ? block.hash : linkText(app.links, url, block.hash)],
		['app hash', block.appHash],
		['proposer', safeText(block.proposer, 120)],
		['gas used', grouped(block.gasUsed)],
	]
	const wanted = detailRows(theme, rows, width - 4).length + 2
	return (
		<Split rows at={Math.min(wanted, Math.max(4, height - 6))}>
			<Panel title={`Block ${grouped(block.height)}`}>
				<Details rows={rows} />
			</Panel>
			<Panel title={counted(block.txs.length, 'transaction')} active={block === model.block}>
				<TxTable
					cursor={model.txCursor}
					count={block.txs.length}
					at={(row) => block.txs[row]}
					ofBlock
					empty={['', 'The block is empty.']}
					onOpen={(tx) => app.open('transactions', tx.hash)}
				/>
			</Panel>
		</Split>
	)
}
