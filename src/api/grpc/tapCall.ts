import { type DescMessage, type DescMethod, toJsonString } from '@bufbuild/protobuf'
import type { handleUnaryCall } from '@grpc/grpc-js'
import { decodeMessage } from '../../codec/proto/decodeMessage.ts'
import type { RequestJournal } from '../../serve/requests/RequestJournal.ts'

/** Wraps a method so that the journal records its calls, with messages as JSON. */
export function tapCall(
	journal: RequestJournal | undefined,
	method: DescMethod,
	handler: handleUnaryCall<Buffer, Buffer>,
): handleUnaryCall<Buffer, Buffer> {
	if (journal === undefined) return handler
	const path = `/${method.parent.typeName}/${method.name}`
	return (call, callback) => {
		if (!journal.on) return handler(call, callback)
		const note = journal.begin({
			door: 'grpc',
			from: call.getPeer().replace(/:\d+$/, ''),
			method: 'gRPC',
			path,
			headers: Object.entries(call.metadata.getMap()).map(([name, value]) => [name, String(value)]),
		})
		if (note === undefined) return handler(call, callback)
		note.body.add(call.request)
		note.bodyText = jsonOf(method.input, call.request)
		return handler(call, (fault, value, ...rest) => {
			note.code = fault === null ? 0 : Number((fault as { readonly code?: unknown }).code ?? 2)
			if (fault === null && value) {
				note.reply.add(value)
				note.replyText = jsonOf(method.output, value)
			} else if (fault !== null) note.replyText = String((fault as { readonly details?: unknown }).details ?? '')
			journal.finish(note)
			callback(fault, value, ...rest)
		})
	}
}

/** Messages as JSON, or as base64 if they have no JSON form here. */
function jsonOf(schema: DescMessage, bytes: Buffer): string {
	try {
		return toJsonString(schema, decodeMessage(schema, bytes))
	} catch {
		return bytes.toString('base64')
	}
}
