import { z } from 'zod'
import { time } from './accountSchemas.ts'

export { nothing } from './accountSchemas.ts'

/** Which heights an application answers: all that the node keeps, or the newest only. */
const network = z.enum(['archival', 'pruning'])
const texts = z.array(z.string().max(300)).max(1_000).readonly()

/** An application to be made. */
export const newApplicationValues = z.strictObject({
	name: z.string().max(300),
	description: z.string().max(2_000).optional(),
	network,
})

/** Changeable fields of an application. */
export const applicationChange = z.strictObject({
	name: z.string().max(300).optional(),
	description: z.string().max(2_000).optional(),
	rateLimit: z.int().min(1).nullable().optional().describe('calls a second, null for no limit'),
})

/** Whether callers need an API key. */
export const keyRequired = z.strictObject({ required: z.boolean() })

/** Allowlists to put in place of the present ones. */
export const allowlists = z.strictObject({ origins: texts.optional(), ips: texts.optional() })

/** A key to be made. */
export const newKeyValues = z.strictObject({
	label: z.string().max(300).optional(),
	expiresAt: time.nullable().optional(),
})

/** Options of rotating a key. */
export const rotation = z.strictObject({
	overlapMs: z.int().min(0).max(31_536_000_000).optional().describe('how long the old key still works'),
	expiresAt: time.nullable().optional().describe('end of the successor; that of the old key when left out'),
})

/** Hours of statistics. */
export const rangeQuery = z.strictObject({
	from: z.coerce.number<number>().int().describe('milliseconds since the Unix epoch'),
	to: z.coerce.number<number>().int().describe('not included'),
})

/** An application with the URL its endpoint is called at. */
export const application = z.object({
	id: z.string(),
	projectId: z.string(),
	name: z.string(),
	description: z.string(),
	network,
	endpointPath: z.string().describe('32 hex characters: the endpoint is {rpc_url}/v1/<endpointPath>'),
	url: z.string(),
	keyRequired: z.boolean(),
	rateLimit: z.int().nullable().describe('calls a second, null for no limit'),
	origins: z.array(z.string()).readonly(),
	ips: z.array(z.string()).readonly(),
	warnings: z.array(z.string()).readonly().describe('what the owner should know; empty when the endpoint is protected'),
	notices: z.array(z.string()).readonly().describe('what everybody in the team should know'),
	createdAt: time,
})

/** A network an application may be on. */
const networkInfo = z.object({
	id: network,
	heights: z.int().nullable().describe('newest heights it answers, null for every height the node keeps'),
	notice: z.string().describe('what the node cannot answer of that, and what to do; empty when it can'),
})

/** An API key without the key. */
const apiKey = z.object({
	id: z.string(),
	label: z.string(),
	hint: z.string().describe('ck_live_… and the last four characters'),
	createdAt: time,
	expiresAt: time.nullable(),
	lastUsedAt: time.nullable().describe('to the minute; null when it was never used'),
	revokedAt: time.nullable(),
})

/** A key just made. */
export const newApiKey = apiKey.extend({ key: z.string().describe('told once') })

/** An application just made, with its first key. */
export const newApplication = z.object({ application, key: newApiKey })

const latency = z.object({ average: z.number(), p50: z.number(), p95: z.number(), p99: z.number() })
const counts = z.object({
	total: z.int(),
	invalid: z.int().describe('refused before they ran (no key, wrong origin, too many, no JSON): these are no relays'),
	success: z.int(),
	clientErrors: z.int(),
	serverErrors: z.int(),
})

/** Statistics of an application over whole hours. */
export const statistics = counts.extend({
	from: time,
	to: time,
	latency: latency.describe('milliseconds'),
	methods: z.array(counts.extend({ method: z.string(), latency })).readonly(),
	hours: z
		.array(counts.extend({ at: time, averageMs: z.number() }))
		.readonly()
		.describe('one entry an hour, also where nothing happened'),
})

/** Lists of them. */
export const networks = z.array(networkInfo).readonly()
export const applications = z.array(application).readonly()
export const keys = z.array(apiKey).readonly()

/** A file. */
export const csv = z.string()

/** Which heights an application answers. */
export type Network = z.output<typeof network>
/** Changeable fields of an application. */
export type ApplicationChange = Readonly<z.output<typeof applicationChange>>
/** An application with the URL its endpoint is called at. */
export type ApplicationView = Readonly<z.output<typeof application>>
/** An application as the service keeps it. */
export type Application = Omit<ApplicationView, 'url' | 'notices'>
/** A network an application may be on. */
export type NetworkInfo = Readonly<z.output<typeof networkInfo>>
/** An API key without the key. */
export type ApiKey = Readonly<z.output<typeof apiKey>>
/** A new key. The key itself is returned only here. */
export type NewApiKey = Readonly<z.output<typeof newApiKey>>
/** An application just made, with its first key. */
export type NewApplicationView = Readonly<z.output<typeof newApplication>>
/** Latencies in milliseconds. */
export type Latency = Readonly<z.output<typeof latency>>
/** Counts of a time, a method or both. */
export type Counts = Readonly<z.output<typeof counts>>
/** Statistics of an application over whole hours. */
export type Statistics = Readonly<z.output<typeof statistics>>
/** Hours of statistics: times in milliseconds, `to` not included. */
export type TimeRange = Readonly<z.output<typeof rangeQuery>>
