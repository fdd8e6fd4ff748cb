import type { z } from 'zod'
import type { Field } from './fields.ts'
import type { Action } from './permissions.ts'

/** Callers of a route: anyone, a logged-in account, or the operator. */
export type RouteAccess = 'open' | 'session' | 'operator'

/** A schema of a query or body, or undefined where a route takes none. */
type MaybeSchema = z.ZodType | undefined

/** The command of an operation below `chain-tui endpoints`, where one is made of the definition alone. */
export interface RouteCommand {
	/** `projects rename`. Its arguments are the values of the path in order, then the fields that are arguments. */
	readonly path: string
	/** Arguments of an example that works. */
	readonly example: string
	/** Where it is other than the summary. */
	readonly description?: string
	/** More text of the help page. */
	readonly details?: string
	/** Words for values of the path in the usage line, where they are not the usual ones. */
	readonly words?: Readonly<Record<string, string>>
	/** Operation that runs when the value of the path is left out. */
	readonly without?: string
	/** Member of the application in the reply whose texts are printed as warnings. */
	readonly warns?: 'warnings' | 'notices'
	/** What is said after it, apart from the result. */
	readonly note?: string
	/** Whether one of its flags must be given. */
	readonly needsOne?: boolean
}

/** The action of an operation on the list page of another one. Texts name members of the row and of its project: `{email}`. */
export interface RouteScreen {
	/** The operation whose list it belongs to. */
	readonly on: string
	/** Rows it is for: a member and its value. Several screens of an operation differ by it; the first that fits is taken. */
	readonly when?: readonly [member: string, value: unknown]
	/** Its key on every page of the screen, see `endpointCommands`. */
	readonly verb: 'new' | 'open' | 'edit' | 'delete' | 'allowlists' | 'rotate' | 'revoke' | 'transfer' | 'cap'
	/** Words for the footer, where they are others than usual, and its place there. */
	readonly words?: string
	readonly footer?: number
	/** Title of the form, or of the question where it has no fields to fill in. */
	readonly title: string
	/** Above the fields, or the question. */
	readonly text?: readonly string[]
	/** Label of Enter. */
	readonly action: string
	/** What is said when it is done. */
	readonly said: string
	/** Permission it needs in the project, where it is another one than the operation's. */
	readonly needs?: Action
	/** Rows it is not for: a member, its value, and why. */
	readonly unless?: readonly (readonly [member: string, value: unknown, why: string])[]
	/** Where the screen goes: to the top, because the account may see something else now, or a level up. */
	readonly after?: 'restart' | 'up'
	/** Member of the row that a person types to agree. */
	readonly typed?: string
}

/** One operation of the management API: server, OpenAPI document, client, command and the screen's form are made from it. */
export interface ManagementRoute<
	Path extends string = string,
	Access extends RouteAccess = RouteAccess,
	Query extends MaybeSchema = MaybeSchema,
	Body extends MaybeSchema = MaybeSchema,
	Reply extends z.ZodType = z.ZodType,
> {
	readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
	/** `/projects/:projectId`, below `managementBase`. */
	readonly path: Path
	readonly summary: string
	readonly access: Access
	/** Required permission in the project; undefined if the route concerns no project. */
	readonly action: Action | undefined
	readonly hasBody: boolean
	/** Media type of a reply that is text. */
	readonly type: string
	/** Values of its body or query as commands and forms ask for them. */
	readonly fields: Readonly<Record<string, Field>>
	/** The command, unless it is more than the definition says and written by hand (`src/cli/endpoints`). */
	readonly command: RouteCommand | undefined
	readonly screens: readonly RouteScreen[]
	/** Loads the schemas, which most runs of the program do without. `z.void()` is status 204; `z.string()` is text. */
	schemas(): Promise<{ readonly query: Query; readonly body: Body; readonly reply: Reply }>
}

/** Path of the management API below the service's URL. */
export const managementBase = '/manage/v1'

type SchemaOf<Module, Name> = Name extends keyof Module ? Extract<Module[Name], z.ZodType> : undefined
type Values<Schema> = Schema extends z.ZodType ? keyof z.input<Schema> & string : never

/** Defines routes by names of schemas of one module; `access` is `session` unless given. @param load imports it */
export function routesWith<Module extends object>(load: () => Promise<Module>) {
	return function defineRoute<
		const Path extends string,
		Reply extends keyof Module & string,
		const Access extends RouteAccess = 'session',
		Query extends (keyof Module & string) | undefined = undefined,
		Body extends (keyof Module & string) | undefined = undefined,
	>(spec: {
		readonly method: ManagementRoute['method']
		readonly path: Path
		readonly summary: string
		readonly access?: Access
		readonly action?: Action
		readonly query?: Query
		readonly body?: Body
		readonly reply: Reply
		readonly type?: string
		readonly fields?: { readonly [Name in Values<SchemaOf<Module, Body> | SchemaOf<Module, Query>>]?: Field }
		readonly command?: RouteCommand
		readonly screens?: readonly RouteScreen[]
	}): ManagementRoute<
		Path,
		Access,
		SchemaOf<Module, Query>,
		SchemaOf<Module, Body>,
		Extract<Module[Reply], z.ZodType>
	> {
		return {
			method: spec.method,
			path: spec.path,
			summary: spec.summary,
			// An absent property is the type parameter's default.
			access: (spec.access ?? 'session') as Access,
			action: spec.action,
			hasBody: spec.body !== undefined,
			type: spec.type ?? 'application/json',
			fields: (spec.fields ?? {}) as Readonly<Record<string, Field>>,
			command: spec.command,
			screens: spec.screens ?? [],
			async schemas() {
				const module = (await load()) as Readonly<Record<string, unknown>>
				const of = <Schema>(name: string | undefined) => (name === undefined ? undefined : module[name]) as Schema
				return { query: of(spec.query), body: of(spec.body), reply: of(spec.reply) }
			},
		}
	}
}

/** Names of a path's parameters in order: `/a/:one/b/:two` has `['one', 'two']`. */
export type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
	? [Name, ...PathNames<`/${Rest}`>]
	: Path extends `${string}:${infer Name}`
		? [Name]
		: []

/** Names of a path's parameters in order, at run time. */
export function pathNames(path: string): readonly string[] {
	return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
}
