/**
 * The shell line of a call, as section 4.5 of the interface writes it. Without `key` it takes the key from the variable
 * API_KEY, so that the line can be copied without leaving a secret in the shell's history.
 */
export function curlLine(call: {
	readonly url: string
	readonly method: string
	readonly params: readonly unknown[]
	/** `none` for an endpoint that needs no key. */
	readonly key?: string | 'none'
}): string {
	const { url, method, params, key } = call
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const header = key === 'none' ? '' : ` -H ${key === undefined ? '"x-api-key: $API_KEY"' : quote(`x-api-key: ${key}`)}`
	return `curl -X POST ${quote(url)}${header} -H 'Content-Type: application/json' --data ${quote(body)}`
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`
}
