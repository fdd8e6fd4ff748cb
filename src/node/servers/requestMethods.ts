import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { ServedMethods } from '../../api/rpc/AdminMethods.ts'
import { UserError } from '../../errors/UserError.ts'
import { maskBody } from '../../serve/requests/maskSecrets.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import type { RequestNote } from '../../serve/requests/RequestNote.ts'
import { requestDetail } from '../../serve/requests/requestDetail.ts'
import type { ListenerAddresses } from '../../wire/AdminSchema.ts'
import type { RequestsSchema } from '../../wire/RequestsSchema.ts'

const [usualLimit, longestWaitMs] = [200, 30_000]

/** The journal of requests as methods of a node (`wire/RequestsSchema.ts`). */
export function requestMethods(
	journal: RequestJournal,
	record: (on: boolean) => Promise<void>,
	addresses: () => ListenerAddresses,
): ServedMethods<RequestsSchema> {
	const noteOf = (id: unknown): RequestNote => {
		const note = journal.get(Number(id))
		if (note !== undefined) return note
		throw new UserError(`There is no request ${String(id)}.`, {
			why: journal.on ? 'Only the newest 500 are kept.' : 'Requests are not noted.',
			next: journal.on ? 'Choose one of the list.' : 'Switch the journal on.',
		})
	}
	return {
		requests_set: async ({ on }) => {
			await record(on === true)
			return { on: journal.on }
		},
		requests_clear: async () => {
			journal.clear()
			return { on: journal.on }
		},
		requests_list: async ({ after, limit, waitMs }) => {
			const from = Number(after ?? 0)
			const most = Math.min(Math.max(1, Number(limit ?? usualLimit)), usualLimit)
			if (Number(waitMs) > 0 && journal.since(from, most).length === 0) {
				await journal.next(Math.min(Number(waitMs), longestWaitMs))
			}
			return { on: journal.on, requests: journal.since(from, most).map((note) => note.summary()) }
		},
		requests_served: async ({ path }) => {
			const { on, served } = journal
			const now = Date.now()
			const listeners = served.listeners(now)
			return path === undefined ? { on, listeners } : { on, listeners, path: served.path(String(path), now) }
		},
		requests_get: async ({ id }) => {
			const note = noteOf(id)
			return requestDetail(note, addresses()[note.start.listener])
		},
		requests_replay: async ({ id }) => {
			const note = noteOf(id)
			const base = addresses()[note.start.listener]
			if (base === undefined) {
				throw new UserError(`The ${note.start.listener} listener is off.`, {
					next: 'Switch it on, then send it again.',
				})
			}
			const since = performance.now()
			const { status, body } = await replayRequest(note, base)
			return { status, body, ms: Math.round((performance.now() - since) * 100) / 100 }
		},
	}
}

/** Reply to a request that was sent again. */
interface Replayed {
	readonly status: number
	readonly body: string
}

/** Timeout in milliseconds, and kept bytes of the reply. */
const [timeoutMs, keptBytes] = [30_000, 1_000_000]
/** Headers that belong to the connection, not to the request. */
const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'upgrade'])

/**
 * Sends a recorded request again, with its headers and key, to its listener.
 * @param base `http://127.0.0.1:1317`, or `127.0.0.1:9090` for gRPC
 * @throws {UserError} if its body was not recorded completely, or its listener does not answer.
 */
async function replayRequest(note: RequestNote, base: string): Promise<Replayed> {
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
			because: cause,
			next: 'Check that it is on.',
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
					resolve({ status: reply.statusCode!, body: maskBody(Buffer.concat(chunks).toString('utf8')) }),
				)
				reply.on('error', reject)
			},
		)
		sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs / 1000} s`)))
		sent.on('error', reject)
		sent.end(body.kept)
	})
}

async function overGrpc({ start, body }: RequestNote, base: string): Promise<Replayed> {
	// Each thread of a node would keep the library's code, and few replay a call.
	const { credentials, makeGenericClientConstructor } = await import('@grpc/grpc-js')
	const Client = makeGenericClientConstructor({}, 'any')
	const client = new Client(base, credentials.createInsecure())
	const same = (bytes: Buffer): Buffer => bytes
	return new Promise((resolve) => {
		const deadline = new Date(Date.now() + timeoutMs)
		client.makeUnaryRequest(start.path, same, same, body.kept, { deadline }, (fault, value) => {
			client.close()
			if (fault !== null) resolve({ status: fault.code, body: fault.details })
			else resolve({ status: 0, body: value!.toString('base64') })
		})
	})
}
