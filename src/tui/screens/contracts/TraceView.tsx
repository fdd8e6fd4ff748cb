import type { ReactElement } from 'react'
import { type CallTreeRow, callTreeRows } from '../../../codec/evm/callTreeRows.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { Panel } from '../../kit/components/Panel.tsx'
import { Sections } from '../../kit/components/Sections.tsx'
import { useArea, useTheme } from '../../kit/hooks/hooks.ts'
import { cellWidth, fitCells } from '../../kit/text/cells.ts'
import { counted, grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { Theme } from '../../kit/theme/Theme.ts'
import type { TracePage } from './ContractsModel.ts'

/** A call tree: a frame a row, gas at its end, what it gave under it. */
export function TraceView({ app, page }: { readonly app: TuiApp; readonly page: TracePage }): ReactElement {
	const rows = callTreeRows(page.root, app.denom).map((row) =>
		row.value === '' ? row : { ...row, value: app.amounts.evm(row.node.value) },
	)
	return (
		<Panel
			title={page.title}
			remark={`${counted(rows.length, 'call')} · ${page.sections.remark}`.replace(/ · $/, '')}
			active
		>
			<Tree rows={rows} page={page} />
		</Panel>
	)
}

function Tree({ rows, page }: { readonly rows: readonly CallTreeRow[]; readonly page: TracePage }): ReactElement {
	const theme = useTheme()
	const { width } = useArea()
	const gas = Math.max(...rows.map(({ gasUsed }) => grouped(gasUsed).length), 3)
	const own = Math.max(...rows.map(({ gasOwn }) => grouped(gasOwn).length), 3)
	const room = width - gas - own - 4
	const title = `${fitCells('call', room)}  ${'gas'.padStart(gas)}  ${'own'.padStart(own)}`
	return (
		<Sections
			head={[theme.muted(title), ...rows.flatMap((row) => rowLines(row, theme, room, gas, own))]}
			sections={[]}
			state={page.sections}
		/>
	)
}

function rowLines(row: CallTreeRow, theme: Theme, room: number, gas: number, own: number): readonly string[] {
	const { branch, kind, target, call, value, result, failed, gasUsed, gasOwn } = row
	const plain = `${branch}${kind} ${safeText(target, 64)} ${safeText(call)}${value === '' ? '' : ` · ${value}`}`
	const cut = fitCells(plain, room)
	const painted = cut.startsWith(`${branch}${kind}`)
		? `${theme.muted(`${branch}${kind}`)}${failed ? theme.bad(cut.slice(branch.length + kind.length)) : cut.slice(branch.length + kind.length)}`
		: cut
	const line = `${painted}  ${grouped(gasUsed).padStart(gas)}  ${theme.muted(grouped(gasOwn).padStart(own))}`
	if (result === '') return [line]
	const under = `${' '.repeat(cellWidth(branch))}  ${failed ? '✗' : '→'} ${safeText(result)}`
	return [line, (failed ? theme.bad : theme.muted)(fitCells(under, room))]
}
