import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Tendermint JSON-RPC of a chain, as far as a place is asked. */
export async function fakeNode(
	chainId: string,
	height = 40,
	key?: string,
	appHash = 'AB12',
): Promise<{ readonly url: string; readonly server: Server }> {
	const server = createServer((request, response) => {
		let body = ''
		request.on('data', (part) => {
			body += part
		})
		request.on('end', () => {
			if (request.method !== 'POST') {
				response.writeHead(404).end()
				return
			}
			if (key !== undefined && request.headers['x-api-key'] !== key) {
				response.writeHead(401).end()
				return
			}
			const { method } = JSON.parse(body) as { readonly method: string }
			const results: Readonly<Record<string, unknown>> = {
				status: {
					node_info: { network: chainId, version: '0.34.15' },
					sync_info: { latest_block_height: String(height), latest_block_time: '', catching_up: false },
				},
				abci_query: { response: { code: 0 } },
				block: { block: { header: { app_hash: appHash } } },
			}
			const result = results[method]
			response.end(JSON.stringify(result === undefined ? { id: 1, error: { code: -32601 } } : { id: 1, result }))
		})
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}
