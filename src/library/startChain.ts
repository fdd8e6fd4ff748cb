import type { SigningStargateClient } from '@cosmjs/stargate'
import { cosmjsTypes } from '../client/tx/createMessage.ts'
import { addressToText } from '../codec/address/address.ts'
import { bech32OfAny } from '../codec/address/anyAddress.ts'
import { type ChainSettings, defaultChainSettings, evmChainIdOf } from '../codec/ChainSettings.ts'
import { UserError } from '../errors/UserError.ts'
import { keySigner } from '../keyring/keySigner.ts'
import { createNode } from '../node/createNode.ts'
import { localCall } from '../node/localCall.ts'
import type { Listener, NodeConfig } from '../node/NodeConfig.ts'
import { loadState, stateBytes } from '../node/stateFile.ts'
import { fromHex } from '../util/bytes.ts'
import type { Call } from '../wire/NodeSchema.ts'
import { aminoConverters } from './aminoConverters.ts'
import type { Chain, ChainAccount, ChainOptions, ChainPorts, MessageType } from './Chain.ts'
import { checkOptions } from './checkOptions.ts'
import { connectStargate } from './connectStargate.ts'
import { createEndpoint } from './createEndpoint.ts'
import type { Signer } from './Signer.ts'
import { testAccounts } from './testAccounts.ts'

const stateOption = { name: 'The option state of startChain', needs: 'Also give evmChainId, such as 31337.' } as const

/** Default balance of a funded account in micro-units: a thousand coins. */
const defaultBalance = 1_000_000_000n

/**
 * Starts a chain in this process, in memory, with servers on free ports of this machine. Several may run side by side; nothing
 * is left behind when they are stopped.
 *
 * @example
 * await using own = await startChain({ accounts: 2 })
 * const client = await own.stargate(own.accounts[0])
 * const height = await client.getHeight()
 *
 * @throws {UserError} for options that cannot be used: it names the option.
 */
export async function startChain(options: ChainOptions = {}): Promise<Chain> {
	checkOptions(options)
	const settings: ChainSettings = {
		prefix: options.prefix ?? defaultChainSettings.prefix,
		denom: options.denom ?? defaultChainSettings.denom,
		coinType: options.coinType ?? defaultChainSettings.coinType,
		aminoBrand: options.aminoBrand ?? defaultChainSettings.aminoBrand,
	}
	const accounts = testAccounts(options.accounts ?? 3, settings, options.mnemonic)
	const state = options.state === undefined ? undefined : stateBytes(options.state, stateOption)
	const config = configOf(options, settings, accounts)
	const { onLog } = options
	const node = await createNode(config, { log: (_level, source, text) => onLog?.(`${source}: ${text}`) })
	// Tools expect the state of the genesis before anybody makes a block, also where blocks are made by hand.
	if (node.engine.height === 0) await node.engine.mine()
	const { rpc = '', rest = '', grpc = '', legacy8, endpoints, eth } = node.addresses
	const clients = new Set<SigningStargateClient>()
	let stopping: Promise<void> | undefined
	const stop = (): Promise<void> => {
		stopping ??= node.close()
		for (const client of clients) client.disconnect()
		return stopping
	}
	const ask = localCall(node.rpc, refusal)
	const call = (async (...args: Parameters<Call>) => {
		if (stopping !== undefined) throw stopped()
		return ask(...args)
	}) as Call
	const chain: Chain = {
		chainId: node.addresses.chainId,
		prefix: settings.prefix,
		denom: settings.denom,
		gasPrice: config.minimumGasPrices,
		rpcUrl: rpc,
		restUrl: rest,
		grpcUrl: grpc,
		ethUrl: eth,
		legacy8Url: legacy8,
		accounts,
		types: cosmjsTypes().filter(([typeUrl]) => !typeUrl.startsWith('/cosmos.')) as [string, MessageType][],
		aminoConverters: aminoConverters(settings.aminoBrand),
		stargate: async (account = accounts[0]) => {
			if (stopping !== undefined) throw stopped()
			const client = await connectStargate(chain, account)
			clients.add(client)
			return client
		},
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
		actAs: async (address) => {
			await call('admin_actAs', { add: [address] })
			const { pubKey } = accounts[0] ?? testAccounts(1, settings)[0]!
			// CosmJS names a key with every signature; that of another account tells the chain that nobody signs.
			return keySigner(
				{ address: bech32OfAny(address, settings.prefix), pubKey },
				async () => new Uint8Array(64),
			) as Signer
		},
		stopActingAs: async (address) => {
			await call('admin_actAs', { remove: [address] })
		},
		createEndpoint: async () => {
			if (stopping !== undefined) throw stopped()
			return createEndpoint(endpoints)
		},
		stop,
		[Symbol.asyncDispose]: stop,
	}
	if (state !== undefined) {
		try {
			await loadState(eth, state, stateOption)
		} catch (error) {
			await stop()
			throw error
		}
	}
	return chain
}

function refusal(text: string): UserError {
	// The words of JSON-RPC for whatever was refused; they tell nothing to whoever called a function.
	const [message = '', ...next] = text.replace(/^Internal error: /, '').split('\n')
	return new UserError(message, { next: next.join('\n') })
}

function stopped(): UserError {
	return new UserError('This chain was stopped.', { next: 'Start another one with startChain().' })
}

function configOf(options: ChainOptions, settings: ChainSettings, accounts: readonly ChainAccount[]): NodeConfig {
	const at = (name: keyof ChainPorts): Listener => {
		const port = options.ports?.[name] ?? 0
		return { on: true, host: '127.0.0.1', port, asked: port !== 0 }
	}
	const { genesis } = options
	const amount = options.balance ?? defaultBalance
	const chainId = options.chainId ?? 'chain-localnet'
	const hasEvm = (options.evmChainId ?? evmChainIdOf(chainId)) !== undefined
	const inEvm = ({ ethAddress }: ChainAccount): string =>
		addressToText(fromHex(ethAddress.slice(2)) ?? new Uint8Array(), settings.prefix)
	return {
		home: undefined,
		...(genesis === undefined ? {} : { genesis: typeof genesis === 'string' ? genesis : JSON.stringify(genesis) }),
		chainId,
		chainIdAsked: options.chainId !== undefined,
		...(options.evmChainId === undefined ? {} : { evmChainId: BigInt(options.evmChainId) }),
		settings,
		minimumGasPrices: options.minimumGasPrices ?? `0.01${settings.denom}`,
		blockMode: options.blockMode ?? 'instant',
		blockIntervalMs: options.blockIntervalMs ?? 1_000,
		pruning: options.pruning ?? 'default',
		listeners: {
			rpc: at('rpc'),
			rest: at('rest'),
			grpc: at('grpc'),
			legacy8: options.legacy8 ? at('legacy8') : { on: false },
			endpoints: options.endpoints ? at('endpoints') : { on: false },
			eth: at('eth'),
		},
		admin: false,
		developer: true,
		throwsFailures: options.throwOnTransactionFailures === true,
		funded: accounts.flatMap((account) => [
			{ address: account.address, amount },
			...(hasEvm ? [{ address: inEvm(account), amount }] : []),
		]),
	}
}
