import type { ReactElement } from 'react'
import type { EvmLog } from '../../../client/index.ts'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Sections } from '../../kit/components/Sections.tsx'
import { useArea, useChanges, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import type { Section } from '../../kit/models/FoldedSections.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { breakCells, fitCells, middle, wrapCells } from '../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../kit/text/detailRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { ContractPage, FunctionRow } from './ContractPage.ts'
import type { ContractsModel } from './ContractsModel.ts'
import { callFunction } from './callFunction.ts'

/** Least width that shows facts and events beside the functions. */
const besideFrom = 140
/** Bytes of code that are shown. */
const mostCode = 8_192

interface Props {
	readonly model: ContractsModel
	readonly page: ContractPage
}

/** A contract: its functions with what they gave, and beneath or beside them what it is, its events, slots and code. */
export function ContractView({ model, page }: Props): ReactElement {
	useChanges()
	const { width, height } = useArea()
	const plain = usePlain()
	const beside = width >= besideFrom && !plain
	// What a filter leaves takes no more room than it needs, and what the keys are in has the larger part.
	const shown = Math.max(1, page.functions.shown.length) + 3
	const share = Math.min(shown, Math.max(6, Math.floor(height / (page.inFacts ? 4 : 2))))
	return (
		<Split {...(beside ? { at: 0.5 } : { rows: true, at: plain ? height : share })}>
			<FunctionPanel model={model} page={page} />
			<Panel
				title={safeText(page.place.name, 64)}
				remark={page.inFacts ? page.sections.remark : counted(page.events.length, 'event')}
				active={page.inFacts}
			>
				<Facts model={model} page={page} />
			</Panel>
		</Split>
	)
}

function FunctionPanel({ model, page }: Props): ReactElement {
	const { functions } = page
	const reads = functions.all.filter(({ isRead }) => isRead).length
	return (
		<ListPanel
			list={functions}
			title={counted(functions.all.length, 'function')}
			remarks={[]}
			place={`${reads} read · ${functions.all.length - reads} write`}
			active={!page.inFacts}
			columns={functionColumns(page)}
			empty={['', 'No ABI is known for this contract.', `${model.app.keyFor('contracts.add')} adds one.`]}
			onOpen={() => {
				const row = functions.selected
				if (row !== undefined) callFunction(model, page, row)
			}}
		/>
	)
}

function functionColumns(page: ContractPage): readonly ListColumn<FunctionRow>[] {
	return [
		{
			id: 'kind',
			title: '',
			width: 5,
			text: ({ isRead }, { theme }) => (isRead ? theme.muted('read') : theme.accent('write')),
		},
		{
			id: 'function',
			width: 'flex',
			text: ({ fn, signature }, { theme, mark }) =>
				`${mark(safeText(signature))}${theme.muted(fn.stateMutability === 'payable' ? ' payable' : '')}`,
		},
		{
			id: 'result',
			title: 'gave last',
			width: 'flex',
			text: ({ signature }, { theme }) => {
				const outcome = page.outcomes.get(signature)
				const text = outcome === undefined ? '' : safeText(outcome.text)
				return outcome?.failed === true ? theme.bad(text) : text
			},
		},
	]
}

function Facts({ model, page }: Props): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const { account, place } = page
	const head: readonly Detail[] = [
		['address', account?.address ?? place.address ?? 'not deployed here'],
		...(account === undefined
			? []
			: ([
					['bech32', account.bech32],
					['balance', model.app.amounts.evm(account.balance)],
					[
						'code',
						account.code === undefined
							? theme.bad('none: there is no contract here')
							: `${grouped(account.code.size)} bytes, hash ${middle(account.code.hash, 22)}`,
					],
				] as const)),
	]
	const row = page.functions.selected
	const outcome = row && page.outcomes.get(row.signature)
	const result: readonly Section[] =
		row === undefined || outcome === undefined
			? []
			: [
					{
						id: 'result',
						title: `${safeText(row.signature, 100)} gave`,
						lines: () =>
							wrapCells(safeText(outcome.text, 20_000), width).map(outcome.failed ? theme.bad : theme.strong),
					},
				]
	const sections: readonly Section[] = [
		...result,
		{ id: 'events', title: `Events ${page.events.length}`, lines: () => eventRows(page.events, theme, width) },
		{
			id: 'storage',
			title: `Storage ${page.slots.size}`,
			lines: () =>
				page.slots.size === 0
					? [theme.muted(`${model.app.keyFor('contracts.slot')} reads a slot`)]
					: detailRows(
							theme,
							[...page.slots].map(([slot, value]): Detail => [`slot ${slot}`, value]),
							width,
						),
		},
		{
			id: 'code',
			title: 'Code',
			lines: () => [
				...(account?.code === undefined ? [] : breakCells(`hash ${account.code.hash}`, width).map(theme.muted)),
				...codeRows(page.code ?? '', theme, width),
			],
		},
	]
	return <Sections head={detailRows(theme, head, width)} sections={sections} state={page.sections} />
}

/** The first bytes of a code, and how many there are besides. */
function codeRows(code: string, theme: Theme, width: number): readonly string[] {
	const shown = code.slice(0, 2 + 2 * mostCode)
	const more = (code.length - shown.length) / 2
	return [...breakCells(shown, width), ...(more === 0 ? [] : [theme.muted(`and ${counted(more, 'byte')} more`)])]
}

function eventRows(events: readonly EvmLog[], theme: Theme, width: number): readonly string[] {
	if (events.length === 0) return [theme.muted('None in the last blocks. New ones appear here.')]
	return events.flatMap(({ height, decoded, topics, data }) => {
		const where = theme.muted(`#${grouped(height)} `)
		if (decoded === undefined) {
			return [fitCells(`${where}${topics[0] ?? 'no topic'} ${data}`, width)]
		}
		const args: readonly Detail[] = decoded.args.map(({ name, type, text }) => [
			`  ${safeText(name === '' ? type : name, 40)}`,
			safeText(text, 1_000),
		])
		return [`${where}${theme.strong(safeText(decoded.name, 100))}`, ...detailRows(theme, args, width)]
	})
}
