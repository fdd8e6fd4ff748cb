import type { EndpointsSession } from '../../../../client/EndpointsClient.ts'
import { panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { grouped } from '../../../kit/text/numbers.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { changePassword, linkProvider, setCap } from '../forms/accountForms.ts'
import type { Page, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { ago, until, when } from '../parts/times.ts'

/** The account that is logged in and its sessions. */
export class AccountPage implements Page {
	readonly crumb = 'account'
	isRead = false
	#sessions: readonly EndpointsSession[] = []
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#sessions.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel) {
		this.#model = model
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const [account, sessions] = await Promise.all([client.account(), client.sessions()])
		this.#model.account = account
		this.#sessions = sessions
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const session = this.#sessions[this.#cursor.selected]
		return {
			...accountActions(model),
			account: { can: () => 'this is the account', run: () => {} },
			password: { footer: 1, run: () => changePassword(model) },
			cap: { footer: 2, run: () => setCap(model) },
			link: { footer: 3, run: () => linkProvider(model) },
			revoke: {
				title: 'end session',
				footer: 4,
				can: () => {
					if (session === undefined) return 'there is no session'
					return !session.current || 'this is the session in use: L logs out'
				},
				run: () => {
					if (session !== undefined) endSession(model, session)
				},
			},
			copy: { title: 'copy account id', run: () => model.app.copy(model.account?.id ?? '', 'account id') },
		}
	}

	lines(view: View): readonly Line[] {
		const { theme, width, height } = view
		const { account } = this.#model
		const now = this.#model.app.clock()
		const rows: readonly Detail[] =
			account === undefined
				? []
				: [
						['e-mail', safeText(account.email, 200)],
						['account id', safeText(account.id, 60)],
						['plan', account.plan === 'enterprise' ? 'enterprise' : 'pay as you go'],
						['hard cap', account.cap === null ? 'none' : `${grouped(account.cap)} relays a month`],
						['password', account.hasPassword ? 'set' : 'none: logs in with a provider'],
						['since', when(account.createdAt)],
					]
		const top = Math.min(height, rows.length + 2)
		return [
			...panel(view.part(0, 0, width, top), { title: 'Account' }, (inside) => detailRows(theme, rows, inside.width)),
			...panel(
				view.part(0, top, width, height - top),
				{ title: `Sessions ${this.#sessions.length}`, active: true },
				(inside) =>
					table(inside, {
						cursor: this.#cursor,
						count: this.#sessions.length,
						columns: [
							{ title: 'logged in with', width: 'flex' },
							{ title: 'since', width: 10 },
							{ title: 'last used', width: 10 },
							{ title: 'ends in', width: 8 },
							{ title: '', width: 10 },
						],
						row: (index) => {
							const session = this.#sessions[index]!
							return [
								safeText(session.method, 40),
								ago(session.createdAt, now),
								ago(session.lastUsedAt, now),
								until(session.expiresAt, now),
								session.current ? '● this one' : '',
							]
						},
						empty: [],
					}),
			),
		]
	}
}

function endSession(model: EndpointsModel, session: EndpointsSession): void {
	const now = model.app.clock()
	confirm(model.app, {
		title: 'End session',
		text: [`End the session that began ${ago(session.createdAt, now)} and was used ${ago(session.lastUsedAt, now)}?`],
		action: 'end it',
		run: () => model.act(() => model.client.revokeSession(session.id), 'session ended'),
	})
}
