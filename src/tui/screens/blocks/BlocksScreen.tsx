import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { Table } from '../../kit/components/Table.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useNow, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { middle } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { age } from '../../kit/text/times.ts'
import { BlockDetails } from './BlockDetails.tsx'
import type { BlocksModel } from './BlocksModel.ts'

/** From this width on the selected block stands beside the list. */
const detailFrom = 140

/** Blocks: the list, and the selected one beside it or in its place. */
export function BlocksScreen({ model }: { readonly model: BlocksModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const { block } = model
	if (width < detailFrom || plain) {
		return block === undefined ? <BlockList model={model} /> : <BlockDetails model={model} block={block} />
	}
	const shown = block ?? (model.preview?.height === model.selected ? model.preview : undefined)
	return (
		<Split at={0.5}>
			<BlockList model={model} />
			{shown === undefined ? (
				<Panel title={`Block ${grouped(model.selected)}`}>
					<Prose text="…" as="muted" />
				</Panel>
			) : (
				<BlockDetails model={model} block={shown} />
			)}
		</Split>
	)
}

function BlockList({ model }: { readonly model: BlocksModel }): ReactElement {
	const remark = model.cursor.selected === 0 ? 'following' : grouped(model.selected)
	return (
		<Panel title={counted(model.height, 'block')} remark={remark} active={model.block === undefined}>
			<BlockTable model={model} />
		</Panel>
	)
}

function BlockTable({ model }: { readonly model: BlocksModel }): ReactElement {
	const theme = useTheme()
	const now = useNow()
	const { width } = useArea()
	const hash = width >= 180 ? 64 : 17
	return (
		<Table
			cursor={model.cursor}
			count={model.height}
			columns={[
				{ title: 'height', width: 9, align: 'right' },
				{ title: 'age', width: 4, align: 'right' },
				{ title: 'txs', width: 4, align: 'right' },
				{ title: 'gas used', width: 11, align: 'right' },
				{ title: 'block hash', width: 'flex' },
				{ title: 'app hash', width: 'flex', from: 70 },
			]}
			row={(index) => {
				const height = model.height - index
				const block = model.pages.get(height, model.height)
				if (block === undefined) return [grouped(height), '', '…', '', '', '']
				return [
					grouped(block.height),
					age(block.time, now),
					block.txCount === 0 ? theme.muted('–') : grouped(block.txCount),
					block.gasUsed === 0n ? theme.muted('–') : grouped(block.gasUsed),
					middle(block.hash, hash),
					theme.muted(middle(block.appHash, hash)),
				]
			}}
			empty={['', 'No block has been made yet.']}
			onOpen={() => model.open(model.selected)}
			onSelect={() => model.loadPreview()}
		/>
	)
}
