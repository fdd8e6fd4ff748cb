import type { z } from 'zod'
import { accountRoutes } from './accountRoutes.ts'
import { applicationRoutes } from './applicationRoutes.ts'
import type { ManagementRoute, PathNames } from './defineRoute.ts'
import { projectRoutes } from './projectRoutes.ts'

/** Every management operation by name: the operation's id in the OpenAPI document and the client's method. */
export const managementRoutes = { ...accountRoutes, ...projectRoutes, ...applicationRoutes } as const

/** The routes with their types. */
export type ManagementRoutes = typeof managementRoutes
/** Names of all routes. */
export const routeIds = Object.keys(managementRoutes) as readonly RouteId[]
/** Name of a route. */
export type RouteId = keyof ManagementRoutes

/** Schemas of a route. */
type SchemasOf<Route extends ManagementRoute> = Awaited<ReturnType<Route['schemas']>>
/** Parsed type of a route's query or body; undefined if it has none. */
export type Taken<Id extends RouteId, What extends 'query' | 'body'> = TakenBy<SchemasOf<ManagementRoutes[Id]>[What]>
type TakenBy<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Values of a route's path by name. */
export type PathValues<Id extends RouteId> = Readonly<Record<PathNames<ManagementRoutes[Id]['path']>[number], string>>
/** What a handler gives for a route's reply. */
export type GivenReply<Id extends RouteId> = z.input<SchemasOf<ManagementRoutes[Id]>['reply']>
/** Parsed type of a route's reply. */
export type ReplyOf<Id extends RouteId> = z.output<SchemasOf<ManagementRoutes[Id]>['reply']>

type Given<Schema> = Schema extends z.ZodType
	? Record<never, never> extends z.input<Schema>
		? [values?: z.input<Schema>]
		: [values: z.input<Schema>]
	: []
type Texts<Names extends readonly string[]> = { [Index in keyof Names]: string }

/** Arguments of a client call: the path's values in order, then body or query. */
export type ManagementArguments<Route extends ManagementRoute> = [
	...path: Texts<PathNames<Route['path']>>,
	...values: Given<SchemasOf<Route>['body']>,
	...query: Given<SchemasOf<Route>['query']>,
]

/** The client of the management API: one method a route. */
export type ManagementClient = {
	readonly [Id in RouteId]: (...args: ManagementArguments<ManagementRoutes[Id]>) => Promise<ReplyOf<Id>>
}
