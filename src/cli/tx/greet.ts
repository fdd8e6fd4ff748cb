import type { ChainClient, FeeOptions, TxProgress } from '../../client/index.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { isGoBlank } from '../../util/goString.ts'
import { type CommandContext, isForPeople, textFlag } from '../CommandContext.ts'
import type { CommandSpec } from '../defineCommand.ts'
import { printResult } from '../printResult.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { groupedText } from '../support/amountText.ts'
import { keyringFlag, neededKey } from '../support/home.ts'
import { paintFor } from '../support/paint.ts'
import { readInput } from '../support/readInput.ts'
import { actAsFlag } from './sendTx.ts'

/** `greet`: sends a greeting with defaults for everything. */
export const greet: CommandSpec = {
	name: 'greet',
	args: '[message]',
	count: { min: 0, max: 1 },
	description: 'write a greeting, or one for each line of a file, and wait for its block',
	details:
		"Signs with the key that is chosen in the app, else with the first one; gas is estimated, the fee is what the node asks for.\nWith --file each line that is not blank becomes a greeting; they are sent one after the other without waiting for blocks, and one line is printed for each.\n`tx greet create-greeting` is the same transaction with all of the framework's flags.",
	settings: ['minimumGasPrices'],
	examples: ["greet 'hello world'", "greet 'hello world' --from bob --fees 2000uchain"],
	flags: [
		{ flag: '--from <key>', description: 'name or address of the key that signs' },
		{ flag: '--file <file>', description: 'a greeting for each line of a file; - reads standard input' },
		actAsFlag,
		{ flag: '--fees <coins>', description: 'fee to pay, such as 2000uchain; what the node asks for when left out' },
		{ flag: '--gas <n>', description: 'gas limit; estimated when left out' },
		{ flag: '--memo <text>', description: 'note to put into the transaction' },
		keyringFlag,
		// Nothing is asked here; scripts give it to every transaction.
		{ flag: '-y, --yes', description: 'as of other transactions', hidden: true },
	],
	run: async (context, [message = '']) => {
		const file = textFlag(context, 'file')
		const lines = file === undefined ? [] : (await readInput(context.io, file)).split(/\r?\n/)
		const messages = lines.filter((line) => !isGoBlank(line))
		if (file !== undefined && (message !== '' || messages.length === 0)) {
			throw new UserError(message === '' ? 'The file has no lines.' : 'A message and --file exclude each other.')
		}
		if (file === undefined && isGoBlank(message)) throw new UserError('must provide a greeting message')
		const gas = textFlag(context, 'gas') === 'auto' ? undefined : wholeNumber(context, 'gas')
		const fees = textFlag(context, 'fees')
		const memo = textFlag(context, 'memo')
		const options: FeeOptions = {
			...(gas === undefined ? {} : { gas: BigInt(gas) }),
			...(fees === undefined || fees === 'auto' ? {} : { fee: fees }),
			...(memo === undefined ? {} : { memo }),
		}
		const [{ actedKey }, { homeClient }, { unlock }, { homeConfig }] = await Promise.all([
			import('./actAs.ts'),
			import('../support/connect.ts'),
			import('../keys/unlock.ts'),
			import('../support/home.ts'),
		])
		const paint = paintFor(context.io)
		const { client, keyring } = await homeClient(context)
		try {
			const acted = await actedKey(context)
			if (acted !== undefined) await client.status()
			const key = acted ?? (await signingKey(keyring, homeConfig(context).home, textFlag(context, 'from')))
			if (acted === undefined) await unlock(keyring, context.io)
			if (file !== undefined) return await greetAll(context, client, key.name, messages, options)
			let last: TxProgress | undefined
			for await (const progress of client.createGreeting(key.name, message, options)) last = progress
			if (last?.state !== 'committed') throw refusal(last, key.name)
			const id = await greetingOf(client, key.address, message)
			if (isForPeople(context)) {
				const name = id === undefined ? 'greeting' : `greeting ${id}`
				const cost = `${groupedText(last.gasUsed)} gas, fee ${last.fee === '' ? 'none' : last.fee}`
				context.io.stdout(
					`${paint.good('✓')} ${name} of ${key.name} is in block ${groupedText(last.height)} ${paint.muted(`(${cost})`)}\n`,
				)
				return 0
			}
			await printResult(context, {
				...(id === undefined ? {} : { id }),
				owner: key.address,
				message,
				txhash: last.hash,
				height: String(last.height),
				gas_used: String(last.gasUsed),
				fee: last.fee,
			})
			return 0
		} finally {
			await client.close()
		}
	},
}

/** Greetings that wait for their blocks at a time. */
const atOnce = 100

/** Sends a greeting for each message in their order, many on the way at a time, and prints how each ended. */
async function greetAll(
	{ io, output }: CommandContext,
	client: ChainClient,
	key: string,
	messages: readonly string[],
	options: FeeOptions,
): Promise<number> {
	const ends: (TxProgress | undefined)[] = []
	let next = 0
	let failed = 0
	let printed = 0
	const print = (): void => {
		for (let end = ends[printed]; end !== undefined; end = ends[++printed]) {
			const line = printed + 1
			if (end.state !== 'committed') failed++
			const result =
				end.state === 'committed'
					? { line, height: String(end.height), txhash: end.hash }
					: { line, failed: end.state === 'failed' ? end.problem : 'it entered no block' }
			const text = 'txhash' in result ? `block ${result.height} ${result.txhash}` : `failed: ${result.failed}`
			io.stdout(`${output === 'json' ? JSON.stringify(result) : `${line} ${text}`}\n`)
		}
	}
	const send = async (): Promise<void> => {
		while (next < messages.length && !io.stopped.aborted) {
			const index = next++
			let last: TxProgress | undefined
			for await (const progress of client.createGreeting(key, messages[index]!, options)) last = progress
			ends[index] = last
			print()
		}
	}
	await Promise.all(Array.from({ length: Math.min(atOnce, messages.length) }, send))
	const sent = `${printed - failed} of ${messages.length} greetings are in blocks.`
	io.stderr(`${sent}\n`)
	return failed === 0 && !io.stopped.aborted ? 0 : 1
}

/** Newest greetings searched for one's own, since others may be in the same block. */
const newest = 200

/** The id of the newest greeting with this owner and text; undefined if too many came later. */
async function greetingOf(client: ChainClient, owner: string, message: string): Promise<string | undefined> {
	const count = await client.greetingCount()
	const greetings = await client.greetingRange(count - newest, count)
	return greetings.findLast((greeting) => greeting.owner === owner && greeting.message === message)?.id
}

/** Error for a greeting that reached no block, with the next step. */
export function refusal(last: TxProgress | undefined, key: string): UserError {
	if (last?.state !== 'failed') return new UserError('The greeting entered no block.', { next: 'Send it again.' })
	const poor = /not found|insufficient funds/.test(last.log) || /no coins|not on the chain/.test(last.problem)
	return new UserError(last.problem, {
		why: last.log === last.problem ? '' : last.log,
		next: poor ? `Give it coins: \`chain-tui faucet ${key}\`.` : last.next,
	})
}

/** A short command's key: the given one, the app's, or the first that can sign. @throws {UserError} if none. */
export async function signingKey(keyring: Keyring, home: string, named: string | undefined): Promise<KeyInfo> {
	if (named !== undefined) return neededKey(keyring, named)
	const keys = (await keyring.list()).filter(({ kind }) => kind !== 'watch')
	const { readPreferences } = await import('../../client/preferencesFile.ts')
	const chosen = readPreferences(home).get('key')
	const key = keys.find(({ name }) => name === chosen) ?? keys.find(({ kind }) => kind === 'local') ?? keys[0]
	if (key !== undefined) return key
	throw new UserError('There is no key to sign with.', {
		next: 'Make one and give it coins: `chain-tui keys add alice`, then `chain-tui faucet alice`.',
	})
}
