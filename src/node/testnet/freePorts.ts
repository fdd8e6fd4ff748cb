import { once } from 'node:events'
import { createServer } from 'node:net'

/** Distinct loopback ports that nothing listens on. */
export async function freePorts(count: number): Promise<readonly number[]> {
	// All are held until the last is found, so that none is returned twice.
	const servers = await Promise.all(
		Array.from({ length: count }, async () => {
			const server = createServer().listen(0, '127.0.0.1')
			await once(server, 'listening')
			return server
		}),
	)
	const ports = servers.map((server) => (server.address() as { readonly port: number }).port)
	await Promise.all(
		servers.map(async (server) => {
			server.close()
			await once(server, 'close')
		}),
	)
	return ports
}
