import type { ReactElement } from 'react'
import type { RouteId } from '../../../client/index.ts'
import { ListPanel } from '../../app/list/ListScreen.tsx'
import { ItemList } from '../../kit/models/ItemList.ts'
import type { ListColumn } from '../../kit/models/List.ts'
import type { EndpointsModel } from './EndpointsModel.ts'
import { operationActions, type Subject } from './operations.ts'
import type { Page, PageActions, PageModel } from './PageModel.ts'
import { accountActions } from './parts/accountActions.ts'

/** What one list of the service has of its own. */
export interface ListPageOptions<Row> {
	readonly crumb: string
	/** The operation that lists the rows: the definitions name it as the place of their actions. */
	readonly operation: RouteId
	/** Reads the rows, and what stands beside them. */
	readonly read: () => Promise<readonly Row[]>
	readonly keyOf: (row: Row) => string
	/** Texts that the filter searches. */
	readonly texts: (row: Row) => readonly string[]
	readonly columns: () => readonly ListColumn<Row>[]
	readonly title: (rows: readonly Row[]) => string
	readonly remarks?: (rows: readonly Row[]) => readonly string[]
	readonly empty: readonly string[]
	/** What the operations of the definitions are about. */
	readonly subject: (row: Row | undefined) => Subject
	/** Actions that the definitions do not have. */
	readonly actions?: (row: Row | undefined) => PageActions
	readonly open?: (row: Row) => void
	/** Whether it is refreshed every few seconds. */
	readonly isLive?: boolean
	/** The selection or the shown rows have changed. */
	readonly changed?: () => void
	/** The page around the list. */
	readonly around?: (props: { readonly list: ReactElement; readonly page: ListPage<Row> }) => ReactElement
}

/** A page that lists things of the service, with the actions that the operations' definitions give it. */
export class ListPage<Row> implements PageModel {
	isRead = false
	readonly list: ItemList<Row>
	readonly options: ListPageOptions<Row>
	readonly #model: EndpointsModel
	#rows: readonly Row[] = []

	constructor(model: EndpointsModel, options: ListPageOptions<Row>) {
		this.#model = model
		this.options = options
		this.list = new ItemList({
			items: () => this.#rows,
			keyOf: options.keyOf,
			texts: options.texts,
			columns: options.columns(),
			...(options.changed === undefined ? {} : { changed: options.changed }),
		})
	}

	get crumb(): string {
		return this.options.crumb
	}

	get isLive(): boolean {
		return this.options.isLive === true
	}

	async read(): Promise<void> {
		this.#rows = await this.options.read()
		this.isRead = true
	}

	/** Adds rows behind the last one. */
	append(rows: readonly Row[]): void {
		const { keyOf } = this.options
		const known = new Set(this.#rows.map(keyOf))
		this.#rows = [...this.#rows, ...rows.filter((row) => !known.has(keyOf(row)))]
	}

	actions(): PageActions {
		const { operation, subject, actions } = this.options
		const { selected } = this.list
		return {
			...accountActions(this.#model),
			...operationActions(this.#model, operation, subject(selected)),
			...actions?.(selected),
		}
	}

	/** Opens the selected row. */
	open(): void {
		const { selected } = this.list
		if (selected !== undefined) this.options.open?.(selected)
	}
}

/** A list as a page. */
export function listPage<Row>(model: EndpointsModel, options: ListPageOptions<Row>): Page {
	const page = new ListPage(model, options)
	return { model: page, view: () => <ListPageView page={page} /> }
}

function ListPageView<Row>({ page }: { readonly page: ListPage<Row> }): ReactElement {
	const { list, options } = page
	const { around: Around, empty, columns, title, remarks, open } = options
	const panel = (
		<ListPanel
			list={list}
			title={title(list.all)}
			remarks={remarks?.(list.all) ?? []}
			columns={columns()}
			empty={empty}
			{...(open === undefined ? {} : { onOpen: () => page.open() })}
		/>
	)
	return Around === undefined ? panel : <Around list={panel} page={page} />
}
