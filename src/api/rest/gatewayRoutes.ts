import { type DescField, type DescMethod, getOption } from '@bufbuild/protobuf'
import type { QueryService } from '../../app/AppModule.ts'
import { BugError } from '../../errors/UserError.ts'
import { http } from '../../gen/google/api/annotations_pb.js'
import { getOrInsert } from '../../util/getOrInsert.ts'
import { servedRegistry } from '../services/descriptors.ts'

/** A method as the gateway serves it. */
export interface GatewayRoute {
	readonly httpMethod: 'GET' | 'POST'
	readonly parts: readonly PathPart[]
	/** `/package.Service/Method` */
	readonly rpcPath: string
	readonly method: DescMethod
	/** Request fields set by the path, in its order. */
	readonly pathFields: readonly DescField[]
	readonly pathNames: ReadonlySet<string>
	/** The whole body is the request message. */
	readonly hasBody: boolean
	/** Whether some field is left for query parameters; only then is the query looked at. */
	readonly hasQuery: boolean
	/** Whether a colon in the last part of a path is a verb, which no route has; otherwise it is text. */
	readonly colonIsVerb: boolean
}

/** A route and the texts of its path fields. */
export interface RouteMatch {
	readonly route: GatewayRoute
	readonly values: readonly string[]
}

/**
 * Paths where the framework's gateway code differs from its annotations: v0.44.5 changed the annotation of Balance
 * without generating the gateway again (x/bank/types/query.pb.gw.go).
 */
const generatedPaths: Readonly<Record<string, string>> = {
	'cosmos.bank.v1beta1.Query.Balance': '/cosmos/bank/v1beta1/balances/{address}/by_denom',
}

/** Services the framework's server mounts before those of the modules, and the one it does not mount at all. */
const mountedFirst = ['cosmos.tx.v1beta1.Service', 'cosmos.base.tendermint.v1beta1.Service']
const notMounted = new Set(['cosmos.base.reflection.v1beta1.ReflectionService'])

/** The routes of services from their google.api.http annotations, in the order in which they are tried. */
export function gatewayRoutes(services: readonly QueryService[]): readonly GatewayRoute[] {
	const first = mountedFirst.flatMap((name) => services.filter(({ desc }) => desc.typeName === name))
	const rest = services.filter((service) => !first.includes(service))
	return [...first, ...rest].filter(({ desc }) => !notMounted.has(desc.typeName)).flatMap(routesOf)
}

function routesOf({ desc, handlers }: QueryService): readonly GatewayRoute[] {
	// The release's own annotations, for those of src/gen are newer; the EVM's modules are not of the framework.
	const served = servedRegistry().getService(desc.typeName) ?? desc
	const routes: GatewayRoute[] = []
	for (const method of served.methods) {
		const rule = getOption(method, http)
		if (!(method.name in handlers) || (rule.pattern.case !== 'get' && rule.pattern.case !== 'post')) continue
		const known = desc.methods.find(({ name }) => name === method.name)
		if (known === undefined) throw new BugError(`${desc.typeName} has no method ${method.name}`)
		const name = `${desc.typeName}.${method.name}`
		const parts = parsePathTemplate(generatedPaths[name] ?? rule.pattern.value)
		const pathFields = parts.filter((part) => part.kind === 'field').map((part) => fieldOf(known, part.name))
		const pathNames = new Set(pathFields.map((field) => field.name))
		const hasBody = rule.body === '*'
		routes.push({
			httpMethod: rule.pattern.case === 'get' ? 'GET' : 'POST',
			parts,
			rpcPath: `/${desc.typeName}/${method.name}`,
			method: known,
			pathFields,
			pathNames,
			hasBody,
			hasQuery: !hasBody && method.input.fields.some((field) => !pathNames.has(field.name)),
			// The framework's gateway code was generated with allow_colon_final_segments, the module's own without.
			colonIsVerb: !desc.typeName.startsWith('cosmos.'),
		})
	}
	return routes
}

function fieldOf(method: DescMethod, name: string): DescField {
	const field = method.input.fields.find((candidate) => candidate.name === name)
	if (field === undefined) throw new BugError(`${method.input.typeName} has no field ${name}`)
	return field
}

/** Finds the route of a path for a method (grpc-gateway v1.16 runtime/mux.go). */
export class RouteTable {
	/** By HTTP method, then by number of path parts. */
	readonly #routes = new Map<string, GatewayRoute[][]>()

	constructor(routes: readonly GatewayRoute[]) {
		for (const route of routes) {
			const byLength = getOrInsert(this.#routes, route.httpMethod, () => [])
			const same = byLength[route.parts.length]
			if (same === undefined) byLength[route.parts.length] = [route]
			else same.push(route)
		}
	}

	find(httpMethod: string, path: string): RouteMatch | undefined {
		const components = path.slice(1).split('/')
		const routes = this.#routes.get(httpMethod)?.[components.length]
		if (routes === undefined) return undefined
		const last = components.pop()!
		// A last part that begins with its only colon is nothing but a verb.
		if (last.lastIndexOf(':') === 0) return undefined
		// A colon with nothing behind it is no verb: the gateway drops it.
		const isBare = last.endsWith(':')
		components.push(isBare ? last.slice(0, -1) : last)
		const hasVerb = !isBare && last.includes(':')
		for (const route of routes) {
			if (hasVerb && route.colonIsVerb) continue
			const values = matchPath(route.parts, components)
			if (values !== undefined) return { route, values }
		}
		return undefined
	}
}

/** One part of a route's path: a fixed text, or a field. */
type PathPart = { readonly kind: 'literal'; readonly text: string } | { readonly kind: 'field'; readonly name: string }

/** Parts of a google.api.http path such as `/cosmos/bank/v1beta1/supply/{denom}`. Only whole parts may be fields. */
function parsePathTemplate(template: string): readonly PathPart[] {
	return template
		.slice(1)
		.split('/')
		.map((text) => {
			const name = /^\{([A-Za-z_]\w*)\}$/.exec(text)?.[1]
			if (name !== undefined) return { kind: 'field', name }
			if (!/^[\w-]+$/.test(text)) throw new BugError(`path part ${text} of ${template} is not supported`)
			return { kind: 'literal', text }
		})
}

/** The values of a path's fields in order; undefined if the path, which has as many parts, does not match. */
function matchPath(parts: readonly PathPart[], components: readonly string[]): readonly string[] | undefined {
	const values: string[] = []
	// Routes differ most towards their ends.
	for (let i = parts.length - 1; i >= 0; i--) {
		const part = parts[i]!
		if (part.kind === 'literal' && part.text !== components[i]) return undefined
	}
	for (let i = 0; i < parts.length; i++) if (parts[i]!.kind === 'field') values.push(components[i]!)
	return values
}
