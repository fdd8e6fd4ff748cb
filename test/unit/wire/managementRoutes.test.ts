import { expect, it } from 'vitest'
import { z } from 'zod'
import { commandGroups } from '../../../src/cli/commandGroups.ts'
import { type ManagementRoute, pathNames } from '../../../src/wire/management/defineRoute.ts'
import { managementRoutes } from '../../../src/wire/management/managementRoutes.ts'
import { permissions } from '../../../src/wire/management/permissions.ts'

const routes: readonly (readonly [string, ManagementRoute])[] = Object.entries(managementRoutes)

it.each(routes)(
	'the management route %s names schemas that exist, and asks for values that they have',
	async (_id, route) => {
		const { query, body, reply } = await route.schemas()
		expect(reply).toBeInstanceOf(z.ZodType)
		expect(body instanceof z.ZodType).toBe(route.hasBody)
		const taken = [body, query].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []))
		expect(taken).toEqual(expect.arrayContaining(Object.keys(route.fields)))
	},
)

it('every screen of a management route is on a list that exists', () => {
	const lists = new Set([...routes.map(([id]) => id)])
	const screens = routes.flatMap(([, route]) => route.screens)
	expect(screens.length).toBeGreaterThan(15)
	expect(screens.filter(({ on }) => !lists.has(on))).toEqual([])
})

it('the list of routes names no place twice', () => {
	const places = routes.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
	expect(new Set(places).size).toBe(places.length)
})

it('the list says for each route of a project or application what a role must allow', () => {
	const silent = routes.filter(
		([, { path, action }]) =>
			pathNames(path).some((name) => name === 'projectId' || name === 'applicationId') && action === undefined,
	)
	expect(silent.map(([id]) => id)).toEqual([])
	const named = new Set(routes.map(([, { action }]) => action))
	// key.first comes with application.create.
	const unnamed = Object.keys(permissions).filter((action) => !named.has(action as keyof typeof permissions))
	expect(unnamed).toEqual(['key.first'])
})

it('every command that a management route defines is in the command tree, with an example that begins like it', () => {
	const defined = routes.flatMap(([, { command }]) => (command === undefined ? [] : [command.path])).sort()
	const there = commandGroups
		.filter(({ path }) => path[0] === 'endpoints')
		.flatMap(({ path, commands }) => commands.map((command) => ({ path: [...path, command.name].join(' '), command })))
	expect(defined.length).toBeGreaterThan(25)
	for (const path of defined) {
		const found = there.find((one) => one.path === `endpoints ${path}`)
		expect(found?.command.examples[0], path).toMatch(new RegExp(`^endpoints ${path}`))
	}
})
