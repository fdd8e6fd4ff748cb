import type { ListedContract } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { ProgressLine } from '../support/genesisProgress.ts'
import { outputPlace, outputPlaceFlags } from '../support/outputPlace.ts'
import { readInput } from '../support/readInput.ts'

/** `import` */
export const importGenesis: CommandSpec = {
	name: 'import',
	description: 'build a genesis of generation 9 from what a node answers by REST or gRPC, or read contracts of an EVM',
	details:
		'Of generation 9 it reads accounts, balances and parameters, of generation 8 account by account, whose list it cannot give. Pages, refusals\n' +
		'for too many requests and short silences are waited for; a stopped import goes on where it was when it is called again. It says what\n' +
		'could not be read. Accounts of unknown kinds keep their coins alone.\n' +
		'With --contracts it reads the 0x addresses of a file from the JSON-RPC of any EVM into a file for start --state. Slots come from\n' +
		'the source where it lists them, and from the file (`0x… 0x0 0x1` on a line); eth_getProof is checked where there is one.',
	examples: [
		'import --from http://127.0.0.1:1317 --all --output-document imported.json',
		'import --from grpc://127.0.0.1:9090 --holders uchain --output-document imported.json',
		'import --contracts http://127.0.0.1:8545 --addresses contracts.txt --output-document state.json',
	],
	flags: [
		{
			flag: '--from <url>',
			description: 'REST server of the node, of either generation, or grpc://host:port of generation 9',
		},
		{
			flag: '--contracts <url>',
			description: 'JSON-RPC of an EVM, in place of --from: reads contracts with code and storage',
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
		const contracts = textFlag(context, 'contracts')
		if (contracts !== undefined) return readContracts(context, contracts, target)
		if (from === undefined || !/^(https?|grpcs?):\/\//.test(from)) {
			throw new UsageError('--from takes the URL of a REST server, or grpc://host:port')
		}
		if (target === undefined) {
			throw new UsageError('--output-document takes the file for the genesis')
		}
		const { importNode } = await (await import('../../client/index.ts')).loadUpgrade()
		const addresses = await wanted(context)
		const { stopped } = context.io
		return withProgress(context, 'it goes on where it was', async (progress) => {
			const found = await importNode(target, {
				from,
				addresses,
				height: wholeNumber(context, 'height'),
				stopped,
				progress,
			})
			const { generation, chainId, height, accounts, balancesOnly, unread } = found
			const lines = [
				`${chainId} at ${height}, generation ${generation}: ${accounts} accounts, ${balancesOnly.length} more with their coins alone.`,
				...unread.map(({ what, reason }) => `Not read: ${what}: ${reason}`),
			]
			return { found, lines }
		})
	},
}

/** `import --contracts` */
async function readContracts(context: CommandContext, from: string, target: string | undefined): Promise<undefined> {
	const file = textFlag(context, 'addresses')
	if (!/^https?:\/\//.test(from)) throw new UsageError('--contracts takes the URL of the JSON-RPC of an EVM')
	if (['from', 'holders'].some((name) => textFlag(context, name) !== undefined) || isSet(context, 'all')) {
		throw new UsageError('--contracts goes with --addresses alone: run import again for the other accounts')
	}
	if (file === undefined) throw new UsageError('--addresses takes the file with the 0x addresses, one a line')
	if (target === undefined) throw new UsageError('--output-document takes the file for start --state')
	const contracts = linesOf(await readInput(context.io, file)).map((line) => {
		const [address = '', ...slots] = line.split(/[\s,]+/)
		const isHex = /^0x[0-9a-f]{40}$/i.test(address) && slots.every((slot) => /^0x[0-9a-f]{1,64}$/i.test(slot))
		if (!isHex) throw new UsageError(`"${line.slice(0, 80)}" is no 0x address, with the 0x slots that it shall have`)
		return { address, slots } as ListedContract
	})
	if (contracts.length === 0) throw new UsageError(`${file} has no address`)
	const { importContracts } = await (await import('../../client/index.ts')).loadUpgrade()
	const wish = { from, contracts, height: wholeNumber(context, 'height'), stopped: context.io.stopped }
	return withProgress(context, 'it begins anew', async (progress) => {
		const found = await importContracts(target, { ...wish, progress })
		const { chainId, height, accounts, slots, stateRoot, unproven } = found
		const proven = stateRoot === '' ? '' : `, proven against the state root ${stateRoot}`
		const lines = [
			`Chain ${chainId} at ${height}: ${accounts} accounts with ${slots} slots${proven}.`,
			...unproven.map(({ what, reason }) => `Not proven: ${what}: ${reason}`),
		]
		return { found, lines }
	})
}

/** Runs an import, shows on a terminal how far it is, and tells what it found. */
async function withProgress(
	context: CommandContext,
	again: string,
	work: (
		progress: (done: number, all: number | undefined) => void,
	) => Promise<{ readonly found: object; readonly lines: readonly string[] }>,
): Promise<undefined> {
	const line = new ProgressLine(context)
	try {
		const { found, lines } = await work((done, all) =>
			line.showText(() => `${done} of ${all ?? '?'} accounts`),
		).finally(() => line.clear())
		if (context.output === 'json') await printResult(context, found)
		else context.io.stderr(`${lines.join('\n')}\n`)
		return undefined
	} catch (cause) {
		if (!context.io.stopped.aborted) throw cause
		throw new UserError('The import was stopped.', { next: `Run the same command again: ${again}.`, cause })
	}
}

async function wanted(context: CommandContext): Promise<readonly string[] | 'all' | { readonly holders: string }> {
	const [file, holders] = [textFlag(context, 'addresses'), textFlag(context, 'holders')]
	const given = [file !== undefined, holders !== undefined, isSet(context, 'all')].filter(Boolean).length
	if (given !== 1) throw new UsageError('one of --addresses, --all and --holders says which accounts are read')
	if (holders !== undefined) return { holders }
	if (file === undefined) return 'all'
	return linesOf(await readInput(context.io, file))
}

function linesOf(text: string): readonly string[] {
	const lines = text.split(/\r?\n/).map((line) => line.trim())
	return lines.filter((line) => line !== '' && !line.startsWith('#'))
}
