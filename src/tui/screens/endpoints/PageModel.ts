import type { ReactElement } from 'react'
import type { EndpointsApplication, EndpointsProject } from '../../../client/index.ts'
import type { Filterable, Movable } from '../../kit/models/List.ts'
import type { Verb } from './verbs.ts'

/** Implementation of an action on a page. */
export interface PageAction {
	/** Words for the footer, where they are others than usual. */
	readonly title?: string | undefined
	/** Place in the footer, smallest first. */
	readonly footer?: number | undefined
	/** True, or why it cannot be done now. */
	readonly can?: () => true | string
	readonly run: () => void | Promise<void>
}

/** Everything a page can do. */
export type PageActions = Partial<Record<Verb, PageAction>>

/** The list of a page: what `/` filters, `S` sorts and the movement keys move through. An `ItemList` is one. */
interface PageList extends Filterable, Movable {
	readonly sortable: readonly string[]
	nextSort(): void
}

/** One level of the Endpoints screen: what was read and what can be done, whatever it looks like. */
export interface PageModel {
	/** Its name in the breadcrumb; untrusted text is made safe by the frame. */
	readonly crumb: string
	/** Whether it is loaded. Until then the page shows that it loads instead of an empty list. */
	readonly isRead: boolean
	/** Reads what it shows. @throws {UserError} */
	read(): Promise<void>
	/** Whether it is refreshed every few seconds. */
	readonly isLive?: boolean
	readonly list?: PageList
	/** What the movement keys move in place of the list. */
	readonly movable?: Movable
	actions(): PageActions
	/** Esc: one step up inside the page. False when it is at its top already. */
	back?(): boolean
}

/** A page and the component that shows it. */
export interface Page {
	readonly model: PageModel
	view(): ReactElement
}

/** Makes the pages; they lead to each other through this and know nothing of each other. */
export interface PageRoutes {
	login(): Page
	projects(): Page
	project(project: EndpointsProject): Page
	team(project: EndpointsProject): Page
	/** Open invitations and offers to the account. */
	invitations(): Page
	application(project: EndpointsProject, application: EndpointsApplication): Page
	statistics(application: EndpointsApplication): Page
	tryIt(application: EndpointsApplication): Page
	statement(): Page
	account(): Page
	/** Of a project, or of everything that the account owns. */
	audit(project: EndpointsProject | undefined): Page
}
