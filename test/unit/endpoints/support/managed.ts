import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EndpointsConfig } from '../../../../src/endpoints/EndpointsConfig.ts'
import { GatewayMetrics } from '../../../../src/endpoints/gateway/GatewayMetrics.ts'
import { createManagement, type Management } from '../../../../src/endpoints/management/createManagement.ts'
import { type Desk, openDesk } from './desk.ts'

/** The management API of a service in memory on a port of its own. */
export interface Managed {
	readonly desk: Desk
	readonly management: Management
	readonly url: string
	/** Everything that was logged. */
	readonly lines: string[]
	/** Whether what comes is of the listener for other machines. */
	isRemote: boolean
	close(): Promise<void>
}

/** Starts one; it must be closed. */
export async function startManaged(config: Partial<EndpointsConfig> = {}, home?: string): Promise<Managed> {
	const desk = await openDesk(config)
	const lines: string[] = []
	const context = {
		...desk.context,
		log: (level: string, source: string, text: string) => lines.push(`${level} ${source} ${text}`),
	}
	const parts = { context, metrics: new GatewayMetrics(), home, publicUrl: () => 'https://rpc.test' }
	const management = createManagement(parts)
	const server = createServer((request, response) => management.handle(request, response, managed.isRemote))
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const managed: Managed = {
		desk,
		management,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		lines,
		isRemote: false,
		async close() {
			await management.close()
			server.closeAllConnections()
			await new Promise((resolve) => server.close(resolve))
			await desk.context.storage.close()
		},
	}
	return managed
}
