import { Box } from 'ink'
import { type ReactElement, useMemo } from 'react'
import type { ReadSummary } from '../../../codec/legacy/clientPaths/checkClientPaths.ts'
import { nodeLink } from '../../app/format/nodeUrl.ts'
import { ListTable } from '../../kit/components/ListTable.tsx'
import { Part } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Row, Rows } from '../../kit/components/Rows.tsx'
import { useArea, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import { clip, fitCells, middle, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows } from '../../kit/text/jsonRows.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/Theme.ts'
import { type AccountsModel, accountViews } from './AccountsModel.ts'
import { pastedEntry } from './accountColumns.ts'
import { checkExplanation, overallText } from './check/checkTexts.ts'
import type { AccountSide } from './compared/ComparedAccount.ts'
import { ComparisonTable, explanationRows, kindCounts, shortPath } from './compared/ComparisonTable.tsx'
import { vestingState } from './vesting/VestingClock.ts'
import { vestingHeight, vestingRows } from './vesting/vestingRows.ts'

/** One account in both generations, or what becomes of the reads of an old client. */
export function AccountInspector({ model }: { readonly model: AccountsModel }): ReactElement {
	const { app, selected, current } = model
	if (selected === undefined && model.view !== 'check') {
		const text =
			'Nothing is selected.\n\n/ looks at an address.\np compares pasted JSON.\nc checks what an old client reads.'
		return (
			<Panel title="Account">
				<Prose text={text} as="muted" />
			</Panel>
		)
	}
	const name = selected === undefined || model.isPasted ? pastedEntry : app.nameOf(selected)
	const shown = name === selected ? middle(safeText(selected, 120), 24) : name
	const kind = current === undefined ? '' : ` · ${current.kind}`
	const views = accountViews.map((item) => (item === model.view ? `[${item}]` : item)).join(' ')
	const isCheck = model.view === 'check'
	return (
		<Panel title={isCheck ? 'Check of old clients' : `${shown}${kind}`} remark={views} active={model.detailOpen}>
			{isCheck ? <CheckPage model={model} /> : <Comparison model={model} />}
		</Panel>
	)
}

function CheckPage({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const note = Math.max(5, Math.min(12, Math.floor(height / 3)))
	const explanation = checkExplanation(model, { theme, width })
	return (
		<Box flexDirection="column">
			<Part width={width} height={Math.max(1, height - note - 1)}>
				<CheckTable model={model} />
			</Part>
			<Rows lines={plain ? explanation : [theme.border('─'.repeat(width)), ...explanation.slice(0, note)]} />
		</Box>
	)
}

function Comparison({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const { current } = model
	const space = { theme, width }
	const hasVesting = model.clock.terms !== undefined && current !== undefined
	const few = height < (hasVesting ? 24 : 16) && current?.isStateGone !== true && !plain
	const whole = accountHead(model, space)
	const head = few ? whole.slice(0, 2 + evmRows(model, space).length) : whole
	const vesting = vestingHeight(height)
	const hasNote = model.view !== 'raw'
	const room = height - head.length - (hasVesting ? vesting + 1 : 0) - (hasNote ? 4 : 0)
	const rule = plain ? [] : [theme.border('─'.repeat(width))]
	const note = explanationRows(model, space)
	return (
		<Box flexDirection="column">
			<Rows lines={head} />
			<Part width={width} height={Math.max(1, room)}>
				{model.view === 'raw' ? <RawReplies model={model} /> : <ComparisonTable model={model} />}
			</Part>
			{hasNote ? <Rows lines={[...rule, ...(plain ? note : [0, 1, 2].map((row) => note[row] ?? ''))]} /> : null}
			{hasVesting ? <Rows lines={[...rule, ...vestingRows(model, space, vesting)]} /> : null}
		</Box>
	)
}

/** Address, state and balances. */
function accountHead(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const { app, current } = model
	const shown = safeText(model.address ?? 'no address', 120)
	const address = model.isPasted ? shown : nodeLink(app, 'account', model.address ?? '', shown)
	const height = model.atHeight
	const source =
		model.isPasted || current === undefined
			? ''
			: model.remote !== undefined
				? theme.warn(`at ${safeText(model.remote, 60)}`)
				: height === undefined
					? `${theme.good('●')} ${theme.muted(`live, block ${grouped(app.latestHeight)}`)}`
					: theme.warn(`◷ at block ${grouped(height)}`)
	if (current?.isStateGone === true && height !== undefined) {
		const latest = app.latestHeight
		const why =
			height > latest
				? `block ${grouped(height)} does not exist yet: the latest is ${grouped(latest)}`
				: `the node no longer keeps the state of block ${grouped(height)}`
		const next = `${app.keyFor('accounts.height')} chooses another height, an empty one is the live state`
		return [fitCells(`${address}  ${source}`, width), theme.bad(fitCells(`✗ ${why}`, width)), theme.muted(next)]
	}
	const coins = current === undefined ? '' : safeText(app.amounts.coins(current.balances), 300)
	const free = spendableText(model)
	const changed = [...model.changes.values()].at(-1)
	const mark = changed === undefined ? '' : theme.warn(`  ● changed in block ${grouped(changed.height)}`)
	return [
		fitCells(`${address}  ${source}`, width),
		...evmRows(model, { theme, width }),
		fitCells(
			`${theme.muted('balance')} ${theme.strong(coins)}${free === '' ? '' : theme.muted(` · spendable ${free}`)}${mark}`,
			width,
		),
		fitCells(kindCounts(model.rows, theme), width),
	]
}

/** The other form of its address on a chain with an EVM, and its contract. */
function evmRows(model: AccountsModel, { theme, width }: RowSpace): readonly string[] {
	const { app, hexAddress, current } = model
	if (hexAddress === undefined) return []
	const { code } = current ?? {}
	const contract =
		code === undefined
			? ''
			: `  ${theme.accent(`contract, ${counted(code.size, 'byte')}`)} ${theme.muted(`(${app.keyFor('accounts.contract')} shows it) ${code.hash}`)}`
	return [fitCells(`${hexAddress}${contract}`, width)]
}

/** The part of a vesting account's balance that can be sent at the slider's time. */
function spendableText({ app, clock, current }: AccountsModel): string {
	const state = clock.terms === undefined ? undefined : vestingState(clock.terms, clock.time)
	if (state === undefined || current === undefined) return ''
	const free = current.balances.flatMap(({ denom, amount }) => {
		// A pasted account can have any text here.
		if (!/^\d{1,100}$/.test(amount)) return []
		const rest = BigInt(amount) - (state.locked.find((coin) => coin.denom === denom)?.amount ?? 0n)
		return rest > 0n ? [{ denom, amount: String(rest) }] : []
	})
	// None of the account's own denomination, which need not be that of the app's chain.
	const none = current.balances.slice(0, 1).map(({ denom }) => ({ denom, amount: '0' }))
	return safeText(app.amounts.coins(free.length === 0 ? none : free), 300)
}

/** Least width that shows both replies side by side. */
const besideFrom = 84

/** Both replies as JSON, side by side if they fit, otherwise one of them. */
function RawReplies({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const { current } = model
	const beside = width >= besideFrom && !plain
	const left = beside ? Math.floor((width - 3) / 2) : width
	const first = useSideRows(8, current?.side8, left)
	const second = useSideRows(9, current?.side9, beside ? width - 3 - left : width)
	if (current === undefined) {
		return <Rows lines={[model.fault === '' ? theme.muted('◌ reading') : safeText(model.fault, 400)]} />
	}
	if (plain) return <Rows lines={[...first, ...second]} />
	model.bothShown = beside
	if (!beside) return <Rows lines={model.scroll.window(model.front === 8 ? first : second, height)} />
	const rows = Array.from(
		{ length: Math.max(first.length, second.length) },
		(_, row) => `${clip(first[row] ?? '', left)} ${theme.border('│')} ${second[row] ?? ''}`,
	)
	return <Rows lines={model.scroll.window(rows, height)} />
}

function useSideRows(generation: 8 | 9, side: AccountSide | undefined, width: number): readonly string[] {
	const theme = useTheme()
	return useMemo(() => {
		if (side === undefined) return []
		const title = clip(`${theme.strong(`generation ${generation}`)} ${theme.muted(safeText(side.source, 100))}`, width)
		if (side.text === undefined) {
			return [title, ...wrapCells(safeText(side.fault, 600), width).map((line) => theme.warn(line))]
		}
		return [title, ...jsonRows(side.value, theme, width)]
	}, [generation, side, width, theme])
}

/** The migration check: what an old client reads, and whether generation 9 still answers it. */
function CheckTable({ model }: { readonly model: AccountsModel }): ReactElement {
	const theme = useTheme()
	const { width, height } = useArea()
	const { client, rows, failing } = model.check
	const head = `${theme.strong(safeText(`${client.client} ${client.version}`, 80))} ${theme.muted(
		`reads ${rows.length} places, ${failing} need work`,
	)}`
	return (
		<>
			<Row text={fitCells(head, width)} />
			<ListTable
				height={height - 1}
				list={model.reads}
				empty={['', 'This client reads nothing.']}
				columns={readColumns}
			/>
		</>
	)
}

const readColumns: readonly ListColumn<ReadSummary>[] = [
	{ id: 'request', width: 11, text: ({ read }) => read.request },
	{ id: 'path', title: 'reads (jq)', width: 'flex', text: ({ read }, { cells }) => shortPath(read.path, cells) },
	{ id: 'verdict', title: 'generation 9', width: 15, text: ({ overall }, { theme }) => overallText(overall, theme) },
]
