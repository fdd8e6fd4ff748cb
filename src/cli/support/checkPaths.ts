import { checkClientPaths, type ReadSummary } from '../../codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients, readClientPaths } from '../../codec/legacy/clientPaths/readClientPaths.ts'
import type { CommandContext } from '../CommandContext.ts'
import { readInput } from './readInput.ts'

/** Prints which of a client's paths work in generation 9. Returns exit code 1 if one does not always work. */
export async function checkPaths(context: CommandContext, source: string): Promise<number> {
	const paths = knownClients[source] ?? readClientPaths(await readInput(context.io, source))
	const summaries = checkClientPaths(paths.reads)
	if (context.output === 'json') {
		const { client, version } = paths
		context.io.stdout(`${JSON.stringify({ client, version, reads: summaries.map(summaryJson) })}\n`)
	} else {
		const title = paths.version === '' ? paths.client : `${paths.client} ${paths.version}`
		context.io.stdout(`${[title, ...summaries.flatMap(summaryLines)].join('\n')}\n`)
	}
	return summaries.some(({ overall }) => overall === 'fails' || overall === 'sometimes') ? 1 : 0
}

function summaryJson({ read, overall, checks }: ReadSummary) {
	const shown = checks.map(({ kind, verdict, path9, note }) => ({ kind, verdict, path9, note }))
	return { request: read.request, path: read.path, use: read.use, overall, checks: shown }
}

const verdictWords = {
	works: 'works',
	breaks: 'breaks',
	moved: 'moved',
	absent: 'absent',
	otherQuery: 'other query',
	new: 'works, new in 9',
} as const

function summaryLines({ read, overall, checks }: ReadSummary): readonly string[] {
	const use = read.use === '' ? '' : ` (${read.use})`
	const lines = [`${overall}: ${read.request} ${read.path}${use}`]
	if (overall === 'works') return lines
	if (overall === 'never') return [...lines, '  No known reply has it.']
	for (const { kind, verdict, path9, note } of checks) {
		const to = verdict === 'moved' ? ` to ${path9}` : ''
		lines.push(`  ${kind}: ${verdictWords[verdict]}${to}${note === '' ? '' : `. ${note}`}`)
	}
	return lines
}
