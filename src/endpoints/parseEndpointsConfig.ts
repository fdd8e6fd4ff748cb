import { z } from 'zod'
import { defaultEndpointsConfig, type EndpointsConfig } from './EndpointsConfig.ts'
import { ipEntry } from './service/allowlists.ts'

const { limits: limitDefaults } = defaultEndpointsConfig
const count = (initial: number) => z.int().min(1).default(initial)

const provider = z.strictObject({
	name: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/),
	label: z.string().min(1).max(40).optional(),
	kind: z.enum(['oidc', 'google', 'github']),
	issuer: z.url(),
	clientId: z.string().min(1),
	clientSecret: z.string().min(1).optional(),
	apiUrl: z.url().optional(),
})

const schema = z.strictObject({
	limits: z
		.strictObject({
			bodyBytes: count(limitDefaults.bodyBytes),
			batchItems: count(limitDefaults.batchItems),
			replyBytes: count(limitDefaults.replyBytes),
			callTimeoutMs: count(limitDefaults.callTimeoutMs),
		})
		.default(limitDefaults),
	pruningWindow: count(defaultEndpointsConfig.pruningWindow),
	evmChainId: z.int().min(1).optional(),
	tls: z.strictObject({ certFile: z.string().min(1), keyFile: z.string().min(1) }).optional(),
	trustedProxies: z.array(z.string().refine(isRange, 'no IP address or range')).default([]),
	publicUrl: z.url().optional(),
	identityProviders: z.array(provider).default([]),
})

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
