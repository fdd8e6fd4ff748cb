import { randomUUID } from 'node:crypto'
import { createEndpointsClient } from '../endpoints/client/createEndpointsClient.ts'
import { UserError } from '../errors/UserError.ts'
import type { Endpoint } from './Chain.ts'

/** Creates a private endpoint at a node's endpoint service, with its own owner and project. */
export async function createEndpoint(serviceUrl: string | undefined): Promise<Endpoint> {
	if (serviceUrl === undefined) {
		throw new UserError('This chain serves no private endpoints.', { next: 'Start it with `endpoints: true`.' })
	}
	const client = createEndpointsClient(serviceUrl, undefined)
	const name = randomUUID()
	await client.signUp(`${name}@example.org`, name)
	const { id } = await client.createProject({ name })
	const { application, key } = await client.createApplication(id, { name: 'test', network: 'archival' })
	await client.logOut()
	return { url: application.url, key: key.key }
}
