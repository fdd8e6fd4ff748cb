import type { z } from 'zod'
import type { Action } from './permissions.ts'

/** Callers of a route: anyone, a logged-in account, or the operator. */
export type RouteAccess = 'open' | 'session' | 'operator'

/** A schema of a query or body, or undefined where a route takes none. */
type MaybeSchema = z.ZodType | undefined

/** One operation of the management API: server, OpenAPI document and client are made from it. */
export interface ManagementRoute<
	Path extends string = string,
	Access extends RouteAccess = RouteAccess,
	Query extends MaybeSchema = MaybeSchema,
	Body extends MaybeSchema = MaybeSchema,
	Reply extends z.ZodType = z.ZodType,
> {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** `/projects/:projectId`, below `managementBase`. */
	readonly path: Path
	readonly summary: string
	readonly access: Access
	/** Required permission in the project; undefined if the route concerns no project. */
	readonly action: Action | undefined
	readonly query: Query
	readonly body: Body
	/** `z.void()` is status 204; `z.string()` is text. */
	readonly reply: Reply
	/** Media type of a reply that is text. */
	readonly type: string
}

/** Path of the management API below the service's URL. */
export const managementBase = '/manage/v1'

/** Defines a route; `access` is `session` when left out. */
export function defineRoute<
	const Path extends string,
	Reply extends z.ZodType,
	const Access extends RouteAccess = 'session',
	Query extends MaybeSchema = undefined,
	Body extends MaybeSchema = undefined,
>(spec: {
	readonly method: ManagementRoute['method']
	readonly path: Path
	readonly summary: string
	readonly access?: Access
	readonly action?: Action
	readonly query?: Query
	readonly body?: Body
	readonly reply: Reply
	readonly type?: string
}): ManagementRoute<Path, Access, Query, Body, Reply> {
	return {
		...spec,
		// An absent property is the type parameter's default.
		access: (spec.access ?? 'session') as Access,
		query: spec.query as Query,
		body: spec.body as Body,
		action: spec.action,
		type: spec.type ?? 'application/json',
	}
}

/** Names of a path's parameters in order: `/a/:one/b/:two` has `['one', 'two']`. */
export type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? [Name, ...PathNames<`/${Rest}`>]
	: Path extends `${string}:${infer Name}`
		? [Name]
		: []

/** Names of a path's parameters in order, at run time. */
export function pathNames(path: string): readonly string[] {
	return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}
