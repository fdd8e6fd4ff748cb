/** The parts of an Origin header, in lower case. */
export interface Origin {
	/** With the slashes: `https://`. */
	readonly scheme: string
	readonly host: string
	/** With its colon: `:8443`; empty for the scheme's own port. */
	readonly port: string
}

const label = '[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?'
const form = new RegExp(`^([a-z][a-z0-9+.-]*://)(\\[[0-9a-f:.]+\\]|${label}(?:\\.${label})*)(:\\d{1,5})?$`)

/**
 * Parses one origin as browsers send it (RFC 6454 section 6.2). Undefined for every other text: a list, a path, a user, a
 * fragment, `null`. A text that is not parsed first may begin and end like an allowed origin and be none.
 */
export function parseOrigin(text: string): Origin | undefined {
	const parts = form.exec(text.toLowerCase())
	if (parts === null) return undefined
	const [, scheme = '', host = '', port = ''] = parts
	return { scheme, host, port }
}
