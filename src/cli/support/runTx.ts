import type { Coin, MsgInput } from '../../client/ChainClient.ts'
import { readAccount } from '../../client/queries/accounts.ts'
import type { RpcConnection } from '../../client/rpc/RpcConnection.ts'
import { feeFor } from '../../client/tx/feeFor.ts'
import { signTx } from '../../client/tx/signTx.ts'
import { simulate } from '../../client/tx/simulate.ts'
import { unsignedTx } from '../../client/tx/unsignedTx.ts'
import { parseDecCoins } from '../../codec/coins/decCoins.ts'
import { createRegistry } from '../../codec/registry/createRegistry.ts'
import { txToJson } from '../../codec/txJson/txJson.ts'
import { UserError } from '../../errors/UserError.ts'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { fromBase64 } from '../../util/bytes.ts'
import type { CommandContext } from '../CommandContext.ts'
import { UsageError } from '../UsageError.ts'
import { broadcastAndPrint } from './broadcastAndPrint.ts'
import { checkAddress } from './checkAddress.ts'
import { connect } from './connect.ts'
import { homeConfig, openKeys } from './home.ts'
import { queryError } from './queryError.ts'
import { type TxOptions, txOptions } from './txOptions.ts'
import { unlock } from './unlock.ts'

/**
 * The way of every transaction of the command line: flags, signer, gas and fee, confirmation, signature, broadcast, response.
 * `build` makes the messages for the signer's address. Returns the exit code.
 */
export async function runTx(
	context: CommandContext,
	build: (address: string) => readonly MsgInput[],
	fromArgument?: string,
): Promise<number> {
	const options = txOptions(context)
	const from = fromArgument ?? options.from
	const { settings } = homeConfig(context)
	if (options.generateOnly)
		return generate(context, checkAddress(from, settings.prefix, 'in generate-only mode'), build, options)
	const keyring = await openKeys(context)
	const key = await keyring.get(from)
	if (!key) {
		throw new UserError(`${from}: key not found`, { next: 'See the names with `chain-tui keys list`.' })
	}
	const messages = build(key.address)
	const connection = options.offline ? undefined : await connect(context)
	try {
		const signer = await signerData(context, connection, key, options)
		const cost = await costOf(context, connection, key, messages, signer.sequence, options)
		if (options.dryRun) return 0
		if (!options.yes && !(await confirmed(context, messages, cost, options))) {
			context.io.stderr('cancelled transaction\n')
			return 0
		}
		const tx = await sign(keyring, key, messages, cost, signer, context, options)
		if (connection) return await broadcastAndPrint(context, connection, tx, options.broadcastMode)
		const { decodeTx } = await import('../../codec/tx/decodeTx.ts')
		const registry = createRegistry()
		context.io.stdout(`${txToJson(decodeTx(tx, registry), registry)}\n`)
		return 0
	} finally {
		connection?.close()
	}
}

interface Signer {
	readonly chainId: string
	readonly accountNumber: bigint
	readonly sequence: bigint
}

interface Cost {
	readonly gas: bigint
	readonly fee: readonly Coin[]
}

async function generate(
	context: CommandContext,
	address: string,
	build: (address: string) => readonly MsgInput[],
	options: TxOptions,
): Promise<number> {
	if (options.gas === undefined || options.fees === 'auto') {
		throw new UsageError('an unsigned transaction needs its gas and fee as numbers', { next: 'Give --gas and --fees.' })
	}
	const fee = feeOf(options, options.gas, '')
	const registry = createRegistry()
	context.io.stdout(`${txToJson(unsignedTx(build(address), { ...options, gas: options.gas, fee }), registry)}\n`)
	return 0
}

/** Chain id, account number and sequence: from the flags, and what they leave open from the node. */
async function signerData(
	context: CommandContext,
	connection: RpcConnection | undefined,
	key: KeyInfo,
	options: TxOptions,
): Promise<Signer> {
	if (!connection) {
		const { accountNumber, sequence } = options
		if (accountNumber !== undefined && sequence !== undefined) {
			return { chainId: options.chainId ?? homeConfig(context).chainId, accountNumber, sequence }
		}
		throw new UsageError('offline signing needs the account number and sequence', {
			next: 'Give --account-number and --sequence; see them with `chain-tui q auth account ADDRESS`.',
		})
	}
	const [chainId, account] = await Promise.all([
		options.chainId ?? nodeChainId(connection),
		readAccount(connection, createRegistry(), key.address),
	])
	if (!account && options.accountNumber === undefined) {
		throw new UserError(`account ${key.address} not found: key not found`, {
			why: 'It is not on the chain yet.',
			next: 'Send it some coins first.',
		})
	}
	return {
		chainId,
		accountNumber: options.accountNumber ?? account?.accountNumber ?? 0n,
		sequence: options.sequence ?? account?.sequence ?? 0n,
	}
}

async function nodeChainId(connection: RpcConnection): Promise<string> {
	return (await connection.call('status')).node_info.network
}

async function costOf(
	context: CommandContext,
	connection: RpcConnection | undefined,
	key: KeyInfo,
	messages: readonly MsgInput[],
	sequence: bigint,
	options: TxOptions,
): Promise<Cost> {
	const autoPrices = options.fees === 'auto' && connection ? await nodePrices(context, connection) : ''
	let { gas } = options
	if (connection && (gas === undefined || options.dryRun)) {
		const fee = feeOf(options, 1n, autoPrices)
		gas = await estimate(connection, key, messages, sequence, fee, options)
		context.io.stderr(`gas estimate: ${gas}\n`)
	}
	const limit = gas ?? 200_000n
	return { gas: limit, fee: feeOf(options, limit, autoPrices) }
}

async function estimate(
	connection: RpcConnection,
	key: KeyInfo,
	messages: readonly MsgInput[],
	sequence: bigint,
	fee: readonly Coin[],
	options: TxOptions,
): Promise<bigint> {
	try {
		const used = await simulate(connection, {
			registry: createRegistry(),
			messages,
			pubKey: fromBase64(key.pubKey ?? '') ?? new Uint8Array(),
			sequence,
			fee,
			memo: options.memo,
			timeoutHeight: options.timeoutHeight,
		})
		return BigInt(Math.ceil(Number(used) * options.gasAdjustment))
	} catch (error) {
		throw queryError(error, 'The transaction would fail as it is: change it, or give --gas to send it all the same.')
	}
}

/** The lowest prices the node takes: its own word where it tells, else the home's setting. */
async function nodePrices(context: CommandContext, connection: RpcConnection): Promise<string> {
	const { RpcError } = await import('../../client/rpc/RpcError.ts')
	try {
		const status = await connection.call('admin_status')
		if (status.minimumGasPrices !== undefined) return status.minimumGasPrices
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
	}
	return homeConfig(context).minimumGasPrices
}

function feeOf(options: TxOptions, gas: bigint, autoPrices: string): readonly Coin[] {
	const prices = options.fees === 'auto' ? autoPrices : options.gasPrices
	if (prices !== '') {
		return parseDecCoins(prices).flatMap((price) => {
			const fee = feeFor([price], gas, price.denom)
			return fee ? [{ denom: fee.denom, amount: String(fee.amount) }] : []
		})
	}
	const scale = 10n ** 18n
	return parseDecCoins(options.fees).map(({ denom, scaled }) => ({ denom, amount: String(scaled / scale) }))
}

/** Shows the unsigned transaction and asks, as the framework does. Anything but yes is no. */
async function confirmed(
	context: CommandContext,
	messages: readonly MsgInput[],
	cost: Cost,
	options: TxOptions,
): Promise<boolean> {
	context.io.stderr(`${txToJson(unsignedTx(messages, { ...options, ...cost }), createRegistry())}\n\n`)
	const question = 'confirm transaction before signing and broadcasting [y/N]: '
	const answer = context.io.interactive ? await context.io.prompt(question) : await context.io.readStdin()
	return ['y', 'yes'].includes(answer.trim().toLowerCase())
}

async function sign(
	keyring: Keyring,
	key: KeyInfo,
	messages: readonly MsgInput[],
	cost: Cost,
	signer: Signer,
	context: CommandContext,
	options: TxOptions,
): Promise<Uint8Array> {
	await unlock(keyring, context.io)
	return signTx({
		...signer,
		...cost,
		keyring,
		key,
		brand: homeConfig(context).settings.aminoBrand,
		mode: options.signMode,
		messages,
		memo: options.memo,
		timeoutHeight: options.timeoutHeight,
		...(options.feeAccount === '' ? {} : { feeGranter: options.feeAccount }),
	})
}
