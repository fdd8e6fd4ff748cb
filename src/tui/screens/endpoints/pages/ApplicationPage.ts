import {
	type ApplicationKey,
	type CurlCall,
	curlLine,
	curlLines,
	type EndpointStatistics,
	type EndpointsApplication,
	type EndpointsProject,
	type UsageStatement,
} from '../../../../client/EndpointsClient.ts'
import { beside, fill, panel } from '../../../kit/lines/layout.ts'
import { table } from '../../../kit/lines/table.ts'
import type { Line, View } from '../../../kit/lines/View.ts'
import { ListCursor } from '../../../kit/models/ListCursor.ts'
import { breakCells, wrapCells } from '../../../kit/text/cells.ts'
import { type Detail, detailRows } from '../../../kit/text/detailRows.ts'
import { safeText } from '../../../kit/text/safeText.ts'
import type { EndpointsModel } from '../EndpointsModel.ts'
import { deleteApplication, editAllowlists, editApplication, switchKeyRequired } from '../forms/applicationForms.ts'
import { createKey, revokeKey, rotateKey } from '../forms/keyForms.ts'
import type { Page, PageAction, PageActions } from '../Page.ts'
import { accountActions } from '../parts/accountActions.ts'
import { listMovable } from '../parts/listMovable.ts'
import { protectionText } from '../parts/protection.ts'
import { dayRange } from '../parts/StatisticsRange.ts'
import { statisticsLines } from '../parts/statisticsLines.ts'
import { ago, until, when } from '../parts/times.ts'
import { billLine, freeTierLine } from '../parts/usage.ts'

/** One application: its URL, keys, allowlists, usage and the last 24 hours. */
export class ApplicationPage implements Page {
	readonly isLive = true
	isRead = false
	#application: EndpointsApplication
	#keys: readonly ApplicationKey[] = []
	#statistics: EndpointStatistics | undefined
	#statement: UsageStatement | undefined
	readonly #project: EndpointsProject
	readonly #model: EndpointsModel
	readonly #cursor = new ListCursor(() => this.#keys.length)
	readonly movable = listMovable(this.#cursor)

	constructor(model: EndpointsModel, project: EndpointsProject, application: EndpointsApplication) {
		this.#model = model
		this.#project = project
		this.#application = application
	}

	get crumb(): string {
		return this.#application.name
	}

	async read(): Promise<void> {
		const { client } = this.#model
		const { id } = this.#application
		const { from, to } = dayRange(this.#model.app.clock())
		const [application, keys, statistics, statement] = await Promise.all([
			client.application(id),
			this.#model.may(this.#project, 'key.list') === true ? client.keys(id) : [],
			client.statistics(id, { from, to }),
			this.#isMine ? client.statement() : undefined,
		])
		this.#application = application
		// Keys that work come first, each group the newest first.
		const now = this.#model.app.clock()
		this.#keys = [...keys.filter((key) => works(key, now)), ...keys.filter((key) => !works(key, now))]
		this.#statistics = statistics
		this.#statement = statement
		this.isRead = true
	}

	actions(): PageActions {
		const model = this.#model
		const project = this.#project
		const application = this.#application
		const key = this.#keys[this.#cursor.selected]
		const onKey = (permission: 'key.rotate' | 'key.revoke', run: (key: ApplicationKey) => void): PageAction => ({
			can: () => {
				if (key === undefined) return 'there is no key: n makes one'
				return works(key, model.app.clock()) ? model.may(project, permission) : 'this key has ended already'
			},
			run: () => {
				if (key !== undefined) run(key)
			},
		})
		return {
			...accountActions(model),
			copy: { title: 'copy URL', footer: 1, run: () => model.app.copy(application.url, 'URL') },
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
			curl: { run: () => model.app.copy(curlLine(this.#call), 'curl line') },
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

	lines(view: View): readonly Line[] {
		const { width, height } = view
		if (view.plain) return [...this.#detail(view), ...this.#keyList(view), ...this.#day(view)]
		const wide = width >= 110
		const left = wide ? Math.floor(width * 0.56) : width
		const rows = this.#rows(view, left - 4)
		const top = Math.min(rows.length + 2, Math.max(6, height - 5))
		const detail = this.#detail(view.part(0, 0, left, top))
		if (wide) {
			// Where there is room, how to call it: what a stranger looks for next.
			const curl = curlLines(this.#call).flatMap((line) => breakCells(safeText(line, 2_000), left - 4))
			const below = height - top >= curl.length + 14 ? curl.length + 2 : 0
			const keys = this.#keyList(view.part(0, top, left, height - top - below))
			const call =
				below === 0
					? []
					: panel(view.part(0, height - below, left, below), { title: 'Call it', remark: 'c copies' }, () => curl)
			return beside([
				{ lines: fill([...detail, ...keys, ...call], left, height), width: left },
				{ lines: this.#day(view.part(left + 1, 0, width - left - 1, height)), width: width - left - 1 },
			])
		}
		const day = height - top >= 11 ? 6 : 0
		return [
			...detail,
			...this.#keyList(view.part(0, top, width, height - top - day)),
			...(day === 0 ? [] : this.#day(view.part(0, height - day, width, day))),
		]
	}

	get #call(): CurlCall {
		const { url, keyRequired } = this.#application
		return { url, method: 'eth_blockNumber', params: [], ...(keyRequired ? {} : { key: 'none' }) }
	}

	get #isMine(): boolean {
		return this.#model.account?.id === this.#project.accountId
	}

	#detail(view: View): readonly Line[] {
		const { name, network } = this.#application
		const title = `${safeText(this.#project.name, 40)} › ${safeText(name, 60)}`
		return panel(view, { title, remark: network }, (inside) => this.#rows(view, inside.width))
	}

	#rows(view: View, width: number): readonly Line[] {
		const { theme } = view
		const { url, description, origins, ips, rateLimit, warnings, notices } = this.#application
		const list = (entries: readonly string[], none: string): string =>
			entries.length === 0 ? theme.muted(none) : safeText(entries.join('  '), 400)
		const statement = this.#statement
		const rows: readonly Detail[] = [
			['URL', view.link(url)],
			...(description === '' ? [] : [['about', safeText(description, 500)] as const]),
			['callers need', safeText(protectionText(this.#application), 80)],
			['origins', list(origins, 'any')],
			['IPs', list(ips, 'any')],
			...(rateLimit === null ? [] : [['rate limit', `${rateLimit} calls a second`] as const]),
			...(statement === undefined
				? [['bill', theme.muted(this.#isMine ? '…' : 'paid by the owner of the project')] as const]
				: [
						[
							'free tier',
							`${freeTierLine(statement, theme, width - 30)} · bill ${billLine(statement, theme)}`,
						] as const,
					]),
		]
		return [
			...detailRows(theme, rows, width),
			...warnings.flatMap((warning) => wrapCells(`✗ ${safeText(warning, 300)}`, width)).map(theme.warn),
			...notices.flatMap((notice) => wrapCells(`! ${safeText(notice, 300)}`, width)).map(theme.warn),
		]
	}

	#keyList(view: View): readonly Line[] {
		const { theme } = view
		const now = this.#model.app.clock()
		const hidden = this.#model.may(this.#project, 'key.list')
		const working = this.#keys.filter((key) => works(key, now)).length
		return panel(view, { title: `Keys ${working}`, active: true }, (inside) =>
			table(inside, {
				cursor: this.#cursor,
				count: this.#keys.length,
				columns: [
					{ title: 'key', width: 14 },
					{ title: 'label', width: 'flex' },
					{ title: 'made', width: 9, from: 60 },
					{ title: 'used', width: 9 },
					{ title: 'state', width: 22 },
				],
				row: (index) => {
					const key = this.#keys[index]!
					const state = keyState(key, now)
					return [
						safeText(key.hint, 40),
						safeText(key.label, 100),
						theme.muted(ago(key.createdAt, now)),
						ago(key.lastUsedAt, now),
						works(key, now) ? state : theme.bad(state),
					]
				},
				empty: hidden === true ? ['There is no key. n makes one.'] : [`Keys are not shown: ${hidden}.`],
			}),
		)
	}

	#day(view: View): readonly Line[] {
		return panel(view, { title: 'Last 24 hours', remark: 'v more' }, (inside) =>
			this.#statistics === undefined
				? [view.theme.muted('…')]
				: statisticsLines(this.#statistics, inside, { cursor: undefined }),
		)
	}
}

function works(key: ApplicationKey, now: number): boolean {
	return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

function keyState(key: ApplicationKey, now: number): string {
	if (key.revokedAt !== null) return `✗ revoked ${ago(key.revokedAt, now)}`
	if (key.expiresAt === null) return '● works'
	return key.expiresAt > now ? `● ends in ${until(key.expiresAt, now)}` : `✗ ended ${when(key.expiresAt).slice(0, 10)}`
}
