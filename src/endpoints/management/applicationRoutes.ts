import { createKey, listKeys, revokeKey, rotateKey } from '../service/apiKeys.ts'
import { applicationNotices } from '../service/applicationNotices.ts'
import {
	type Application,
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
import { type Route, route } from './Route.ts'
import { bodies, queries, replies } from './schemas.ts'
import type { ApplicationView } from './views.ts'

const view = async (
	application: Application,
	{ context, publicUrl }: { readonly context: ServiceContext; readonly publicUrl: string },
) => {
	const { origins, ips, warnings } = application
	const url = `${publicUrl}/v1/${application.endpointPath}`
	return {
		...application,
		url,
		origins: [...origins],
		ips: [...ips],
		warnings: [...warnings],
		notices: [...(await applicationNotices(context, application))],
	} satisfies ApplicationView
}

/** Applications, their keys, protection and statistics. */
export const applicationRoutes: readonly Route[] = [
	route({
		id: 'networks',
		method: 'GET',
		path: '/networks',
		summary: 'networks an application may be on, and what the node really keeps for them',
		reply: replies.networks,
		run: async ({ context }) => [...(await readNetworks(context))],
	}),
	route({
		id: 'applications',
		method: 'GET',
		path: '/projects/:projectId/applications',
		summary: 'applications of a project',
		reply: replies.applications,
		run: async ({ context, actor, path, publicUrl }) =>
			Promise.all(
				(await listApplications(context, actor.accountId, path.projectId ?? '')).map((one) =>
					view(one, { context, publicUrl }),
				),
			),
	}),
	route({
		id: 'createApplication',
		method: 'POST',
		path: '/projects/:projectId/applications',
		summary: 'make an endpoint on a network, with its first key',
		body: bodies.application,
		reply: replies.newApplication,
		run: async ({ context, actor, path, body, publicUrl }) => {
			const { application, key } = await createApplication(context, actor.accountId, path.projectId ?? '', body)
			return { application: await view(application, { context, publicUrl }), key }
		},
	}),
	route({
		id: 'application',
		method: 'GET',
		path: '/applications/:applicationId',
		summary: 'one application',
		reply: replies.application,
		run: async ({ context, actor, path, publicUrl }) =>
			view(await readApplication(context, actor.accountId, path.applicationId ?? ''), { context, publicUrl }),
	}),
	route({
		id: 'editApplication',
		method: 'PATCH',
		path: '/applications/:applicationId',
		summary: 'change name, description or rate limit',
		body: bodies.applicationChange,
		reply: replies.application,
		run: async ({ context, actor, path, body, publicUrl }) =>
			view(await editApplication(context, actor.accountId, path.applicationId ?? '', body), { context, publicUrl }),
	}),
	route({
		id: 'deleteApplication',
		method: 'DELETE',
		path: '/applications/:applicationId',
		summary: 'end an endpoint',
		reply: replies.none,
		run: ({ context, actor, path }) => deleteApplication(context, actor.accountId, path.applicationId ?? ''),
	}),
	route({
		id: 'setKeyRequired',
		method: 'PUT',
		path: '/applications/:applicationId/key-required',
		summary: 'switch whether an API key is needed',
		body: bodies.keyRequired,
		reply: replies.application,
		run: async ({ context, actor, path, body, publicUrl }) =>
			view(await setKeyRequired(context, actor.accountId, path.applicationId ?? '', body.required), {
				context,
				publicUrl,
			}),
	}),
	route({
		id: 'setAllowlists',
		method: 'PUT',
		path: '/applications/:applicationId/allowlists',
		summary: 'replace the allowlists of origins or addresses; an empty one opens that kind',
		body: bodies.allowlists,
		reply: replies.application,
		run: async ({ context, actor, path, body, publicUrl }) =>
			view(await setAllowlists(context, actor.accountId, path.applicationId ?? '', body), { context, publicUrl }),
	}),
	route({
		id: 'keys',
		method: 'GET',
		path: '/applications/:applicationId/keys',
		summary: 'API keys, without the keys themselves',
		reply: replies.keys,
		run: async ({ context, actor, path }) => [...(await listKeys(context, actor.accountId, path.applicationId ?? ''))],
	}),
	route({
		id: 'createKey',
		method: 'POST',
		path: '/applications/:applicationId/keys',
		summary: 'make an API key; it is told once',
		body: bodies.key,
		reply: replies.newKey,
		run: ({ context, actor, path, body }) => createKey(context, actor.accountId, path.applicationId ?? '', body),
	}),
	route({
		id: 'rotateKey',
		method: 'POST',
		path: '/applications/:applicationId/keys/:keyId/rotate',
		summary: 'make a successor of a key, which works on for a while',
		body: bodies.rotation,
		reply: replies.newKey,
		run: ({ context, actor, path, body }) =>
			rotateKey(context, actor.accountId, path.applicationId ?? '', path.keyId ?? '', body.overlapMs),
	}),
	route({
		id: 'revokeKey',
		method: 'DELETE',
		path: '/applications/:applicationId/keys/:keyId',
		summary: 'end a key for good',
		reply: replies.none,
		run: ({ context, actor, path }) => revokeKey(context, actor.accountId, path.applicationId ?? '', path.keyId ?? ''),
	}),
	route({
		id: 'statistics',
		method: 'GET',
		path: '/applications/:applicationId/statistics',
		summary: 'counts and latencies of whole hours',
		query: queries.range,
		reply: replies.statistics,
		run: async ({ context, actor, path, query }) => {
			const { methods, hours, ...rest } = await readStatistics(
				context,
				actor.accountId,
				path.applicationId ?? '',
				query,
			)
			return { ...rest, methods: [...methods], hours: [...hours] }
		},
	}),
	route({
		id: 'statisticsCsv',
		method: 'GET',
		path: '/applications/:applicationId/statistics.csv',
		summary: 'the same as CSV',
		query: queries.range,
		reply: replies.csv,
		run: ({ context, actor, path, query }) => statisticsCsv(context, actor.accountId, path.applicationId ?? '', query),
	}),
]
