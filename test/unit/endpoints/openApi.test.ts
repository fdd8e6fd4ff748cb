import { expect, test } from 'vitest'
import { openApiDocument } from '../../../src/endpoints/management/openApi.ts'
import { managementRoutes } from '../../../src/wire/management/managementRoutes.ts'

const error = {
	description: 'refused',
	content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}
const { logIn, rotateKey, deleteApplication, statisticsCsv, accountAudit, setPlan, projects } = managementRoutes
const document = await openApiDocument(
	{ logIn, rotateKey, deleteApplication, statisticsCsv, accountAudit, setPlan, projects },
	'7',
)
const paths = document.paths as Readonly<Record<string, Readonly<Record<string, object>>>>
const at = (path: string, method: string) => paths[`/manage/v1${path}`]?.[method]
const text = { type: 'string' }

test('the document of the management API says for an operation who may run it, what it takes and what it answers', () => {
	expect(at('/applications/{applicationId}/keys/{keyId}/rotate', 'post')).toMatchObject({
		operationId: 'rotateKey',
		summary: 'make a successor of a key, which works on for a while',
		security: [{ session: [] }],
		'x-permission': 'key.rotate',
		parameters: [
			{ name: 'applicationId', in: 'path', required: true, schema: text },
			{ name: 'keyId', in: 'path', required: true, schema: text },
		],
		requestBody: {
			required: true,
			content: {
				'application/json': {
					schema: {
						type: 'object',
						properties: { overlapMs: { type: 'integer', minimum: 0, maximum: 31_536_000_000 } },
						additionalProperties: false,
					},
				},
			},
		},
		responses: {
			'200': { description: 'done', content: { 'application/json': { schema: { type: 'object' } } } },
			'4XX': error,
			'5XX': error,
		},
	})
	expect(at('/sessions', 'post')).toMatchObject({ operationId: 'logIn', security: [] })
	expect(at('/operator/plan', 'put')).toMatchObject({ operationId: 'setPlan', security: [{ operator: [] }] })
})

test('the document of the management API leaves out what an operation does not have', () => {
	expect(at('/applications/{applicationId}', 'delete')).toEqual({
		operationId: 'deleteApplication',
		summary: 'end an endpoint',
		security: [{ session: [] }],
		'x-permission': 'application.delete',
		parameters: [{ name: 'applicationId', in: 'path', required: true, schema: text }],
		responses: { '204': { description: 'done' }, '4XX': error, '5XX': error },
	})
	expect(Object.keys(at('/projects', 'get') ?? {})).toEqual(['operationId', 'summary', 'security', 'responses'])
	expect(JSON.stringify(document)).not.toMatch(/"readOnly"|"\$schema"/)
})

test('the document of the management API requires the values of a query that have no usual one', () => {
	const query = (operation: object | undefined) =>
		(operation as { parameters: readonly { name: string; in: string; required: boolean; schema: object }[] }).parameters
			.filter((one) => one.in === 'query')
			.map(({ name, required, schema }) => [name, required, schema])
	expect(query(at('/account/audit', 'get'))).toEqual([
		['limit', false, expect.objectContaining({ type: 'integer', minimum: 1, maximum: 500, default: 100 })],
		['before', false, expect.objectContaining({ type: 'integer' })],
	])
	const csv = at('/applications/{applicationId}/statistics.csv', 'get')
	expect(query(csv)).toEqual([
		['from', true, expect.objectContaining({ type: 'integer' })],
		['to', true, expect.objectContaining({ type: 'integer' })],
	])
	expect(csv).toMatchObject({ responses: { '200': { content: { 'text/csv': { schema: text } } } } })
})

test('the document of the management API names its version, its licence and how to be let in', () => {
	expect(document).toMatchObject({
		openapi: '3.1.0',
		info: { version: '7', license: { identifier: 'MIT' } },
		servers: [{ url: '/' }],
		components: {
			securitySchemes: {
				session: { type: 'http', scheme: 'bearer' },
				operator: { type: 'apiKey', in: 'header', name: 'x-operator-token' },
			},
			schemas: { Error: { properties: { error: { required: ['code', 'message', 'next'] } } } },
		},
	})
})
