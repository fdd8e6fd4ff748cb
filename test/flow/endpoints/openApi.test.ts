import { createConfig, lintFromString } from '@redocly/openapi-core'
import { OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './support/service.ts'

let service: TestService
let source: string
beforeAll(async () => {
	service = await startService()
	source = await (await fetch(`${service.endpoints.url}/openapi.json`)).text()
})
afterAll(() => service.close())

describe('the OpenAPI document', () => {
	it("the OpenAPI document follows Redocly's recommended rules", async () => {
		const config = await createConfig({ extends: ['recommended'] })
		const told = (await lintFromString({ source, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`)
		expect(told).toEqual([])
		// The rules do look.
		const without = JSON.stringify({ ...JSON.parse(source), info: { title: 'x', version: '1' } })
		expect((await lintFromString({ source: without, config })).map(({ ruleId }) => ruleId)).toEqual(['info-license'])
	})

	it('the OpenAPI document makes a client that signs up, creates an endpoint with a key and reads them back', async () => {
		const api = new OpenAPIClientAxios({
			definition: JSON.parse(source),
			axiosConfigDefaults: { baseURL: service.endpoints.url },
		})
		const client = await api.init()
		const login = await client.signUp(null, { email: 'made@example.com', password: 'correct horse battery' })
		client.defaults.headers.common.authorization = `Bearer ${login.data.token}`
		const project = (await client.createProject(null, { name: 'acme' })).data
		const made = (await client.createApplication(project.id, { name: 'reader', network: 'archival' })).data
		const applications = (await client.applications({ projectId: project.id })).data
		expect(applications).toMatchObject([{ id: made.application.id, name: 'reader', network: 'archival' }])
		const key = (await client.createKey(made.application.id, { label: 'ci' })).data
		const keys = (await client.keys(made.application.id)).data
		expect(keys.map(({ label }: { readonly label: string }) => label)).toContain('ci')
		expect(JSON.stringify(keys)).not.toContain(key.secret)
		await expect(client.createProject(null, { name: '' })).rejects.toMatchObject({
			response: { status: 400, data: { error: { code: 'invalid' } } },
		})
		await client.deleteApplication(made.application.id)
		expect((await client.applications(project.id)).data).toEqual([])
	})
})
