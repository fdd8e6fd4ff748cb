import type { z } from 'zod'
import type { DeviceLogins } from '../login/DeviceLogins.ts'
import type { ServiceContext } from '../service/ServiceContext.ts'
import type { Actor } from '../service/sessions.ts'

/** Who may call a route: anyone, who is logged in, or who has the operator's token. */
export type RouteAccess = 'open' | 'session' | 'operator'

/** What a route runs with. */
export interface RouteRequest<Body, Query> {
	readonly context: ServiceContext
	readonly logins: DeviceLogins
	/** Address the request comes from. */
	readonly address: string
	/** URL of the gateway, without a slash at the end. */
	readonly publicUrl: string
	/** Who asks; only on routes for sessions. */
	readonly actor: Actor
	/** Who asks, where being logged in is optional. */
	readonly maybeActor: Actor | undefined
	/** Parts of the path by name. */
	readonly path: Readonly<Record<string, string>>
	readonly body: Body
	readonly query: Query
}

/** One operation of the management API. */
export interface Route {
	/** Name in the OpenAPI document, the same as the client's method. */
	readonly id: string
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** `/projects/:projectId`, below `/manage/v1`. */
	readonly path: string
	readonly summary: string
	readonly access: RouteAccess
	readonly body: z.ZodType | undefined
	readonly query: z.ZodType | undefined
	readonly reply: z.ZodType
	run(request: RouteRequest<unknown, unknown>): Promise<unknown>
}

/** A route whose parts fit together by type. */
export function route<
	Reply extends z.ZodType,
	Body extends z.ZodType = z.ZodUndefined,
	Query extends z.ZodType = z.ZodUndefined,
>(spec: {
	readonly id: string
	readonly method: Route['method']
	readonly path: string
	readonly summary: string
	readonly access?: RouteAccess
	readonly body?: Body
	readonly query?: Query
	readonly reply: Reply
	readonly run: (request: RouteRequest<z.output<Body>, z.output<Query>>) => Promise<z.input<Reply>>
}): Route {
	return {
		...spec,
		access: spec.access ?? 'session',
		body: spec.body,
		query: spec.query,
		// The server has checked body and query by the very schemas.
		run: (request) => spec.run(request as RouteRequest<z.output<Body>, z.output<Query>>),
	}
}
