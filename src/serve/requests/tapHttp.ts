import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ListenerName } from '../../wire/AdminSchema.ts'
import type { NoteTaker } from './RequestNote.ts'

/** The management of the endpoint service: passwords, sessions and new keys go over it. */
const privatePaths = /^\/manage\//

/** Notes one HTTP request as it passes: its body where node hands it to the server, its reply where the server writes it. */
export function tapHttp(
	journal: NoteTaker,
	listener: ListenerName,
	request: IncomingMessage,
	response: ServerResponse,
): void {
	const path = request.url ?? '/'
	const isPrivate = privatePaths.test(path)
	const headers: (readonly [string, string])[] = []
	for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
		headers.push([request.rawHeaders[i]!, request.rawHeaders[i + 1]!])
	}
	const note = journal.begin({
		listener,
		from: request.socket.remoteAddress ?? '',
		method: request.method ?? 'GET',
		path,
		headers,
		private: isPrivate,
	})
	if (note === undefined) return
	const push = request.push.bind(request)
	request.push = (chunk: unknown, encoding) => {
		note.body.add(chunk, encoding)
		return push(chunk, encoding)
	}
	// Both have many signatures; whatever comes is handed on as it is.
	const write = response.write.bind(response) as (...args: unknown[]) => boolean
	const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
	response.write = ((...args: unknown[]) => {
		note.reply.add(args[0], args[1])
		return write(...args)
	}) as typeof response.write
	response.end = ((...args: unknown[]) => {
		note.reply.add(args[0], args[1])
		return end(...args)
	}) as typeof response.end
	response.once('close', () => {
		note.status = response.headersSent ? response.statusCode : 0
		journal.finish(note)
	})
}
