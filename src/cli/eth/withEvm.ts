import type { EvmClient } from '../../client/index.ts'
import { decodeBech32 } from '../../codec/address/bech32.ts'
import { parseEvmAmount } from '../../codec/coins/evmAmount.ts'
import { inOtherWords } from '../../errors/ChainError.ts'
import { UserError } from '../../errors/UserError.ts'
import type { Keyring } from '../../keyring/Keyring.ts'
import { homePaths } from '../../node/home/home.ts'
import { readRunningNode } from '../../node/home/runningNode.ts'
import { toHex } from '../../util/bytes.ts'
import { type CommandContext, isSet, textFlag, UsageError } from '../CommandContext.ts'
import type { FlagSpec } from '../defineCommand.ts'
import { saysYes } from '../keys/unlock.ts'
import { wholeNumber } from '../query/queryCommand.ts'
import { connect } from '../support/connect.ts'
import { homeConfig, keyringFlag, openKeys } from '../support/home.ts'
import { actAsFlag } from '../tx/sendTx.ts'

/** Context of a command of the EVM. */
export interface EvmCommand {
	readonly evm: EvmClient
	readonly keyring: Keyring
	/** Native denomination. */
	readonly denom: string
	/** Resolves an address or the name of a key or contract to an address. */
	readonly address: (text: string) => Promise<string>
}

/** Runs a command with the EVM of its node. @throws {UserError} if the chain has no EVM. */
export async function withEvm<T>(context: CommandContext, work: (command: EvmCommand) => Promise<T>): Promise<T> {
	const { createChainClient } = await (await import('../../client/index.ts')).loadChainClient()
	const { home, settings, minimumGasPrices } = homeConfig(context)
	const node = textFlag(context, 'node')
	const eth = textFlag(context, 'ethUrl') ?? (node === undefined ? readRunningNode(home)?.eth : undefined)
	const connection = await connect(context)
	const keyring = await openKeys(context)
	const client = createChainClient({
		connection,
		keyring,
		settings,
		gasPrices: minimumGasPrices,
		admin: false,
		abiFolder: homePaths(home).abis,
		listeners: eth === undefined ? {} : { eth: eth.includes('://') ? eth : `http://${eth}` },
	})
	try {
		// A node of this program reports its listener in the status.
		if (eth === undefined) await client.status()
		const { evm } = client
		if (evm === undefined) throw noEvm(node)
		const address = async (text: string) => {
			const key = await keyring.get(text)
			return key?.ethAddress ?? key?.address ?? text
		}
		return await work({ evm, keyring, denom: settings.denom, address })
	} finally {
		await client.close()
	}
}

function noEvm(node: string | undefined): UserError {
	if (node !== undefined) {
		return new UserError('It is not known where the EVM of this node is.', {
			next: 'Name the address of its JSON-RPC with --eth-url, such as http://127.0.0.1:8546.',
		})
	}
	return new UserError('The running chain has no EVM, or its JSON-RPC is off.', {
		next: 'Start a chain with one: `chain-tui start --chain-id chain_2222-1` in a new home, or `--evm-chain-id 2222`; not with `--eth off`.',
	})
}

/** Amount to send along. */
const valueFlag: FlagSpec = {
	flag: '--value <amount>',
	description: 'coins that go along, with their unit: 1.5CHAIN, 1500000uchain or 1achain',
}

/** Flags of commands that send. */
export const sendFlags: readonly FlagSpec[] = [
	{ flag: '--from <key>', description: 'Ethereum key that signs; the only one there is when left out' },
	actAsFlag,
	valueFlag,
	{ flag: '--gas-limit <n>', description: 'most gas to use; estimated when left out' },
	{ flag: '-y, --yes', description: 'do not ask before sending' },
	keyringFlag,
]

/** The gas limit of `--gas-limit`; undefined for an estimate. @throws {UserError} for no whole number. */
export function gasFlagOf(context: CommandContext): bigint | undefined {
	const gas = wholeNumber(context, 'gasLimit')
	return gas === undefined ? undefined : BigInt(gas)
}

/** The amount of `--value`, in the EVM's unit. @throws {UsageError} for an invalid amount. */
export function valueFlagOf(context: CommandContext, denom: string): bigint | undefined {
	const text = textFlag(context, 'value')
	if (text === undefined) return undefined
	return inOtherWords(
		() => parseEvmAmount(text, denom),
		(cause) => new UsageError(cause.log, { next: 'Write the amount with its unit, like 1.5CHAIN.', cause }),
	)
}

/**
 * The key of `--from`, otherwise the only Ethereum key; the 0x address of `--act-as`, which needs none.
 * @throws {UsageError} if there is none, or several.
 */
export async function signingKey(context: CommandContext, { keyring }: EvmCommand): Promise<string> {
	const { actedKey } = await import('../tx/actAs.ts')
	const acted = await actedKey(context)
	if (acted !== undefined) return `0x${toHex(decodeBech32(acted.address).bytes)}`
	const from = textFlag(context, 'from')
	if (from !== undefined) {
		const key = await keyring.get(from)
		if (key === undefined && from.startsWith('0x')) {
			throw new UsageError(`There is no key of ${from} here.`, {
				next: 'On your own chain --act-as sends as an account that nobody has a key of.',
			})
		}
		return key?.name ?? from
	}
	const keys = (await keyring.list()).filter(({ algo }) => algo === 'eth_secp256k1').map(({ name }) => name)
	const [first, second] = keys
	if (first === undefined) {
		throw new UsageError('There is no Ethereum key here.', {
			next: 'Make one with `chain-tui keys add NAME --algo eth_secp256k1`.',
		})
	}
	if (second === undefined) return first
	throw new UsageError('There are several Ethereum keys.', { next: `Name one with --from: ${keys.join(', ')}.` })
}

/** Asks before sending, unless `--yes` was given. */
export async function agreed(context: CommandContext, what: string): Promise<boolean> {
	if (isSet(context, 'yes')) return true
	context.io.stderr(`${what}\n`)
	if (await saysYes(context.io, 'sign and send this [y/N]: ')) return true
	context.io.stderr('nothing was sent\n')
	return false
}
