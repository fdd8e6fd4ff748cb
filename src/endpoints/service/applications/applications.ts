import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Application, ApplicationView } from '../../../wire/management/applicationSchemas.ts'
import type { RouteId } from '../../../wire/management/managementRoutes.ts'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { applicationNotices } from '../accounts/notices.ts'
import type { ApplicationRequest, OperationRequest, Operations } from '../Operation.ts'
import { applicationAccess, projectAccess } from '../projects/access.ts'
import { changeApplication, changeProject } from '../projects/change.ts'
import { conflict, invalid, newId } from '../ServiceContext.ts'
import { checkLine, checkName } from '../texts.ts'
import { checkEntries, ipEntry, originEntry } from './allowlists.ts'
import { insertKey } from './apiKeys.ts'

/** Applications of a project: endpoints on a network. */
export const applicationOperations: Operations<
	| 'applications'
	| 'createApplication'
	| 'application'
	| 'editApplication'
	| 'setKeyRequired'
	| 'setAllowlists'
	| 'deleteApplication'
> = {
	/** By name. */
	async applications(request) {
		const { db } = request.context.storage
		const { projectId } = await projectAccess(db, request)
		const rows = await db
			.selectFrom('applications')
			.selectAll()
			.where('project_id', '=', projectId)
			.where('deleted_at', 'is', null)
			.orderBy('name')
			.orderBy('id')
			.execute()
		return Promise.all(rows.map(async (row) => view(request, await toApplication(db, row))))
	},
	/** Creates it with its endpoint path and first key, which is shown to its creator. */
	async createApplication(request) {
		const { context, body } = request
		const { network } = body
		const name = checkName(body.name, 'an application')
		const description = checkLine(body.description ?? '', 'A description', 500)
		const { application, key } = await changeProject(request, async (db, { projectId }) => {
			await projectAccess(db, { ...request, action: 'key.first' })
			const { count } = await db
				.selectFrom('applications')
				.select((select) => select.fn.countAll<bigint>().as('count'))
				.where('project_id', '=', projectId)
				.where('deleted_at', 'is', null)
				.executeTakeFirstOrThrow()
			if (BigInt(count) >= BigInt(limits.applicationsPerProject)) {
				throw conflict(`The project has ${limits.applicationsPerProject} applications.`, 'Delete those nobody uses.')
			}
			const id = newId('app')
			await db
				.insertInto('applications')
				.values({
					id,
					project_id: projectId,
					name,
					description,
					network,
					path: randomBytes(16).toString('hex'),
					key_required: 1n,
					rate_limit: null,
					created_at: BigInt(context.clock.now()),
					deleted_at: null,
				})
				.execute()
			const key = await insertKey(db, context, id, 'first key', null)
			const result = { application: await loadApplication(db, id), key }
			return { result, applicationId: id, detail: { name, network, key: key.id } }
		})
		return { application: await view(request, application), key }
	},
	async application(request) {
		const { db } = request.context.storage
		await applicationAccess(db, request)
		return view(request, await loadApplication(db, request.path.applicationId))
	},
	async editApplication(request) {
		const { body } = request
		const { rateLimit } = body
		const set = {
			...(body.name === undefined ? {} : { name: checkName(body.name, 'an application') }),
			...(body.description === undefined ? {} : { description: checkLine(body.description, 'A description', 500) }),
			...(rateLimit === undefined ? {} : { rate_limit: rateLimit === null ? null : BigInt(rateLimit) }),
		}
		if (Object.keys(set).length === 0) throw invalid('Nothing to change was given.')
		return changed(request, set, { ...body })
	},
	setKeyRequired: (request) => {
		const { required } = request.body
		return changed(request, { key_required: required ? 1n : 0n }, { keyRequired: required })
	},
	/** Replaces those that are given; an empty one opens that kind. */
	async setAllowlists(request) {
		const { origins, ips } = request.body
		const { applicationId } = request.path
		const checked = [
			...(origins === undefined ? [] : [{ kind: 'origin', values: checkEntries(origins, originEntry) }]),
			...(ips === undefined ? [] : [{ kind: 'ip', values: checkEntries(ips, ipEntry) }]),
		]
		const application = await changeApplication(request, async (db) => {
			for (const { kind, values } of checked) {
				await db
					.deleteFrom('allow_entries')
					.where('application_id', '=', applicationId)
					.where('kind', '=', kind)
					.execute()
				if (values.length === 0) continue
				await db
					.insertInto('allow_entries')
					.values(values.map((value) => ({ application_id: applicationId, kind, value })))
					.execute()
			}
			const detail = Object.fromEntries(checked.map(({ kind, values }) => [kind, values]))
			return { result: await loadApplication(db, applicationId), detail }
		})
		return view(request, application)
	},
	/** Ends an endpoint; what it counted stays on the statements. */
	async deleteApplication(request) {
		await changeApplication(request, async (db) => {
			await db
				.updateTable('applications')
				.set({ deleted_at: BigInt(request.context.clock.now()) })
				.where('id', '=', request.path.applicationId)
				.execute()
			return { result: undefined }
		})
	},
}

/** Writes columns of an application; `detail` goes to the audit log. */
async function changed(
	request: ApplicationRequest & Viewer,
	set: Partial<Selectable<EndpointsSchema['applications']>>,
	detail: Readonly<Record<string, unknown>>,
): Promise<ApplicationView> {
	const { applicationId } = request.path
	const application = await changeApplication(request, async (db) => {
		await db.updateTable('applications').set(set).where('id', '=', applicationId).execute()
		return { result: await loadApplication(db, applicationId), detail }
	})
	return view(request, application)
}

type Viewer = Pick<OperationRequest<RouteId>, 'context' | 'publicUrl'>

async function view({ context, publicUrl }: Viewer, application: Application): Promise<ApplicationView> {
	return {
		...application,
		url: `${publicUrl}/v1/${application.endpointPath}`,
		notices: await applicationNotices(context, application),
	}
}

async function loadApplication(db: Kysely<EndpointsSchema>, applicationId: string): Promise<Application> {
	const row = await db.selectFrom('applications').selectAll().where('id', '=', applicationId).executeTakeFirstOrThrow()
	return toApplication(db, row)
}

async function toApplication(
	db: Kysely<EndpointsSchema>,
	row: Selectable<EndpointsSchema['applications']>,
): Promise<Application> {
	const entries = await db
		.selectFrom('allow_entries')
		.select(['kind', 'value'])
		.where('application_id', '=', row.id)
		.orderBy('value')
		.execute()
	const of = (kind: string) => entries.filter((entry) => entry.kind === kind).map(({ value }) => value)
	const [origins, ips, keyRequired] = [of('origin'), of('ip'), row.key_required === 1n]
	return {
		id: row.id,
		projectId: row.project_id,
		name: row.name,
		description: row.description,
		network: row.network === 'archival' ? 'archival' : 'pruning',
		endpointPath: row.path,
		keyRequired,
		rateLimit: row.rate_limit === null ? null : Number(row.rate_limit),
		origins,
		ips,
		warnings: protectionWarnings(keyRequired, origins.length, ips.length),
		createdAt: Number(row.created_at),
	}
}

function protectionWarnings(keyRequired: boolean, origins: number, ips: number): readonly string[] {
	if (keyRequired || ips > 0) return []
	if (origins > 0) {
		return ['No key is needed and only the Origin header is checked, which any program but a browser can set at will.']
	}
	return ['Nothing protects this endpoint: anyone who learns its address can call it on your account.']
}
