import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestNode } from '../../support/startNode.ts'

/** A light node that can be joined, as two nodes of its network: `urls` are their RPC, whose port for peers accepts connections. */
export async function diallable(node: TestNode): Promise<{ readonly urls: string; close(): void }> {
	const port = () => (server.address() as AddressInfo).port
	const server = createServer((request, response) => {
		const chunks: Buffer[] = []
		request.on('data', (chunk: Buffer) => chunks.push(chunk))
		request.on('end', async () => {
			const reply = await fetch(node.addresses.rpc!, { method: 'POST', body: Buffer.concat(chunks) })
			const text = await reply.text()
			response.end(text.replace(/"listen_addr": *"[^"]*"/, `"listen_addr": "tcp://127.0.0.1:${port()}"`))
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		urls: `http://127.0.0.1:${port()},http://localhost:${port()}`,
		close() {
			server.closeAllConnections()
			server.close()
		},
	}
}
