import type { AppContext, ContextFields } from '../../../../src/app/AppContext.ts'
import { EventList } from '../../../../src/app/EventList.ts'
import { infiniteGasMeter } from '../../../../src/app/GasMeter.ts'
import { parseGenesis } from '../../../../src/chain/parseGenesis.ts'
import { addressToText, moduleAddress } from '../../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../../src/codec/registry/createRegistry.ts'
import { keccak256 } from '../../../../src/crypto/keccak256.ts'
import type { EvmMessage } from '../../../../src/modules/evm/applyMessage.ts'
import type { EvmParams } from '../../../../src/modules/evm/evmParams.ts'
import { defaultEvmParams, evmGenesisToJson } from '../../../../src/modules/evm/genesis.ts'
import type { EvmObserver } from '../../../../src/modules/evm/vm/runEvm.ts'
import { defaultFeeMarketParams, type FeeMarketParams } from '../../../../src/modules/feemarket/feeMarketParams.ts'
import { feeMarketGenesisToJson } from '../../../../src/modules/feemarket/genesis.ts'
import { createChainApp } from '../../../../src/node/createApp.ts'
import { defaultGenesis } from '../../../../src/node/genesis/defaultGenesis.ts'
import { createMemoryDb } from '../../../../src/store/kv/memoryDb.ts'
import { fromHex } from '../../../../src/util/bytes.ts'

export const evmRegistry = createRegistry({ evm: true })
export const benchChainId = 'chain_2222-1'

/** A chain with an EVM after its first block, in memory. */
export function createEvmBench(
	options: {
		readonly evm?: Partial<EvmParams>
		readonly feeMarket?: Partial<FeeMarketParams>
		/** Micro-coins by address. */
		readonly funded?: readonly (readonly [address: Uint8Array, amount: bigint])[]
		/** Of ethermint unless it is `base`. */
		readonly accountRule?: string
		readonly minGasPrices?: string
		readonly checksNextFee?: boolean
		/** Gas of a block; not limited unless it is given. */
		readonly maxGas?: bigint
	} = {},
) {
	const settings = defaultChainSettings
	const { app, evm } = createChainApp({
		db: createMemoryDb(),
		settings,
		minGasPrices: options.minGasPrices ?? '',
		evmChainId: 2222n,
		pruning: 'nothing',
		name: 'bench',
		version: '1',
		registry: evmRegistry,
		checksNextFee: options.checksNextFee,
	})
	const keeper = evm!
	const genesis = parseGenesis(
		defaultGenesis({
			chainId: benchChainId,
			settings,
			funded: (options.funded ?? []).map(([address, amount]) => ({
				address: addressToText(address, settings.prefix),
				amount,
			})),
			feeCollectorAddress: addressToText(moduleAddress('fee_collector'), settings.prefix),
			validator: {
				pubKey: Buffer.alloc(32, 7).toString('base64'),
				address: '4BB06F8E4E3A7715D201D573D0AA423762E55DAB',
			},
			time: '2026-01-01T00:00:00Z',
			evm: {
				evm: evmGenesisToJson({ accounts: [], params: { ...defaultEvmParams('achain'), ...options.evm } }, evmRegistry),
				feemarket: feeMarketGenesisToJson(
					{ params: { ...defaultFeeMarketParams, ...options.feeMarket }, blockGas: 0n },
					evmRegistry,
				),
				evmutil: { accounts: [], account_rule: options.accountRule ?? '' },
			},
		}),
	)
	app.initChain({
		chainId: benchChainId,
		time: genesis.genesisTime,
		initialHeight: 1,
		consensusParams: {
			...genesis.consensusParams,
			block: { ...genesis.consensusParams.block, maxGas: options.maxGas ?? genesis.consensusParams.block.maxGas },
		},
		validators: [],
		appState: genesis.appState,
	})
	let height = 0
	/** A block of transactions; their results. */
	const block = async (...txs: readonly Uint8Array[]) => {
		height++
		const time = { seconds: 1_800_000_000n + BigInt(height), nanos: 0 }
		const header = { chainId: benchChainId, height, time, proposerAddress: new Uint8Array(20).fill(0x77) }
		app.beginBlock({ header, hash: new Uint8Array(32).fill(height) })
		const results = []
		for (const tx of txs) results.push(await app.deliverTx(tx))
		app.endBlock({ height })
		await app.commit()
		return results
	}
	return {
		app,
		keeper,
		settings,
		block,
		/** A context over a branch of the newest state, of the block after it. */
		context(fields: Partial<ContextFields> = {}): AppContext {
			const ctx = app.createQueryContext(0)
			const header = { ...ctx.header, height: height + 1, proposerAddress: new Uint8Array(20).fill(0x77) }
			return ctx.with({
				header,
				mode: 'deliver',
				gasMeter: infiniteGasMeter(),
				blockGasMeter: infiniteGasMeter(),
				events: new EventList(),
				...fields,
			})
		},
		/** Puts a contract into a state. */
		deploy(ctx: AppContext, address: Uint8Array, code: Uint8Array, balance = 0n): void {
			const codeHash = keccak256(code)
			keeper.setCode(ctx, codeHash, code)
			keeper.setAccount(ctx, address, { nonce: 1n, balance, codeHash })
		},
		/** Puts contracts into a state: hex of their codes, spaces between the parts, by the byte of their addresses. */
		deployAll(ctx: AppContext, codes: Readonly<Record<number, string>>, balance: bigint): void {
			for (const [byte, code] of Object.entries(codes)) {
				this.deploy(ctx, addressOf(Number(byte)), fromHex(code.replaceAll(' ', ''))!, balance)
			}
		},
	}
}

/** An address of one repeated byte. */
export function addressOf(byte: number): Uint8Array {
	return new Uint8Array(20).fill(byte)
}

/** A call of the contract at 0xaa by the account at 0x11, without coins and data. */
export const callOfContract: EvmMessage = {
	from: addressOf(0x11),
	to: addressOf(0xaa),
	nonce: 0n,
	value: 0n,
	gas: 1_000_000n,
	gasPrice: 0n,
	data: new Uint8Array(0),
	accessList: undefined,
}

/** A listener of steps, with which the library runs every frame itself. */
export const byTheLibrary: EvmObserver = (evm) => {
	const listener = (): void => undefined
	evm.events.on('step', listener)
	return () => evm.events.off('step', listener)
}
