/** A call to be written for a shell. */
export interface CurlCall {
	readonly url: string
	readonly method: string
	readonly params: readonly unknown[]
	/** `none` for an endpoint that needs no key. */
	readonly key?: string | 'none'
}

/**
 * The shell line of a call, as section 4.5 of the interface writes it. Without `key` it takes the key from the variable
 * API_KEY, so that the line can be copied without leaving a secret in the shell's history.
 */
export function curlLine(call: CurlCall): string {
	return parts(call).join(' ')
}

/** The same command over several lines, for a screen: selected with the mouse, it runs unchanged. */
export function curlLines(call: CurlCall): readonly string[] {
	const lines = parts(call)
	return lines.map((line, index) => `${index === 0 ? '' : '  '}${line}${index === lines.length - 1 ? '' : ' \\'}`)
}

function parts({ url, method, params, key }: CurlCall): readonly string[] {
	const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
	const header = key === 'none' ? '' : `-H ${key === undefined ? '"x-api-key: $API_KEY"' : quote(`x-api-key: ${key}`)} `
	return [`curl -X POST ${quote(url)}`, `${header}-H 'Content-Type: application/json'`, `--data ${quote(body)}`]
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`
}
