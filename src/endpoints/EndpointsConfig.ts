/** Limits and settings of the service, from `endpoints.json` in the home. Sizes in bytes, times in milliseconds. */
export interface EndpointsConfig {
	readonly limits: {
		readonly bodyBytes: number
		readonly batchItems: number
		readonly replyBytes: number
		readonly callTimeoutMs: number
	}
	/** Heights a pruning application answers, counted from the newest. */
	readonly pruningWindow: number
	/** EIP-155 number; undefined derives it from the chain id. */
	readonly evmChainId: bigint | undefined
	/** PEM files; undefined serves plain http. */
	readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
	/** Addresses or CIDR ranges whose X-Forwarded-For is believed. */
	readonly trustedProxies: readonly string[]
	/** Public URL of the gateway; undefined uses the listener's address. */
	readonly publicUrl: string | undefined
	readonly identityProviders: readonly IdentityProviderConfig[]
}

/** An identity provider for logins by the device flow. */
export interface IdentityProviderConfig {
	/** Short name in commands and screens: `google`. */
	readonly name: string
	readonly label: string
	/** `oidc` follows the standards; `google` and `github` have their own deviations. */
	readonly kind: 'oidc' | 'google' | 'github'
	readonly issuer: string
	readonly clientId: string
	readonly clientSecret: string | undefined
	/** Base URL of the user API of a `github` provider. */
	readonly apiUrl: string | undefined
}

/** Defaults without a settings file. */
export const defaultEndpointsConfig: EndpointsConfig = {
	limits: { bodyBytes: 5_000_000, batchItems: 1_000, replyBytes: 25_000_000, callTimeoutMs: 5_000 },
	pruningWindow: 1_000,
	evmChainId: undefined,
	tls: undefined,
	trustedProxies: [],
	publicUrl: undefined,
	identityProviders: [],
}
