import type { IncomingMessage, ServerResponse } from 'node:http'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { thrownText } from '../../errors/UserError.ts'
import { type ManagementRoute, managementBase } from '../../wire/management/defineRoute.ts'
import { managementRoutes } from '../../wire/management/managementRoutes.ts'
import { clientAddress } from '../gateway/clientAddress.ts'
import type { GatewayMetrics } from '../gateway/GatewayMetrics.ts'
import { limits } from '../limits.ts'
import type { DeviceLogins } from '../login/DeviceLogins.ts'
import { readSession } from '../service/accounts/sessions.ts'
import { ipRule } from '../service/applications/allowlists.ts'
import type { Actor } from '../service/Operation.ts'
import { invalid, type ServiceContext, ServiceFault } from '../service/ServiceContext.ts'
import { databaseProblem } from '../storage/databaseAdvice.ts'
import { handlers } from './handlers.ts'
import { checkLoopback, checkOperator, loopbackOnly, remoteManagers } from './managers.ts'
import { openApiDocument } from './openApi.ts'

const routes: readonly (readonly [string, ManagementRoute])[] = Object.entries(managementRoutes)

/** Builds the server of the management API; the listener is the gateway's. */
export async function createManagementServer(parts: ManagementParts & { readonly logins: DeviceLogins }): Promise<{
	routing(request: IncomingMessage, response: ServerResponse, isRemote: boolean): void
	close(): Promise<void>
}> {
	const { context, metrics } = parts
	/** Requests of the listener for other machines. */
	const remote = new WeakSet<IncomingMessage>()
	const checkRemote = remoteManagers(context)
	const server = fastify({
		bodyLimit: limits.managementBodyBytes,
		// Nothing of it waits for anything: only a machine that is too busy would reach a limit of time.
		pluginTimeout: 0,
	})
	server.addHook('onRequest', async (request, reply) => {
		reply.header('cache-control', 'no-store')
		if (remote.has(request.raw)) checkRemote(request.raw)
		else checkLoopback(request.raw)
	})
	// DELETE and the like have no body, whatever their content type says.
	server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
		try {
			done(null, text === '' ? undefined : JSON.parse(String(text)))
		} catch {
			done(invalid('The request body is no JSON.'))
		}
	})
	server.setErrorHandler((error, _request, reply) => sendError(error, reply, context.log))
	server.setNotFoundHandler((_request, reply) =>
		sendError(
			new ServiceFault(404, 'not_found', 'There is no such operation.', 'See /openapi.json.'),
			reply,
			context.log,
		),
	)
	for (const [id, route] of routes) {
		const schemas = await route.schemas()
		// The route's schemas check what the handler is given and what it returns.
		const handler = handlers[id as keyof typeof handlers] as (request: unknown) => Promise<unknown>
		server.route({
			method: route.method,
			url: `${managementBase}${route.path}`,
			handler: async (request, reply) => {
				if (route.access === 'operator' && remote.has(request.raw)) throw loopbackOnly()
				const result = schemas.reply.parse(await handler(await readRequest(route, schemas, request, parts)))
				if (result === undefined) return reply.code(204).send()
				return reply.type(`${route.type}; charset=utf-8`).send(result)
			},
		})
	}
	server.get('/openapi.json', async () => openApiDocument(managementRoutes, '1'))
	server.get('/metrics', async (request, reply) => {
		if (remote.has(request.raw)) throw loopbackOnly()
		const { type, body } = await metrics.text()
		return reply.type(type).send(body)
	})
	await server.ready()
	return {
		routing(request, response, isRemote) {
			if (isRemote) remote.add(request)
			server.routing(request, response)
		},
		close: () => server.close(),
	}
}

async function readRequest(
	route: ManagementRoute,
	schemas: Awaited<ReturnType<ManagementRoute['schemas']>>,
	request: FastifyRequest,
	parts: Parameters<typeof createManagementServer>[0],
): Promise<unknown> {
	const { context, logins } = parts
	let actor: Actor | undefined
	const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]
	if (route.access === 'operator') checkOperator(parts.home, request.headers['x-operator-token'])
	else if (route.access === 'session' || bearer !== undefined) actor = await readSession(context, bearer)
	return {
		context,
		logins,
		address: clientAddress(request.raw, ipRule(context.config.trustedProxies)),
		publicUrl: parts.publicUrl(),
		action: route.action,
		actor,
		path: request.params,
		body: schemas.body === undefined ? undefined : check(schemas.body, request.body ?? {}),
		query: schemas.query === undefined ? undefined : check(schemas.query, request.query),
	}
}

function check(schema: z.ZodType, value: unknown): unknown {
	const { success, data, error } = schema.safeParse(value)
	if (success) return data
	// Names of fields and what was expected: values may be secrets and are not repeated.
	const problems = error.issues.map(({ path, message }) =>
		path.length === 0 ? message : `${path.join('.')}: ${message}`,
	)
	throw invalid(`The request does not fit: ${problems.join('; ')}.`, 'See /openapi.json.')
}

function sendError(error: unknown, reply: FastifyReply, log: ManagementParts['context']['log']): FastifyReply {
	if (error instanceof ServiceFault) {
		const { code, message, next, retryAfter } = error
		if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
		return reply.code(error.status).send({ error: { code, message, next } })
	}
	const status = (error as { statusCode?: unknown }).statusCode
	if (typeof status === 'number' && status < 500) {
		return reply.code(status).send({ error: { code: 'invalid', message: thrownText(error), next: '' } })
	}
	const problem = databaseProblem(error)
	if (problem !== undefined) {
		log('error', 'endpoints', `the database failed: ${problem}`)
		const message = `The database of the endpoint service failed: ${problem}.`
		const next = 'Nothing was changed. See that it runs and can be written, then try again.'
		return reply
			.code(503)
			.header('retry-after', '1')
			.send({ error: { code: 'database', message, next } })
	}
	log('error', 'endpoints', `management request failed: ${thrownText(error)}`)
	return reply.code(500).send({
		error: { code: 'internal', message: 'The service failed.', next: 'Try again; the log of the node says more.' },
	})
}

/** Dependencies of the management API. */
export interface ManagementParts {
	readonly context: ServiceContext
	readonly metrics: GatewayMetrics
	readonly home: string | undefined
	readonly publicUrl: () => string
}
