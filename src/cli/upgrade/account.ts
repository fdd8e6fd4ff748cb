import { checkClientPaths, type ReadSummary } from '../../codec/legacy/clientPaths/checkClientPaths.ts'
import { knownClients, readClientPaths } from '../../codec/legacy/clientPaths/readClientPaths.ts'
import { thrownText, UserError } from '../../errors/UserError.ts'
import { readRunningNode } from '../../node/home/runningNode.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { heightFlag, wholeNumber } from '../query/queryCommand.ts'
import { homeConfig } from '../support/home.ts'
import { readInput } from '../support/readInput.ts'

/** `account`: shows an account in the legacy REST forms of both generations, and which paths of a client still work. */
export const account: CommandSpec = {
	name: 'account',
	args: '[address_key_or_label]',
	count: { min: 0, max: 1 },
	description: 'show an account as legacy REST clients of generation 8 and 9 see it',
	examples: ['account alice', 'account chain19rl4cm2hmr8afy4kldpxz3fka4jguq0afzek5q --check kava-sdk-4.0.0'],
	details:
		'Reads from the REST server of the running node, or of --rest-url, whose generation is detected; errors with --generation 8\nare those of generation 8. With --check the paths a\n' +
		'client reads are checked instead: a file, -, or one of launchpad-0.27.1, kava-sdk-4.0.0, kava-sdk-9.0.1.',
	flags: [
		{ flag: '--generation <n>', description: '8, 9 or diff', default: 'diff', choices: ['8', '9', 'diff'] },
		heightFlag,
		{ flag: '--file <file>', description: 'read the account reply from a file, or - for standard input' },
		{ flag: '--balances <file>', description: 'balances reply that goes with --file' },
		{ flag: '--markdown', description: 'print the comparison as Markdown' },
		{ flag: '--check <file>', description: 'check the paths a client reads: a file, -, or the name of a known client' },
	],
	run: async (context, [text]) => {
		const address = text === undefined ? undefined : await addressOf(context, text)
		const check = textFlag(context, 'check')
		if (check !== undefined) {
			return checkPaths(context, check)
		}
		const forms = await formsOf(context, address)
		const generation = textFlag(context, 'generation')
		if (generation !== 'diff') {
			context.io.stdout(`${generation === '8' ? forms.body8 : forms.body9}\n`)
			return undefined
		}
		const { diffAccountForms } = await import('../../codec/legacy/forms/diffAccountForms.ts')
		const { formsMarkdown, formsText } = await import('../../codec/legacy/forms/formsText.ts')
		const rows = diffAccountForms(forms.body8, forms.body9)
		if (context.output === 'json') {
			const { body8, body9 } = forms
			const result = { generation8: JSON.parse(body8), generation9: JSON.parse(body9), differences: rows }
			context.io.stdout(`${JSON.stringify(result)}\n`)
		} else context.io.stdout(isSet(context, 'markdown') ? formsMarkdown(forms, rows) : `${formsText(rows)}\n`)
	},
}

/** The address of a key, a label or a 0x address. Any other text goes to the server, whose reply is the result. */
async function addressOf(context: CommandContext, text: string): Promise<string> {
	const { namedAddress } = await import('../keys/namedAddress.ts')
	try {
		return await namedAddress(context, text)
	} catch (error) {
		if (/^0x/i.test(text)) throw error
		return text
	}
}

async function formsOf(context: CommandContext, address: string | undefined) {
	const file = textFlag(context, 'file')
	if (file === undefined) {
		if (address === undefined) {
			throw new UserError('No account is named.', { next: 'Give an address, or --file FILE with an account reply.' })
		}
		const { readAccountForms } = await (await import('../../client/index.ts')).loadLegacy()
		const height = wholeNumber(context, 'height')
		if (textFlag(context, 'generation') !== '8') return readAccountForms(restUrl(context), address, height)
		// A named server reports its own errors. Without one, the reply to a wrong address is known.
		const own = textFlag(context, 'restUrl') === undefined ? runningNode(context)?.legacy8 : undefined
		if (own !== undefined) return readAccountForms(own, address, height)
		const url = restUrl(context)
		await checkAddress8(context, address)
		return readAccountForms(url, address, height)
	}
	const { accountForms } = await import('../../codec/legacy/forms/convertAccountForm.ts')
	const { everyType } = await import('../support/everyType.ts')
	const balances = textFlag(context, 'balances')
	const forms = accountForms(
		await readInput(context.io, file),
		everyType(),
		balances === undefined ? undefined : await readInput(context.io, balances),
	)
	if (forms.coins === undefined && forms.account !== undefined) {
		context.io.stderr('The reply is of generation 9, which has no coins: give --balances FILE to see them.\n')
	}
	return forms
}

/** Throws UserError with generation 8's own text for an address that it refuses. */
async function checkAddress8(context: CommandContext, address: string): Promise<void> {
	const { generation8AddressFromText } = await import('../../codec/address/generation8Address.ts')
	const { nextOfAddress } = await import('../keys/namedAddress.ts')
	try {
		generation8AddressFromText(address, homeConfig(context).settings.prefix)
	} catch (cause) {
		throw new UserError(`Generation 8 refuses the request: ${thrownText(cause)}`, {
			next: nextOfAddress(address),
			cause,
		})
	}
}

function runningNode(context: CommandContext): ReturnType<typeof readRunningNode> {
	return readRunningNode(homeConfig(context).home)
}

/** Prints which of a client's paths work in generation 9. Returns exit code 1 if one does not always work. */
async function checkPaths(context: CommandContext, source: string): Promise<number> {
	const known = Object.hasOwn(knownClients, source) ? knownClients[source] : undefined
	const paths = known ?? readClientPaths(await readInput(context.io, source))
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

/** A command's REST server: the URL of --rest-url, else of the home's node. @throws {UserError} if there is none */
export function restUrl(context: CommandContext): string {
	const asked = textFlag(context, 'restUrl')
	if (asked !== undefined) return /^https?:\/\//.test(asked) ? asked : `http://${asked}`
	const { home } = homeConfig(context)
	const rest = readRunningNode(home)?.rest
	if (rest !== undefined) return rest
	throw new UserError(`No node with a REST server runs on ${home}.`, {
		next: 'Start one with `chain-tui start`, or name a server with --rest-url URL.',
	})
}
