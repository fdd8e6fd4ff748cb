import { request } from 'node:http'

/** A recorded exchange with a real node, or the order to go on only when a block is there. */
export type Recorded = { readonly wait_height: number } | Exchange

/** One request with its reply. */
export interface Exchange {
	readonly name: string
	readonly request: {
		readonly method: string
		readonly path: string
		readonly headers: Readonly<Record<string, string>>
		readonly body?: string
	}
	readonly response: {
		readonly status: number
		readonly headers: Readonly<Record<string, string>>
		readonly body: string
	}
	/** JSON pointers to what changes from run to run, or names of kinds of text that do. */
	readonly volatile: readonly string[]
}

/** A reply as it came. */
export interface Reply {
	readonly status: number
	readonly headers: Readonly<Record<string, string | string[] | undefined>>
	readonly body: string
}

/** Sends a recorded request; the Host header is the recorded node's, which some replies name. */
export function send({ request: { method, path, headers, body } }: Exchange, port: number): Promise<Reply> {
	return new Promise((resolve, reject) => {
		const message = request(
			{ host: '127.0.0.1', port, method, path, headers: { ...headers, host: '127.0.0.1:26657' } },
			(response) => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => chunks.push(chunk))
				response.on('end', () => {
					const text = Buffer.concat(chunks).toString('utf8')
					resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
				})
			},
		)
		message.on('error', reject)
		message.end(body)
	})
}

/** What of a reply must be as recorded: volatile values are set to null in both. */
export function comparable(
	reply: Reply | Exchange['response'],
	volatile: readonly string[],
	recorded: Exchange['response'],
) {
	const headers = Object.fromEntries(
		['content-type', 'deprecation', 'link', 'warning', 'location', 'allow']
			.filter((name) => recorded.headers[name] !== undefined || name !== 'content-type')
			.map((name) => [name, reply.headers[name]]),
	)
	const isText = volatile.some((entry) => !entry.startsWith('/'))
	const body = isText ? undefined : volatile.length > 0 ? without(JSON.parse(reply.body), volatile) : reply.body
	return { status: reply.status, headers, body }
}

function without(value: unknown, pointers: readonly string[]): unknown {
	for (const pointer of pointers) {
		const keys = pointer.split('/').slice(1)
		const last = keys.pop() ?? ''
		let at = value as Record<string, unknown> | undefined
		for (const key of keys) at = at?.[key] as Record<string, unknown> | undefined
		if (at !== undefined && at !== null) at[last] = null
	}
	return value
}
