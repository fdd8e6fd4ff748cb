import type { EndpointsClient } from '../endpoints/client/EndpointsClient.ts'

export { type CurlCall, curlLine, curlLines } from '../endpoints/client/curlLine.ts'
export type { EndpointsClient } from '../endpoints/client/EndpointsClient.ts'
export type { ManagementRoute, RouteScreen } from '../wire/management/defineRoute.ts'
export { pathNames } from '../wire/management/defineRoute.ts'
export { type Field, readField } from '../wire/management/fields.ts'
export { managementRoutes, type RouteId } from '../wire/management/managementRoutes.ts'
export { type Action, actionWords, allows, permissions, type Role, roles } from '../wire/management/permissions.ts'

type Answer<Name extends keyof EndpointsClient> = EndpointsClient[Name] extends (
	...args: never[]
) => Promise<infer Reply>
	? Reply
	: never

/** The account that is logged in. */
export type EndpointsAccount = Answer<'account'>
/** A way to log in. */
export type LoginMethod = Answer<'loginMethods'>[number]
/** A login that the user finishes in a browser. */
export type StartedLogin = Answer<'startDeviceLogin'>
/** A session of the account. */
export type EndpointsSession = Answer<'sessions'>[number]
/** A project and the account's role in it. */
export type EndpointsProject = Answer<'projects'>[number]
/** A member of a project's team. */
export type TeamMember = Answer<'members'>[number]
/** An invitation into a team, or the offer of a project. */
export type TeamInvitation = Answer<'invitations'>[number]
/** An application with the URL of its endpoint. */
export type EndpointsApplication = Answer<'application'>
/** A network that an application can use. */
export type EndpointNetwork = Answer<'networks'>[number]
/** An API key, without the key itself. */
export type ApplicationKey = Answer<'keys'>[number]
/** A new API key. The service shows it only this once. */
export type NewApplicationKey = Answer<'createKey'>
/** Counts and latencies of an application over whole hours. */
export type EndpointStatistics = Answer<'statistics'>
/** Usage and cost of an account in a UTC month. */
export type UsageStatement = Answer<'statement'>
/** A change as the audit log shows it. */
export type AuditEntry = Answer<'accountAudit'>[number]
/** The raw reply of a call through an endpoint. */
export type TriedCall = Answer<'tryCall'>
