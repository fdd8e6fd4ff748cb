import {
	type ApplicationKey,
	type CurlCall,
	curlLine,
	type EndpointStatistics,
	type EndpointsApplication,
	type EndpointsProject,
	type UsageStatement,
} from '../../../../../client/index.ts'
import type { TuiApp } from '../../../../app/TuiApp.ts'
import { ItemList } from '../../../../kit/models/ItemList.ts'
import type { EndpointsModel } from '../../EndpointsModel.ts'
import { deleteApplication, editAllowlists, editApplication, switchKeyRequired } from '../../forms/applicationForms.ts'
import { createKey, revokeKey, rotateKey } from '../../forms/keyForms.ts'
import type { PageAction, PageActions, PageModel } from '../../PageModel.ts'
import { accountActions } from '../../parts/accountActions.ts'
import { dayRange } from '../../parts/StatisticsRange.ts'
import { keyState, keyWorks } from './keyState.ts'

/** One application: its URL, keys, allowlists, usage and the last 24 hours. */
export class ApplicationModel implements PageModel {
	readonly isLive = true
	isRead = false
	readonly app: TuiApp
	readonly project: EndpointsProject
	application: EndpointsApplication
	statistics: EndpointStatistics | undefined
	/** Statement of the paying account; undefined if that is another account. */
	statement: UsageStatement | undefined
	readonly list: ItemList<ApplicationKey>
	readonly #model: EndpointsModel
	/** Keys that work come first, each group the newest first. */
	#keys: readonly ApplicationKey[] = []

	constructor(model: EndpointsModel, project: EndpointsProject, application: EndpointsApplication) {
		this.#model = model
		this.app = model.app
		this.project = project
		this.application = application
		this.list = new ItemList({
			items: () => this.#keys,
			keyOf: ({ id }) => id,
			texts: (key) => [key.hint, key.label, keyState(key, this.app.clock())],
			sorts: {
				label: (a, b) => a.label.localeCompare(b.label),
				made: (a, b) => a.createdAt - b.createdAt,
				used: (a, b) => (a.lastUsedAt ?? 0) - (b.lastUsedAt ?? 0),
			},
		})
	}

	get crumb(): string {
		return this.application.name
	}

	/** Keys that callers can use now. */
	get workingKeys(): number {
		const now = this.app.clock()
		return this.#keys.filter((key) => keyWorks(key, now)).length
	}

	/** Whether this account can see the keys, or the reason it cannot. */
	get seesKeys(): true | string {
		return this.#model.may(this.project, 'key.list')
	}

	/** The account in use owns the project and pays for it. */
	get isMine(): boolean {
		return this.#model.account?.id === this.project.accountId
	}

	/** A call of the endpoint, for a curl line. */
	get call(): CurlCall {
		const { url, keyRequired } = this.application
		return { url, method: 'eth_blockNumber', params: [], ...(keyRequired ? {} : { key: 'none' }) }
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const { id } = this.application
		const { from, to } = dayRange(this.app.clock())
		const [application, keys, statistics, statement] = await Promise.all([
			client.application(id),
			this.seesKeys === true ? client.keys(id) : [],
			client.statistics(id, { from, to }),
			this.isMine ? client.statement() : undefined,
		])
		this.application = application
		const now = this.app.clock()
		this.#keys = [...keys.filter((key) => keyWorks(key, now)), ...keys.filter((key) => !keyWorks(key, now))]
		this.statistics = statistics
		this.statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const { app, project, application } = this
		const key = this.list.selected
		const onKey = (permission: 'key.rotate' | 'key.revoke', run: (key: ApplicationKey) => void): PageAction => ({
			can: () => {
				if (key === undefined) return 'there is no key: n makes one'
				return keyWorks(key, app.clock()) ? model.may(project, permission) : 'this key has ended already'
			},
			run: () => {
				if (key !== undefined) run(key)
			},
		})
		return {
			...accountActions(model),
			copy: { title: 'copy URL', footer: 1, run: () => app.copy(application.url, 'URL') },
			open: { title: 'try it', run: () => model.go(model.routes.tryIt(application)) },
			try: { footer: 2, run: () => model.go(model.routes.tryIt(application)) },
			new: {
				title: 'new key',
				footer: 3,
				can: () => model.may(project, 'key.create'),
				run: () => createKey(model, application),
			},
			allowlists: {
				footer: 4,
				can: () => model.may(project, 'allowlist.edit'),
				run: () => editAllowlists(model, application),
			},
			statistics: { footer: 5, run: () => model.go(model.routes.statistics(application)) },
			curl: { run: () => app.copy(curlLine(this.call), 'curl line') },
			protect: {
				title: application.keyRequired ? 'need no key' : 'require a key',
				can: () => model.may(project, 'application.protect'),
				run: () => switchKeyRequired(model, application),
			},
			rotate: onKey('key.rotate', (one) => rotateKey(model, application, one)),
			revoke: onKey('key.revoke', (one) => revokeKey(model, application, one)),
			edit: { can: () => model.may(project, 'application.edit'), run: () => editApplication(model, application) },
			delete: {
				can: () => model.may(project, 'application.delete'),
				run: () => deleteApplication(model, application, () => model.back()),
			},
			team: { run: () => model.go(model.routes.team(project)) },
			audit: {
				can: () => model.may(project, 'audit.read'),
				run: () => model.go(model.routes.audit(project)),
			},
		}
	}
}
