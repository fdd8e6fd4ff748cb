import type { ReactElement } from 'react'
import { ListTable, type ListTableProps } from '../../kit/components/ListTable.tsx'
import { Split } from '../../kit/components/layout.tsx'
import { Panel } from '../../kit/components/Panel.tsx'
import { Rows } from '../../kit/components/Rows.tsx'
import { useArea, useChanges, usePlain } from '../../kit/hooks/hooks.ts'
import type { List } from '../../kit/models/List.ts'
import { wrapCells } from '../../kit/text/cells.ts'
import { grouped } from '../../kit/text/numbers.ts'
import { safeText } from '../../kit/text/safeText.ts'
import type { ListModel } from './ListModel.ts'

/** A list with its frame. */
export interface ListPanelProps<Row> extends Omit<ListTableProps<Row>, 'columns' | 'empty' | 'height'> {
	readonly title: string
	/** Texts at the upper right, before the place of the selection. */
	readonly remarks?: readonly string[]
	/** Where the selection is, in place of `3 of 40`. */
	readonly place?: string
	/** Whether the keys are in the list. */
	readonly active?: boolean
	/** Its columns, perhaps at a width in cells. */
	readonly columns: ListTableProps<Row>['columns'] | ((width: number) => ListTableProps<Row>['columns'])
	/** Rows above the table, at a width in cells. */
	readonly head?: (width: number) => readonly string[]
	/** Rows below it. */
	readonly foot?: (width: number) => readonly string[]
	/** Shown if there are no rows at all: why, and what to press. Long lines are wrapped. */
	readonly empty?: readonly string[]
}

/** The rows of a list in a frame, with its filter, order and place at the upper right. */
export function ListPanel<Row>({
	title,
	remarks = [],
	place,
	active = true,
	...props
}: ListPanelProps<Row>): ReactElement {
	useChanges()
	return (
		<Panel title={title} remark={[...remarks, ...listRemarks(props.list, place)].join(' · ')} active={active}>
			<Body {...props} />
		</Panel>
	)
}

function Body<Row>({
	columns,
	head,
	foot,
	empty = [],
	noMatch,
	...props
}: Omit<ListPanelProps<Row>, 'title'>): ReactElement {
	const { width, height } = useArea()
	const wrapped = (lines: readonly string[]): readonly string[] => lines.flatMap((line) => wrapCells(line, width))
	const above = head?.(width) ?? []
	const below = foot?.(width) ?? []
	return (
		<>
			{above.length === 0 ? null : <Rows lines={above} />}
			<ListTable
				{...props}
				height={Math.max(2, height - above.length - below.length)}
				columns={typeof columns === 'function' ? columns(width) : columns}
				empty={wrapped(empty)}
				{...(noMatch === undefined ? {} : { noMatch: wrapped(noMatch) })}
			/>
			{below.length === 0 ? null : <Rows lines={below} />}
		</>
	)
}

/** The filter, whether the newest is followed, and the place of the selection: `/word · 3 of 40`. */
export function listRemarks({ filter, found, cursor, count }: List<unknown>, place?: string): readonly string[] {
	if (filter !== '') return [`/${safeText(filter, 24)}`, found]
	const places = [place ?? (count === 0 ? '' : `${grouped(cursor.selected + 1)} of ${grouped(count)}`)]
	return [...(cursor.following && count > 0 ? ['following'] : []), ...places.filter((text) => text !== '')]
}

/** A list and its detail. */
export interface ListScreenProps<Row> extends Omit<ListPanelProps<Row>, 'list' | 'active'> {
	readonly model: ListModel<Row>
	/** What is open, or what the selected row shows beside the list; absent for a list alone. */
	readonly detail?: () => ReactElement
	/** Least width that shows the detail beside the list. */
	readonly besideFrom?: number
	/** Part of the width that the list gets beside its detail, or its cells. */
	readonly at?: number | ((width: number) => number)
	/** What stands above the list. */
	readonly above?: (list: ReactElement) => ReactElement
}

/** A list, and the detail of its selected row beside it where there is room, else in its place once it is opened. */
export function ListScreen<Row>({
	model,
	detail,
	besideFrom = 100,
	at = 0.5,
	above = (list) => list,
	...panel
}: ListScreenProps<Row>): ReactElement {
	useChanges()
	const { width } = useArea()
	const plain = usePlain()
	const { inside } = model
	const list = above(<ListPanel {...panel} list={model.list} active={inside === undefined} />)
	// Without a row there is nothing to tell beside the list.
	if (detail === undefined || (model.list.count === 0 && inside === undefined)) return list
	if (width < besideFrom || plain) return inside === undefined ? list : detail()
	return (
		<Split at={typeof at === 'number' ? at : at(width)}>
			{list}
			{detail()}
		</Split>
	)
}
