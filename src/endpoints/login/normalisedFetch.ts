/**
 * Brings replies of providers that deviate from RFC 8628 into its form:
 *
 * - Google names the address `verification_url` and answers errors of the token endpoint with 403 and 428.
 * - GitHub answers in form encoding unless asked for JSON, and errors with status 200.
 */
export async function normalisedFetch(url: string, init: RequestInit): Promise<Response> {
	const headers = new Headers(init.headers)
	headers.set('accept', 'application/json')
	const response = await fetch(url, { ...init, headers })
	if (!(response.headers.get('content-type') ?? '').includes('json')) return response
	const body: unknown = await response.json()
	const fields =
		typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {}
	const failed = typeof fields.error === 'string'
	const uri = fields.verification_uri ?? fields.verification_url
	const json = uri === undefined || Array.isArray(body) ? body : { ...fields, verification_uri: uri }
	return new Response(JSON.stringify(json), {
		status: failed ? 400 : response.status,
		headers: { 'content-type': 'application/json' },
	})
}
