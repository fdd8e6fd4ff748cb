// The parts of oidc-provider 9 that the tests use; the package brings no types.
declare module 'oidc-provider' {
	import type { IncomingMessage, ServerResponse } from 'node:http'

	/** A code of the device flow while its person has not agreed yet. */
	export interface DeviceCode {
		readonly userCode?: string
		grantId: string
		accountId: string
		scope: string
		authTime: number
		save(ttl: number): Promise<string>
	}

	/** What its person has agreed to. */
	export interface Grant {
		addOIDCScope(scope: string): void
		save(): Promise<string>
	}

	export class Provider {
		constructor(issuer: string, configuration: Readonly<Record<string, unknown>>)
		readonly Grant: new (properties: {
			accountId: string
			clientId: string
		}) => Grant
		callback(): (request: IncomingMessage, response: ServerResponse) => void
		on(event: 'device_code.saved', listener: (code: DeviceCode) => void): void
	}
}
