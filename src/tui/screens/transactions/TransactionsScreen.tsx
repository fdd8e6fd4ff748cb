import type { ReactElement } from 'react'
import type { TxDetail } from '../../../client/index.ts'
import { Throughput } from '../../app/charts/Throughput.tsx'
import { defineScreen } from '../../app/defineScreen.ts'
import { nodeLink } from '../../app/format/nodeUrl.ts'
import { txLine } from '../../app/format/txLine.ts'
import { ListScreen } from '../../app/list/ListScreen.tsx'
import { allTxColumns, txColumns } from '../../app/list/txColumns.ts'
import { tabs } from '../../app/tabs.ts'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Sections } from '../../kit/components/Sections.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { TransactionsModel } from './TransactionsModel.ts'
import { transactionCommands } from './transactionsCommands.ts'
import type { TxFindings } from './txFindings.ts'
import { txSections } from './txSections.ts'

/** Least height that shows throughput above the list. */
const chartFrom = 18

/** Transactions: throughput above the list, and the selected one beside it or in its place. */
export function TransactionsScreen({ model }: { readonly model: TransactionsModel }): ReactElement {
	useChanges()
	const { height } = useArea()
	const plain = usePlain()
	const { app, search } = model
	return (
		<ListScreen
			model={model}
			title={counted(model.pages.total, 'transaction')}
			columns={txColumns(app, allTxColumns)}
			empty={emptyRows(model)}
			noMatch={emptyRows(model)}
			onOpen={() => model.openSelected()}
			detail={() => <SelectedTx model={model} />}
			besideFrom={140}
			at={0.58}
			above={(list) =>
				height < chartFrom || plain || search !== undefined ? (
					list
				) : (
					<Split rows at={4}>
						<Panel title="Throughput" remark={`last ${counted(app.pulses.list.length, 'block')}`}>
							<Throughput />
						</Panel>
						{list}
					</Split>
				)
			}
		/>
	)
}

/** The opened transaction, or the selected one once it was read. */
function SelectedTx({ model }: { readonly model: TransactionsModel }): ReactElement {
	const { detail, stack } = model
	if (detail !== undefined) return <TxDetails model={model} tx={detail} findings={stack.top?.findings} />
	return (
		<Panel title="Transaction">
			<Prose text={model.tx === undefined ? 'Nothing is selected.' : '…'} as="muted" />
		</Panel>
	)
}

/** The reason the list is empty, and the next step. */
function emptyRows(model: TransactionsModel): readonly string[] {
	const { search, app } = model
	const fault = search?.fault ?? model.fault
	if (fault !== undefined) {
		return ['', ...fault.text.split('\n').map((line) => safeText(line, 2_000))]
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
	const { app } = model
	const summary = txLine(tx, (address) => app.shortName(address, 16), app.amounts)
	const isOpen = findings !== undefined
	return (
		<Panel title={`${summary.kind} by ${summary.who}`} remark={isOpen ? model.sections.remark : ''} active={isOpen}>
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
		link: (hash) => nodeLink(app, 'tx', hash, hash),
	})
	return <Sections head={head} sections={sections} state={isOpen ? model.sections : undefined} />
}

/** The transactions of the chain, live and searchable. */
export const transactionsScreen = defineScreen({
	...tabs.transactions,
	model: (app) => new TransactionsModel(app),
	commands: transactionCommands,
	Screen: TransactionsScreen,
})
