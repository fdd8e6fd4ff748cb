import type { RequestDetail } from '../../wire/RequestsSchema.ts'
import type { BoundedText } from './BoundedText.ts'
import { isSecretHeader, maskBody, masked, maskPath } from './maskSecrets.ts'
import type { RequestNote } from './RequestNote.ts'

/** Headers that a client's library adds itself, so another client would add them again. */
const ownHeaders = new Set([
	'host',
	'connection',
	'content-length',
	'accept',
	'accept-encoding',
	'accept-language',
	'sec-fetch-mode',
	'user-agent',
	'transfer-encoding',
	'expect',
])

/** A noted request with what it carried, its secrets masked; `base` is where its listener is. */
export function requestDetail(note: RequestNote, base: string | undefined): RequestDetail {
	const { start, body, reply } = note
	const withheld = 'not kept: it may hold passwords or keys'
	const shown = (text: BoundedText, readable: string | undefined): string => {
		if (note.isPrivate) return text.bytes === 0 ? '' : withheld
		return maskBody(readable ?? text.kept.toString('utf8'))
	}
	return {
		...note.summary(),
		headers: (start.headers ?? []).map(([name, value]) => [name, isSecretHeader(name.toLowerCase()) ? masked : value]),
		body: shown(body, note.bodyText),
		reply: shown(reply, note.replyText),
		cut: body.cut || reply.cut,
		curl: curlOf(note, base ?? ''),
	}
}

function curlOf(note: RequestNote, base: string): string {
	const { start, body, bodyText } = note
	const text = note.isPrivate ? '' : maskBody(body.kept.toString('utf8'))
	if (start.method === 'gRPC') {
		const data = bodyText === undefined || bodyText === '{}' ? '' : ` -d ${quote(maskBody(bodyText))}`
		return `grpcurl -plaintext${data} ${base} ${start.path.slice(1)}`
	}
	if (start.method === 'WS')
		return `curl -X POST ${quote(base)} -H 'Content-Type: application/json' --data ${quote(text)}`
	const headers = (start.headers ?? []).filter(([name]) => !ownHeaders.has(name.toLowerCase())).map(headerOf)
	const data = body.bytes === 0 ? '' : ` --data-binary ${quote(text)}`
	return `curl -X ${start.method} ${quote(`${base}${maskPath(start.path)}`)}${headers.join('')}${data}`
}

function headerOf([name, value]: readonly [string, string]): string {
	if (name.toLowerCase() === 'x-api-key') return ` -H "${name}: $API_KEY"`
	return ` -H ${quote(`${name}: ${isSecretHeader(name.toLowerCase()) ? masked : value}`)}`
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`
}
