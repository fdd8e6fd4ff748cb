import { UserError } from '../../errors/UserError.ts'
import { type ManagementRoute, pathNames } from '../../wire/management/defineRoute.ts'
import { type Field, readField } from '../../wire/management/fields.ts'
import { managementRoutes, type RouteId } from '../../wire/management/managementRoutes.ts'
import { type CommandContext, textFlag, UsageError } from '../CommandContext.ts'
import type { CommandSpec, FlagSpec } from '../defineCommand.ts'

import { endpointsCommand } from './endpointsCommand.ts'

/** What a value of a path is called in usage lines; `resolveName` takes names for some. */
const pathWords: Readonly<Record<string, string>> = {
	projectId: 'project',
	applicationId: 'application',
	invitationId: 'invitation',
	accountId: 'account',
	sessionId: 'session',
	keyId: 'key',
}

/** A client whose operations are called by name. */
type Calls = Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>

/** The commands of one group that the operations of the management API define: `projects`, or none for those without. */
export function routeCommands(group?: string): readonly CommandSpec[] {
	return (Object.entries(managementRoutes) as readonly (readonly [RouteId, ManagementRoute])[])
		.filter(([, { command }]) => command !== undefined && groupOf(command.path) === group)
		.map(([id, route]) => routeCommand(id, route, route.command!))
}

function groupOf(path: string): string | undefined {
	return path.includes(' ') ? path.slice(0, path.indexOf(' ')) : undefined
}

function routeCommand(
	id: RouteId,
	route: ManagementRoute,
	command: NonNullable<ManagementRoute['command']>,
): CommandSpec {
	const names = pathNames(route.path)
	const fields = Object.entries(route.fields)
	const given = fields.filter(([, { argument }]) => argument !== undefined)
	const flagged = fields.filter(([, { flag }]) => flag !== undefined)
	const words = [
		...names.map((name) => command.words?.[name] ?? pathWords[name] ?? name),
		...given.map(([, { argument }]) => argument!),
	]
	const optional = command.without !== undefined || given.some(([, field]) => field.optional === true)
	return endpointsCommand({
		name: command.path.slice(command.path.indexOf(' ') + 1),
		example: `${command.path} ${command.example}`.trim(),
		...(words.length === 0 ? {} : { args: words.map((word) => `[${word}]`).join(' ') }),
		count: { min: words.length - (optional ? 1 : 0), max: words.length },
		description: command.description ?? route.summary,
		...(command.details === undefined ? {} : { details: command.details }),
		flags: flagged.map(([, field]) => flagOf(field)),
		run: async (client, args, context) => {
			const values: Record<string, unknown> = {}
			for (const [index, [name, field]] of given.entries()) {
				const text = args[names.length + index]
				if (text !== undefined) values[name] = fieldValue(field, field.noun ?? `The ${field.label}`, text)
			}
			for (const [name, field] of flagged) {
				const text = textFlag(context, flagName(field.flag!))
				if (text !== undefined) values[name] = fieldValue(field, field.flag!.split(' ')[0]!, text)
			}
			if (command.needsOne === true && Object.keys(values).length === 0) {
				const flags = flagged.map(([, { flag }]) => flag!.split(' ')[0]!)
				throw new UsageError(`${command.path.split(' ').at(-1)} needs ${flags.join(' or ')}.`)
			}
			const path = args.slice(0, names.length)
			const call = path.length < names.length ? (command.without ?? id) : id
			const result = await (client as unknown as Calls)[call]!(...path, ...(fields.length === 0 ? [] : [values]))
			tell(context, command, result)
			return result
		},
	})
}

/** Warnings of the application that was made or changed, and what is to be known. */
function tell({ io }: CommandContext, { warns, note }: NonNullable<ManagementRoute['command']>, result: unknown): void {
	const reply = (result ?? {}) as Record<string, unknown> & { readonly application?: Record<string, unknown> }
	const texts = warns === undefined ? [] : ((reply.application ?? reply)[warns] as readonly string[])
	for (const text of texts) io.stderr(`Warning: ${text}\n`)
	if (note !== undefined) io.stderr(`${note}\n`)
}

function flagOf({ flag = '', description = '', initial, kind, choices }: Field): FlagSpec {
	return {
		flag,
		description,
		...(initial === undefined ? {} : { default: initial }),
		...(kind === 'choice' ? { choices: Object.keys(choices ?? {}) } : {}),
	}
}

/** `--rate-limit <n>` is `rateLimit` among the flags. */
function flagName(flag: string): string {
	return flag
		.replace(/^--/, '')
		.split(' ')[0]!
		.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function fieldValue(field: Field, name: string, text: string): unknown {
	const read = readField(field, name, text)
	if (!('problem' in read)) return read.value
	if (field.kind === 'choice' || field.kind === 'switch') throw new UsageError(read.problem)
	throw new UserError(read.problem, read.next === undefined ? {} : { next: read.next })
}

/** A value of a flag that a command written by hand reads as the definitions do. */
export function readFlag(kind: Field['kind'], flag: string, text: string): unknown {
	return fieldValue({ kind, label: flag }, flag, text)
}
