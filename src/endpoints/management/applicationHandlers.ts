import type { applicationRoutes } from '../../wire/management/applicationRoutes.ts'
import type { Application, ApplicationView } from '../../wire/management/applicationSchemas.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../service/apiKeys.ts'
import { applicationNotices } from '../service/applicationNotices.ts'
import {
	createApplication,
	deleteApplication,
	editApplication,
	listApplications,
	readApplication,
	setAllowlists,
	setKeyRequired,
} from '../service/applications.ts'
import { readNetworks } from '../service/networks.ts'
import type { ServiceContext } from '../service/ServiceContext.ts'
import { readStatistics, statisticsCsv } from '../service/statistics.ts'
import type { ManagementHandlers } from './ManagementHandlers.ts'

interface Viewer {
	readonly context: ServiceContext
	readonly publicUrl: string
}

async function view(application: Application, { context, publicUrl }: Viewer): Promise<ApplicationView> {
	return {
		...application,
		url: `${publicUrl}/v1/${application.endpointPath}`,
		notices: await applicationNotices(context, application),
	}
}

/** Applications, their keys, protection and statistics. */
export const applicationHandlers: Pick<ManagementHandlers, keyof typeof applicationRoutes> = {
	networks: ({ context }) => readNetworks(context),
	applications: async (request) => {
		const { context, actor, path } = request
		const applications = await listApplications(context, actor.accountId, path.projectId)
		return Promise.all(applications.map((one) => view(one, request)))
	},
	createApplication: async (request) => {
		const { context, actor, path, body } = request
		const { application, key } = await createApplication(context, actor.accountId, path.projectId, body)
		return { application: await view(application, request), key }
	},
	application: async (request) => {
		const { context, actor, path } = request
		return view(await readApplication(context, actor.accountId, path.applicationId), request)
	},
	editApplication: async (request) => {
		const { context, actor, path, body } = request
		return view(await editApplication(context, actor.accountId, path.applicationId, body), request)
	},
	deleteApplication: ({ context, actor, path }) => deleteApplication(context, actor.accountId, path.applicationId),
	setKeyRequired: async (request) => {
		const { context, actor, path, body } = request
		return view(await setKeyRequired(context, actor.accountId, path.applicationId, body.required), request)
	},
	setAllowlists: async (request) => {
		const { context, actor, path, body } = request
		return view(await setAllowlists(context, actor.accountId, path.applicationId, body), request)
	},
	keys: ({ context, actor, path }) => listKeys(context, actor.accountId, path.applicationId),
	createKey: ({ context, actor, path, body }) => createKey(context, actor.accountId, path.applicationId, body),
	rotateKey: ({ context, actor, path, body }) =>
		rotateKey(context, actor.accountId, path.applicationId, path.keyId, body),
	revokeKey: ({ context, actor, path }) => revokeKey(context, actor.accountId, path.applicationId, path.keyId),
	statistics: ({ context, actor, path, query }) => readStatistics(context, actor.accountId, path.applicationId, query),
	statisticsCsv: ({ context, actor, path, query }) =>
		statisticsCsv(context, actor.accountId, path.applicationId, query),
}
