import type {
	GivenReply,
	ManagementRoutes,
	PathValues,
	RouteId,
	Taken,
} from '../../wire/management/managementRoutes.ts'
import type { Action } from '../../wire/management/permissions.ts'
import type { ServiceContext } from './ServiceContext.ts'

/** The caller of a request. */
export interface Actor {
	readonly accountId: string
	readonly sessionId: string
}

/** The caller: always known on session routes, optional on open ones; an operator has no account. */
type ActorOf<Id extends RouteId> = ManagementRoutes[Id]['access'] extends 'session'
	? Actor
	: ManagementRoutes[Id]['access'] extends 'open'
		? Actor | undefined
		: undefined

/** Input of an operation, checked by the schemas of its route. */
export interface OperationRequest<Id extends RouteId> {
	readonly context: ServiceContext
	/** Address the request comes from. */
	readonly address: string
	/** URL of the gateway, without a slash at the end. */
	readonly publicUrl: string
	/** The permission that the route names; it is also the name in the audit log, unless the operation gives another. */
	readonly action: Action | undefined
	readonly actor: ActorOf<Id>
	readonly path: PathValues<Id>
	readonly body: Taken<Id, 'body'>
	readonly query: Taken<Id, 'query'>
}

/** Operations of the management API by their routes' ids. Each rejects with `ServiceFault` for what it refuses. */
export type Operations<Ids extends RouteId, More = unknown> = {
	readonly [Id in Ids]: (request: OperationRequest<Id> & More) => Promise<GivenReply<Id>>
}

/** What every operation within a project has. */
export interface ProjectRequest {
	readonly context: ServiceContext
	readonly actor: { readonly accountId: string }
	readonly action: Action | undefined
	readonly path: { readonly projectId: string }
}

/** What every operation on an application has. */
export type ApplicationRequest = Omit<ProjectRequest, 'path'> & { readonly path: { readonly applicationId: string } }
