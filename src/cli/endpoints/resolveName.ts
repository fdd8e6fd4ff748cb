import type { EndpointsClient } from '../../endpoints/client/EndpointsClient.ts'
import { UserError } from '../../errors/UserError.ts'

/**
 * Resolves an argument to an id. An id stays as it is; a name is looked up among the account's projects, applications
 * and open invitations. `kind` is the word of the command's usage line; other words pass.
 *
 * @throws {UserError} if a name matches none or several.
 */
export async function resolveName(client: EndpointsClient, kind: string, text: string): Promise<string> {
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
