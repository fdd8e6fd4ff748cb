import { z } from 'zod'
import { type ManagementRoute, managementBase, pathNames } from '../../wire/management/defineRoute.ts'

/** Describes the management API in OpenAPI 3.1, from the very schemas its requests are checked with. */
export async function openApiDocument(
	routes: Readonly<Record<string, ManagementRoute>>,
	version: string,
): Promise<Readonly<Record<string, unknown>>> {
	const paths: Record<string, Record<string, unknown>> = {}
	for (const [id, route] of Object.entries(routes)) {
		const path = `${managementBase}${route.path.replace(/:(\w+)/g, '{$1}')}`
		paths[path] ??= {}
		paths[path][route.method.toLowerCase()] = await operation(id, route)
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'Management of private JSON-RPC endpoints',
			version,
			description: 'Answers on loopback only. Log in and send the token as Authorization: Bearer.',
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/' }],
		paths,
		components: {
			securitySchemes: {
				session: { type: 'http', scheme: 'bearer' },
				operator: { type: 'apiKey', in: 'header', name: 'x-operator-token' },
			},
			schemas: {
				Error: {
					type: 'object',
					required: ['error'],
					properties: {
						error: {
							type: 'object',
							required: ['code', 'message', 'next'],
							properties: {
								code: { type: 'string' },
								message: { type: 'string', description: 'what happened' },
								next: { type: 'string', description: 'what to do now' },
							},
						},
					},
				},
			},
		},
	}
}

async function operation(id: string, route: ManagementRoute): Promise<Readonly<Record<string, unknown>>> {
	const { query, body, reply } = await route.schemas()
	const named = pathNames(route.path).map((name) => ({
		name,
		in: 'path',
		required: true,
		schema: { type: 'string' },
	}))
	const parameters = [...named, ...queryParameters(query)]
	const error = {
		description: 'refused',
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
	}
	return {
		operationId: id,
		summary: route.summary,
		security: route.access === 'open' ? [] : [{ [route.access]: [] }],
		...(route.action === undefined ? {} : { 'x-permission': route.action }),
		...(parameters.length === 0 ? {} : { parameters }),
		...(body === undefined
			? {}
			: {
					requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
				}),
		responses: { ...success(route.type, reply), '4XX': error, '5XX': error },
	}
}

function success(type: string, reply: z.ZodType): Readonly<Record<string, unknown>> {
	if (reply instanceof z.ZodVoid) return { '204': { description: 'done' } }
	return { '200': { description: 'done', content: { [type]: { schema: jsonSchema(reply, 'output') } } } }
}

function queryParameters(query: z.ZodType | undefined): readonly Readonly<Record<string, unknown>>[] {
	if (query === undefined) return []
	const { properties = {}, required = [] } = jsonSchema(query, 'input') as {
		properties?: Readonly<Record<string, unknown>>
		required?: readonly string[]
	}
	return Object.entries(properties).map(([name, schema]) => ({
		name,
		in: 'query',
		required: required.includes(name),
		schema,
	}))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Readonly<Record<string, unknown>> {
	const { $schema: _, ...rest } = z.toJSONSchema(schema, {
		io,
		// `readonly` is a word of TypeScript's here; in OpenAPI readOnly forbids a field in requests.
		override: ({ jsonSchema: one }) => {
			delete one.readOnly
		},
	})
	return rest
}
