import type { z } from 'zod'
import type { ManagementRoutes, PathValues, RouteId, Taken } from '../../wire/management/managementRoutes.ts'
import type { DeviceLogins } from '../login/DeviceLogins.ts'
import type { ServiceContext } from '../service/ServiceContext.ts'
import type { Actor } from '../service/sessions.ts'

/** The caller: always known on session routes, optional on open ones; an operator has no account. */
type ActorOf<Id extends RouteId> = ManagementRoutes[Id]['access'] extends 'session'
	? Actor
	: ManagementRoutes[Id]['access'] extends 'open'
		? Actor | undefined
		: undefined

/** Input of a route, checked by its schemas. */
export interface ManagementRequest<Id extends RouteId> {
	readonly context: ServiceContext
	readonly logins: DeviceLogins
	/** Address the request comes from. */
	readonly address: string
	/** URL of the gateway, without a slash at the end. */
	readonly publicUrl: string
	readonly actor: ActorOf<Id>
	readonly path: PathValues<Id>
	readonly body: Taken<ManagementRoutes[Id]['body']>
	readonly query: Taken<ManagementRoutes[Id]['query']>
}

/** Implementations of all routes. */
export type ManagementHandlers = {
	readonly [Id in RouteId]: (request: ManagementRequest<Id>) => Promise<z.input<ManagementRoutes[Id]['reply']>>
}
