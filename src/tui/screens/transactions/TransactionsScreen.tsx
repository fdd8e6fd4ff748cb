import type { ReactElement } from 'react'
import type { TxDetail } from '../../../client/index.ts'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { txLine } from '../../app/format/txLine.ts'
import { Throughput } from '../../app/Throughput.tsx'
import { TxTable } from '../../app/TxTable.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Sections } from '../../kit/components/Sections.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { filterWords } from '../../kit/text/highlight.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { TransactionsModel } from './TransactionsModel.ts'
import type { TxFindings } from './txFindings.ts'
import { txSections } from './txSections.ts'

/** Least width that shows the selected transaction beside the list. */
const detailFrom = 140
/** Least height that shows throughput above the list. */
const chartFrom = 18

/** Transactions: throughput above the list, and the selected one beside it or in its place. */
export function TransactionsScreen({ model }: { readonly model: TransactionsModel }): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const opened = model.stack.top
	if (width < detailFrom || plain) {
		if (opened === undefined) return <ListPart model={model} />
		return <TxDetails model={model} tx={opened.tx} findings={opened.findings} />
	}
	const tx = model.detail
	return (
		<Split at={0.58}>
			<ListPart model={model} />
			{tx === undefined ? (
				<Panel title="Transaction">
					<Prose text={model.tx === undefined ? 'Nothing is selected.' : '…'} as="muted" />
				</Panel>
			) : (
				<TxDetails model={model} tx={tx} findings={opened?.findings} />
			)}
		</Split>
	)
}

function ListPart({ model }: { readonly model: TransactionsModel }): ReactElement {
	const { height } = useArea()
	const plain = usePlain()
	if (height < chartFrom || plain) return <TxList model={model} />
	return (
		<Split rows at={4}>
			<Panel title="Throughput" remark={`last ${counted(model.app.pulses.list.length, 'block')}`}>
				<Throughput />
			</Panel>
			<TxList model={model} />
		</Split>
	)
}

function TxList({ model }: { readonly model: TransactionsModel }): ReactElement {
	const { search, cursor } = model
	const remarks = [
		...(search === undefined ? [] : [`/${safeText(model.searched, 30)}`, model.matchRemark]),
		...(model.following ? ['following'] : []),
		...(model.count === 0 ? [] : [`${grouped(cursor.selected + 1)} of ${grouped(model.count)}`]),
	]
	const title = counted(model.pages.total, 'transaction')
	return (
		<Panel title={title} remark={remarks.join(' · ')} active={model.stack.top === undefined}>
			<Transactions model={model} />
		</Panel>
	)
}

function Transactions({ model }: { readonly model: TransactionsModel }): ReactElement {
	const { width } = useArea()
	const words = model.search?.kind === 'text' ? filterWords(model.query).filter((word) => !/^\w+:/.test(word)) : []
	return (
		<TxTable
			cursor={model.cursor}
			count={model.count}
			at={(row) => model.at(row)}
			words={words}
			empty={emptyRows(model, width)}
			onOpen={() => model.openSelected()}
			onSelect={() => model.movable().move(0)}
		/>
	)
}

/** The reason the list is empty, and the next step. */
function emptyRows(model: TransactionsModel, width: number): readonly string[] {
	const { search, app } = model
	const fault = search?.fault ?? model.fault
	if (fault !== undefined) {
		return ['', ...fault.text.split('\n').flatMap((line) => wrapCells(safeText(line, 2_000), width))]
	}
	if (search !== undefined) {
		if (!search.complete) return ['', 'Looking …']
		return ['', 'No transaction matches.', 'Esc shows all again, / changes the search.']
	}
	if (!model.pages.ready) return ['', 'Reading …']
	return [
		'',
		'This chain has no transactions yet.',
		`${app.keyFor('go.greetings')} goes to Greetings, where ${app.keyFor('greetings.new')} writes the first one.`,
	]
}

/** A transaction, opened or only looked at. */
interface TxDetailsProps {
	readonly model: TransactionsModel
	readonly tx: TxDetail
	/** Present when it is opened. */
	readonly findings: TxFindings | undefined
}

/** A transaction in full, in sections that fold. */
function TxDetails({ model, tx, findings }: TxDetailsProps): ReactElement {
	useChanges()
	const { app } = model
	const summary = txLine(tx, (address) => app.shortName(address, 16), app.amounts)
	const isOpen = findings !== undefined
	return (
		<Panel
			title={`${summary.kind} by ${summary.who}`}
			remark={isOpen ? model.sections.scroll.remark : ''}
			active={isOpen}
		>
			<TxBody model={model} tx={tx} findings={findings} />
		</Panel>
	)
}

function TxBody({ model, tx, findings }: TxDetailsProps): ReactElement {
	const { app } = model
	const theme = useTheme()
	const { width } = useArea()
	const isOpen = findings !== undefined
	const { head, sections } = txSections(tx, {
		theme,
		width,
		raw: isOpen && model.raw,
		findings,
		amounts: app.amounts,
		nameOf: (address) => app.nameOf(address),
		ethereum: isOpen ? findings.ethereum : model.previewEthereum,
		link: (hash) => {
			const url = nodeUrl(app.state.status, 'tx', hash)
			return url === undefined ? hash : linkText(app.links, url, hash)
		},
	})
	return <Sections head={head} sections={sections} state={isOpen ? model.sections : undefined} />
}
