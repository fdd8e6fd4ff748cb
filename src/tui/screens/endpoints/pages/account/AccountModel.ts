import type { EndpointsAccount, EndpointsSession } from '../../../../../client/index.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import { confirm } from '../../../../kit/overlays/Confirm.tsx'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { changePassword, linkProvider, setCap } from '../../forms/accountForms.ts'
import type { PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { ago } from '../../parts/times.ts'

/** The account that is logged in and its sessions. */
export class AccountModel implements PageModel {
	readonly crumb = 'account'
	isRead = false
	readonly list: ItemList<EndpointsSession>
	readonly #model: EndpointsModel
	#sessions: readonly EndpointsSession[] = []

	constructor(model: EndpointsModel) {
		this.#model = model
		this.list = new ItemList({
			items: () => this.#sessions,
			keyOf: ({ id }) => id,
			texts: ({ method }) => [method],
			sorts: {
				since: (a, b) => a.createdAt - b.createdAt,
				used: (a, b) => (a.lastUsedAt ?? 0) - (b.lastUsedAt ?? 0),
			},
		})
	}

	get account(): EndpointsAccount | undefined {
		return this.#model.account
	}

	/** Current time for ages, by the machine's clock, which the service uses. */
	clock(): number {
		return this.#model.app.clock()
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
		const session = this.list.selected
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
			copy: { title: 'copy account id', run: () => model.app.copy(this.account?.id ?? '', 'account id') },
		}
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
