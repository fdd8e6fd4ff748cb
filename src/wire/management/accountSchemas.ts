import { z } from 'zod'

/** A point in time. */
export const time = z.int().describe('milliseconds since the Unix epoch')

/** No reply: status 204. */
export const nothing = z.void()

/** Price plan of an account: 4,500 nano-USD a relay above the free tier, or 3,400. */
export const plan = z.enum(['payg', 'enterprise'])

const email = z.string().max(300)
const password = z.string().max(1_000)

/** E-mail and password. */
export const credentials = z.strictObject({
	email,
	password,
	clientToken: z.string().max(100).optional().describe('the one told at an earlier login of the same program'),
})

/** The present password and the one to come. */
export const passwordChange = z.strictObject({ present: password.default(''), fresh: password })

/** A hard cap of relays. */
export const capChange = z.strictObject({
	cap: z.int().min(0).nullable().describe('relays a UTC month may count, null for none'),
})

/** An account and the plan to put it on. */
export const planChange = z.strictObject({ email, plan })

/** A login to start at an identity provider. */
export const deviceLoginStart = z.strictObject({
	provider: z.string().max(40),
	link: z.boolean().default(false).describe('add the provider to the account that is logged in'),
})

/** A UTC month, the present one when left out. */
export const monthQuery = z.strictObject({ month: z.string().max(20).optional().describe('as 2026-11') })

/** Part of a list, the newest first. */
export const pageQuery = z.strictObject({
	limit: z.coerce
		.number<number>()
		.int()
		.min(1)
		.max(500)
		.default(100)
		.describe('entries of a page; what happened at the same time as its last one comes with it'),
	before: z.coerce.number<number>().int().optional().describe('only what is older than this time'),
})

/** An account as its holder sees it. */
export const account = z.object({
	id: z.string(),
	email: z.string(),
	plan,
	cap: z.int().nullable().describe('relays a month may count at most, null for no cap'),
	hasPassword: z.boolean(),
	createdAt: time,
})

/** A session just opened. */
export const newSession = z.object({
	accountId: z.string(),
	sessionId: z.string(),
	token: z.string().describe('told once; send it as Authorization: Bearer'),
	expiresAt: time,
})

/** A session just opened with a password. */
export const newLogin = newSession.extend({
	clientToken: z.string().describe('keep it and send it with the next login: strangers then cannot hold that up'),
})

/** A session as its holder sees it. */
const sessionInfo = z.object({
	id: z.string(),
	method: z.string().describe('password, or the name of an identity provider'),
	createdAt: time,
	lastUsedAt: time,
	expiresAt: time,
	current: z.boolean().describe('whether the request came with this one'),
})

/** Sessions of an account. */
export const sessions = z.array(sessionInfo).readonly()

/** A login method. */
const loginMethod = z.object({
	id: z.string().describe('password, wallet or the name of a provider'),
	label: z.string(),
	kind: z.enum(['password', 'device', 'wallet']),
	available: z.boolean(),
	note: z.string().describe('why it is not available; else empty'),
})

/** Login methods. */
export const loginMethods = z.array(loginMethod).readonly()

/** A login to be finished in a browser. */
export const startedLogin = z.object({
	loginId: z.string(),
	userCode: z.string(),
	verificationUri: z.string(),
	verificationUriComplete: z.string().nullable(),
	expiresIn: z.number().describe('seconds'),
})

/** State of such a login; the session is returned once. */
export const deviceLogin = z.object({
	state: z.enum(['pending', 'done', 'failed']),
	message: z.string().describe('why it failed; else empty'),
	next: z.string().describe('what to do then'),
	session: newSession.nullable(),
})

/** Usage and cost of an account in a UTC month. Money is in nano-USD as text, and in USD. */
export const statement = z.object({
	month: z.string().describe('as 2026-11'),
	plan: plan.describe('the last one that applied in the month'),
	relays: z.int(),
	freeRelays: z.int(),
	billedRelays: z.int(),
	nanoUsdPerRelay: z.string(),
	nanoUsd: z.string(),
	usd: z.string(),
	plans: z
		.array(
			z.object({
				plan,
				from: time,
				relays: z.int(),
				billedRelays: z.int(),
				nanoUsdPerRelay: z.string(),
				nanoUsd: z.string(),
				usd: z.string(),
			}),
		)
		.readonly()
		.describe('plans that applied in the month, in order: each relay costs what its own plan says'),
	cap: z.int().nullable(),
	applications: z
		.array(z.object({ applicationId: z.string(), name: z.string(), projectId: z.string(), relays: z.int() }))
		.readonly(),
	days: z
		.array(z.object({ day: z.string(), relays: z.int() }))
		.readonly()
		.describe('the billing journal by UTC day; sums up to relays'),
	notices: z
		.array(z.object({ kind: z.enum(['free', 'cap']), percent: z.int(), at: time }))
		.readonly()
		.describe('thresholds that were reached, of the free tier or of the cap'),
})

/** One change as the audit log shows it. */
const auditEntry = z.object({
	id: z.string(),
	at: time,
	actor: z.string().describe('e-mail of who made it, or operator'),
	projectId: z.string().nullable(),
	applicationId: z.string().nullable(),
	action: z.string(),
	detail: z.record(z.string(), z.unknown()),
})

/** Changes, the newest first. */
export const auditEntries = z.array(auditEntry).readonly()

/** Price plan of an account. */
export type Plan = z.output<typeof plan>
/** An account as its holder sees it. */
export type Account = Readonly<z.output<typeof account>>
/** A new session. Its token is returned only here. */
export type NewSession = Readonly<z.output<typeof newSession>>
/** A session just opened with a password, and what the program shows at its next login. */
export type NewLogin = Readonly<z.output<typeof newLogin>>
/** A login to be finished in a browser. */
export type StartedLogin = Readonly<z.output<typeof startedLogin>>
/** State of such a login. */
export type DeviceLoginView = Readonly<z.output<typeof deviceLogin>>
/** Usage and cost of an account in a UTC month. */
export type Statement = Readonly<z.output<typeof statement>>
/** One change as the audit log shows it. */
export type AuditEntry = Readonly<z.output<typeof auditEntry>>
