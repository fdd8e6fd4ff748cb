import { cosmjsTypes } from '../client/tx/createMessage.ts'
import { addressToText } from '../codec/address/address.ts'
import { type ChainSettings, defaultChainSettings } from '../codec/ChainSettings.ts'
import { evmChainIdOf } from '../codec/evmChainId.ts'
import { UserError } from '../errors/UserError.ts'
import { createNode } from '../node/createNode.ts'
import { localCall } from '../node/localCall.ts'
import type { NodeConfig } from '../node/NodeConfig.ts'
import { fromHex } from '../util/bytes.ts'
import { aminoConverters } from './aminoConverters.ts'
import type { Chain, ChainAccount, ChainOptions } from './Chain.ts'
import { createEndpoint } from './createEndpoint.ts'
import { testAccounts } from './testAccounts.ts'

/** Default balance of a funded account in micro-units: a thousand coins. */
const defaultBalance = 1_000_000_000n

/**
 * Starts a chain in this process, in memory, with servers on free ports of this machine. Several may run side by side; nothing
 * is left behind when they are stopped.
 *
 * @example
 * await using chain = await startChain({ accounts: 2 })
 * const client = await SigningStargateClient.connectWithSigner(chain.rpcUrl, chain.accounts[0].signer)
 *
 * @throws UserError for options that cannot be used.
 */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
	const settings: ChainSettings = {
		prefix: options.prefix ?? defaultChainSettings.prefix,
		denom: options.denom ?? defaultChainSettings.denom,
		coinType: options.coinType ?? defaultChainSettings.coinType,
		aminoBrand: options.aminoBrand ?? defaultChainSettings.aminoBrand,
	}
	const count = options.accounts ?? 3
	if (!Number.isInteger(count) || count < 0 || count > 1_000) {
		throw new UserError(`There cannot be ${count} accounts.`, { next: 'Give a whole number up to 1,000.' })
	}
	const accounts = testAccounts(count, settings)
	const config = configOf(options, settings, accounts)
	const { onLog } = options
	const node = await createNode(config, { log: (_level, source, text) => onLog?.(`${source}: ${text}`) })
	const call = localCall(node.rpc, (text) => {
		const [message = '', ...next] = text.split('\n')
		return new UserError(message, { next: next.join('\n') })
	})
	const { rpc = '', rest = '', grpc = '', endpoints, eth } = node.addresses
	let stopping: Promise<void> | undefined
	const stop = (): Promise<void> => {
		stopping ??= node.close()
		return stopping
	}
	return {
		chainId: node.addresses.chainId,
		prefix: settings.prefix,
		denom: settings.denom,
		gasPrice: config.minimumGasPrices,
		rpcUrl: rpc,
		restUrl: rest,
		grpcUrl: grpc,
		ethUrl: eth,
		accounts,
		types: cosmjsTypes().filter(([typeUrl]) => !typeUrl.startsWith('/cosmos.')),
		aminoConverters: aminoConverters(settings.aminoBrand),
		height: async () => Number((await call('status')).sync_info.latest_block_height),
		faucet: (address, amount) => call('admin_faucet', { address, ...(amount === undefined ? {} : { amount }) }),
		mine: async (blocks = 1) => (await call('admin_mine', { blocks })).height,
		setTime: async (time, { freeze = false } = {}) => {
			await call('admin_setTime', { time: typeof time === 'string' ? time : time.toISOString(), freeze })
		},
		advanceTime: async (seconds) => {
			await call('admin_advanceTime', { seconds })
		},
		snapshot: async (name) => (await call('admin_snapshot', name === undefined ? {} : { name })).id,
		revert: async (id) => (await call('admin_revert', { id })).height,
		createEndpoint: () => createEndpoint(endpoints),
		stop,
		[Symbol.asyncDispose]: stop,
	}
}

function configOf(options: ChainOptions, settings: ChainSettings, accounts: readonly ChainAccount[]): NodeConfig {
	const anywhere = { on: true, host: '127.0.0.1', port: 0, asked: false } as const
	const amount = options.balance ?? defaultBalance
	const chainId = options.chainId ?? 'chain-localnet'
	const hasEvm = (options.evmChainId ?? evmChainIdOf(chainId)) !== undefined
	const inEvm = ({ ethAddress }: ChainAccount): string =>
		addressToText(fromHex(ethAddress.slice(2)) ?? new Uint8Array(), settings.prefix)
	return {
		home: undefined,
		...(options.genesis === undefined ? {} : { genesis: options.genesis }),
		chainId,
		chainIdAsked: options.chainId !== undefined,
		...(options.evmChainId === undefined ? {} : { evmChainId: BigInt(options.evmChainId) }),
		settings,
		minimumGasPrices: options.minimumGasPrices ?? `0.01${settings.denom}`,
		blockMode: options.blockMode ?? 'instant',
		blockIntervalMs: options.blockIntervalMs ?? 1_000,
		pruning: options.pruning ?? 'default',
		listeners: {
			rpc: anywhere,
			rest: anywhere,
			grpc: anywhere,
			legacy8: { on: false },
			endpoints: options.endpoints ? anywhere : { on: false },
			eth: anywhere,
		},
		admin: false,
		developer: true,
		funded: accounts.flatMap((account) => [
			{ address: account.address, amount },
			...(hasEvm ? [{ address: inEvm(account), amount }] : []),
		]),
	}
}
