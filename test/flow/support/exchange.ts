import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** A recorded REST exchange. */
export interface Exchange {
	readonly name: string
	readonly request: {
		readonly method: string
		readonly path: string
		readonly headers: Readonly<Record<string, string>>
		readonly body?: string
	}
	readonly response: { readonly status: number; readonly headers: unknown; readonly body: string }
	/** JSON pointers of values that change from run to run, or the name of a kind of text. */
	readonly volatile?: readonly string[]
}

/** What a server answered; header names and their order as they came. */
export interface Answer {
	readonly status: number
	readonly headers: readonly (readonly [string, string])[]
	readonly body: string
}

/** The exchanges of a recording in test/golden/rest. */
export function recordedExchanges(name: string): readonly Exchange[] {
	const text = readFileSync(new URL(`../../golden/rest/${name}.json`, import.meta.url), 'utf8')
	return JSON.parse(text) as readonly Exchange[]
}

const agent = new Agent({ keepAlive: true })

/** Sends the recorded request with its own headers alone. */
export function replayExchange(port: number, { request: recorded }: Exchange): Promise<Answer> {
	const body = recorded.body === undefined ? undefined : Buffer.from(recorded.body)
	return new Promise((resolve, reject) => {
		const sent = request(
			{
				host: '127.0.0.1',
				port,
				method: recorded.method,
				path: recorded.path,
				headers: { ...recorded.headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
				agent,
			},
			(response) => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => chunks.push(chunk))
				response.on('error', reject)
				response.on('end', () => {
					const headers: [string, string][] = []
					for (let i = 0; i < response.rawHeaders.length; i += 2) {
						headers.push([response.rawHeaders[i]!, response.rawHeaders[i + 1]!])
					}
					resolve({ status: response.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') })
				})
			},
		)
		sent.on('error', reject)
		sent.end(body)
	})
}

/** The body with the values at the recording's volatile pointers blanked; undefined when the whole text may differ. */
export function stableBody(exchange: Exchange, body: string): unknown {
	const pointers = exchange.volatile ?? []
	if (pointers.some((pointer) => !pointer.startsWith('/'))) return undefined
	if (pointers.length === 0) return body
	const value: unknown = JSON.parse(body)
	for (const pointer of pointers) {
		const keys = pointer.split('/').slice(1)
		let at = value as Record<string, unknown>
		for (const key of keys.slice(0, -1)) at = at?.[key] as Record<string, unknown>
		if (at !== undefined) at[keys.at(-1)!] = null
	}
	return value
}

/** The headers the recording keeps, by lower-case name; the latest height differs from run to run. */
export function comparableHeaders(answer: Answer, exchange: Exchange): Record<string, string> {
	const recorded = exchange.response.headers as Readonly<Record<string, string>>
	const kept = ['content-type', 'location', 'allow', 'grpc-metadata-x-cosmos-block-height']
	const out: Record<string, string> = {}
	for (const [name, value] of answer.headers) {
		const key = name.toLowerCase()
		if (kept.includes(key)) out[key] = recorded[key] === 'VOLATILE' ? 'VOLATILE' : value
	}
	return out
}
