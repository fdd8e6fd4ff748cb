/** Replaces a secret. */
export const masked = '***'

const secretHeaders = new Set([
	'authorization',
	'cookie',
	'proxy-authorization',
	'set-cookie',
	'x-api-key',
	'x-operator-token',
])
const secretNames = 'pass(?:word|phrase|wd)?|mnemonic|secret|private_?key|api_?key|token|credential'
const inJson = new RegExp(`("[^"\\\\]*(?:${secretNames})[^"\\\\]*"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*(?:"|$)`, 'gi')
const inQuery = new RegExp(`([?&][^=&]*(?:${secretNames}|^key)[^=&]*=)[^&#]*`, 'gi')

/** Whether a header carries a credential. Names are in lower case. */
export function isSecretHeader(name: string): boolean {
	return secretHeaders.has(name)
}

/** A JSON text with the values of members that are named as secrets masked; also of one that is cut. */
export function maskBody(text: string): string {
	return text.replace(inJson, `$1"${masked}"`)
}

/** A path with the values of query parameters that are named as secrets masked. */
export function maskPath(path: string): string {
	return path.includes('?') ? path.replace(inQuery, `$1${masked}`).replace(/([?&]key=)[^&#]*/gi, `$1${masked}`) : path
}

/** Whether a body calls methods with positional passphrases or keys (go-ethereum's `personal` namespace). */
export function callsWithSecrets(body: string): boolean {
	return /"personal_/.test(body)
}
