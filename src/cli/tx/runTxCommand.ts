import {
	actingKey,
	type CostWish,
	estimateCost,
	feeOf,
	type MsgInput,
	MultisigTx,
	type PreparedTx,
	prepareTx,
	priceToPay,
	type RpcConnection,
	RpcError,
	type TxCost,
	type TxDraft,
	unsignedTx,
} from '../../client/index.ts'
import { type DecCoin, parseDecCoins } from '../../codec/coins/decCoins.ts'
import type { Registry } from '../../codec/registry/createRegistry.ts'
import { txBytesOf, txToJson } from '../../codec/txJson/txJson.ts'
import type { Tx } from '../../gen/cosmos/tx/v1beta1/tx_pb.js'
import type { KeyInfo, Keyring } from '../../keyring/Keyring.ts'
import { type CommandContext, textFlag, UsageError } from '../CommandContext.ts'
import { checkAddress, namedAddress } from '../keys/namedAddress.ts'
import { saysYes, unlock } from '../keys/unlock.ts'
import { queryError } from '../query/queryCommand.ts'
import { connect } from '../support/connect.ts'
import { everyType } from '../support/everyType.ts'
import { homeConfig, neededKey, openKeys } from '../support/home.ts'
import { letActAs } from './actAs.ts'
import { broadcastAndPrint } from './broadcastAndPrint.ts'
import { type TxOptions, txOptions } from './txOptions.ts'

/**
 * Runs a transaction command: maps the flags to the client's steps (client/tx), shows what is to be signed, asks, and
 * prints the result. `build` creates the messages for the signer's address. Returns the exit code.
 */
export async function runTxCommand(
	context: CommandContext,
	build: (address: string) => readonly MsgInput[],
	fromArgument?: string,
): Promise<number> {
	const options = txOptions(context)
	const from = fromArgument ?? options.from
	const registry = everyType()
	const { settings } = homeConfig(context)
	if (options.generateOnly) {
		const messages = build(checkAddress(from, settings.prefix, 'in generate-only mode'))
		context.io.stdout(`${txToJson(generated({ ...options, messages }, options), registry)}\n`)
		return 0
	}
	const keyring = await openKeys(context)
	const acted = await actedAccount(context, fromArgument, options)
	const key = acted ?? (await neededKey(keyring, from))
	const draft = { ...options, messages: build(key.address) }
	const connection = options.offline ? undefined : await connect(context)
	try {
		if (connection !== undefined && acted !== undefined) await letActAs(connection, acted.address)
		const prepared = await preparedTx(context, connection, registry, key, draft, options)
		const cost = await costOf(context, connection, registry, prepared, options)
		if (options.dryRun) return 0
		const unsigned = unsignedTx(prepared, cost)
		if (!options.yes && !(await confirmed(context, unsigned, registry))) {
			context.io.stderr('cancelled transaction\n')
			return 1
		}
		if (acted === undefined) await unlock(keyring, context.io)
		const signed = await sign(context, keyring, registry, prepared, unsigned, options)
		if (connection) return await broadcastAndPrint(context, { connection, registry }, txBytesOf(signed), options)
		context.io.stdout(`${txToJson(signed, registry)}\n`)
		return 0
	} finally {
		connection?.close()
	}
}

/** The account of `--act-as`; undefined without it. @throws {UsageError} if the command names another sender too. */
async function actedAccount(
	context: CommandContext,
	fromArgument: string | undefined,
	options: TxOptions,
): Promise<KeyInfo | undefined> {
	const named = textFlag(context, 'actAs')
	if (named === undefined) return undefined
	const address = await namedAddress(context, named)
	const other = fromArgument ?? (options.from === '' ? undefined : options.from)
	if (other !== undefined && (await namedAddress(context, other)) !== address) {
		throw new UsageError(`--act-as names ${address}, but the sender is ${other}`, {
			next: 'Name the same account in both places.',
		})
	}
	return actingKey(address)
}

function generated(draft: TxDraft, options: TxOptions): Tx {
	if (options.gas === undefined || options.fees === 'auto') {
		throw new UsageError('an unsigned transaction needs its gas and fee as numbers', { next: 'Give --gas and --fees.' })
	}
	return unsignedTx(draft, { gas: options.gas, fee: feeOf(feeWish(options, []), options.gas) })
}

/** Chain id, account number and sequence, from the flags and otherwise from the node. */
async function preparedTx(
	context: CommandContext,
	connection: RpcConnection | undefined,
	registry: Registry,
	key: KeyInfo,
	draft: TxDraft,
	{ chainId, accountNumber, sequence }: TxOptions,
): Promise<PreparedTx> {
	const given = {
		...(chainId === undefined ? {} : { chainId }),
		...(accountNumber === undefined ? {} : { accountNumber }),
		...(sequence === undefined ? {} : { sequence }),
	}
	if (connection) return prepareTx({ connection, registry }, key, draft, given)
	if (accountNumber !== undefined && sequence !== undefined) {
		return { ...draft, key, chainId: chainId ?? homeConfig(context).chainId, accountNumber, sequence }
	}
	throw new UsageError('offline signing needs the account number and sequence', {
		next: 'Give --account-number and --sequence; see them with `chain-tui q auth account ADDRESS`.',
	})
}

async function costOf(
	context: CommandContext,
	connection: RpcConnection | undefined,
	registry: Registry,
	tx: PreparedTx,
	options: TxOptions,
): Promise<TxCost> {
	const fee = feeWish(options, connection ? await autoPrices(context, connection, options) : [])
	const { gas, gasAdjustment } = options
	if (gas !== undefined && !options.dryRun) return { gas, fee: feeOf(fee, gas) }
	try {
		// Without a node no estimate is taken for an option.
		const source = { connection: connection!, registry }
		const cost = await estimateCost(source, tx, { gas: undefined, gasAdjustment, ...fee })
		context.io.stderr(`gas estimate: ${cost.gas}\n`)
		return cost
	} catch (error) {
		throw queryError(error, 'The transaction would fail as it is: change it, or give --gas to send it all the same.')
	}
}

/** The node's gas price, with `--fees auto` and if no fee is given and the node names a price. */
async function autoPrices(
	context: CommandContext,
	connection: RpcConnection,
	{ fees, gasPrices }: TxOptions,
): Promise<readonly DecCoin[]> {
	if (gasPrices !== '' || (fees !== '' && fees !== 'auto')) return []
	const prices = parseDecCoins(await nodePrices(context, connection, fees === 'auto'))
	return priceToPay(prices, homeConfig(context).settings.denom)
}

function feeWish({ fees, gasPrices }: TxOptions, auto: readonly DecCoin[]): Pick<CostWish, 'fee'> {
	if (gasPrices !== '') return { fee: { prices: parseDecCoins(gasPrices) } }
	if (fees === 'auto' || fees === '') return { fee: { prices: auto } }
	const scale = 10n ** 18n
	const coins = parseDecCoins(fees).map(({ denom, scaled }) => ({ denom, amount: String(scaled / scale) }))
	return { fee: { coins } }
}

/** Shows the unsigned transaction and asks, as the framework does. */
async function confirmed(context: CommandContext, unsigned: Tx, registry: Registry): Promise<boolean> {
	context.io.stderr(`${txToJson(unsigned, registry)}\n\n`)
	return saysYes(context.io, 'confirm transaction before signing and broadcasting [y/N]: ')
}

async function sign(
	context: CommandContext,
	keyring: Keyring,
	registry: Registry,
	{ key, chainId, accountNumber, sequence }: PreparedTx,
	tx: Tx,
	options: TxOptions,
): Promise<Tx> {
	const signer = { chainId, accountNumber, sequence }
	const brand = homeConfig(context).settings.aminoBrand
	if (key.kind === 'multi') {
		const collection = new MultisigTx({ tx, key, signer, keyring, registry, brand })
		if (options.signers.length > 0) await collection.sign(options.signers)
		else await collection.signWithLocalMembers()
		return collection.signed()
	}
	const { signTx } = await (await import('../../client/index.ts')).loadSigning()
	return signTx({ ...signer, tx, keyring, key, registry, brand, mode: options.signMode })
}

/**
 * The node's lowest gas prices, empty if it requires none: as it reports them, otherwise the setting of its home. For
 * the node of `--node` the home's setting is only a guess, used if `guess` is set.
 */
async function nodePrices(context: CommandContext, connection: RpcConnection, guess: boolean): Promise<string> {
	try {
		const { minimumGasPrices } = await connection.call('admin_status')
		if (minimumGasPrices !== undefined) return minimumGasPrices
	} catch (error) {
		if (!(error instanceof RpcError)) throw error
	}
	return guess || textFlag(context, 'node') === undefined ? homeConfig(context).minimumGasPrices : ''
}
