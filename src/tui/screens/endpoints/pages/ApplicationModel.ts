import {
	type ApplicationKey,
	type CurlCall,
	curlLine,
	type EndpointStatistics,
	type EndpointsApplication,
	type EndpointsProject,
	type NewApplicationKey,
	type UsageStatement,
} from '../../../../client/index.ts'
import type { TuiApp } from '../../../app/TuiApp.ts'
import { ItemList } from '../../../kit/models/ItemList.ts'
import type { ListColumn } from '../../../kit/models/List.ts'
import { confirm } from '../../../kit/overlays/Confirm.tsx'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { KeyBox } from '../forms/KeyBox.tsx'
import { operationActions, type Subject } from '../operations.ts'
import type { PageActions, PageModel } from '../PageModel.ts'
import { accountActions } from '../parts/accountActions.ts'
import { dayRange } from '../parts/StatisticsRange.ts'
import { ago, until, when } from '../parts/texts.ts'

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
			columns: keyColumns,
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
		return {
			...accountActions(model),
			...operationActions(model, 'application', this.#subject()),
			...operationActions(model, 'keys', this.#keySubject()),
			copy: { title: 'copy URL', footer: 1, run: () => app.copy(application.url, 'URL') },
			open: { title: 'try it', run: () => model.go(model.routes.tryIt(application)) },
			try: { footer: 2, run: () => model.go(model.routes.tryIt(application)) },
			statistics: { footer: 5, run: () => model.go(model.routes.statistics(application)) },
			curl: { run: () => app.copy(curlLine(this.call), 'curl line') },
			protect: {
				title: application.keyRequired ? 'need no key' : 'require a key',
				can: () => model.may(project, 'application.protect'),
				run: () => switchKeyRequired(model, application),
			},
			team: { run: () => model.go(model.routes.team(project)) },
			audit: {
				can: () => model.may(project, 'audit.read'),
				run: () => model.go(model.routes.audit(project)),
			},
		}
	}

	/** The application, for operations on it and for new keys. */
	#subject(): Subject {
		const { project, application } = this
		return {
			project,
			row: { ...application },
			values: { applicationId: application.id },
			none: '',
			done: (id, result) => {
				if (id === 'createKey') this.#show(result as NewApplicationKey)
			},
		}
	}

	/** The selected key. */
	#keySubject(): Subject {
		const { project, application } = this
		const key = this.list.selected
		return {
			project,
			row: key === undefined ? undefined : { ...key, works: keyWorks(key, this.app.clock()) },
			values: { applicationId: application.id, keyId: key?.id },
			none: 'there is no key: n makes one',
			done: (id, result, { overlapMs }) => {
				if (id !== 'rotateKey' || key === undefined) return
				const hours = Number(overlapMs) / hourMs
				const rest = hours === 0 ? 'has ended' : `ends in ${hours === 1 ? 'an hour' : `${hours} hours`}`
				this.#show(result as NewApplicationKey, `The old key ${safeText(key.hint, 40)} ${rest}.`)
			},
		}
	}

	#show(key: NewApplicationKey, note?: string): void {
		const { app, application } = this
		this.#model.freshKeys.set(application.id, key.key)
		app.show(new KeyBox(app, { application, key, title: 'New key', ...(note === undefined ? {} : { note }) }))
	}
}

const hourMs = 3_600_000

/** Columns of the keys. */
export const keyColumns: readonly ListColumn<ApplicationKey>[] = [
	{ id: 'key', width: 14, text: ({ hint }, { mark }) => mark(safeText(hint)) },
	{
		id: 'label',
		width: 'flex',
		text: ({ label }, { mark }) => mark(safeText(label, 100)),
		order: ({ label }) => label,
	},
	{
		id: 'made',
		width: 9,
		from: 60,
		text: ({ createdAt }, { theme, now }) => theme.muted(ago(createdAt, now)),
		order: ({ createdAt }) => createdAt,
	},
	{
		id: 'used',
		width: 9,
		text: ({ lastUsedAt }, { now }) => ago(lastUsedAt, now),
		order: ({ lastUsedAt }) => lastUsedAt ?? 0,
	},
	{
		id: 'state',
		width: 22,
		text: (key, { theme, now }) => (keyWorks(key, now) ? keyState(key, now) : theme.bad(keyState(key, now))),
	},
]

/** Whether callers can use a key now. */
function keyWorks(key: ApplicationKey, now: number): boolean {
	return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** State of a key with its sign: `● works`, `● ends in 5h`, `✗ revoked 3m ago`. */
function keyState(key: ApplicationKey, now: number): string {
	if (key.revokedAt !== null) return `✗ revoked ${ago(key.revokedAt, now)}`
	if (key.expiresAt === null) return '● works'
	return keyWorks(key, now) ? `● ends in ${until(key.expiresAt, now)}` : `✗ ended ${when(key.expiresAt).slice(0, 10)}`
}

/** Switches whether callers need a key, after saying what is left to protect the endpoint. */
function switchKeyRequired(model: EndpointsModel, application: EndpointsApplication): void {
	const required = !application.keyRequired
	const { origins, ips } = application
	const left = [
		...(origins.length === 0 ? [] : ['the allowed origins']),
		...(ips.length === 0 ? [] : ['the allowed IPs']),
	]
	const warning =
		left.length === 0
			? 'WARNING: nothing would protect the endpoint. Anyone who learns its URL can call it, and you pay. Set an allowlist (a) first.'
			: ips.length === 0
				? 'WARNING: only the Origin header would protect it. Browsers send it truthfully, any other program can set it at will.'
				: `Callers would be let in by ${left.join(' and ')} alone.`
	confirm(model.app, {
		title: required ? 'Require a key' : 'Let callers in without a key',
		text: required
			? ['Callers without a key will be refused from now on, within a second.']
			: ['A front end in a browser cannot keep a key secret; without one, the allowlists alone decide.', warning],
		action: required ? 'require a key' : 'let them in',
		run: () =>
			model.act(
				() => model.client.setKeyRequired(application.id, { required }),
				required ? 'a key is required now' : 'no key is needed now',
			),
	})
}
