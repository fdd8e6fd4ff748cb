import { type AccountForms, accountForms } from '../../codec/legacy/forms/convertAccountForm.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { networkReason } from '../../errors/innermostCause.ts'
import { UserError } from '../../errors/UserError.ts'
import { jsonOf } from '../../util/jsonParts.ts'
import type { ApiKeySource } from '../rpc/RpcConnection.ts'
import { keyHeader } from '../rpc/remoteConnection.ts'

/** Timeout of a REST request, in milliseconds. */
const timeoutMs = 10_000

/**
 * Reads an account from a REST server of either generation, detects the generation from the reply, and returns both
 * forms.
 * @param url such as `http://127.0.0.1:1317`
 * @param height undefined for the latest
 * @param apiKey the key that the server takes
 * @throws {UserError} if the server is unreachable or refuses.
 */
export async function readAccountForms(
	url: string,
	address: string,
	height?: number,
	apiKey?: ApiKeySource,
): Promise<AccountForms> {
	const query = height === undefined ? '' : `?height=${height}`
	const body = await get(url, `/auth/accounts/${encodeURIComponent(address)}${query}`, apiKey)
	const registry = createRegistry({ evm: true })
	const forms = accountForms(body, registry)
	if (forms.generation === 8) return forms
	const at = forms.account === undefined ? undefined : heightOf(body)
	const balances = await get(
		url,
		`/bank/balances/${encodeURIComponent(address)}${at === undefined ? query : `?height=${at}`}`,
		apiKey,
	)
	return accountForms(body, registry, balances)
}

function heightOf(body: string): string | undefined {
	return /^\{"height":"(\d+)"/.exec(body)?.[1]
}

async function get(url: string, path: string, apiKey: ApiKeySource | undefined): Promise<string> {
	let response: Response
	let body: string
	try {
		response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
			headers: await keyHeader(apiKey),
			signal: AbortSignal.timeout(timeoutMs),
		})
		body = await response.text()
	} catch (cause) {
		throw new UserError(`No REST server answers at ${url}.`, {
			why: networkReason(cause),
			next: 'Name one with --rest-url URL, or start a node with its REST server on.',
			cause,
		})
	}
	if (response.status === 200) return body
	throw new UserError(`${url} refuses the request: ${errorText(body) || `HTTP status ${response.status}`}`, {
		next: response.status === 501 || response.status === 404 ? 'This server has no legacy account route.' : '',
	})
}

function errorText(body: string): string {
	const { error, message } = (jsonOf(body) ?? {}) as { readonly error?: unknown; readonly message?: unknown }
	return String(error ?? message ?? '')
}
