import type { EndpointsConfig } from '../../../../../src/endpoints/EndpointsConfig.ts'
import type { EndpointUpstream } from '../../../../../src/endpoints/EndpointUpstream.ts'
import type { NewApplicationView } from '../../../../../src/wire/management/applicationSchemas.ts'
import { startService, type TestService } from '../../../../flow/endpoints/support/service.ts'
import { type TestApp, testApp } from '../../../support/testApp.ts'

/** The app over a real endpoint service of its own; only the chain beside it is a double. */
export interface EndpointsApp {
	readonly t: TestApp
	readonly service: TestService
	close(): Promise<void>
}

/** Password of every account in these tests. */
export const password = 'correct horse battery'

/** Starts both, with nobody logged in. */
export async function endpointsApp(
	options: Parameters<typeof testApp>[0] & {
		readonly config?: Partial<EndpointsConfig>
		readonly upstream?: EndpointUpstream
	} = {},
): Promise<EndpointsApp> {
	const { config, upstream, ...rest } = options
	const service = await startService({
		...(config === undefined ? {} : { config }),
		...(upstream === undefined ? {} : { upstream }),
	})
	const t = await testApp({ keys: ['alice'], endpoints: service.client, directory: service.home, ...rest })
	return {
		t,
		service,
		close: async () => {
			await t.stop()
			await service.close()
		},
	}
}

/** Signs up as owner@example.com with the project "acme" and its application "Storefront", and opens the projects. */
export async function withStorefront(app: EndpointsApp): Promise<NewApplicationView> {
	const { client } = app.service
	await client.signUp('owner@example.com', password)
	const project = await client.createProject({ name: 'acme' })
	const made = await client.createApplication(project.id, { name: 'Storefront', network: 'archival' })
	app.t.app.open('endpoints')
	await app.t.until('Projects 1')
	await app.t.until('acme')
	return made
}

/** From the projects to the application's page. */
export async function openStorefront(t: TestApp): Promise<void> {
	t.press('enter')
	await t.until('applications 1')
	t.press('enter')
	await t.until('Keys 1')
}

/** Waits for a copied text and gives it. */
export async function copied(t: TestApp, part: string): Promise<string> {
	await t.until(() => t.asked.some((asked) => asked.startsWith('copy ') && asked.includes(part)))
	return t.asked.findLast((asked) => asked.startsWith('copy ') && asked.includes(part))!.slice(5)
}

/** Waits for a message at the foot of the screen. */
export function said(t: TestApp, text: string): Promise<void> {
	return t.until(() => (t.app.state.toast?.text ?? '').includes(text))
}
