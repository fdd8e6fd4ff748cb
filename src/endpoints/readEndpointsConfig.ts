import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { thrownText, UserError } from '../errors/UserError.ts'
import { defaultEndpointsConfig, type EndpointsConfig } from './EndpointsConfig.ts'
import { ipEntry } from './service/applications/allowlists.ts'

/** Reads a home's `endpoints.json`; without it the defaults hold. @throws {UserError} naming the wrong setting. */
export async function readEndpointsConfig(home: string): Promise<EndpointsConfig> {
	const file = join(home, 'endpoints.json')
	let text: string
	try {
		text = readFileSync(file, 'utf8')
	} catch (cause) {
		if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return defaultEndpointsConfig
		throw unreadable(file, thrownText(cause), cause)
	}
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch (cause) {
		throw unreadable(file, thrownText(cause), cause)
	}
	const parsed = parseEndpointsConfig(json)
	if ('problem' in parsed) throw unreadable(file, parsed.problem)
	const { tls } = parsed.config
	if (tls === undefined) return parsed.config
	return { ...parsed.config, tls: { certFile: resolve(home, tls.certFile), keyFile: resolve(home, tls.keyFile) } }
}

function unreadable(file: string, why: string, cause?: unknown): UserError {
	return new UserError(`The settings of the endpoint service in ${file} cannot be used.`, {
		why,
		next: 'Mend the file, or remove it to use the defaults.',
		cause,
	})
}

const { limits: limitDefaults } = defaultEndpointsConfig
const count = (initial: number) => z.int().min(1).default(initial)

const provider = z.strictObject({
	name: z
		.string()
		.regex(/^[a-z][a-z0-9-]{0,31}$/)
		.describe('short name for `endpoints login --provider`'),
	label: z.string().min(1).max(40).optional().describe('name on the screen; the short one when left out'),
	kind: z.enum(['oidc', 'google', 'github']).describe('`oidc` follows the standards; the others deviate from them'),
	issuer: z.url().describe('URL of the provider'),
	clientId: z.string().min(1).describe('id of this service there'),
	clientSecret: z.string().min(1).optional().describe('its secret, where the provider gives one'),
	apiUrl: z.url().optional().describe('user API of a `github` provider that is not github.com'),
})

const schema = z.strictObject({
	$schema: z.string().optional().describe('for editors; not read'),
	limits: z
		.strictObject({
			bodyBytes: count(limitDefaults.bodyBytes).describe('body of a call, in bytes'),
			batchItems: count(limitDefaults.batchItems).describe('calls in a batch'),
			replyBytes: count(limitDefaults.replyBytes).describe('reply to a call or batch, in bytes'),
			callTimeoutMs: count(limitDefaults.callTimeoutMs).describe('longest run of a call, in milliseconds'),
		})
		.default(limitDefaults),
	pruningWindow: count(defaultEndpointsConfig.pruningWindow).describe('newest heights a `pruning` application answers'),
	evmChainId: z.int().min(1).optional().describe('EIP-155 number; from the chain id when left out'),
	tls: z
		.strictObject({
			certFile: z.string().min(1).describe('PEM file of the certificate, from the home'),
			keyFile: z.string().min(1).describe('PEM file of its key'),
		})
		.optional(),
	trustedProxies: z
		.array(z.string().refine(isRange, 'no IP address or range'))
		.default([])
		.describe('addresses or ranges whose X-Forwarded-For is believed'),
	publicUrl: z.url().optional().describe('URL that clients use; that of the listener when left out'),
	identityProviders: z.array(provider).default([]),
})

/** JSON Schema (2020-12) of `endpoints.json`. */
export function endpointsConfigSchema(): Readonly<Record<string, unknown>> {
	return { title: 'Settings of the endpoint service', ...z.toJSONSchema(schema, { io: 'input' }) }
}

/** The settings a JSON document holds, or what is wrong with it in one line. */
export function parseEndpointsConfig(json: unknown): { config: EndpointsConfig } | { problem: string } {
	const { success, data, error } = schema.safeParse(json)
	if (!success) {
		const problem = error.issues
			.map(({ path, message }) => `${path.join('.') || 'the document'}: ${message}`)
			.join('; ')
		return { problem }
	}
	return {
		config: {
			limits: data.limits,
			pruningWindow: data.pruningWindow,
			evmChainId: data.evmChainId === undefined ? undefined : BigInt(data.evmChainId),
			tls: data.tls,
			trustedProxies: data.trustedProxies,
			publicUrl: data.publicUrl?.replace(/\/+$/, ''),
			identityProviders: data.identityProviders.map((one) => ({
				...one,
				label: one.label ?? one.name,
				clientSecret: one.clientSecret,
				apiUrl: one.apiUrl,
			})),
		},
	}
}

function isRange(text: string): boolean {
	try {
		ipEntry(text)
		return true
	} catch {
		return false
	}
}
