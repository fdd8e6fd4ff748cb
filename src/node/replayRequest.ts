import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js'
import { thrownText } from '../errors/thrownText.ts'
import { UserError } from '../errors/UserError.ts'
import { maskBody } from '../serve/requests/maskSecrets.ts'
import type { RequestNote } from '../serve/requests/RequestNote.ts'

/** Reply to a request that was sent again. */
export interface Replayed {
	readonly status: number
	readonly body: string
}

/** Timeout in milliseconds, and kept bytes of the reply. */
const [timeoutMs, keptBytes] = [30_000, 1_000_000]
/** Headers that belong to the connection, not to the request. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'])

/**
 * Sends a recorded request again, with its headers and key, to its listener.
 *
 * @param base `http://127.0.0.1:1317`, or `127.0.0.1:9090` for gRPC
 * @throws {UserError} if its body was not recorded completely, or its listener does not answer.
 */
export async function replayRequest(note: RequestNote, base: string): Promise<Replayed> {
	if (note.body.cut || note.start.private === true) {
		throw new UserError('This request cannot be sent again.', {
			why: note.start.private === true ? 'Its body is not kept, for it may hold a password.' : 'Its body was cut.',
			next: 'Send it from the program that made it.',
		})
	}
	try {
		return await (note.start.method === 'gRPC' ? overGrpc(note, base) : overHttp(note, base))
	} catch (cause) {
		throw new UserError(`The ${note.start.listener} listener does not answer.`, {
			why: thrownText(cause),
			next: 'Check that it is on.',
			cause,
		})
	}
}

function overHttp({ start, body }: RequestNote, base: string): Promise<Replayed> {
	const isCall = start.method === 'WS'
	const url = new URL(base)
	const headers = Object.fromEntries(
		(start.headers ?? []).filter(([name]) => !connectionHeaders.has(name.toLowerCase())),
	)
	const send = url.protocol === 'https:' ? httpsRequest : httpRequest
	return new Promise((resolve, reject) => {
		const sent = send(
			{
				host: url.hostname.replace(/^\[|\]$/g, ''),
				port: url.port,
				method: isCall ? 'POST' : start.method,
				path: isCall ? '/' : start.path,
				headers: isCall ? { 'content-type': 'application/json' } : headers,
				// The node's own certificate; the connection stays on this machine.
				rejectUnauthorized: false,
				timeout: timeoutMs,
			},
			(reply) => {
				const chunks: Buffer[] = []
				let size = 0
				reply.on('data', (chunk: Buffer) => {
					size += chunk.length
					if (size <= keptBytes) chunks.push(chunk)
				})
				reply.on('end', () =>
					resolve({ status: reply.statusCode ?? 0, body: maskBody(Buffer.concat(chunks).toString('utf8')) }),
				)
				reply.on('error', reject)
			},
		)
		sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
		sent.on('error', reject)
		sent.end(body.kept)
	})
}

function overGrpc({ start, body }: RequestNote, base: string): Promise<Replayed> {
	const Client = makeGenericClientConstructor({}, 'any')
	const client = new Client(base, credentials.createInsecure())
	const same = (bytes: Buffer): Buffer => bytes
	return new Promise((resolve) => {
		const deadline = new Date(Date.now() + timeoutMs)
		client.makeUnaryRequest(start.path, same, same, body.kept, { deadline }, (fault, value) => {
			client.close()
			if (fault !== null) resolve({ status: fault.code, body: fault.details })
			else resolve({ status: 0, body: (value ?? Buffer.alloc(0)).toString('base64') })
		})
	})
}
