import { describe, expect, it } from 'vitest'
import type { AppModule, Json } from '../../../src/app/AppModule.ts'
import { parseGenesis } from '../../../src/chain/parseGenesis.ts'
import { defaultChainSettings } from '../../../src/codec/ChainSettings.ts'
import { createRegistry } from '../../../src/codec/registry/createRegistry.ts'
import { ChainError } from '../../../src/errors/ChainError.ts'
import { AuthKeeper, createAuthModule } from '../../../src/modules/auth/index.ts'
import { createBankModule } from '../../../src/modules/bank/index.ts'
import { ParamsKeeper } from '../../../src/modules/params/index.ts'
import { createChainApp } from '../../../src/node/createApp.ts'
import { createEvmParts, evmModuleAccounts } from '../../../src/node/createEvmParts.ts'
import { createMemoryDb } from '../../../src/store/kv/memoryDb.ts'
import { Scheduler } from '../../../src/util/schedule/Scheduler.ts'
import { readRecording } from '../replay/compareReplay.ts'

/** One module's genesis in place of that of the script, and what the reference said to it; empty where it took it. */
interface Case {
	readonly name: string
	readonly module: string
	readonly state: Json
	/** Of `validate-genesis`. */
	readonly validate: string
	/** The panic at InitChain. */
	readonly init: string
}

interface Recording {
	readonly script: { readonly chain_id: string; readonly app_state: Readonly<Record<string, Json>> }
	readonly cases: readonly Case[]
}

const golden = new URL('../../golden-evm/genesis-faults.json.gz', import.meta.url)
const localnet = new URL('../../golden-evm/localnet-genesis.json.gz', import.meta.url)
const { consensusParams } = parseGenesis(readRecording(localnet))
const { script, cases } = JSON.parse(readRecording(golden)) as Recording

/** The modules of a chain with an EVM that have something to say. */
function modules(): readonly AppModule[] {
	const settings = { ...defaultChainSettings, aminoBrand: 'cosmos' } as const
	const registry = createRegistry({ evm: true })
	const params = new ParamsKeeper()
	const accounts = new AuthKeeper({
		prefix: settings.prefix,
		subspace: params.subspace('auth'),
		moduleAccounts: { fee_collector: [], ...evmModuleAccounts },
	})
	const bank = createBankModule({ settings, accounts, params: params.subspace('bank'), blockedAddresses: [] })
	const { modules: evm } = createEvmParts({ chainId: 2222n, settings, registry, scheduler: new Scheduler() }).mount({
		accounts,
		bank: bank.keeper,
		params,
	})
	return [createAuthModule({ keeper: accounts, registry, brand: settings.aminoBrand }), ...evm]
}

function saidBy(run: () => unknown): string {
	try {
		run()
	} catch (error) {
		return error instanceof ChainError ? error.log : (error as Error).message
	}
	return ''
}

describe('a faulty genesis is refused in the words of the reference', () => {
	it.each(cases)('$module: $name', ({ module: name, state, validate, init }) => {
		const { app } = createChainApp({
			db: createMemoryDb(),
			settings: { ...defaultChainSettings, aminoBrand: 'cosmos' },
			minGasPrices: '',
			evmChainId: 2222n,
			pruning: 'nothing',
			name: 'refnode',
			version: '1.0.0',
		})
		const module = modules().find((candidate) => candidate.name === name)!
		// The reference's command says before it that it cannot read the state.
		const wanted = validate.replace(/^failed to unmarshal \w+ genesis state: /, '')
		expect(saidBy(() => module.validateGenesis(state))).toBe(wanted)
		const initial = saidBy(() =>
			app.initChain({
				chainId: script.chain_id,
				time: { seconds: 1_767_225_600n, nanos: 0 },
				initialHeight: 1,
				consensusParams,
				validators: [],
				appState: JSON.stringify({ ...script.app_state, [name]: state }),
			}),
		)
		expect(initial).toBe(init)
	})
})
