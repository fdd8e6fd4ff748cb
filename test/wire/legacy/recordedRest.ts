import { request } from 'node:http'

/** A body as recorded: the text, or how a long one is made. */
export type RecordedBody =
	| string
	| { readonly prefix: string; readonly repeat: string; readonly times: number; readonly suffix: string }

/** A recorded request. */
export interface RecordedRequest {
	readonly method: string
	readonly path: string
	readonly headers: Readonly<Record<string, string>>
	readonly body?: RecordedBody
}

/** A recorded or received reply: headers by lower-case name. */
export interface RecordedReply {
	readonly status: number
	readonly headers: Readonly<Record<string, string>>
	readonly body: string
}

/** The text of a recorded body. */
export function bodyText(body: RecordedBody): string {
	return typeof body === 'string' ? body : body.prefix + body.repeat.repeat(body.times) + body.suffix
}

/** Sends a recorded request with its own headers alone. */
export function send(port: number, recorded: RecordedRequest): Promise<RecordedReply> {
	const body = recorded.body === undefined ? undefined : Buffer.from(bodyText(recorded.body), 'utf8')
	const headers = Object.fromEntries(
		Object.entries(recorded.headers).filter(([name]) => name.toLowerCase() !== 'content-length'),
	)
	return new Promise((resolve, reject) => {
		const sent = request(
			{
				host: '127.0.0.1',
				port,
				method: recorded.method,
				path: recorded.path,
				headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
			},
			(response) => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => chunks.push(chunk))
				response.on('error', reject)
				response.on('end', () =>
					resolve({
						status: response.statusCode ?? 0,
						headers: response.headers as Record<string, string>,
						body: Buffer.concat(chunks).toString('utf8'),
					}),
				)
			},
		)
		sent.on('error', reject)
		sent.end(body)
	})
}

const keptHeaders = ['content-type', 'deprecation', 'link', 'warning', 'location', 'allow'] as const

/** The part of a reply that a recording fixes: volatile values are blanked, a wholly volatile body is left out. */
export function comparable(reply: RecordedReply, volatile: readonly string[], recorded: RecordedReply) {
	const headers = Object.fromEntries(
		keptHeaders.filter((name) => recorded.headers[name] !== 'VOLATILE').map((name) => [name, reply.headers[name]]),
	)
	return { status: reply.status, headers, body: stableBody(reply.body, volatile) }
}

function stableBody(body: string, volatile: readonly string[]): unknown {
	if (volatile.some((pointer) => !pointer.startsWith('/'))) return undefined
	if (volatile.length === 0) return body
	let value: unknown
	try {
		value = JSON.parse(body)
	} catch {
		return body
	}
	for (const pointer of volatile) {
		const keys = pointer.split('/').slice(1)
		let at = value as Record<string, unknown> | undefined
		for (const key of keys.slice(0, -1)) at = at?.[key] as Record<string, unknown> | undefined
		const last = keys.at(-1) ?? ''
		if (at !== undefined && at !== null && last in at) at[last] = null
	}
	// Blanked, it is text again: the order of the keys counts.
	return JSON.stringify(value)
}
