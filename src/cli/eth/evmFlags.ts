import { parseEvmAmount } from '../../codec/coins/evmAmount.ts'
import { ChainError } from '../../errors/ChainError.ts'
import { type CommandContext, isSet, textFlag } from '../CommandContext.ts'
import type { FlagSpec } from '../defineCommand.ts'
import { UsageError } from '../UsageError.ts'
import type { EvmCommand } from './withEvm.ts'

/** Amount to send along. */
export const valueFlag: FlagSpec = {
	flag: '--value <amount>',
	description: 'coins that go along, with their unit: 1.5CHAIN, 1500000uchain or 1achain',
}

/** Flags of commands that send. */
export const sendFlags: readonly FlagSpec[] = [
	{ flag: '--from <key>', description: 'Ethereum key that signs; the only one there is when left out' },
	valueFlag,
	{ flag: '--gas-limit <n>', description: 'most gas to use; estimated when left out' },
	{ flag: '-y, --yes', description: 'do not ask before sending' },
	{
		flag: '--keyring-backend <name>',
		description: 'where keys are kept',
		choices: ['os', 'file', 'memory'],
	},
]

/**
 * The amount of `--value`, in the EVM's unit.
 *
 * @throws {UsageError} for an invalid amount.
 */
export function valueFlagOf(context: CommandContext, denom: string): bigint | undefined {
	const text = textFlag(context, 'value')
	if (text === undefined) return undefined
	try {
		return parseEvmAmount(text, denom)
	} catch (cause) {
		if (!(cause instanceof ChainError)) throw cause
		throw new UsageError(cause.log, { next: 'Write the amount with its unit, like 1.5CHAIN.', cause })
	}
}

/**
 * The key of `--from`, otherwise the only Ethereum key.
 *
 * @throws {UsageError} if there is none, or several.
 */
export async function signingKey(context: CommandContext, { keyring }: EvmCommand): Promise<string> {
	const from = textFlag(context, 'from')
	if (from !== undefined) return (await keyring.get(from))?.name ?? from
	const keys = (await keyring.list()).filter(({ algo }) => algo === 'eth_secp256k1')
	const [only] = keys
	if (only !== undefined && keys.length === 1) return only.name
	throw new UsageError(keys.length === 0 ? 'There is no Ethereum key here.' : 'There are several Ethereum keys.', {
		next:
			keys.length === 0
				? 'Make one with `chain-tui keys add NAME --algo eth_secp256k1`.'
				: `Name one with --from: ${keys.map(({ name }) => name).join(', ')}.`,
	})
}

/** Asks before sending, unless `--yes` was given. */
export async function agreed(context: CommandContext, what: string): Promise<boolean> {
	if (isSet(context, 'yes')) return true
	context.io.stderr(`${what}\n`)
	const question = 'sign and send this [y/N]: '
	const answer = context.io.interactive ? await context.io.prompt(question) : await context.io.readStdin()
	if (['y', 'yes'].includes(answer.trim().toLowerCase())) return true
	context.io.stderr('nothing was sent\n')
	return false
}
