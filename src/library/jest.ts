import { createRequire } from 'node:module'
import type { Chain, ChainOptions } from './Chain.ts'
import { startChain } from './startChain.ts'

/** What this module uses of the package `jest-environment-node`. */
interface NodeEnvironment {
	readonly global: Record<string, unknown>
	setup(): Promise<void>
	teardown(): Promise<void>
}

/**
 * What Jest hands to an environment.
 *
 * @example
 * const config: EnvironmentConfig = { projectConfig: { testEnvironmentOptions: { chain: { accounts: 2 } } } }
 */
export interface EnvironmentConfig {
	readonly projectConfig: { readonly testEnvironmentOptions: { readonly chain?: JestChainOptions } }
}

/**
 * Options of `startChain` as Jest can carry them to its workers: a balance is a text, and there is no `onLog`.
 *
 * @example
 * const chain: JestChainOptions = { accounts: 2, balance: '5000000' }
 */
export type JestChainOptions = Omit<ChainOptions, 'balance' | 'onLog'> & { readonly balance?: string }

const { TestEnvironment } = createRequire(import.meta.url)('jest-environment-node') as {
	readonly TestEnvironment: new (config: EnvironmentConfig, context: unknown) => NodeEnvironment
}

/**
 * An environment for Jest 29 and newer with a chain as the global `chain`: one for each file, and each test finds it as it was
 * at the start.
 *
 * @example
 * // jest.config.mjs
 * export default { testEnvironment: 'chain-tui/jest', testEnvironmentOptions: { chain: { accounts: 2 } } }
 */
// biome-ignore lint/style/noDefaultExport: Jest takes the default of an environment.
export default class ChainEnvironment extends TestEnvironment {
	readonly #options: JestChainOptions
	#chain: Chain | undefined
	#before = ''

	constructor(config: EnvironmentConfig, context: unknown) {
		super(config, context)
		this.#options = config.projectConfig.testEnvironmentOptions.chain ?? {}
	}

	override async setup(): Promise<void> {
		await super.setup()
		const { balance, ...others } = this.#options
		this.#chain = await startChain({ ...others, ...(balance === undefined ? {} : { balance: BigInt(balance) }) })
		this.global.chain = this.#chain
	}

	/** Jest tells the environment of each step. */
	async handleTestEvent({ name }: { readonly name: string }): Promise<void> {
		if (this.#chain === undefined) return
		if (name === 'test_start') this.#before = await this.#chain.snapshot()
		if (name === 'test_done' && this.#before !== '') await this.#chain.revert(this.#before)
	}

	override async teardown(): Promise<void> {
		await this.#chain?.stop()
		await super.teardown()
	}
}
