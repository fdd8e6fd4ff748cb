import type { EndpointsClient } from '../../endpoints/client/EndpointsClient.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { homeConfig } from '../support/home.ts'

/** A command of the endpoint service. The result of `run` is printed; undefined prints nothing. */
export type EndpointsCommandSpec = Omit<CommandSpec, 'run' | 'examples'> & {
	/** An example that works, without `chain-tui endpoints`; the help page shows it. */
	readonly example: string
	run(client: EndpointsClient, args: readonly string[], context: CommandContext): Promise<unknown>
}

/** Creates a command that talks to the endpoint service of the home's node, or of --url. */
export function endpointsCommand(spec: EndpointsCommandSpec): CommandSpec {
	const { example, ...rest } = spec
	return {
		...rest,
		examples: [`endpoints ${example}`],
		flags: [
			...(spec.flags ?? []),
			{
				flag: '--url <url>',
				description: "service to talk to, such as https://manage.example.org; the home's running node when left out",
			},
		],
		run: async (context, args) => {
			const client = await openEndpoints(context)
			const kinds = [...(spec.args ?? '').matchAll(/\[([^\]]*)\]/g)].map(([, kind = '']) => kind)
			const ids = await Promise.all(args.map((text, index) => resolveName(client, kinds[index] ?? '', text)))
			const result = await spec.run(client, ids, context)
			if (result !== undefined) await printResult(context, context.output === 'json' ? result : withDates(result))
		},
	}
}

/** A reply for people: its times, which the API tells in milliseconds, as dates. */
function withDates(reply: unknown): unknown {
	const isTime = (name: string, value: unknown): value is number =>
		/^(from|to|at)$|At$/.test(name) && typeof value === 'number'
	return JSON.parse(JSON.stringify(reply), (name, value: unknown) =>
		isTime(name, value) ? new Date(value).toISOString() : value,
	)
}

async function openEndpoints(context: CommandContext): Promise<EndpointsClient> {
	const [{ createEndpointsClient }, { readRunningNode }] = await Promise.all([
		import('../../endpoints/client/createEndpointsClient.ts'),
		import('../../node/home/runningNode.ts'),
	])
	const { home } = homeConfig(context)
	const url = textFlag(context, 'url') ?? readRunningNode(home)?.endpoints ?? 'http://127.0.0.1:8545'
	return createEndpointsClient(url.replace(/\/+$/, ''), home)
}

/**
 * Resolves an argument to an id. An id stays as it is; a name is looked up among the account's projects, applications
 * and open invitations. `kind` is the word of the command's usage line; other words pass.
 * @throws {UserError} if a name matches none or several.
 */
async function resolveName(client: EndpointsClient, kind: string, text: string): Promise<string> {
	if (kind === 'project' && !text.startsWith('prj_')) {
		return only(text, kind, await client.projects())
	}
	if (kind === 'application' && !text.startsWith('app_')) {
		const projects = await client.projects()
		return only(text, kind, (await Promise.all(projects.map(({ id }) => client.applications(id)))).flat())
	}
	if (kind === 'invitation' && !text.startsWith('inv_')) {
		const open = await client.invitations()
		return only(
			text,
			kind,
			open.map(({ id, projectName }) => ({ id, name: projectName })),
		)
	}
	return text
}

const lists: Readonly<Record<string, string>> = {
	project: 'endpoints projects list',
	application: 'endpoints apps list PROJECT',
	invitation: 'endpoints invitations list',
}

function only(name: string, kind: string, all: readonly { readonly id: string; readonly name: string }[]): string {
	const fitting = all.filter((one) => one.name === name)
	if (fitting.length === 1) return fitting[0]!.id
	if (fitting.length === 0) {
		throw new UserError(`There is no ${kind} named ${name}.`, {
			next: `See those there are with \`chain-tui ${lists[kind]}\`.`,
		})
	}
	throw new UserError(`${fitting.length} ${kind}s are named ${name}.`, {
		next: `Say which by its id: ${fitting.map(({ id }) => id).join(', ')}.`,
	})
}
