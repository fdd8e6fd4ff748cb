import { afterEach, expect, it } from 'vitest'
import type { KeptStates } from '../../../src/endpoints/EndpointUpstream.ts'
import { chainAt, person, startService, type TestService } from './support/service.ts'

let service: TestService | undefined
afterEach(() => service?.close())

async function notices(states: KeptStates | undefined): Promise<Record<string, string>> {
	const upstream = { ...chainAt(5_000), ...(states === undefined ? {} : { states: () => states }) }
	service = await startService({ upstream })
	const client = await person(service, 'one@example.com')
	const project = await client.createProject({ name: 'project' })
	const networks = await client.networks()
	expect(networks.map(({ id, heights }) => [id, heights])).toEqual([
		['archival', null],
		['pruning', 1_000],
	])
	for (const { id, notice } of networks) {
		// Told before an application is made, when it is made, and afterwards.
		const { application } = await client.createApplication(project.id, { name: 'app', network: id })
		expect(application.notices).toEqual(notice === '' ? [] : [notice])
		expect((await client.application(application.id)).notices).toEqual(application.notices)
		expect(application.warnings).toEqual([])
	}
	return Object.fromEntries(networks.map(({ id, notice }) => [id, notice]))
}

it('the start warns that a node which prunes cannot serve an archival application, with the heights it has', async () => {
	expect(await notices({ earliest: 4_001, kept: 1_000 })).toEqual({
		archival:
			'The node keeps the state of the newest 1,000 heights only (now 4,001 to 5,000); calls for older ones are refused. ' +
			'Run it with --pruning nothing to keep all from then on.',
		pruning: '',
	})
})

it('the start warns of both networks when the node keeps less than the pruning one answers', async () => {
	const { archival, pruning } = await notices({ earliest: 5_000, kept: 1 })
	expect(archival).toBe(pruning)
	expect(pruning).toContain('keeps the state of the newest height only (now 5,000 to 5,000)')
})

it('the start warns when a node keeps everything now but did not always', async () => {
	expect(await notices({ earliest: 2_345, kept: undefined })).toEqual({
		archival: 'The node has dropped old states before (now 2,345 to 5,000); calls for them are refused.',
		pruning: '',
	})
})

it('the start says nothing where the node keeps everything, or does not tell', async () => {
	expect(await notices({ earliest: 1, kept: undefined })).toEqual({ archival: '', pruning: '' })
	await service?.close()
	expect(await notices(undefined)).toEqual({ archival: '', pruning: '' })
})
