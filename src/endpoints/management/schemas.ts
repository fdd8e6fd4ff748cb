import { z } from 'zod'
import type { Account } from '../service/accounts.ts'
import type { ApiKey, NewApiKey } from '../service/apiKeys.ts'
import type { AuditEntry } from '../service/auditLog.ts'
import type { Member } from '../service/members.ts'
import type { NetworkInfo } from '../service/networks.ts'
import { roles } from '../service/permissions.ts'
import type { Project } from '../service/projects.ts'
import type { SessionInfo } from '../service/sessions.ts'
import type { Statement } from '../service/statements.ts'
import type { Statistics } from '../service/statistics.ts'
import type { ApplicationView, DeviceLoginView, LoginMethod, NewApplicationView, StartedLogin } from './views.ts'

const time = z.int().describe('milliseconds since the Unix epoch')
const network = z.enum(['archival', 'pruning'])
const givenRole = z.enum(['admin', 'developer', 'viewer'])
const credentials = z.strictObject({ email: z.string().max(300), password: z.string().max(1_000) })

/** Bodies of requests. */
export const bodies = {
	credentials,
	deviceLogin: z.strictObject({ provider: z.string().max(40), link: z.boolean().default(false) }),
	password: z.strictObject({ present: z.string().max(1_000).default(''), fresh: z.string().max(1_000) }),
	cap: z.strictObject({ cap: z.int().min(0).nullable().describe('relays a UTC month may count, null for none') }),
	plan: z.strictObject({ email: z.string().max(300), plan: z.enum(['payg', 'enterprise']) }),
	name: z.strictObject({ name: z.string().max(300) }),
	transfer: z.strictObject({ accountId: z.string().max(40) }),
	member: z.strictObject({ email: z.string().max(300), role: givenRole }),
	role: z.strictObject({ role: givenRole }),
	application: z.strictObject({
		name: z.string().max(300),
		description: z.string().max(2_000).optional(),
		network,
	}),
	applicationChange: z.strictObject({
		name: z.string().max(300).optional(),
		description: z.string().max(2_000).optional(),
		rateLimit: z.int().min(1).nullable().optional().describe('calls a second, null for no limit'),
	}),
	keyRequired: z.strictObject({ required: z.boolean() }),
	allowlists: z.strictObject({
		origins: z.array(z.string().max(300)).max(1_000).optional(),
		ips: z.array(z.string().max(300)).max(1_000).optional(),
	}),
	key: z.strictObject({ label: z.string().max(300).optional(), expiresAt: time.nullable().optional() }),
	rotation: z.strictObject({
		overlapMs: z.int().min(0).max(31_536_000_000).optional().describe('how long the old key still works'),
	}),
} as const

/** Query parameters. */
export const queries = {
	range: z.strictObject({ from: z.coerce.number().int(), to: z.coerce.number().int() }),
	month: z.strictObject({ month: z.string().max(20).optional() }),
	page: z.strictObject({
		limit: z.coerce.number().int().min(1).max(500).default(100),
		before: z.coerce.number().int().optional(),
	}),
} as const

const account: z.ZodType<Account> = z.object({
	id: z.string(),
	email: z.string(),
	plan: z.enum(['payg', 'enterprise']),
	cap: z.int().nullable(),
	hasPassword: z.boolean(),
	createdAt: time,
})
const session = z.object({
	accountId: z.string(),
	sessionId: z.string(),
	token: z.string().describe('told once; send it as Authorization: Bearer'),
	expiresAt: time,
})
const sessionInfo: z.ZodType<SessionInfo> = z.object({
	id: z.string(),
	method: z.string(),
	createdAt: time,
	lastUsedAt: time,
	expiresAt: time,
	current: z.boolean(),
})
const loginMethod: z.ZodType<LoginMethod> = z.object({
	id: z.string(),
	label: z.string(),
	kind: z.enum(['password', 'device', 'wallet']),
	available: z.boolean(),
	note: z.string(),
})
const startedLogin: z.ZodType<StartedLogin> = z.object({
	loginId: z.string(),
	userCode: z.string(),
	verificationUri: z.string(),
	verificationUriComplete: z.string().nullable(),
	expiresIn: z.number().describe('seconds'),
})
const deviceLogin: z.ZodType<DeviceLoginView> = z.object({
	state: z.enum(['pending', 'done', 'failed']),
	message: z.string(),
	session: session.nullable(),
})
const role = z.enum(roles)
const project: z.ZodType<Project> = z.object({
	id: z.string(),
	name: z.string(),
	role,
	accountId: z.string(),
	createdAt: time,
})
const member: z.ZodType<Member> = z.object({ accountId: z.string(), email: z.string(), role, addedAt: time })
const application: z.ZodType<ApplicationView> = z.object({
	id: z.string(),
	projectId: z.string(),
	name: z.string(),
	description: z.string(),
	network,
	endpointPath: z.string().describe('32 hex characters'),
	url: z.string(),
	keyRequired: z.boolean(),
	rateLimit: z.int().nullable(),
	origins: z.array(z.string()),
	ips: z.array(z.string()),
	warnings: z.array(z.string()),
	notices: z.array(z.string()).describe('what everybody in the team should know'),
	createdAt: time,
})
const networkInfo: z.ZodType<NetworkInfo> = z.object({
	id: network,
	heights: z.int().nullable().describe('newest heights it answers, null for all since genesis'),
	notice: z.string().describe('what the node cannot answer of that; empty when it can'),
})
const keyFields = {
	id: z.string(),
	label: z.string(),
	hint: z.string(),
	createdAt: time,
	expiresAt: time.nullable(),
	lastUsedAt: time.nullable(),
	revokedAt: time.nullable(),
}
const key: z.ZodType<ApiKey> = z.object(keyFields)
const newKey: z.ZodType<NewApiKey> = z.object({ ...keyFields, key: z.string().describe('told once') })
const newApplication: z.ZodType<NewApplicationView> = z.object({ application, key: newKey })
const latency = z.object({ average: z.number(), p50: z.number(), p95: z.number(), p99: z.number() })
const counts = {
	total: z.int(),
	invalid: z.int(),
	success: z.int(),
	clientErrors: z.int(),
	serverErrors: z.int(),
}
const statistics: z.ZodType<Statistics> = z.object({
	from: time,
	to: time,
	...counts,
	latency: latency.describe('milliseconds'),
	methods: z.array(z.object({ method: z.string(), ...counts, latency })),
	hours: z.array(z.object({ at: time, ...counts, averageMs: z.number() })),
})
const statement: z.ZodType<Statement> = z.object({
	month: z.string(),
	plan: z.enum(['payg', 'enterprise']),
	relays: z.int(),
	freeRelays: z.int(),
	billedRelays: z.int(),
	nanoUsdPerRelay: z.string(),
	nanoUsd: z.string(),
	usd: z.string(),
	cap: z.int().nullable(),
	applications: z.array(
		z.object({ applicationId: z.string(), name: z.string(), projectId: z.string(), relays: z.int() }),
	),
	days: z.array(z.object({ day: z.string(), relays: z.int() })),
	notices: z.array(z.object({ kind: z.enum(['free', 'cap']), percent: z.int(), at: time })),
})
const auditEntry: z.ZodType<AuditEntry> = z.object({
	id: z.string(),
	at: time,
	actor: z.string(),
	projectId: z.string().nullable(),
	applicationId: z.string().nullable(),
	action: z.string(),
	detail: z.record(z.string(), z.unknown()),
})

/** Bodies of replies; `none` is 204. */
export const replies = {
	none: z.void(),
	csv: z.string(),
	account,
	session,
	sessions: z.array(sessionInfo),
	loginMethods: z.array(loginMethod),
	startedLogin,
	deviceLogin,
	project,
	projects: z.array(project),
	member,
	members: z.array(member),
	application,
	applications: z.array(application),
	newApplication,
	networks: z.array(networkInfo),
	newKey,
	keys: z.array(key),
	statistics,
	statement,
	audit: z.array(auditEntry),
} as const
