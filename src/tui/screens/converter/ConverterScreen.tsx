import { Box } from 'ink'
import type { ReactElement } from 'react'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { Split } from '../../kit/components/Split.tsx'
import { useArea } from '../../kit/hooks/useArea.ts'
import { useHit } from '../../kit/hooks/useHit.ts'
import { useChanges, useTheme } from '../../kit/hooks/useModel.ts'
import { usePlain } from '../../kit/hooks/usePlain.ts'
import { type ConverterModel, type Pane, panes, resultViews } from './ConverterModel.ts'
import { checkRows } from './checkRows.ts'
import { resultRows } from './resultRows.ts'
import { sourceRows } from './sourceRows.ts'

/** From this width on all three parts stand beside each other; from the second the checklist is below the other two. */
const threeFrom = 132
const twoFrom = 96
/** From this height on the checklist stands below the one part that fits; lower terminals show one part at a time. */
const stackedFrom = 16

/** Converter: the text left, what it becomes right, and between them what is checked. */
export function ConverterScreen({ model }: { readonly model: ConverterModel }): ReactElement {
	useChanges()
	const plain = usePlain()
	const { width, height } = useArea()
	const part = (pane: Pane): ReactElement => <PanePanel key={pane} model={model} pane={pane} />
	if (plain) return <Box flexDirection="column">{panes.map(part)}</Box>
	if (width >= threeFrom) {
		const middle = Math.min(58, Math.floor(width * 0.3))
		return (
			<Split at={Math.floor((width - middle - 2) / 2)}>
				{part('source')}
				<Split at={middle}>
					{part('checks')}
					{part('result')}
				</Split>
			</Split>
		)
	}
	if (width >= twoFrom) {
		return (
			<Split rows at={height - Math.min(14, Math.floor(height / 2))}>
				<Split at={Math.floor((width - 1) / 2)}>
					{part('source')}
					{part('result')}
				</Split>
				{part('checks')}
			</Split>
		)
	}
	if (height >= stackedFrom && model.text !== '') {
		// The checklist gets more of the screen while it has the keys.
		const below = model.pane === 'checks' ? height - 5 : Math.min(13, Math.floor(height * 0.6))
		return (
			<Split rows at={height - below}>
				{part(model.pane === 'result' ? 'result' : 'source')}
				{part('checks')}
			</Split>
		)
	}
	return part(model.pane)
}

function PanePanel({ model, pane }: { readonly model: ConverterModel; readonly pane: Pane }): ReactElement {
	const { conversion } = model
	const isBackward = conversion?.direction === 'backward'
	const titles: Readonly<Record<Pane, string>> = {
		source: isBackward ? 'Protobuf transaction' : 'Legacy transaction',
		checks: model.busy ? 'Checklist · ◌ checking' : 'Checklist',
		result: isBackward ? 'Legacy form' : 'Protobuf transaction',
	}
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
				remark={pane === 'result' ? views : model.scrolls[pane].remark}
				active={model.pane === pane}
			>
				<PaneRows model={model} pane={pane} />
			</Panel>
		</Box>
	)
}

function PaneRows({ model, pane }: { readonly model: ConverterModel; readonly pane: Pane }): ReactElement {
	const theme = useTheme()
	const plain = usePlain()
	const { width, height } = useArea()
	const space = { theme, width }
	const lines =
		pane === 'source'
			? model.drawnSource.lines([model.text, width, theme], () => sourceRows(model, space))
			: pane === 'result'
				? model.drawnResult.lines([model.conversion, model.view, width, theme], () => resultRows(model, space))
				: checkRows(model, space)
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
