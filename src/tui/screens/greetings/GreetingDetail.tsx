import { Box } from 'ink'
import type { ReactElement } from 'react'
import type { Greeting } from '../../../client/index.ts'
import type { Amounts } from '../../app/format/Amounts.ts'
import { nodeLink, nodeUrl } from '../../app/format/nodeUrl.ts'
import { describeProgress, type OutboxEntry } from '../../app/signing/Outbox.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useTheme } from '../../kit/hooks/hooks.ts'
import type { TextScroll } from '../../kit/models/TextScroll.ts'
import { middle } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { linkText } from '../../kit/text/linkText.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { absolute } from '../../kit/text/times.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { GreetingsModel } from './GreetingsModel.ts'
import { isAskedAgain } from './SelectedFacts.ts'

/** The selected greeting: its text, where it was made, and whether its existence is proved. */
export function GreetingDetail({ model }: { readonly model: GreetingsModel }): ReactElement {
	const entry = model.selectedEntry
	if (entry !== undefined) {
		return (
			<Panel title="On its way">
				<Text text={entry.label} rows={progressRows(entry, model.app.amounts)} />
			</Panel>
		)
	}
	const greeting = model.selected
	if (greeting === undefined) {
		return <Panel title="Greeting" rows={({ theme }) => [theme.muted('Nothing is selected.')]} />
	}
	const remark = model.detailOpen ? model.scroll.remark : ''
	return (
		<Panel title={`#${grouped(greeting.id)}`} remark={remark} active={model.detailOpen}>
			<Facts model={model} greeting={greeting} />
		</Panel>
	)
}

function Facts({ model, greeting }: { readonly model: GreetingsModel; readonly greeting: Greeting }): ReactElement {
	const { app } = model
	const theme = useTheme()
	const { width, height } = useArea()
	const name = app.nameOf(greeting.owner)
	const facts = model.facts?.id === greeting.id ? model.facts : undefined
	const url = nodeUrl(app.state.status, 'greeting', greeting.id)
	const rows: readonly Detail[] = [
		[
			'owner',
			name === greeting.owner ? greeting.owner : `${theme.strong(name)}  ${middle(greeting.owner, width - 24)}`,
		],
		['size', counted(Buffer.byteLength(greeting.message), 'byte')],
		...txDetails(app, facts, width),
		['proof', proofText(facts, theme)],
		...(url === undefined || height < 16 ? [] : [['REST', linkText(app.links, url)] as const]),
	]
	return <Text text={greeting.message} rows={rows} scroll={model.detailOpen ? model.scroll : undefined} />
}

/** A text over its details; the open one scrolls. */
function Text({
	text,
	rows,
	scroll,
}: {
	readonly text: string
	readonly rows: readonly Detail[]
	readonly scroll?: TextScroll | undefined
}): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const lines = detailRows(theme, rows, width)
	const rest = `… ${counted(Buffer.byteLength(text), 'byte')} in all, y copies them`
	return (
		<Box flexDirection="column" flexShrink={0}>
			<Prose text={text} rows={Math.max(1, height - lines.length - 1)} rest={rest} scroll={scroll} />
			<Rows lines={['', ...lines]} />
		</Box>
	)
}

function txDetails(app: TuiApp, facts: GreetingsModel['facts'], width: number): readonly Detail[] {
	if (facts === undefined || facts.tx === 'loading') return [['block', '…']]
	const { tx } = facts
	if (tx === undefined) return [['block', 'the node no longer has its transaction']]
	return [
		['block', `${nodeLink(app, 'block', String(tx.height), grouped(tx.height))}  ${absolute(tx.time)}`],
		['tx', nodeLink(app, 'tx', tx.hash, middle(tx.hash, Math.min(64, width - 10)))],
		['gas', `${grouped(tx.gasUsed)} of ${grouped(tx.gasWanted)}`],
		['fee', tx.fee.length === 0 ? 'none' : safeText(app.amounts.coins(tx.fee), 200)],
		...(tx.memo === '' ? [] : [['memo', safeText(tx.memo, 256)] as const]),
	]
}

function progressRows({ progress }: OutboxEntry, amounts: Amounts): readonly Detail[] {
	const state: Detail = ['state', describeProgress(progress)]
	if (progress.state === 'failed') {
		return [
			state,
			['next', safeText(progress.next, 300)],
			...(progress.log === '' ? [] : [['log', safeText(progress.log, 600)] as const]),
			...(progress.codespace === ''
				? []
				: [['code', `${progress.code} of ${safeText(progress.codespace, 40)}`] as const]),
		]
	}
	if (progress.state === 'signing') return [state]
	return [state, ['tx', progress.hash], ['fee', safeText(amounts.text(progress.fee), 200)]]
}

function proofText(facts: GreetingsModel['facts'], theme: Theme): string {
	if (facts === undefined || facts.proof === 'checking') return theme.muted('◌ checking')
	const { proof } = facts
	if (proof.ok) return theme.good(`✓ checked against the app hash of block ${grouped(proof.height)}`)
	if (isAskedAgain(facts)) return theme.muted('◌ waits for the next block')
	return theme.bad(`✗ ${safeText(proof.reason, 200)}`)
}
