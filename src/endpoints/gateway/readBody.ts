import type { IncomingMessage } from 'node:http'

/** The body of a request as text; undefined when it has more than `limit` bytes. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, limit: number): Promise<string | undefined> {
	if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined)
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = []
		let length = 0
		request.on('data', (chunk: Buffer) => {
			length += chunk.length
			if (length > limit) {
				request.removeAllListeners('data')
				request.resume()
				resolve(undefined)
			} else chunks.push(chunk)
		})
		request.on('end', () => resolve((chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8')))
		request.on('error', reject)
	})
}
