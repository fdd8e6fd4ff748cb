import { randomBytes } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import type { Application, ApplicationChange, Network, NewApiKey } from '../../../wire/management/applicationSchemas.ts'
import { limits } from '../../limits.ts'
import type { EndpointsSchema } from '../../storage/schema.ts'
import { applicationAccess, projectAccess } from '../projects/access.ts'
import { changeApplication, changeProject } from '../projects/change.ts'
import { conflict, invalid, newId, type ServiceContext } from '../ServiceContext.ts'
import { checkLine, checkName } from '../texts.ts'
import { checkEntries, ipEntry, originEntry } from './allowlists.ts'
import { insertKey } from './apiKeys.ts'

/** An application just made, with its first key. */
interface NewApplication {
	readonly application: Application
	readonly key: NewApiKey
}

/**
 * The applications of a project, by name.
 *
 * @throws {ServiceFault}
 */
export async function listApplications(
	context: ServiceContext,
	actorId: string,
	projectId: string,
): Promise<readonly Application[]> {
	const { db } = context.storage
	await projectAccess(db, actorId, projectId, 'application.list')
	const rows = await db
		.selectFrom('applications')
		.selectAll()
		.where('project_id', '=', projectId)
		.where('deleted_at', 'is', null)
		.orderBy('name')
		.orderBy('id')
		.execute()
	return Promise.all(rows.map((row) => toApplication(db, row)))
}

/**
 * One application.
 *
 * @throws {ServiceFault}
 */
export async function readApplication(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
): Promise<Application> {
	const { db } = context.storage
	await applicationAccess(db, actorId, applicationId, 'application.list')
	return loadApplication(db, applicationId)
}

/**
 * Creates an application with its endpoint path and first key, which is shown to its creator.
 *
 * @throws {ServiceFault} if a limit is reached, or access is denied.
 */
export async function createApplication(
	context: ServiceContext,
	actorId: string,
	projectId: string,
	values: { readonly name: string; readonly description?: string | undefined; readonly network: Network },
): Promise<NewApplication> {
	const name = checkName(values.name, 'an application')
	const description = checkLine(values.description ?? '', 'A description', 500)
	const { network } = values
	return changeProject(context, actorId, projectId, 'application.create', async (db) => {
		await projectAccess(db, actorId, projectId, 'key.first')
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
		const detail = { name, network, key: key.id }
		return { result, applicationId: id, action: 'application.create', detail }
	})
}

/**
 * Changes name, description or rate limit.
 *
 * @throws {ServiceFault}
 */
export async function editApplication(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	values: ApplicationChange,
): Promise<Application> {
	const { rateLimit } = values
	if (rateLimit != null && (!Number.isSafeInteger(rateLimit) || rateLimit < 1)) {
		throw invalid('A rate limit is a whole number of calls a second, at least 1.')
	}
	const set = {
		...(values.name === undefined ? {} : { name: checkName(values.name, 'an application') }),
		...(values.description === undefined ? {} : { description: checkLine(values.description, 'A description', 500) }),
		...(rateLimit === undefined ? {} : { rate_limit: rateLimit === null ? null : BigInt(rateLimit) }),
	}
	if (Object.keys(set).length === 0) throw invalid('Nothing to change was given.')
	return changeApplication(context, actorId, applicationId, 'application.edit', async (db) => {
		await db.updateTable('applications').set(set).where('id', '=', applicationId).execute()
		const detail = { ...values }
		return {
			result: await loadApplication(db, applicationId),
			action: 'application.edit',
			detail,
		}
	})
}

/**
 * Switches whether a key is needed.
 *
 * @throws {ServiceFault}
 */
export async function setKeyRequired(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	required: boolean,
): Promise<Application> {
	return changeApplication(context, actorId, applicationId, 'application.protect', async (db) => {
		await db
			.updateTable('applications')
			.set({ key_required: required ? 1n : 0n })
			.where('id', '=', applicationId)
			.execute()
		const detail = { keyRequired: required }
		return {
			result: await loadApplication(db, applicationId),
			action: 'application.protect',
			detail,
		}
	})
}

/**
 * Replaces the allowlists that are given; an empty one opens that kind.
 *
 * @throws {ServiceFault}
 */
export async function setAllowlists(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
	lists: { readonly origins?: readonly string[] | undefined; readonly ips?: readonly string[] | undefined },
): Promise<Application> {
	const checked = [
		...(lists.origins === undefined ? [] : [{ kind: 'origin', values: checkEntries(lists.origins, originEntry) }]),
		...(lists.ips === undefined ? [] : [{ kind: 'ip', values: checkEntries(lists.ips, ipEntry) }]),
	]
	return changeApplication(context, actorId, applicationId, 'allowlist.edit', async (db) => {
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
		return {
			result: await loadApplication(db, applicationId),
			action: 'allowlist.edit',
			detail,
		}
	})
}

/**
 * Ends an endpoint; what it counted stays on the statements.
 *
 * @throws {ServiceFault}
 */
export async function deleteApplication(
	context: ServiceContext,
	actorId: string,
	applicationId: string,
): Promise<void> {
	await changeApplication(context, actorId, applicationId, 'application.delete', async (db) => {
		await db
			.updateTable('applications')
			.set({ deleted_at: BigInt(context.clock.now()) })
			.where('id', '=', applicationId)
			.execute()
		return {
			result: undefined,
			action: 'application.delete',
		}
	})
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
