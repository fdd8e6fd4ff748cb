import { Box } from 'ink'
import type { ReactElement } from 'react'
import { Area } from '../../kit/components/Area.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Prose } from '../../kit/components/Prose.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { middle } from '../../kit/text/cells.ts'
import { safeText } from '../../kit/text/safeText.ts'
import { type AccountsModel, accountViews, pastedEntry } from './AccountsModel.ts'
import { accountHead, evmRows } from './accountHead.ts'
import { CheckTable } from './CheckTable.tsx'
import { ComparisonTable } from './ComparisonTable.tsx'
import { checkExplanation } from './checkTexts.ts'
import { explanationRows } from './comparisonTexts.ts'
import { RawReplies } from './RawReplies.tsx'
import { vestingHeight, vestingRows } from './vestingRows.ts'

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
			<Part rows={Math.max(1, height - note - 1)}>
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
	const more = evmRows(model, space).length
	const head = accountHead(model, space).slice(0, (few ? 2 : 3) + more)
	const vesting = hasVesting ? vestingHeight(height) : 0
	const hasNote = model.view !== 'raw'
	const room = height - head.length - (vesting === 0 ? 0 : vesting + 1) - (hasNote ? 4 : 0)
	const rule = plain ? [] : [theme.border('─'.repeat(width))]
	const note = explanationRows(model, space)
	return (
		<Box flexDirection="column">
			<Rows lines={head} />
			<Part rows={Math.max(1, room)}>
				{model.view === 'raw' ? <RawReplies model={model} /> : <ComparisonTable model={model} />}
			</Part>
			{hasNote ? <Rows lines={[...rule, ...(plain ? note : padded(note, 3))]} /> : null}
			{vesting === 0 ? null : <Rows lines={[...rule, ...vestingRows(model, space, vesting)]} />}
		</Box>
	)
}

/** Passes on the number of rows of its content. */
function Part({ rows, children }: { readonly rows: number; readonly children: ReactElement }): ReactElement {
	const plain = usePlain()
	const { width } = useArea()
	return (
		<Box flexDirection="column" flexShrink={0} {...(plain ? {} : { width, height: rows, overflow: 'hidden' as const })}>
			<Area width={width} height={rows}>
				{children}
			</Area>
		</Box>
	)
}

function padded(lines: readonly string[], count: number): readonly string[] {
	return Array.from({ length: count }, (_, row) => lines[row] ?? '')
}
