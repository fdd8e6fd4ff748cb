import { frameworkTx } from '../../../src/api/eth/send/frameworkTx.ts'
import { parseRawTx } from '../../../src/api/eth/send/parseRawTx.ts'
import type { BaseApp } from '../../../src/app/BaseApp.ts'
import type { Context } from '../../../src/app/Context.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { addressToText } from '../../../src/codec/address/address.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { keccak256 } from '../../../src/crypto/keccak256.ts'
import { applyMessage, evmConfigOf } from '../../../src/modules/evm/applyMessage.ts'
import { londonChainConfig, pragueChainConfig } from '../../../src/modules/evm/chainConfig.ts'
import { defaultEvmParams, evmGenesisToJson } from '../../../src/modules/evm/genesis.ts'
import type { EvmKeeper } from '../../../src/modules/evm/index.ts'
import { type EthTx, encodeEthTx, ethTxHash, ethTxOf } from '../../../src/modules/evm/tx/EthTx.ts'
import { createChainApp } from '../../../src/node/createApp.ts'
import { defaultGenesis } from '../../../src/node/genesis/defaultGenesis.ts'
import type { KvDatabase } from '../../../src/store/KvDatabase.ts'
import { openLevelDb } from '../../../src/store/kv/levelDb.ts'
import { fromHex } from '../../../src/util/bytes.ts'

/** What a contract does with its gas. */
export interface GasCase {
	readonly name: string
	/** Hex of the code that is called; absent with `to`. */
	readonly code?: string
	/** A precompiled contract that is called itself. */
	readonly to?: string
	/** Hex of the call's data. */
	readonly data?: string
	/** Hex of codes at other addresses. */
	readonly others?: Readonly<Record<string, string>>
}

/** What it took. */
export interface GasTime {
	readonly ms: number
	readonly gas: number
	/** The longest time in which the event loop did not turn. */
	readonly stretchMs: number
	/** Empty if it ended by itself. */
	readonly error: string
}

const sender = new Uint8Array(20).fill(0x51)
const contract = new Uint8Array(20).fill(0x52)
const price = 2_000_000_000n
const chainId = 'chain_2222-1'
/** Accounts, and slots of each contract that runs: all at the same numbers. */
const known = 13_000
const firstKnown = 0x100000

const configs = {
	london: londonChainConfig,
	cancun: { ...londonChainConfig, blocks: { ...londonChainConfig.blocks, shanghai: 0n, cancun: 0n } },
	prague: pragueChainConfig,
}

/** A chain on disk, whose blocks run one case each. */
export class GasChain {
	readonly #app: BaseApp
	readonly #keeper: EvmKeeper
	readonly #db: KvDatabase
	#height = 0
	#nonce = 0n

	private constructor(app: BaseApp, keeper: EvmKeeper, db: KvDatabase) {
		this.#app = app
		this.#keeper = keeper
		this.#db = db
	}

	/** A chain with its database in a folder. */
	static async open(folder: string, rules: 'london' | 'cancun' | 'prague'): Promise<GasChain> {
		const settings = defaultChainSettings
		const db = await openLevelDb(folder)
		const { app, evm } = createChainApp({
			db,
			settings,
			minGasPrices: '',
			evmChainId: 2222n,
			pruning: 'nothing',
			name: 'gas',
			version: '1',
		})
		const config = configs[rules]
		const params = { ...defaultEvmParams('achain'), chainConfig: config }
		const registry = createRegistry({ evm: true })
		const genesis = parseGenesis(
			defaultGenesis({
				chainId,
				settings,
				funded: [{ address: addressToText(sender, settings.prefix), amount: 10n ** 15n }],
				feeCollectorAddress: addressToText(new Uint8Array(20).fill(9), settings.prefix),
				validator: {
					pubKey: Buffer.alloc(32, 7).toString('base64'),
					address: '4BB06F8E4E3A7715D201D573D0AA423762E55DAB',
				},
				time: '2026-01-01T00:00:00Z',
				evm: {
					evm: evmGenesisToJson({ accounts: [], params }, registry),
					feemarket: {
						params: {
							no_base_fee: true,
							base_fee_change_denominator: 8,
							elasticity_multiplier: 2,
							enable_height: '0',
							base_fee: '0',
						},
						block_gas: '0',
					},
					evmutil: { accounts: [], account_rule: 'base' },
				},
			}),
		)
		app.initChain({
			chainId,
			time: genesis.genesisTime,
			initialHeight: 1,
			consensusParams: genesis.consensusParams,
			validators: [],
			appState: genesis.appState,
		})
		const chain = new GasChain(app, evm!, db)
		chain.#begin()
		await chain.#end()
		return chain
	}

	/** A block of as many transactions as fit, each with its gas. */
	async block(one: GasCase, txGas: number, blockGas: number): Promise<GasTime> {
		await this.#prepare(one)
		const txs = Array.from({ length: Math.floor(blockGas / txGas) }, () => this.#tx(one, BigInt(txGas)))
		this.#begin()
		const watch = watched()
		let gas = 0
		for (const tx of txs) {
			const { code, gasUsed, log } = await this.#app.deliverTx(tx)
			if (code !== 0) throw new Error(`${one.name}: ${log}`)
			gas += Number(gasUsed)
		}
		const told = watch()
		await this.#end()
		return { ...told, gas, error: '' }
	}

	/** A call that only asks. */
	async call(one: GasCase, gas: number): Promise<GasTime> {
		const context = this.#app.createQueryContext(0)
		const ctx = context.withHeader({ ...context.header, proposerAddress: new Uint8Array(20) }, context.headerHash)
		const config = evmConfigOf(this.#keeper, ctx)
		const watch = watched()
		let error = ''
		try {
			const message = {
				from: sender,
				to: targetOf(one),
				nonce: this.#nonce,
				value: 0n,
				gas: BigInt(gas),
				gasPrice: 0n,
				data: fromHex(one.data ?? '')!,
				accessList: undefined,
			}
			await applyMessage(this.#keeper, ctx, message, config, { commit: false, limit: { ms: 10_000, text: 'timeout' } })
		} catch (fault) {
			error = (fault as Error).message
		}
		return { ...watch(), gas, error }
	}

	async close(): Promise<void> {
		await this.#db.close()
	}

	#tx(one: GasCase, gas: bigint): Uint8Array {
		const tx: EthTx = {
			type: 0,
			chainId: 2222n,
			nonce: this.#nonce++,
			gasPrice: price,
			gasTipCap: price,
			gasFeeCap: price,
			gas,
			to: targetOf(one),
			toText: '',
			value: 0n,
			data: fromHex(one.data ?? '')!,
			accessList: undefined,
			v: 2222n * 2n + 35n,
			r: 1n,
			s: 1n,
		}
		const raw = encodeEthTx(tx)
		const data = parseRawTx(raw)
		const read = ethTxOf(data)
		this.#keeper.impersonated.set(Buffer.from(ethTxHash(read)).toString('hex'), sender)
		return frameworkTx({ data, tx: read, hash: ethTxHash(read), size: raw.length, evmDenom: 'achain' })
	}

	/** Puts the codes of a case in their places, in a block of its own. */
	async #prepare({ code, others = {} }: GasCase): Promise<void> {
		const codes = Object.entries(others).map(([number, hex]) => [numbered(Number(number)), hex] as const)
		if (code !== undefined) codes.push([contract, code])
		const isFirst = this.#height === 1
		this.#app.editNextBlock((ctx) => {
			for (const [address, hex] of codes) this.#deploy(ctx as Context, address, fromHex(hex)!)
			if (!isFirst) return
			for (let at = 0; at < known; at++) {
				this.#keeper.setState(ctx as Context, contract, word(firstKnown + at), word(7))
				const account = { nonce: 1n, balance: 10n ** 12n, codeHash: keccak256(new Uint8Array(0)) }
				this.#keeper.setAccount(ctx as Context, numbered(firstKnown + at), account)
			}
		})
		this.#begin()
		await this.#end()
	}

	#deploy(ctx: Context, address: Uint8Array, code: Uint8Array): void {
		const codeHash = keccak256(code)
		this.#keeper.setCode(ctx, codeHash, code)
		this.#keeper.setAccount(ctx, address, { nonce: 1n, balance: 10n ** 18n, codeHash })
	}

	#begin(): void {
		this.#height++
		const time = { seconds: 1_800_000_000n + BigInt(this.#height), nanos: 0 }
		const header = { chainId, height: this.#height, time, proposerAddress: new Uint8Array(20) }
		this.#app.beginBlock({ header, hash: new Uint8Array(32).fill(this.#height) } as never)
	}

	async #end(): Promise<void> {
		this.#app.endBlock({ height: this.#height })
		await this.#app.commit()
	}
}

function targetOf({ to }: GasCase): Uint8Array {
	return to === undefined ? contract : fromHex(to.slice(2))!
}

function numbered(number: number): Uint8Array {
	return word(number).slice(12)
}

function word(number: number): Uint8Array {
	const bytes = new Uint8Array(32)
	new DataView(bytes.buffer).setUint32(28, number)
	return bytes
}

/** Measures until it is called: processor time, and the longest of it without a turn of the event loop. */
function watched(): () => { readonly ms: number; readonly stretchMs: number } {
	const from = process.cpuUsage()
	let last = used(from)
	let stretchMs = 0
	let isOver = false
	const look = (): void => {
		const now = used(from)
		stretchMs = Math.max(stretchMs, now - last)
		last = now
	}
	const turn = (): void => {
		if (isOver) return
		look()
		setImmediate(turn)
	}
	setImmediate(turn)
	return () => {
		isOver = true
		look()
		return { ms: last, stretchMs }
	}
}

/** Processor time of all threads since then: a busy machine does not lengthen it. */
function used(from: NodeJS.CpuUsage): number {
	const { user, system } = process.cpuUsage(from)
	return (user + system) / 1000
}
