import { Agent, request as httpRequest } from 'node:http'
import type { FuzzRequest } from './mutateRequest.ts'

/** A reply with the headers that are compared. */
export interface RestReply {
	readonly status: number
	readonly headers: Readonly<Record<string, string>>
	readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
const keptHeaders = [
	'content-type',
	'deprecation',
	'link',
	'warning',
	'location',
	'allow',
	'grpc-metadata-x-cosmos-block-height',
]

/** Sends a request to a port of loopback. A connection that breaks is a reply with status 0. */
export function sendRest(port: number, { method, path, headers, body }: FuzzRequest): Promise<RestReply> {
	const data = body === undefined ? undefined : Buffer.from(body, 'utf8')
	const length = data === undefined ? {} : { 'content-length': data.length }
	return new Promise((resolve) => {
		const broken = (error: Error): void => resolve({ status: 0, headers: {}, body: error.message })
		const sent = httpRequest(
			{ host: '127.0.0.1', port, method, path, agent, headers: { ...headers, ...length }, timeout: 30_000 },
			(response) => {
				const chunks: Buffer[] = []
				response.on('data', (chunk: Buffer) => chunks.push(chunk))
				response.on('error', broken)
				response.on('end', () => {
					const kept = keptHeaders.flatMap((name) => {
						const value = response.headers[name]
						return value === undefined ? [] : [[name, String(value)]]
					})
					resolve({
						status: response.statusCode ?? 0,
						headers: Object.fromEntries(kept),
						body: Buffer.concat(chunks).toString('utf8'),
					})
				})
			},
		)
		sent.on('error', broken)
		sent.on('timeout', () => sent.destroy(new Error('no reply')))
		sent.end(data)
	})
}

/** Closes the connections that are kept open. */
export function closeRestConnections(): void {
	agent.destroy()
}
