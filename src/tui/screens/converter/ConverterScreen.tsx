import { Box } from 'ink'
import { type ReactElement, useMemo } from 'react'
import { defineScreen } from '../../app/defineScreen.ts'
import type { TuiApp } from '../../app/TuiApp.ts'
import { tabs } from '../../app/tabs.ts'
import { JsonView } from '../../kit/components/JsonView.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, useHit, usePlain, useTheme } from '../../kit/hooks/hooks.ts'
import { formatKey } from '../../kit/keymap/formatKey.ts'
import { breakCells, cellWidth, fitCells, wrapCells } from '../../kit/text/cells.ts'
import { jsonRows, parseJson } from '../../kit/text/jsonRows.ts'
import { counted } from '../../kit/text/numbers.ts'
import { safeLines, safeText } from '../../kit/text/safeText.ts'
import type { RowSpace } from '../../kit/theme/Theme.ts'
import { ConverterModel, type Pane, panes, resultViews } from './ConverterModel.ts'
import { allOk, checkRows, heldRows } from './checkRows.ts'
import { converterCommands } from './converterCommands.ts'
import { resultRows } from './resultRows.ts'

/** Least width that shows all three parts side by side; from the second on the checklist is below the others. */
const threeFrom = 150
const twoFrom = 96
/** Least height that shows the checklist below the one part that fits; lower terminals show one part at a time. */
const stackedFrom = 16

/** Converter: both forms of a transaction side by side, the checklist beside or below them, and what the field under the cursor is. */
export function ConverterScreen({ model }: { readonly model: ConverterModel }): ReactElement {
	useChanges()
	const plain = usePlain()
	const { width, height } = useArea()
	const theme = useTheme()
	if (plain) {
		return (
			<Box flexDirection="column">
				{panes.map((pane) => (
					<PanePanel key={pane} model={model} pane={pane} />
				))}
				<Rows lines={linkRows(model, { theme, width }, 1)} />
			</Box>
		)
	}
	const told =
		model.forms === undefined || model.pane === 'checks' ? 0 : height >= 40 ? 4 : height >= stackedFrom ? 3 : 1
	if (told === 0) return <Parts model={model} />
	return (
		<Split rows at={height - told}>
			<Parts model={model} />
			<Rows lines={linkRows(model, { theme, width }, told)} />
		</Split>
	)
}

function Parts({ model }: { readonly model: ConverterModel }): ReactElement {
	const { width, height } = useArea()
	const part = (pane: Pane): ReactElement => <PanePanel key={pane} model={model} pane={pane} />
	const both = (cells: number): ReactElement => (
		<Split at={Math.floor((cells - 1) / 2)}>
			{part('source')}
			{part('result')}
		</Split>
	)
	if (width >= threeFrom) {
		const right = Math.min(58, Math.floor(width * 0.3))
		return (
			<Split at={width - right - 1}>
				{both(width - right - 1)}
				{part('checks')}
			</Split>
		)
	}
	if (width >= twoFrom) {
		return (
			<Split rows at={height - Math.min(14, Math.floor(height / 2))}>
				{both(width)}
				{part('checks')}
			</Split>
		)
	}
	if (height >= stackedFrom - 3 && model.text !== '') {
		return (
			<Split rows at={height - checksHeight(model, height)}>
				{part(model.pane === 'result' ? 'result' : 'source')}
				{part('checks')}
			</Split>
		)
	}
	return part(model.pane)
}

/** The checklist gets more of the screen while it has the keys, and less once all of it holds. */
function checksHeight(model: ConverterModel, height: number): number {
	if (model.pane === 'checks') return height - 5
	return model.forms !== undefined && allOk(model) ? 4 : Math.min(13, Math.floor(height * 0.6))
}

function PanePanel({ model, pane }: { readonly model: ConverterModel; readonly pane: Pane }): ReactElement {
	const { conversion } = model
	const isBackward = conversion?.direction === 'backward'
	const titles: Readonly<Record<Pane, string>> = {
		source: isBackward ? 'Protobuf transaction' : 'Legacy transaction',
		checks: model.busy ? 'Checklist · ◌ checking' : 'Checklist',
		result: isBackward ? 'Legacy form' : 'Protobuf transaction',
	}
	const tree = pane === 'checks' ? undefined : model.fieldsOf(pane)?.tree(pane)
	const views = resultViews.map((item) => (item === model.view ? `[${item}]` : item)).join(' ')
	const box = useHit({
		onClick: () => {
			model.pane = pane
		},
		onWheel: (direction) => model.scrolls[pane].move(direction * 3),
	})
	return (
		<Box ref={box} flexDirection="column">
			<Panel
				title={titles[pane]}
				remark={
					pane === 'result'
						? views
						: tree === undefined
							? model.scrolls[pane].remark
							: `${tree.cursor.selected + 1} of ${tree.rows.length}`
				}
				active={model.pane === pane}
			>
				<PaneInside model={model} pane={pane} />
			</Panel>
		</Box>
	)
}

function PaneInside({ model, pane }: { readonly model: ConverterModel; readonly pane: Pane }): ReactElement {
	const forms = model.fieldsOf(pane)
	if (pane === 'checks' || forms === undefined) return <PaneRows model={model} pane={pane} />
	const active = model.pane === pane
	const here = model.pane === 'result' ? 'result' : 'source'
	const { to } = forms.field(here)
	return (
		<JsonView
			tree={forms.tree(pane)}
			active={active}
			lit={pane === here ? [] : to}
			sign={cursorSign(to.length > 0)}
			onSelect={() => {
				model.pane = pane
				forms.follow(pane)
			}}
		/>
	)
}

function PaneRows({ model, pane }: { readonly model: ConverterModel; readonly pane: Pane }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const { app, text, conversion, view } = model
	const form = useMemo(() => {
		if (pane === 'source') return sourceRows(app, text, { theme, width })
		return pane === 'result' ? resultRows(conversion, view, { theme, width }) : []
	}, [pane, app, text, conversion, view, theme, width])
	const checked = height < 3 && allOk(model) ? heldRows : checkRows
	const lines = pane === 'checks' ? checked(model, { theme, width }) : form
	if (pane === 'checks') followStop(model, lines, height)
	return <Rows lines={plain ? lines : model.scrolls[pane].window(lines, height)} />
}

/** Brings what stopped the checklist into view, once for each conversion. */
function followStop(model: ConverterModel, lines: readonly string[], height: number): void {
	if (model.followed === model.conversion && model.followedSent === model.sent) return
	model.followed = model.conversion
	model.followedSent = model.sent
	const stop = lines.findIndex((line) => line.includes('✗ '))
	const scroll = model.scrolls.checks
	scroll.window(lines, height)
	scroll.edge(stop < 0 && model.sent !== undefined ? 'last' : 'first')
	// Three rows of its reason with it.
	if (stop > height - 5) scroll.move(stop + 5 - height)
}

/** The sign of the field under the cursor: whether it is on the other side as well. */
function cursorSign(isLinked: boolean): string {
	return isLinked ? '●' : '○'
}

/** What the field under the cursor is on the other side, with path and value, above a legend where there is more than one row; always so many rows. */
function linkRows(model: ConverterModel, { theme, width }: RowSpace, height: number): readonly string[] {
	const side = model.pane === 'result' ? 'result' : 'source'
	const { forms } = model
	if (forms === undefined) return []
	const { path, to, note } = forms.field(side)
	const from = `${cursorSign(to.length > 0)} ${safeText(path === '' ? 'all of it' : path, 300)}`
	const links = to.map((place) => `◆ ${safeText(place === '' ? 'all of it' : place, 300)}`)
	const arrow = links.length === 0 ? '' : ` → ${links.join('  ')}`
	const said = note === '' ? '' : ` · ${note}`
	const text = `${from}${arrow}${said}`
	const colour = to.length > 0 ? theme.accent : theme.warn
	if (height === 1) return [colour(fitCells(text, width).trimEnd())]
	const legend = theme.muted(
		fitCells(`● here  ◆ the same on the other side  ○ only on this side  ${keysText(model)}`, width).trimEnd(),
	)
	const value = forms.tree(side).selected
	const told = wrapCells(text, width).map((line) => colour(line))
	// What is cut in the tree is whole here.
	const isLong = value?.kind === 'string' && cellWidth(value.text) > 24
	const whole = isLong ? breakCells(safeText(value.text, 4_096), width).map((line) => theme.good(line)) : []
	const all = [...told, ...whole]
	const kept = Array.from({ length: height - 1 }, (_, row) => all[row] ?? '')
	return [...kept, legend]
}

function keysText(model: ConverterModel): string {
	return `${model.app.keyFor('converter.fold')} folds  ${model.app.keyFor('converter.pane')} other`
}

/** More of a text is not drawn; all of it is read. */
const shownCharacters = 32_768

/** The text as it was pasted: JSON on one line is spread over many, as long as that changes nothing in it. */
function sourceRows(app: TuiApp, text: string, { theme, width }: RowSpace): readonly string[] {
	if (text === '') {
		return [
			'',
			...wrapCells('Paste a legacy transaction here: a StdTx, or a whole body of POST /txs.', width),
			'',
			...wrapCells('Transaction bytes work too, as base64 or hex: they are converted back to the legacy form.', width),
			'',
			`${theme.key('o')} ${theme.muted('opens a file')}   ${theme.key(formatKey('enter'))} ${theme.muted('types it')}`,
			`${theme.key(app.keyFor('converter.sample'))} ${theme.muted('takes a sample')}   ${theme.key(app.keyFor('converter.mine'))} ${theme.muted('makes one of my key')}`,
		]
	}
	if (text.length <= shownCharacters && !text.trim().includes('\n')) {
		const value = parseJson(text)
		if (typeof value === 'object' && value !== null && JSON.stringify(value) === text.trim()) {
			return jsonRows(value, theme, width)
		}
	}
	const cut = text.length > shownCharacters
	const lines = safeLines(text.slice(0, shownCharacters)).flatMap((line) => breakCells(line, width))
	return cut
		? [...lines, theme.warn(`… ${counted(text.length - shownCharacters, 'more character')}, not shown`)]
		: lines
}

/** Legacy transactions: what they become, what is wrong with them, and back. */
export const converterScreen = defineScreen({
	...tabs.converter,
	model: (app) => new ConverterModel(app),
	commands: converterCommands,
	Screen: ConverterScreen,
})
