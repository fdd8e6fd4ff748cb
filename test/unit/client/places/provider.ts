import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** What a provider replies instead of JSON with status 200. */
export class Reply {
	readonly status: number
	readonly body: string
	readonly headers: Readonly<Record<string, string>>

	constructor(status: number, body: string, headers: Readonly<Record<string, string>> = {}) {
		this.status = status
		this.body = body
		this.headers = headers
	}
}

/** A question that a provider was asked. */
export interface Question {
	/** A method of JSON-RPC with its parameters, or path and query of a GET, or of another POST with its body. */
	readonly text: string
	readonly headers: IncomingHttpHeaders
}

/** What a provider answers, by JSON-RPC method or by path and query: JSON, or what makes it of the question. */
export type Answers = { readonly [question: string]: unknown }

/**
 * Another party's server: it answers as it is told, 404 for other paths and an error for other methods. It takes lists of
 * calls, in which each has its own answer.
 */
export async function providerOf(answers: Answers): Promise<{ readonly url: string; readonly asked: Question[] }> {
	const asked: Question[] = []
	const server = createServer(async (request, response) => {
		const body = await bodyOf(request)
		const answerTo = async (name: string, text: string, params: unknown): Promise<unknown> => {
			asked.push({ text, headers: request.headers })
			const answer = answers[name]
			return typeof answer === 'function' ? ((await answer(params, body)) as unknown) : answer
		}
		const resultOf = (call: Call) => answerTo(call.method, `${call.method} ${JSON.stringify(call.params)}`, call.params)
		const path = request.url ?? ''
		const calls = request.method === 'POST' && path === '/' ? (JSON.parse(body) as Call | Call[]) : undefined
		if (calls === undefined) send(response, await answerTo(path, `${path}${body}`, request.headers), undefined)
		else if (Array.isArray(calls)) {
			const replies = calls.map(async (call) => replyTo(call, await resultOf(call)))
			response.end(JSON.stringify(await Promise.all(replies)))
		} else send(response, await resultOf(calls), calls)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	onTestFinished(() => {
		server.closeAllConnections()
		server.close()
	})
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

interface Call {
	readonly method: string
	readonly params: unknown
	readonly id: unknown
}

async function bodyOf(request: IncomingMessage): Promise<string> {
	const chunks: Uint8Array[] = []
	for await (const chunk of request) chunks.push(chunk as Uint8Array)
	return Buffer.concat(chunks).toString()
}

/** An answer that is an error has this message. */
function replyTo({ id }: Call, value: unknown): object {
	if (value instanceof Error) return { jsonrpc: '2.0', id, error: { code: -32000, message: value.message } }
	const reply = value === undefined ? { error: { code: -32601, message: 'Method not found' } } : { result: value }
	return { jsonrpc: '2.0', id, ...reply }
}

function send(response: ServerResponse, value: unknown, call: Call | undefined): void {
	if (value instanceof Reply) response.writeHead(value.status, value.headers).end(value.body)
	else if (call !== undefined) response.end(JSON.stringify(replyTo(call, value)))
	else if (value === undefined) response.writeHead(404).end('{"code":5,"message":"Not Found"}')
	else response.end(JSON.stringify(value))
}
