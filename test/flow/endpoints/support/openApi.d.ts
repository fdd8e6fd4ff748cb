// The parts of two packages that the test of the OpenAPI document uses.
declare module '@redocly/openapi-core' {
	/** The rules to look by. */
	export function createConfig(config: { readonly extends: readonly string[] }): Promise<unknown>
	/** What the rules find in a document. */
	export function lintFromString(options: {
		readonly source: string
		readonly config: unknown
	}): Promise<readonly { readonly ruleId: string; readonly message: string }[]>
}

declare module 'openapi-client-axios' {
	/** An operation by its id: parameters, then the body. */
	// biome-ignore lint/suspicious/noExplicitAny: the client is made from the document at run time
	type Operation = (parameters?: any, body?: any) => Promise<{ readonly data: any }>

	/** The operations that are called. */
	type Called =
		| 'signUp'
		| 'createProject'
		| 'createApplication'
		| 'applications'
		| 'deleteApplication'
		| 'createKey'
		| 'keys'

	/** A client with a method for each operation. */
	export type Client = Readonly<Record<Called, Operation>> & {
		readonly defaults: { readonly headers: { readonly common: Record<string, string> } }
	}

	export class OpenAPIClientAxios {
		constructor(options: { readonly definition: unknown; readonly axiosConfigDefaults: { readonly baseURL: string } })
		init(): Promise<Client>
	}
}
