import { expect, it } from 'vitest'
import { type ManagementRoute, pathNames } from '../../../src/wire/management/defineRoute.ts'
import { managementRoutes } from '../../../src/wire/management/managementRoutes.ts'
import { permissions } from '../../../src/wire/management/permissions.ts'
import { routeIds } from '../../../src/wire/management/routeIds.ts'

const routes: readonly (readonly [string, ManagementRoute])[] = Object.entries(managementRoutes)

it('every management route has a method of the client', () => {
	expect([...routeIds].sort()).toEqual(routes.map(([id]) => id).sort())
})

it('names no place twice', () => {
	const places = routes.map(([, { method, path }]) => `${method} ${path.replace(/:\w+/g, ':')}`)
	expect(new Set(places).size).toBe(places.length)
})

it('says for each route of a project or application what a role must allow', () => {
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
