import type { Line, View } from '../../kit/lines/View.ts'
import type { Movable } from '../../kit/models/Movable.ts'

/** What can be asked of a page; which key does it is the same on all of them (see commands.ts). */
export type Verb =
	| 'open'
	| 'new'
	| 'login'
	| 'edit'
	| 'copy'
	| 'curl'
	| 'try'
	| 'key'
	| 'allowlists'
	| 'protect'
	| 'rotate'
	| 'revoke'
	| 'delete'
	| 'statistics'
	| 'range'
	| 'earlier'
	| 'later'
	| 'export'
	| 'team'
	| 'transfer'
	| 'invitations'
	| 'statement'
	| 'account'
	| 'cap'
	| 'password'
	| 'link'
	| 'audit'
	| 'refresh'
	| 'logout'

/** What a verb does on a page. */
export interface PageAction {
	/** Words for the footer, where they are others than usual. */
	readonly title?: string
	/** Place in the footer, smallest first. */
	readonly footer?: number
	/** True, or why it cannot be done now. */
	readonly can?: () => true | string
	readonly run: () => void | Promise<void>
}

/** Everything a page can do. */
export type PageActions = Partial<Record<Verb, PageAction>>

/** One level of the Endpoints screen. */
export interface Page {
	/** Its name in the breadcrumb; text of strangers is made safe by the frame. */
	readonly crumb: string
	/** Whether it was read: until then the page says so instead of claiming to be empty. */
	readonly isRead: boolean
	/** Reads what it shows. Throws UserError. */
	read(): Promise<void>
	/** Whether it is worth reading again by itself every few seconds. */
	readonly isLive?: boolean
	readonly movable?: Movable
	actions(): PageActions
	lines(view: View): readonly Line[]
}
