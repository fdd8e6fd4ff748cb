import type { ReactElement } from 'react'
import type { TxDetail } from '../../../client/index.ts'
import { nodeUrl } from '../../app/format/nodeUrl.ts'
import { txLine } from '../../app/format/txLine.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Sections } from '../../kit/components/Sections.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { linkText } from '../../kit/text/linkText.ts'
import type { TransactionsModel } from './TransactionsModel.ts'
import type { TxFindings } from './txFindings.ts'
import { txSections } from './txSections.ts'

/** A transaction, opened or only looked at. */
export interface TxDetailsProps {
	readonly model: TransactionsModel
	readonly tx: TxDetail
	/** Present when it is opened. */
	readonly findings: TxFindings | undefined
}

/** A transaction in full, in sections that fold. */
export function TxDetails({ model, tx, findings }: TxDetailsProps): ReactElement {
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
