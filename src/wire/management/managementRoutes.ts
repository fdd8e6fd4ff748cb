import type { z } from 'zod'
import { accountRoutes } from './accountRoutes.ts'
import { applicationRoutes } from './applicationRoutes.ts'
import type { ManagementRoute, PathNames } from './defineRoute.ts'
import { projectRoutes } from './projectRoutes.ts'

/**
 * Every operation of the management API by its name, which is the operation's id in the OpenAPI document and the method of
 * the client.
 */
export const managementRoutes = { ...accountRoutes, ...projectRoutes, ...applicationRoutes } as const

/** The routes with their types. */
export type ManagementRoutes = typeof managementRoutes
/** Name of a route. */
export type RouteId = keyof ManagementRoutes

/** What a route's query or body is read as, undefined where it takes none. */
export type Taken<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Values of a route's path by name. */
export type PathValues<Id extends RouteId> = Readonly<Record<PathNames<ManagementRoutes[Id]['path']>[number], string>>
/** What a route's reply is read as. */
export type ReplyOf<Id extends RouteId> = z.output<ManagementRoutes[Id]['reply']>

type Given<Schema> = Schema extends z.ZodType
	? Record<never, never> extends z.input<Schema>
		? [values?: z.input<Schema>]
		: [values: z.input<Schema>]
	: []
type Texts<Names extends readonly string[]> = { [Index in keyof Names]: string }

/** What a client gives a route: the values of its path in order, then its body or query. */
export type ManagementArguments<Route extends ManagementRoute> = [
	...path: Texts<PathNames<Route['path']>>,
	...values: Given<Route['body']>,
	...query: Given<Route['query']>,
]

/** The client of the management API: one method a route. */
export type ManagementClient = {
	readonly [Id in RouteId]: (...args: ManagementArguments<ManagementRoutes[Id]>) => Promise<ReplyOf<Id>>
}
