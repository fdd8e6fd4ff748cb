import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'
import { readInput } from '../support/readInput.ts'

/** `import` */
export const importGenesis: CommandSpec = {
	name: 'import',
	description: 'build a genesis of generation 9 from what a node answers by REST or gRPC',
	details:
		'Of generation 9 it reads accounts, balances and parameters, of generation 8 account by account, whose list it cannot give. Pages, refusals\n' +
		'for too many requests and short silences are waited for; a stopped import goes on where it was when it is called again. It says what\n' +
		'could not be read. Accounts of unknown kinds keep their coins alone.',
	examples: [
		'import --from http://127.0.0.1:1317 --all --output-document imported.json',
		'import --from grpc://127.0.0.1:9090 --holders uchain --output-document imported.json',
	],
	flags: [
		{
			flag: '--from <url>',
			description: 'REST server of the node, of either generation, or grpc://host:port of generation 9',
		},
		{ flag: '--addresses <file>', description: 'accounts to read, one a line, or - for standard input' },
		{ flag: '--all', description: 'all accounts of the node (generation 9)' },
		{ flag: '--holders <denom>', description: 'accounts that hold this denomination (generation 9)' },
		{ flag: '--height <height>', description: 'a height that the node keeps; the newest when left out' },
		...outputPlaceFlags('--output-document <file>', 'write the genesis to this file'),
	],
	run: async (context) => {
		const from = textFlag(context, 'from')
		const target = outputPlace(context)
		if (from === undefined || !/^(https?|grpcs?):\/\//.test(from)) {
			throw new UsageError('--from takes the URL of a REST server, or grpc://host:port')
		}
		if (target === undefined) {
			throw new UsageError('--output-document takes the file for the genesis')
		}
		const { importNode } = await (await import('../../client/index.ts')).loadUpgrade()
		const { stopped } = context.io
		let shownAt = 0
		const clear = (): void => {
			if (shownAt > 0) context.io.stderr('\r\u001b[K')
		}
		try {
			const found = await importNode(target, {
				from,
				addresses: await wanted(context),
				height: wholeNumber(context, 'height'),
				stopped,
				progress: (done, all) => {
					const now = performance.now()
					if (context.io.onTerminal !== true || now < shownAt + 100) return
					shownAt = now
					context.io.stderr(`\r\u001b[K${done} of ${all ?? '?'} accounts`)
				},
			})
			clear()
			const { generation, chainId, height, accounts, balancesOnly, unread } = found
			const lines = [
				`${chainId} at ${height}, generation ${generation}: ${accounts} accounts, ${balancesOnly.length} more with their coins alone.`,
				...unread.map(({ what, reason }) => `Not read: ${what}: ${reason}`),
			]
			if (context.output === 'json') await printResult(context, found)
			else context.io.stderr(`${lines.join('\n')}\n`)
			return undefined
		} catch (cause) {
			clear()
			if (!stopped.aborted) throw cause
			throw new UserError('The import was stopped.', {
				next: 'Run the same command again: it goes on where it was.',
				cause,
			})
		}
	},
}

async function wanted(context: CommandContext): Promise<readonly string[] | 'all' | { readonly holders: string }> {
	const [file, holders] = [textFlag(context, 'addresses'), textFlag(context, 'holders')]
	const given = [file !== undefined, holders !== undefined, isSet(context, 'all')].filter(Boolean).length
	if (given !== 1) throw new UsageError('one of --addresses, --all and --holders says which accounts are read')
	if (holders !== undefined) return { holders }
	if (file === undefined) return 'all'
	const lines = (await readInput(context.io, file)).split(/\r?\n/).map((line) => line.trim())
	return lines.filter((line) => line !== '' && !line.startsWith('#'))
}
