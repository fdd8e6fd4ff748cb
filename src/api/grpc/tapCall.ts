import { type DescMessage, type DescMethod, toJsonString } from '@bufbuild/protobuf'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'
import { toBase64 } from '../../util/bytes.ts'
import { grpcStatus, type UnaryHandler } from './GrpcMethod.ts'

/** Headers of the protocol, not of the caller. */
const ownHeaders = new Set([
	'grpc-timeout',
	'grpc-encoding',
	'grpc-accept-encoding',
	'accept-encoding',
	'te',
	'content-type',
])

/** Wraps a method so that the journal records its calls, with messages as JSON. */
export function tapCall(journal: RequestJournal | undefined, method: DescMethod, handler: UnaryHandler): UnaryHandler {
	if (journal === undefined) return handler
	const path = `/${method.parent.typeName}/${method.name}`
	return (call, request) => {
		if (!journal.on) return handler(call, request)
		const note = journal.begin({
			listener: 'grpc',
			from: call.peer,
			method: 'gRPC',
			path,
			headers: Object.entries(call.headers)
				.filter(([name]) => !name.startsWith(':') && !ownHeaders.has(name))
				.map(([name, value]) => [name, String(value)]),
		})
		if (note === undefined) return handler(call, request)
		note.body.add(request)
		note.bodyText = jsonOf(method.input, request)
		const noted = async (): Promise<Uint8Array> => {
			try {
				const reply = await handler(call, request)
				note.code = 0
				note.reply.add(reply)
				note.replyText = jsonOf(method.output, reply)
				return reply
			} catch (error) {
				const { code, details } = grpcStatus(error)
				note.code = code
				note.replyText = details
				throw error
			} finally {
				journal.finish(note)
			}
		}
		return noted()
	}
}

/** Messages as JSON, or as base64 if they have no JSON form here. */
function jsonOf(schema: DescMessage, bytes: Uint8Array): string {
	try {
		return toJsonString(schema, decodeMessage(schema, bytes))
	} catch {
		return toBase64(bytes)
	}
}
